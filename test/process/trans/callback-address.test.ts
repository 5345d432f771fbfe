// A callback goes to an address that a client named (specification 2, 4.4): whatever way a private, loopback or metadata
// address is spelled, nothing is sent there.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AddressPolicy } from '../../../src/net/address-policy.js';
import { FileFault } from '../../../src/protocol/engine/transcription.js';
import { callBack } from '../../../src/trans/callback.js';
import { type CallbackServer, startCallbackServer } from '../../helpers/transcription/callback-server.js';

const strict = { allow: [], deny: [], privateAddresses: false, loopback: false };
const signal = () => AbortSignal.timeout(2_000);
const faultOf = (url: string, rules = strict) =>
  callBack(url, new AddressPolicy(rules), signal()).then(
    (status) => `answered ${status}`,
    (fault: unknown) => fault,
  );
const refusal = (reason: RegExp) =>
  expect.objectContaining({ isPassing: false, message: expect.stringMatching(reason) });

let listener: CallbackServer;
let port: string;
beforeAll(async () => {
  listener = await startCallbackServer();
  port = new URL(listener.url).port;
});
afterAll(() => listener.close());

describe('a callback to this machine', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[::1]',
    'localhost',
  ])('spelled %s is refused for good, and nobody is called', async (host) => {
    const fault = await faultOf(`http://${host}:${port}/done`);
    expect(fault).toBeInstanceOf(FileFault);
    expect(fault).toEqual(refusal(/is this machine/));
    expect(listener.calls).toEqual([]);
  });

  it.each(['0.0.0.0', '0', '[::]', '[::127.0.0.1]', '[64:ff9b::7f00:1]'])(
    'by the reserved address %s is refused for good, and nobody is called',
    async (host) => {
      expect(await faultOf(`http://${host}:${port}/done`)).toEqual(refusal(/reserved address/));
      expect(listener.calls).toEqual([]);
    },
  );

  it('is made where the settings allow it', async () => {
    expect(await faultOf(`http://2130706433:${port}/done`, { ...strict, loopback: true })).toBe('answered 200');
    expect(listener.calls).toEqual(['GET /done']);
  });
});

describe('a callback to the metadata of a cloud', () => {
  it.each([
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0xa9.0xfe.0xa9.0xfe',
    '0251.0376.0251.0376',
    '169.254.43518',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '[::169.254.169.254]',
    '[64:ff9b::a9fe:a9fe]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '100.100.100.200',
  ])('spelled %s is refused for good', async (host) => {
    expect(await faultOf(`http://${host}/latest/meta-data`)).toEqual(refusal(/metadata or reserved address/));
  });
});

describe('a callback to a private network', () => {
  it.each(['10.1.2.3', '167838211', '0xa.0x1.0x2.0x3', '172.16.0.1', '192.168.257', '[fd12::1]', '[::ffff:10.1.2.3]'])(
    'spelled %s is refused for good where private addresses are not allowed',
    async (host) => {
      expect(await faultOf(`http://${host}/done`)).toEqual(refusal(/is a private address/));
    },
  );
});

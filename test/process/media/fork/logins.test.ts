// Issue: a fork takes a token, or appkey and secret on wss or from an address that the operator trusts, because a dial plan cannot
// renew tokens.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic } from '../../../helpers/gateway/call.js';
import { ForkClient, type ForkOptions } from '../../../helpers/gateway/fork-client.js';
import { type RingGateway, startRingGateway } from '../../../helpers/gateway/ring-gateway.js';

let gateway: RingGateway;
let trusting: RingGateway;
beforeAll(async () => {
  gateway = await startRingGateway();
  trusting = await startRingGateway({ settings: { 'media.trustedAddresses': ['10.0.0.0/8', '127.0.0.1'] } });
});
afterAll(async () => {
  await gateway.discard();
  await trusting.discard();
});

type Login = (of: RingGateway) => Pick<ForkOptions, 'headers' | 'query'>;

const logins = {
  'a token in the header': (of) => ({
    query: { appkey: of.app.appkey },
    headers: { 'x-svc-access-token': of.accessToken },
  }),
  'a token in the query': (of) => ({ query: { appkey: of.app.appkey, 'access-token': of.accessToken } }),
  'Basic with appkey and secret': (of) => ({ headers: { authorization: basic(of.app.appkey, of.app.secret) } }),
  'Bearer with appkey and secret': (of) => ({ headers: { authorization: `Bearer ${of.app.appkey}:${of.app.secret}` } }),
  'Bearer with the secret, the appkey in the query': (of) => ({
    query: { appkey: of.app.appkey },
    headers: { authorization: `Bearer ${of.app.secret}` },
  }),
} satisfies Record<string, Login>;
const bySecret = Object.entries(logins).filter(([name]) => name.startsWith('B'));

/** `101`, or the status of the refusal. */
async function handshake(base: string, options: ForkOptions): Promise<string> {
  try {
    const client = await ForkClient.open(base, options);
    client.socket.terminate();
    return '101';
  } catch (fault) {
    return /Unexpected server response: (\d+)/.exec(String(fault))?.[1] ?? String(fault);
  }
}

const certificate = (of: RingGateway) => readFileSync(join(of.dataDir, 'tls', 'cert.pem'), 'utf8');

describe.each(Object.entries<Login>(logins))('%s', (_, login) => {
  it('is let in on wss', async () => {
    expect(await handshake(gateway.https, { ...login(gateway), ca: certificate(gateway) })).toBe('101');
  });

  it('is let in without encryption from a trusted address', async () => {
    expect(await handshake(trusting.http, login(trusting))).toBe('101');
  });
});

describe.each(bySecret)('%s', (_, login) => {
  it('is refused without encryption from any other address, and the secret is in no log line', async () => {
    expect(await handshake(gateway.http, login(gateway))).toBe('403');
    expect(gateway.logText()).not.toContain(gateway.app.secret);
  });
});

describe('a wrong login is refused', () => {
  it.each<[string, string, Login]>([
    ['401', 'nothing at all', (of) => ({ query: { appkey: of.app.appkey } })],
    ['401', 'a wrong secret', (of) => ({ headers: { authorization: basic(of.app.appkey, 'wrong') } })],
    ['401', 'a wrong secret as Bearer', (of) => ({ headers: { authorization: `Bearer ${of.app.appkey}:wrong` } })],
    ['401', 'an appkey that does not exist', (of) => ({ headers: { authorization: basic('nobody', of.app.secret) } })],
    ['401', 'another scheme', () => ({ headers: { authorization: 'Digest username="x"' } })],
    ['401', 'rubbish', () => ({ headers: { authorization: 'Basic !!!' } })],
    [
      '400',
      'Bearer with the secret and no appkey',
      (of) => ({ headers: { authorization: `Bearer ${of.app.secret}` } }),
    ],
    [
      '400',
      'the appkey of another application in the query',
      (of) => ({ query: { appkey: 'other' }, headers: { authorization: basic(of.app.appkey, of.app.secret) } }),
    ],
    [
      '401',
      'a wrong token, whatever else there is',
      (of) => ({
        query: { appkey: of.app.appkey },
        headers: { 'x-svc-access-token': 'wrong', authorization: basic(of.app.appkey, of.app.secret) },
      }),
    ],
  ])('%s: %s', async (status, _, login) => {
    expect(await handshake(trusting.http, login(trusting))).toBe(status);
  });

  it('no other stream takes a secret', async () => {
    const path = '/v10/asr/ring/cn_8k_common/short_stream';
    const headers = { authorization: basic(trusting.app.appkey, trusting.app.secret) };
    expect(await handshake(trusting.http, { path, headers, query: { appkey: trusting.app.appkey } })).toBe('401');
  });
});

it('a gateway with media.fork off has no forks', async () => {
  const without = await startRingGateway({ settings: { 'media.fork': false } });
  expect(await handshake(without.http, logins['a token in the header'](without))).toBe('404');
  await without.discard();
});

// A callback of any feature: what is sent, and which answers end it.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AddressPolicy } from '../../../src/net/address-policy.js';
import { callBack } from '../../../src/net/callback.js';
import { NetFault } from '../../../src/net/fault.js';

interface Heard {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const heard: Heard[] = [];
/** of the next answer; 0: the connection ends without one; undefined: it never comes */
let status: number | undefined = 200;
let server: Server;
let address: string;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces).toString('utf8');
    heard.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    if (status === 0) request.socket.destroy();
    else if (status !== undefined) response.writeHead(status, { location: '/elsewhere' }).end('whatever');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const policy = new AddressPolicy({ allow: [], deny: [], privateAddresses: false, loopback: true });
const call = (fields: { url?: string; json?: string; signal?: AbortSignal } = {}) => {
  heard.length = 0;
  const signal = AbortSignal.timeout(60_000);
  return callBack({ url: `http://${address}/done?x=1`, policy, signal, ...fields });
};
const kindOf = (calling: Promise<unknown>) =>
  calling.then(
    () => 'heard',
    (fault: unknown) => (fault instanceof NetFault ? fault.kind : fault),
  );

describe('a callback', () => {
  it('without a body is a GET', async () => {
    status = 200;
    expect(await call()).toBe(200);
    expect(heard).toEqual([expect.objectContaining({ line: 'GET /done?x=1', body: '' })]);
  });

  it('with JSON is a POST of it', async () => {
    status = 200;
    const json = { taskId: 't1', status: '完成', progress: 0.5 };
    await call({ json: JSON.stringify(json) });
    expect(heard[0]?.line).toBe('POST /done?x=1');
    expect(heard[0]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(heard[0]?.body ?? '')).toEqual(json);
  });

  it('sends the credentials of its URL, and never the URL', async () => {
    status = 200;
    await call({ url: `http://user:p%40ss@${address}/done` });
    expect(heard[0]?.headers.authorization).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`);
    expect(heard[0]?.line).toBe('GET /done');
  });

  it.each([
    [200, 'heard'],
    [204, 'heard'],
    [301, 'refused'],
    [404, 'refused'],
    [429, 'refused'],
    [500, 'passing'],
    [503, 'passing'],
    [0, 'passing'],
  ])('that is answered %i is %s', async (answer, kind) => {
    status = answer;
    expect(await kindOf(call({ json: JSON.stringify({}) }))).toBe(kind);
    expect(heard.filter(({ line }) => line.endsWith('/elsewhere'))).toEqual([]);
  });

  it('that nobody answers in time is worth another try', async () => {
    status = undefined;
    await expect(call({ signal: AbortSignal.timeout(200) })).rejects.toMatchObject({
      ...{ kind: 'passing', message: 'the address cannot be reached, or its answer cannot be used' },
    });
  });

  it.each(['ftp://h/a', 'file:///a', 'h/a'])('to %s is refused: it is no http address', async (url) => {
    expect(await kindOf(call({ url }))).toBe('refused');
  });

  it('to an address that the policy refuses is not made', async () => {
    const strict = new AddressPolicy({ allow: [], deny: [], privateAddresses: false, loopback: false });
    heard.length = 0;
    const url = `http://${address}/done`;
    const calling = callBack({ url, policy: strict, signal: AbortSignal.timeout(60_000), json: JSON.stringify({}) });
    expect(await kindOf(calling)).toBe('refused');
    expect(heard).toEqual([]);
  });
});

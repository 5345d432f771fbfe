// Specification 2, 4.2, 4.3, 4.5 and 5: everything is checked before the handshake of a WebSocket is answered.
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type ErrorName, errorRow } from '../../../src/protocol/errors.js';
import { limits } from '../../../src/protocol/limits.js';
import { streamHeaders } from '../gateway/stream-client.js';
import type { AnyClient, HandshakeChanges, StreamGateway, StreamUnderTest } from './stream-under-test.js';

interface Answer {
  readonly status: number;
  readonly body: { readonly traceToken?: string; readonly error?: { readonly code: number; readonly message: string } };
}

const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.alloc(16).toString('base64'),
};
const withToken = (token: string) => streamHeaders({ appkey: '', token });

/** The HTTP answer to a handshake. */
function handshake(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers: { ...upgrade, ...headers } });
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      resolve({ status: 101, body: {} });
    });
    request.on('error', reject);
    request.on('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
    });
    request.end();
  });
}

const nameOf = (status: number): ErrorName => (status === 404 ? 'PROPERTY_NOT_FOUND' : 'MALFORMED_PROPERTY');

export function handshakeSuite<Client extends AnyClient>(stream: StreamUnderTest<Client>): void {
  let gateway: StreamGateway<Client>;
  beforeAll(async () => {
    gateway = await stream.startGateway();
  });
  afterAll(() => gateway.discard());

  const url = (changes: HandshakeChanges = {}, base = gateway.http) =>
    stream.url(base, { appkey: gateway.app.appkey, ...changes }).replace(/^ws/, 'http');

  async function issue(query = ''): Promise<{ token: string; refresh_token: string }> {
    const { appkey, secret } = gateway.app;
    const authorization = `Basic ${Buffer.from(`${appkey}:${secret}`).toString('base64')}`;
    const reply = await gateway.secure(`/v10/auth/get-access-token?appkey=${appkey}${query}`, {
      headers: { authorization },
    });
    return reply.json as { token: string; refresh_token: string };
  }

  describe('a handshake is answered 101', () => {
    it('with the token in the header', async () => {
      await (await gateway.connect()).close();
    });

    it('with the token in the query, for clients that cannot set headers', async () => {
      await (await gateway.connect({ tokenInQuery: true })).close();
    });

    it('on https', async () => {
      const address = stream.url(gateway.https, { appkey: gateway.app.appkey }).replace('ws:', 'wss:');
      const socket = new WebSocket(address, { headers: withToken(gateway.accessToken), rejectUnauthorized: false });
      await once(socket, 'open');
      socket.terminate();
    });

    it('with a slash at the end of the path', async () => {
      expect((await handshake(url().replace('?', '/?'), withToken(gateway.accessToken))).status).toBe(101);
    });

    it('while a token that was renewed has less than five minutes left', async () => {
      const reply = await issue();
      await issue(`&refresh_token=${reply.refresh_token}`);
      gateway.advance(299_000);
      await (await gateway.connect({ token: reply.token })).close();
    });
  });

  describe('a handshake is refused with 401 UNAUTHENTICATED', () => {
    it.each([
      ['without a token', {}],
      ['with a wrong token', withToken('nonsense')],
      ['with an empty token', withToken('')],
      ['with a very long token', withToken('x'.repeat(5_000))],
    ])('%s', async (_, headers) => {
      const { status, body } = await handshake(url(), headers);
      expect(status).toBe(401);
      expect(body.error?.message).toContain('UNAUTHENTICATED');
      expect(body.error?.code).toBe(errorRow('UNAUTHENTICATED').code);
      expect(body.traceToken).toEqual(expect.any(String));
    });

    it('that names both places of a token where there is none, and says when it is given twice', async () => {
      const missing = (await handshake(url())).body.error?.message;
      for (const place of ['X-Svc-Access-Token', 'access-token']) expect(missing).toContain(place);
      const twice = await handshake(`${url({ token: 'x', tokenInQuery: true })}&access-token=x`);
      expect([twice.status, twice.body.error?.message]).toEqual([
        401,
        'UNAUTHENTICATED: query.access-token is given more than once, must be given once',
      ]);
    });

    it('with a wrong token in the query', async () => {
      expect((await handshake(url({ token: 'x', tokenInQuery: true }))).status).toBe(401);
    });

    it('with the token of another appkey', async () => {
      const other = gateway.apps.add('other');
      const token = await gateway.token('', other);
      expect((await handshake(url(), withToken(token))).status).toBe(401);
      expect((await handshake(url({ appkey: other.appkey }), withToken(gateway.accessToken))).status).toBe(401);
    });

    it('with an appkey that does not exist', async () => {
      expect((await handshake(url({ appkey: 'nobody' }), withToken(gateway.accessToken))).status).toBe(401);
    });

    it('with a token in both places, of which the header is wrong', async () => {
      const both = url({ token: gateway.accessToken, tokenInQuery: true });
      expect((await handshake(both, withToken('nonsense'))).status).toBe(401);
    });

    it('with a renewed token after five minutes', async () => {
      const reply = await issue();
      await issue(`&refresh_token=${reply.refresh_token}`);
      gateway.advance(300_001);
      expect((await handshake(url(), withToken(reply.token))).status).toBe(401);
    });

    it('with a token that is a day old', async () => {
      const { token } = await issue();
      gateway.advance(limits.token.lifeS * 1_000 + 1);
      expect((await handshake(url(), withToken(token))).status).toBe(401);
    });

    it('and the token is in no log line', async () => {
      const { token } = await issue();
      await handshake(url({ property: 'cn_8k_nothing', token, tokenInQuery: true }));
      await handshake(url({ token: `${token}x`, tokenInQuery: true }));
      expect(gateway.logText()).not.toContain(token);
    });
  });

  describe('a handshake', () => {
    let fresh: Record<string, string>;
    beforeAll(async () => {
      fresh = withToken((await issue()).token);
    });

    it.each(stream.properties)('of the property %s is answered with %i', async (property, status) => {
      const answer = await handshake(url({ property }), fresh);
      expect(answer.status).toBe(status);
      if (status !== 101 && !property.startsWith('%f')) {
        expect(answer.body.error?.code).toBe(errorRow(nameOf(status)).code);
      }
    });

    it('to an unknown path is refused with 404, token or not', async () => {
      const { pathname } = new URL(url());
      expect((await handshake(url().replace(pathname, `${pathname}_2`), fresh)).status).toBe(404);
      expect((await handshake(`${gateway.http}/`)).status).toBe(404);
    });

    it('without an appkey is refused with 400', async () => {
      const { status, body } = await handshake(url().split('?')[0] as string, fresh);
      expect(status).toBe(400);
      expect(body.error?.code).toBe(errorRow('INVALID_ARGUMENT').code);
      expect(body.error?.message).toContain('appkey');
    });

    it('that is not a valid one of WebSocket is refused with 400', async () => {
      const request = httpRequest(url(), { headers: { ...fresh, connection: 'Upgrade', upgrade: 'websocket' } });
      request.end();
      const [response] = await once(request, 'response');
      expect(response.statusCode).toBe(400);
      response.resume();
    });
  });

  it('beyond the number of connections it is 503 with Retry-After, and one that closes makes room', async () => {
    const small = await stream.startGateway({ settings: { 'stream.maxSessions': 2 } });
    const clients = [await small.connect(), await small.connect()];
    await expect(small.connect()).rejects.toThrow('503');
    await clients[0]?.close();
    await (await small.connect()).close();
    await small.discard();
  });

  it('the connections of an application end with FATAL_ERROR when it is removed, and no others', async () => {
    const removed = gateway.apps.add('removed');
    const handshakeOf = { appkey: removed.appkey, token: await gateway.token('', removed) };
    const [idle, calling, other] = [
      await gateway.connect(handshakeOf),
      await gateway.connect(handshakeOf),
      await gateway.connect({ token: (await issue()).token }), // an earlier test let the first token expire
    ];
    stream.start(calling);
    await calling.expect('START');
    gateway.apps.remove(removed.appkey);
    for (const client of [idle, calling]) {
      expect(await client.expect('FATAL_ERROR')).toMatchObject({
        errCode: errorRow('UNAUTHENTICATED').code,
        errMessage: 'UNAUTHENTICATED: the application was removed',
      });
      expect((await client.untilClosed()).code).toBe(1008);
    }
    stream.start(other);
    await other.expect('START');
    await other.close();
  });

  it('an ordinary request to the path is 426, on https too', async () => {
    for (const [base, send] of [
      [gateway.http, httpRequest],
      [gateway.https, httpsRequest],
    ] as const) {
      const request = send(url({}, base).replace(/^http:/, new URL(base).protocol), { rejectUnauthorized: false });
      request.end();
      const [response] = await once(request, 'response');
      expect([response.statusCode, response.headers.upgrade]).toEqual([426, 'websocket']);
      response.resume();
    }
  });
}

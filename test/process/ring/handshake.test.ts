// Specification 2, 4.2, 4.3 and 5: everything is settled before the handshake is answered.
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { limits } from '../../../src/protocol/limits.js';
import { RingClient, ringHeaders, ringUrl } from '../../helpers/gateway/ring-client.js';
import { type RingGateway, startRingGateway } from '../../helpers/gateway/ring-gateway.js';

let gateway: RingGateway;
beforeAll(async () => {
  gateway = await startRingGateway();
});
afterAll(() => gateway.discard());

interface Answer {
  status: number;
  body: { traceToken?: string; error: { code: number; message: string } };
  headers: Record<string, unknown>;
}

/** The HTTP answer to a handshake that is refused. */
function refusal(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(gateway.http + path, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.alloc(16).toString('base64'),
        ...headers,
      },
    });
    request.on('upgrade', () => reject(new Error('the handshake was accepted')));
    request.on('error', reject);
    request.on('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text), headers: response.headers });
    });
    request.end();
  });
}
const path = (changes: object = {}) => {
  const url = ringUrl('http://x', { appkey: gateway.app.appkey, ...changes });
  return url.slice('ws://x'.length);
};
const withToken = (token = gateway.accessToken) => ringHeaders({ appkey: '', token });

describe('a handshake is answered 101', () => {
  it('with the token in the header', async () => {
    await (await gateway.connect()).close();
  });

  it('with the token in the query, for clients that cannot set headers', async () => {
    await (await gateway.connect({ tokenInQuery: true })).close();
  });

  it('on https', async () => {
    const socket = new WebSocket(ringUrl(gateway.https, { appkey: gateway.app.appkey }).replace('ws:', 'wss:'), {
      headers: withToken(),
      rejectUnauthorized: false,
    });
    await once(socket, 'open');
    socket.terminate();
  });

  it('with a slash at the end of the path', async () => {
    const url = `${gateway.http.replace('http', 'ws')}${path().replace('/short_stream?', '/short_stream/?')}`;
    const socket = new WebSocket(url, { headers: withToken() });
    await once(socket, 'open');
    socket.terminate();
  });

  it('while a token that was renewed has less than five minutes left', async () => {
    const reply = await issue();
    await issue(`&refresh_token=${reply.refresh_token}`);
    gateway.advance(299_000);
    await (await gateway.connect({ token: reply.token })).close();
  });
});

async function issue(query = ''): Promise<{ token: string; refresh_token: string }> {
  const { appkey, secret } = gateway.app;
  const authorization = `Basic ${Buffer.from(`${appkey}:${secret}`).toString('base64')}`;
  const reply = await gateway.secure(`/v10/auth/get-access-token?appkey=${appkey}${query}`, {
    headers: { authorization },
  });
  return reply.json as { token: string; refresh_token: string };
}

describe('a handshake is refused with 401 UNAUTHENTICATED', () => {
  it.each([
    ['without a token', {}],
    ['with a wrong token', withToken('nonsense')],
    ['with an empty token', withToken('')],
    ['with a very long token', withToken('x'.repeat(5_000))],
  ])('%s', async (_, headers) => {
    const { status, body } = await refusal(path(), headers);
    expect(status).toBe(401);
    expect(body.error.message).toContain('UNAUTHENTICATED');
    expect(body.traceToken).toEqual(expect.any(String));
  });

  it('with the token of another appkey', async () => {
    const other = gateway.apps.add('other');
    const token = await gateway.token('', other);
    expect((await refusal(path(), withToken(token))).status).toBe(401);
    expect((await refusal(path({ appkey: other.appkey }), withToken())).status).toBe(401);
  });

  it('with an appkey that does not exist', async () => {
    expect((await refusal(path({ appkey: 'nobody' }), withToken())).status).toBe(401);
  });

  it('with a token in both places, of which the header is wrong', async () => {
    const both = path({ token: gateway.accessToken, tokenInQuery: true });
    expect((await refusal(both, withToken('nonsense'))).status).toBe(401);
  });

  it('with a renewed token after five minutes', async () => {
    const reply = await issue();
    await issue(`&refresh_token=${reply.refresh_token}`);
    gateway.advance(300_001);
    expect((await refusal(path(), withToken(reply.token))).status).toBe(401);
  });

  it('with a token that is a day old', async () => {
    const { token } = await issue();
    gateway.advance(limits.token.lifeS * 1_000 + 1);
    expect((await refusal(path(), withToken(token))).status).toBe(401);
  });

  it('and the token is in no log line', async () => {
    const { token } = await issue();
    await refusal(path({ property: 'cn_8k_nothing', token, tokenInQuery: true }));
    await refusal(path({ token: `${token}x`, tokenInQuery: true }));
    expect(gateway.logText()).not.toContain(token);
  });
});

describe('a handshake is refused', () => {
  let fresh: Record<string, string>;
  beforeAll(async () => {
    fresh = withToken((await issue()).token);
  });

  it.each([
    ['cn_44k_common', 400],
    ['cn_common', 400],
    ['en_8k_common', 404],
    ['cn_8k_medical', 404],
    ['%E4%B8%AD', 400],
    ['%ff', 404],
  ])('for the property %s with %i', async (property, status) => {
    const answer = await refusal(path({ property }), fresh);
    expect(answer.status).toBe(status);
    expect(answer.body.error.code).toBe(Number(String(answer.body.error.code)));
  });

  it('for an unknown path with 404, token or not', async () => {
    expect((await refusal('/v10/asr/ring/cn_8k_common/long_stream', fresh)).status).toBe(404);
    expect((await refusal('/', {})).status).toBe(404);
  });

  it('without an appkey with 400', async () => {
    const answer = await refusal('/v10/asr/ring/cn_8k_common/short_stream', fresh);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain('appkey');
  });

  it('when it is not a valid WebSocket handshake', async () => {
    const request = httpRequest(gateway.http + path(), {
      headers: { ...fresh, connection: 'Upgrade', upgrade: 'websocket' },
    });
    request.end();
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(400);
    response.resume();
  });
});

it('beyond the number of connections it is 503 with Retry-After, and one that closes makes room', async () => {
  const small = await startRingGateway({ settings: { 'stream.maxSessions': 2 } });
  const clients = [await small.connect(), await small.connect()];
  await expect(small.connect()).rejects.toThrow('503');
  await clients[0]?.close();
  const third = await RingClient.open(small.http, { appkey: small.app.appkey, token: small.accessToken });
  await third.close();
  await small.discard();
});

it('an ordinary request to the path is 426, on https too', async () => {
  for (const [base, send] of [
    [gateway.http, httpRequest],
    [gateway.https, httpsRequest],
  ] as const) {
    const request = send(base + path(), { rejectUnauthorized: false });
    request.end();
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(426);
    response.resume();
  }
});

// Bytes that no well-meaning client sends. RFC 9112; the limits are made small here, their defaults are in limits.ts.
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { rawExchange } from '../../helpers/gateway/call.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { expectSlowCall, letSlowCallGo, probeFeature } from '../../helpers/models/probe-feature.js';

const maxConnections = 24;
const timeFactor = Number(process.env.TEST_TIME_FACTOR ?? 1); // emulated machines are slow, not wrong
const body = '{"text":"abc"}';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    features: [probeFeature],
    httpLimits: {
      maxHeaderBytes: 2_048,
      headersTimeoutMs: 1_000 * timeFactor,
      requestTimeoutMs: 1_500 * timeFactor,
      timeoutCheckMs: 50,
      maxConnections,
      maxInFlight: 3,
      inFlightBodyBytes: 100_000,
    },
  });
});
afterAll(async () => {
  // Nothing that any of these tests did is still open or held.
  const metrics = (await gateway.inside('/metrics')).text;
  await gateway.discard();
  for (const gauge of [
    'tonegate_http_in_flight',
    'tonegate_http_body_bytes',
    'tonegate_open_sockets{listener="http"}',
  ]) {
    expect(metrics).toContain(`\n${gauge} 0\n`);
  }
});
afterEach(async () => {
  // Whatever a test did, the next well-formed request is served.
  const reply = await gateway.plain('/probe/echo', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(reply.json).toEqual({ text: 'abc' });
});

const send = (text: string, options = {}) => rawExchange(gateway.httpPort, [text], options);
const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]));
const post = (headers: string, content: string) =>
  `POST /probe/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n${content}`;

describe('smuggling', () => {
  const smuggled = 'GET /probe/fault/created HTTP/1.1\r\nHost: a\r\n\r\n';
  it.each([
    [
      'Content-Length with Transfer-Encoding',
      post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${smuggled}`),
    ],
    [
      'Transfer-Encoding with Content-Length',
      post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `0\r\n\r\n${smuggled}`),
    ],
    ['two different Content-Lengths', post(`Content-Length: 0\r\nContent-Length: 14\r\n`, `${body}${smuggled}`)],
    ['two equal Content-Lengths', post(`Content-Length: 14\r\nContent-Length: 14\r\n`, `${body}${smuggled}`)],
    ['a Content-Length with a sign', post('Content-Length: +14\r\n', `${body}${smuggled}`)],
    ['a negative Content-Length', post('Content-Length: -1\r\n', `${body}${smuggled}`)],
    ['a list of Content-Lengths', post('Content-Length: 14, 14\r\n', `${body}${smuggled}`)],
    ['an unknown Transfer-Encoding', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${smuggled}`)],
    ['chunked that is not last', post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${smuggled}`)],
    ['Transfer-Encoding behind a space', post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${smuggled}`)],
    ['a chunk size that is no number', post('Transfer-Encoding: chunked\r\n', `zz\r\n${body}\r\n0\r\n\r\n${smuggled}`)],
    [
      'a chunk size beyond all numbers',
      post('Transfer-Encoding: chunked\r\n', `fffffffffffffffff\r\n${body}\r\n0\r\n\r\n${smuggled}`),
    ],
    [
      'a chunk that is longer than its size',
      post('Transfer-Encoding: chunked\r\n', `1\r\n${body}\r\n0\r\n\r\n${smuggled}`),
    ],
  ])('by %s is refused with 400 and the connection ends', async (_, bytes) => {
    const answer = await send(bytes);
    expect(statuses(answer)).toEqual([400]);
    expect(answer).toMatch(/\r\n\r\n\{"traceToken":"[0-9a-f-]{36}","error":\{"code":40/);
    expect(answer).not.toContain('x-probe');
  });

  it('by two Transfer-Encoding headers reaches nothing', async () => {
    const answer = await send(
      post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `0\r\n\r\n${smuggled}`),
    );
    expect(statuses(answer)).toEqual([400]);
  });
});

describe('malformed requests', () => {
  it.each([
    ['lines that end in LF only', 'GET /probe HTTP/1.1\nHost: a\n\n'],
    ['a header line that ends in LF only', 'GET /probe HTTP/1.1\r\nHost: a\nX: y\r\n\r\n'],
    ['a space before the colon', 'GET /probe HTTP/1.1\r\nHost : a\r\n\r\n'],
    ['a NUL in a header', 'GET /probe HTTP/1.1\r\nHost: a\0b\r\n\r\n'],
    ['an unknown protocol', 'GET /probe HTTQ/1.1\r\nHost: a\r\n\r\n'],
    ['no HTTP at all', 'hello, is anybody there?\r\n\r\n'],
    ['a TLS handshake on the http port', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03'],
    ['no Host', 'GET /probe HTTP/1.1\r\n\r\n'],
    ['two Hosts', 'GET /probe HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n'],
    ['two Hosts and an upgrade', 'GET /probe HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nHost: b\r\n\r\n'],
  ])('%s: 400 and the end', async (_, bytes) => {
    expect(statuses(await send(bytes))).toEqual([400]);
  });

  it('a folded header line adds no header', async () => {
    const folded = `GET /probe/fault/created HTTP/1.1\r\nHost: a\r\nX-A: b\r\n Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n`;
    expect(statuses(await send(folded))).toHaveLength(1);
  });

  it('headers over the limit: 431 with an error body', async () => {
    const answer = await send(`GET /probe HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(4_000)}\r\n\r\n`);
    expect(statuses(answer)).toEqual([431]);
    expect(answer).toContain('"code":43100');
  });

  it('a path over the limit: 431', async () => {
    expect(statuses(await send(`GET /${'x'.repeat(4_000)} HTTP/1.1\r\nHost: a\r\n\r\n`))).toEqual([431]);
  });

  it('headers that do not end: 408', async () => {
    const answer = await send('GET /probe HTTP/1.1\r\nHost: a\r\nX-Slow:');
    expect(statuses(answer)).toEqual([408]);
    expect(answer).toContain('"code":40800');
  });

  it('headers that trickle: 408 all the same', async () => {
    const trickle = ['GET /probe HTTP/1.1\r\n', ...Array.from({ length: 2_000 }, (_, index) => `X: ${index}\r\n`)];
    expect(statuses(await rawExchange(gateway.httpPort, trickle, { pauseMs: 20 * timeFactor }))).toEqual([408]);
  });

  it('a body that does not arrive: 408', async () => {
    expect(statuses(await send(post('Content-Length: 100\r\n', '{"te')))).toEqual([408]);
  });

  it('a body in thousands of chunks of a byte: 400; one in a few thousand is served', async () => {
    const { freeChunks } = limits.shares;
    const chunked = (count: number) =>
      post(
        'Transfer-Encoding: chunked\r\nConnection: close\r\n',
        `${'1\r\n \r\n'.repeat(count)}e\r\n${body}\r\n0\r\n\r\n`,
      );
    expect(statuses(await send(chunked(freeChunks - 16)))).toEqual([200]);
    const answer = await send(chunked(2 * freeChunks));
    expect(statuses(answer)).toEqual([400]);
    expect(answer).toContain('the chunks of the body have fewer than 16 bytes on average');
  });

  it('a client that leaves in the middle of its body harms nobody', async () => {
    const socket = net.connect(gateway.httpPort, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(post('Content-Length: 100\r\n', '{"te'));
    socket.destroy();
    await once(socket, 'close');
  });
});

describe('well-formed but unusual requests', () => {
  it('may come byte by byte', async () => {
    const bytes = [...post(`Content-Length: ${body.length}\r\nConnection: close\r\n`, body)];
    const answer = await rawExchange(gateway.httpPort, bytes, { pauseMs: 0 });
    expect(statuses(answer)).toEqual([200]);
    expect(answer).toContain(body);
  });

  it('may be pipelined, and are answered in order', async () => {
    const first = post(`Content-Length: ${body.length}\r\n`, body);
    const second = 'GET /probe/fault/created HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    expect(statuses(await send(first + second))).toEqual([200, 201]);
  });

  it('may be pipelined by the thousand, and all are answered in order', async () => {
    const count = 4_000;
    const pair = `${post(`Content-Length: ${body.length}\r\n`, body)}GET /probe/fault/created HTTP/1.1\r\nHost: a\r\n\r\n`;
    const last = 'GET /probe/fault/created HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const answered = statuses(await send(pair.repeat(count / 2) + last));
    expect(answered).toEqual([...Array.from({ length: count }, (_, each) => (each % 2 === 0 ? 200 : 201)), 201]);
  });

  it('behind one that ends the connection are ignored, and a flood of them closes it', async () => {
    const closing = 'GET /probe/fault/created HTTP/1.1\r\nHost: a b\r\n\r\n';
    const ignored = 'GET /probe/fault/created HTTP/1.1\r\nHost: a\r\n\r\n';
    expect(statuses(await send(closing + ignored.repeat(2)))).toEqual([400]);
    expect(statuses(await send(closing + ignored.repeat(20 * limits.http.ignoredRequests))).length).toBeLessThanOrEqual(
      1,
    );
  });

  it('may expect 100-continue', async () => {
    const answer = await send(
      post(`Content-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n`, body),
    );
    expect(statuses(answer)).toEqual([100, 200]);
  });

  it('may offer an upgrade to h2c, with and without a body, on http and https', async () => {
    const offer = 'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n';
    const withBody = post(`${offer}Content-Length: ${body.length}\r\n`, body);
    const answer = await send(withBody);
    expect(statuses(answer)).toEqual([200]);
    const get = await send(`GET /probe/fault/created HTTP/1.1\r\nHost: a\r\n${offer}\r\n`);
    expect(statuses(get)).toEqual([201]);
    const secure = tls.connect({ port: gateway.httpsPort, host: '127.0.0.1', rejectUnauthorized: false });
    secure.write(withBody);
    const [chunk] = (await once(secure, 'data')) as [Buffer];
    expect(statuses(chunk.toString('latin1'))).toEqual([200]);
    secure.destroy();
  });

  it('that upgrade to WebSocket on an unknown path are 404 and end', async () => {
    const upgrade =
      'GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
    const answer = await send(upgrade);
    expect(statuses(answer)).toEqual([404]);
    expect(answer).toContain('"code":40400');
  });
});

describe('too much at once', () => {
  it('half-open connections are bounded in number and end by themselves', async () => {
    const sockets = Array.from({ length: maxConnections * 2 }, () => {
      const socket = net.connect(gateway.httpPort, '127.0.0.1');
      socket.on('error', () => {});
      return socket.resume();
    });
    await Promise.all(sockets.map((socket) => once(socket, 'close')));
    const metrics = (await gateway.inside('/metrics')).text;
    expect(metrics).toContain('tonegate_open_sockets{listener="http"} 0');
  });

  it('a connection that says nothing ends without a word, and one that leaves without a word harms nobody', async () => {
    expect(await rawExchange(gateway.httpPort, [])).toBe('');
    const socket = net.connect(gateway.httpPort, '127.0.0.1').resume();
    socket.on('error', () => {}).end();
    await once(socket, 'close');
    const reset = net.connect(gateway.httpPort, '127.0.0.1');
    await once(reset, 'connect');
    reset.resetAndDestroy();
    expect((await gateway.inside('/healthz')).status).toBe(200);
  });

  it('connections to the https port that never shake hands end by themselves', async () => {
    const socket = net.connect(gateway.httpsPort, '127.0.0.1').resume();
    await once(socket, 'close');
  });

  it('requests beyond the limit are 503 with Retry-After; health still answers', async () => {
    const waiting: Promise<unknown>[] = [];
    const releases: (() => void)[] = [];
    for (let index = 0; index < 3; index++) {
      const entered = expectSlowCall();
      waiting.push(gateway.plain('/probe/slow'));
      await entered;
      releases.push(letSlowCallGo());
    }
    const refused = await gateway.plain('/probe/fault/created');
    expect([refused.status, refused.headers['retry-after'], refused.json.error.code]).toEqual([503, '2', 50300]);
    expect((await gateway.inside('/healthz')).status).toBe(200);
    for (const release of releases) release();
    await Promise.all(waiting);
  });

  it('bodies beyond the shared budget are 503 by what has arrived of them, and the budget comes back', async () => {
    const holding = net.connect(gateway.httpPort, '127.0.0.1');
    await once(holding, 'connect');
    holding.write(post('Content-Length: 65000\r\n', ' '.repeat(60_000)));
    await expect
      .poll(async () => (await gateway.inside('/metrics')).text)
      .toContain('\ntonegate_http_body_bytes 60000\n');
    const headers = { 'content-type': 'application/json' };
    const refused = await gateway.plain('/probe/echo', { method: 'POST', headers, body: ' '.repeat(50_000) });
    expect(refused.status).toBe(503);
    holding.destroy();
    await expect
      .poll(
        async () => (await gateway.plain('/probe/echo', { method: 'POST', headers, body: ' '.repeat(50_000) })).status,
      )
      .toBe(400);
  });
});

// Fair shares on real sockets: what a client at one address takes leaves room for one at another. All of 127.0.0.0/8 is
// this machine.
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { limits } from '../../../src/protocol/limits.js';
import { startAsrGateway } from '../../helpers/gateway/asr-gateway.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { type RingGateway, startRingGateway } from '../../helpers/gateway/ring-gateway.js';
import { probeBodyBytes, probeFeature } from '../../helpers/models/probe-feature.js';
import { timeFactor } from '../../helpers/time-factor.js';

const [hoarder, bystander] = ['127.0.0.2', '127.0.0.3'];
const maxConnections = 16;
const bodyBytes = 100_000;

const open: (net.Socket | WebSocket)[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket instanceof net.Socket ? socket.destroy() : socket.terminate();
});

async function connect(port: number, from: string): Promise<net.Socket> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => {});
  open.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** The status of one request over a connection of its own; 0: the connection was ended. */
function ask(
  port: number,
  from: string,
  body?: string,
): Promise<{ status: number; retryAfter: unknown; text: string }> {
  return new Promise((resolve) => {
    const options = { port, host: '127.0.0.1', localAddress: from, agent: false as const };
    const headers = { 'content-type': 'application/json', 'content-length': body?.length ?? 0 };
    const path = body === undefined ? '/probe/fault/created' : '/probe/echo';
    const sent = http.request({ ...options, path, method: body === undefined ? 'GET' : 'POST', headers }, (reply) => {
      let text = '';
      reply.on('data', (chunk) => (text += chunk));
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, retryAfter: reply.headers['retry-after'], text }));
    });
    sent.on('error', () => resolve({ status: 0, retryAfter: undefined, text: '' }));
    sent.end(body);
  });
}

describe('of connections and bodies', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({
      features: [probeFeature],
      httpLimits: { maxConnections, inFlightBodyBytes: bodyBytes },
    });
  });
  afterAll(() => gateway.discard());
  const figure = async (name: string) =>
    Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await gateway.inside('/metrics')).text)?.[1] ?? 0);
  const head = `POST /probe/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${probeBodyBytes - 1}\r\n\r\n`;

  it('half-open connections of one address leave room for another, and make room for new ones of their own', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 2 * maxConnections }, () => connect(gateway.httpPort, hoarder)),
    );
    expect((await ask(gateway.httpPort, bystander)).status).toBe(201);
    expect((await ask(gateway.httpPort, hoarder)).status).toBe(201);
    await expect
      .poll(() => sockets.filter(({ destroyed, readableEnded }) => destroyed || readableEnded).length)
      .toBeGreaterThan(0);
  });

  it('promises of bodies hold nothing', async () => {
    for (let each = 0; each < 8; each++) (await connect(gateway.httpPort, hoarder)).write(head);
    await expect.poll(() => figure('tonegate_http_in_flight'), { timeout: 5_000 }).toBe(8);
    expect(await figure('tonegate_http_body_bytes')).toBe(0);
    expect((await ask(gateway.httpPort, bystander, `{"text":"abc"}${' '.repeat(60_000)}`)).status).toBe(200);
  });

  it('bodies that one address has sent leave a part for another, and a refusal says whose part is full', async () => {
    for (let each = 0; each < 2; each++) (await connect(gateway.httpPort, hoarder)).write(head + ' '.repeat(45_000));
    await expect.poll(() => figure('tonegate_http_body_bytes'), { timeout: 5_000 }).toBe(90_000);
    const refused = await ask(gateway.httpPort, hoarder, `{"text":"abc"}${' '.repeat(40_000)}`);
    expect([refused.status, refused.retryAfter]).toEqual([503, '2']);
    expect(refused.text).toContain('bytes of request bodies of this client');
    expect((await ask(gateway.httpPort, bystander, `{"text":"abc"}`)).status).toBe(200);
    expect((await gateway.inside('/metrics')).text).toContain('tonegate_refused_total{share="bodies",full="client"}');
  });

  it('a route that has no room refuses a body that it has not read, and the connection goes on once that has come', async () => {
    const socket = await connect(gateway.httpPort, hoarder);
    const body = '{"text":"abc"}';
    socket.write(
      `POST /probe/full HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    const [refusal] = (await once(socket, 'data')) as [Buffer];
    expect(String(refusal)).toMatch(/^HTTP\/1\.1 503[\s\S]*the probe is full; send fewer at once/);
    expect(await figure('tonegate_http_body_bytes')).toBe(0);
    socket.write(`${body}GET /probe/fault/created HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 201/);
  });

  it('a body that arrives too slowly is 408 after a few seconds, long before the time of a request is over', async () => {
    const socket = await connect(gateway.httpPort, hoarder);
    socket.write(head);
    const drip = setInterval(() => socket.write('        '), 100);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    clearInterval(drip);
    expect(String(answer)).toMatch(/^HTTP\/1\.1 408[\s\S]*too slowly: send it at 8 KiB\/s or faster/);
  });
});

describe('of large bodies', () => {
  it('a client that sends a large body again before its Retry-After is over is refused before that is read, and another is not', async () => {
    const gateway = await startTestGateway({ features: [probeFeature] });
    const bytes = limits.shares.largeBodyBytes;
    const clip = (from: string, sent: number) =>
      connect(gateway.httpPort, from).then(async (socket) => {
        socket.write(
          `POST /probe/clips HTTP/1.1\r\nHost: a\r\nContent-Type: application/octet-stream\r\nContent-Length: ${bytes}\r\n\r\n`,
        );
        socket.write(Buffer.alloc(sent));
        return String((await once(socket, 'data'))[0]);
      });
    const refusal = /^HTTP\/1\.1 503[\s\S]*the probe has heard enough; send fewer at once/;
    expect(await clip(hoarder, bytes)).toMatch(refusal);
    expect(await clip(hoarder, 1)).toMatch(refusal); // the rest has not come, and is not waited for
    const waits = clip(bystander, 1);
    expect(await Promise.race([waits, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))])).toBe('waits');
    expect(await waits).toMatch(/^HTTP\/1\.1 408/); // its body never came
    await gateway.discard();
  });
});

describe('of WebSockets', () => {
  const maxSessions = 16;
  let gateway: RingGateway;
  beforeAll(async () => {
    gateway = await startRingGateway({ settings: { 'stream.maxSessions': maxSessions } });
  });
  afterAll(() => gateway.discard());

  async function shake(from: string): Promise<WebSocket> {
    const url = `${gateway.http.replace(/^http/, 'ws')}/v10/asr/ring/cn_8k_common/short_stream?appkey=${gateway.app.appkey}`;
    const headers = { 'x-svc-access-token': gateway.accessToken };
    const socket = new WebSocket(url, { headers, localAddress: from });
    open.push(socket);
    socket.on('error', () => {});
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return socket;
  }

  it('one client may have all of them, and another one, even with the same appkey, still gets places', async () => {
    const hoarded = await Promise.all(Array.from({ length: maxSessions }, () => shake(hoarder)));
    await expect(shake(hoarder)).rejects.toThrow('503');
    const ended = Promise.race(hoarded.map(async (socket) => JSON.parse(String((await once(socket, 'message'))[0]))));
    for (let each = 0; each < 6; each++) await shake(bystander);
    expect(await ended).toMatchObject({
      respType: 'FATAL_ERROR',
      errMessage: 'this connection has no session and was closed to make room for another client; connect again',
    });
  });

  it('near capacity START is due in 10 s', { timeout: 30_000 * timeFactor }, async () => {
    const idle = await Promise.all(Array.from({ length: maxSessions - 1 }, () => shake(hoarder)));
    const startMs = performance.now();
    const [text] = await once(idle[0] as WebSocket, 'message');
    expect(JSON.parse(String(text))).toMatchObject({ respType: 'FATAL_ERROR', errCode: 40802 });
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(limits.shares.startDueMs - 500);
  });
});

describe('of places for screening', () => {
  it('a client that has taken all connections for recognition still screens', async () => {
    const gateway = await startAsrGateway({ settings: { 'stream.maxSessions': 20 } });
    const shake = async (path: string) => {
      const url = `${gateway.http.replace(/^http/, 'ws')}/v10/asr/${path}?appkey=${gateway.app.appkey}`;
      const socket = new WebSocket(url, {
        headers: { 'x-svc-access-token': gateway.accessToken },
        localAddress: hoarder,
      });
      open.push(socket);
      socket.on('error', () => {});
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    };
    for (let each = 0; each < 20; each++) await shake('freetalk/cn_8k_common/continue_stream');
    await expect(shake('freetalk/cn_8k_common/continue_stream')).rejects.toThrow('503');
    await shake('ring/cn_8k_common/short_stream');
    await expect(shake('ring/cn_8k_common/short_stream')).rejects.toThrow('503');
    await gateway.discard();
  });
});

describe('of bytes for screening', () => {
  it('a client that has filled its part with other bodies still screens, and sends no other one', async () => {
    const gateway = await startRingGateway({ httpLimits: { inFlightBodyBytes: 400_000 } });
    const post = (path: string, bytes: number) =>
      `POST ${path}?appkey=${gateway.app.appkey} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n` +
      `X-Svc-Access-Token: ${gateway.accessToken}\r\nContent-Length: ${bytes}\r\n\r\n`;
    for (let each = 0; each < 5; each++) {
      const socket = await connect(gateway.httpPort, hoarder);
      socket.write(post('/v10/resource/user/asr/userword', 100_000) + ' '.repeat(79_000));
    }
    const used = async () =>
      Number(/^tonegate_http_body_bytes (\d+)$/m.exec((await gateway.inside('/metrics')).text)?.[1] ?? 0);
    await expect.poll(used, { timeout: 5_000 }).toBe(395_000);
    const answer = async (path: string, body: string) => {
      const socket = await connect(gateway.httpPort, hoarder);
      socket.write(post(path, body.length) + body);
      return String((await once(socket, 'data'))[0]).slice(9, 12);
    };
    const audio = Buffer.alloc(8_000, 0xd5).toString('base64');
    const clip = JSON.stringify({ config: { audioFormat: 'alaw_8k' }, audio });
    expect(await answer('/v10/asr/ring/cn_8k_common/short_audio', clip)).toBe('200');
    expect(await answer('/v10/resource/user/asr/userword', clip)).toBe('503');
    await gateway.discard();
  });
});

describe('of handshakes', () => {
  it('an address that shakes hands too often is 503, and another one is not', async () => {
    const gateway = await startRingGateway({ settings: { 'shares.handshakesPerS': 1 } });
    const head =
      `GET /v10/asr/ring/cn_8k_common/short_stream?appkey=x HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n` +
      `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
    const shake = async (from: string) => {
      const socket = await connect(gateway.httpPort, from);
      socket.write(head);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return String(answer).slice(9, 12);
    };
    const answers: string[] = [];
    for (let each = 0; each < 20; each++) answers.push(await shake(hoarder));
    expect([answers[0], answers.includes('503')]).toEqual(['401', true]);
    expect(await shake(bystander)).toBe('401');
    await gateway.discard();
  });
});

// The gateway and requests of every shape, on real sockets, before any feature sees them.
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { errorNames, errorRow } from '../../../src/protocol/errors.js';
import { type CallOptions, call } from '../../helpers/gateway/call.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { probeBodyBytes, probeFeature } from '../../helpers/models/probe-feature.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ features: [probeFeature], httpLimits: { maxHeaderBytes: 4_096 } });
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

const json = { 'content-type': 'application/json' };
const post = (path: string, body: string | Uint8Array, headers: Record<string, string> = json) =>
  gateway.plain(path, { method: 'POST', headers, body });
const echo = (body: string | Uint8Array, headers?: Record<string, string>) => post('/probe/echo', body, headers);

describe('paths and methods', () => {
  it('answers an unknown path with 404, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND']) {
      const reply = await gateway.plain('/v10/nothing', { method });
      expect([reply.status, reply.json.error.code]).toEqual([404, 40400]);
      expect(reply.json.traceToken).toBeTypeOf('string');
    }
  });

  it('answers a known path with another method with 405 and Allow', async () => {
    for (const method of ['PUT', 'GET', 'HEAD', 'OPTIONS', 'PROPFIND']) {
      const reply = await gateway.plain('/probe/echo', { method });
      expect([reply.status, reply.headers.allow]).toEqual([405, 'POST']);
    }
  });

  it('does not issue a token for a HEAD', async () => {
    const reply = await gateway.secure('/v10/auth/get-access-token', { method: 'HEAD' });
    expect([reply.status, reply.headers.allow]).toEqual([405, 'GET']);
  });

  it('answers a HEAD as a GET without its body, refusals too', async () => {
    const both = async (path: string) => Promise.all(['GET', 'HEAD'].map((method) => gateway.inside(path, { method })));
    for (const [path, status] of [
      ['/healthz', 200],
      ['/admin/apps', 401],
    ] as const) {
      const [get, head] = await both(path);
      expect([get?.status, head?.status, head?.text]).toEqual([status, status, '']);
      for (const name of ['content-type', 'content-length']) expect(head?.headers[name]).toBe(get?.headers[name]);
    }
    const other = await gateway.inside('/healthz', { method: 'POST' });
    expect([other.status, other.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('ignores a trailing slash', async () => {
    expect((await post('/probe/echo/', '{"text":"a"}')).status).toBe(200);
  });

  it('answers a path that is no valid URL encoding with 400', async () => {
    expect((await gateway.plain('/probe/fault/%zz')).status).toBe(400);
  });

  it('answers an overlong part of the path with 414', async () => {
    const reply = await gateway.plain(`/probe/fault/${'x'.repeat(300)}`);
    expect([reply.status, reply.json.error.code]).toEqual([414, 41400]);
  });
});

describe('bodies', () => {
  it('are read as JSON, with or without a charset and a byte-order mark', async () => {
    expect((await echo('{"text":"忙"}')).json).toEqual({ text: '忙' });
    expect((await echo('{"text":"a"}', { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(200);
    expect((await echo('\ufeff{"text":"a"}')).status).toBe(200);
  });

  it.each([
    ['{"text":"a"', 'position 11 (the text ends too early)'],
    ['{"text":"a",}', 'position 12 (line 1, column 13)'],
    ['{\n  "text": a\n}', 'position 12 (line 2, column 11)'],
    ['', 'position 0'],
    ['{"text":"a"} x', 'position 13'],
    ['{"text":"a\nb"}', 'position 8'],
    ['nan', 'position 0'],
  ])('that are malformed JSON are 400 with the position: %j', async (body, place) => {
    const reply = await echo(body);
    expect([reply.status, reply.json.error.code]).toEqual([400, 40001]);
    expect(reply.json.error.message).toContain(place);
  });

  it('that are not UTF-8 are 400', async () => {
    const reply = await echo(Buffer.from([0x22, 0xff, 0x22]));
    expect([reply.status, reply.json.error.message]).toEqual([400, 'malformed JSON: the text is not UTF-8']);
  });

  it.each([
    ['{"text":"a","colour":1}', 'unknown key colour'],
    ['{}', 'text: required (string)'],
    ['{"text":1}', 'text: must be a string'],
    ['{"text":"a","count":9}', 'count: must be at most 3'],
    ['{"text":"a","count":0}', 'count: must be at least 1'],
    ['[]', 'the JSON value must be an object'],
    ['{"text":"01234567890"}', 'text: must have at most 10 characters'],
  ])('that do not fit are 400 naming key and range: %s', async (body, message) => {
    const reply = await echo(body);
    expect([reply.status, reply.json.error]).toEqual([400, { code: 40002, message }]);
  });

  it('with __proto__ are 400, and nothing is polluted', async () => {
    for (const body of [
      '{"__proto__":{"admin":true}}',
      '{"text":"a","\\u005f_proto__":{}}',
      '[{"a":{"__proto__":1}}]',
    ]) {
      const reply = await echo(body);
      expect([reply.status, reply.json.error.message]).toEqual([400, expect.stringContaining('"__proto__"')]);
    }
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('nested 32 deep are judged by their schema, deeper ones are 400 without being parsed', async () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect((await echo(nested(32))).json.error.code).toBe(40002);
    expect((await echo(nested(33))).json.error.message).toContain('nested deeper than 32');
    expect((await echo(`{"text":"${'['.repeat(40)}"}`)).json.error.message).toContain('at most 10 characters');
    expect((await echo('{"a":'.repeat(10_000))).json.error.code).toBe(40001);
  });

  it.each(['text/plain', 'application/xml', 'application/json-patch', ''])('of type %j are 415', async (type) => {
    const reply = await echo('{"text":"a"}', type === '' ? {} : { 'content-type': type });
    expect([reply.status, reply.json.error.message]).toEqual([415, 'Content-Type: must be application/json']);
  });

  it('with a content coding are 415', async () => {
    const reply = await echo('{"text":"a"}', { ...json, 'content-encoding': 'gzip' });
    const right = 'Content-Encoding: must be absent; send the body uncompressed';
    expect([reply.status, reply.json.error.message]).toEqual([415, right]);
  });

  it('over the limit are 413, by Content-Length and when chunked', async () => {
    const large = Buffer.alloc(probeBodyBytes + 1, 0x20);
    const stated = await echo(large);
    expect([stated.status, stated.json.error.code]).toEqual([413, 41300]);
    expect(stated.json.error.message).toBe(`the body is larger than ${probeBodyBytes} bytes`);
    const chunked = await echo(large, { ...json, 'transfer-encoding': 'chunked' });
    expect([chunked.status, chunked.json.error.code]).toEqual([413, 41300]);
    expect((await echo(Buffer.alloc(probeBodyBytes, 0x20))).json.error.code).toBe(40001);
  });

  it.each(['keep-alive', 'close'])(
    'over the limit are answered although the client is still sending, and the rest is read: Connection: %s',
    async (connection) => {
      const socket = net.connect(gateway.httpPort, '127.0.0.1');
      const closed = once(socket, 'close'); // rejects when the connection is reset
      let answer = '';
      socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
      const head = (bytes: number) =>
        `POST /probe/echo HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;
      socket.write(head(5 * 2 ** 20));
      await vi.waitFor(() => expect(answer).toMatch(/HTTP\/1\.1 413[\s\S]*"code":41300/));
      for (let part = 0; part < 80; part++) {
        if (!socket.write(Buffer.alloc(2 ** 16, 0x20))) await once(socket, 'drain');
      }
      if (connection === 'keep-alive') {
        socket.write(`${head(12)}{"text":"a"}`);
        await vi.waitFor(() => expect(answer).toContain('HTTP/1.1 200'));
        socket.end();
      }
      await closed;
    },
  );

  it('with any number of unknown keys, however long, get a short answer', async () => {
    const keys = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}`.repeat(8), 1]));
    const many = (await echo(JSON.stringify({ text: 'a', ...keys }))).json.error.message;
    expect(many).toMatch(/^unknown key \S+, unknown key \S+, unknown key \S+, and 37 more$/);
    const long = (await echo(JSON.stringify({ text: 'a', ['k'.repeat(500)]: 1 }))).json.error.message;
    expect(long).toBe(`unknown key ${'k'.repeat(64)}…`);
  });

  it('of a route with two types are told apart by Content-Type, each with its own limit', async () => {
    const octets = { 'content-type': 'application/octet-stream' };
    const path = '/probe/either/a?limit=3';
    expect((await post(path, '{"text":"abc"}')).json).toEqual({ kind: 'json', bytes: 3, limit: 3 });
    expect((await post(path, Buffer.alloc(16), octets)).json).toEqual({ kind: 'octets', bytes: 16, limit: 3 });
    expect((await post(path, Buffer.alloc(17), octets)).status).toBe(413);
    const chunked = { ...octets, 'transfer-encoding': 'chunked' };
    expect((await post(path, Buffer.alloc(17), chunked)).status).toBe(413);
  });

  it('are not asked for before the token is good', async () => {
    const large = Buffer.alloc(probeBodyBytes + 1);
    const reply = await gateway.secure('/v10/auth/get-conf', { method: 'GET', headers: json, body: large });
    expect(reply.status).toBe(401);
  });
});

describe('path and query', () => {
  it('are validated with a message that says where', async () => {
    const body = '{"text":"a"}';
    expect((await post('/probe/either/a?limit=10', body)).json.error.message).toBe('query.limit: must be at most 9');
    expect((await post('/probe/either/A1', body)).json.error.message).toContain('path.name: ');
    expect((await post('/probe/either/a', body)).json.limit).toBe(5);
  });

  it('a parameter that is given twice is refused as such; one that the route does not have is ignored', async () => {
    const twice = await post('/probe/either/a?limit=3&limit=3', '{"text":"a"}');
    expect([twice.status, twice.json.error.message]).toEqual([
      400,
      'query.limit: is given more than once, must be given once',
    ]);
    expect((await post('/probe/either/a?x=1&x=2&limit=3', '{"text":"a"}')).json.limit).toBe(3);
  });
});

describe('replies', () => {
  it('to a fault of the service say nothing of the inside; the log does', async () => {
    const reply = await gateway.plain('/probe/fault/bug');
    expect([reply.status, reply.json.error.code]).toEqual([500, 50000]);
    expect(reply.text).not.toContain('secret-detail');
    expect(reply.text).not.toContain('.ts');
    const line = gateway
      .logText()
      .split('\n')
      .find((each) => each.includes(reply.json.traceToken));
    expect(line).toContain('secret-detail');
  });

  it('to an overload carry Retry-After', async () => {
    const reply = await gateway.plain('/probe/fault/busy');
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '2']);
  });

  it('may have a status and headers of their own', async () => {
    const reply = await gateway.plain('/probe/fault/created');
    expect([reply.status, reply.headers['x-probe'], reply.json]).toEqual([201, 'yes', { ok: true }]);
  });

  it('that do not fit their own schema fail the test that sees them', async () => {
    expect((await gateway.plain('/probe/fault/reply')).status).toBe(500);
  });

  it('carry the traceToken that stands in the log', async () => {
    const headers = { 'x-svc-access-token': await gateway.token() };
    const reply = await gateway.plain(`/probe?appkey=${gateway.app.appkey}`, { headers });
    expect(reply.json.appkey).toBe(gateway.app.appkey);
    expect(gateway.logText()).toContain(reply.json.traceToken);
    const refused = await gateway.plain(`/probe?appkey=${gateway.app.appkey}`);
    expect(gateway.logText()).toContain(refused.json.traceToken);
  });

  it('never put a token or a query into the log', async () => {
    const token = await gateway.token();
    const query = `appkey=${gateway.app.appkey}&access-token=${token}`;
    await gateway.plain(`/probe?${query}`, { headers: { 'x-svc-access-token': token } });
    await gateway.plain(`/nothing?${query}`);
    expect(gateway.logText()).not.toContain(token);
  });
});

describe('access tokens', () => {
  const probe = (options: CallOptions = {}, query = `appkey=${gateway.app.appkey}`) =>
    gateway.plain(`/probe?${query}`, options);

  it('that are missing, unknown or overlong are 401', async () => {
    for (const token of [undefined, 'unknown', 'x'.repeat(3_000)]) {
      const reply = await probe(token === undefined ? {} : { headers: { 'x-svc-access-token': token } });
      expect([reply.status, reply.json.error.code]).toEqual([401, 40101]);
      expect(reply.json.error.message).toMatch(/^UNAUTHENTICATED/);
    }
  });

  it('in the query are for WebSocket handshakes only', async () => {
    expect((await probe({}, `appkey=${gateway.app.appkey}&access-token=${await gateway.token()}`)).status).toBe(401);
  });

  it('without an appkey are 400', async () => {
    const reply = await probe({ headers: { 'x-svc-access-token': await gateway.token() } }, '');
    expect([reply.status, reply.json.error.message]).toEqual([400, 'query.appkey: required, exactly once']);
  });
});

describe('https', () => {
  it('shows a certificate that is good for localhost and the loopback addresses', async () => {
    const port = new URL(gateway.https).port;
    const { readFileSync } = await import('node:fs');
    const ca = readFileSync(`${gateway.dataDir}/tls/cert.pem`, 'utf8');
    for (const host of ['localhost', '127.0.0.1']) {
      expect((await call(`https://${host}:${port}/nothing`, { ca })).status).toBe(404);
    }
  });
});

describe('the error table', () => {
  it('has a unique code for each name, and keeps 29 for the robot', () => {
    const codes = errorNames.map((name) => errorRow(name).code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(errorRow('ROBOT_NOT_FOUND').code).toBe(29);
  });

  it('has the HTTP status as the first digits of every other code', () => {
    for (const name of errorNames.filter((each) => each !== 'ROBOT_NOT_FOUND')) {
      expect(Math.floor(errorRow(name).code / 100), name).toBe(errorRow(name).http);
    }
  });
});

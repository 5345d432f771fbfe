// Specification 2, section 4.4: "Every JSON response has fields code and message", and section 7: which codes there are.
// Also of what no operation gets to see.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { features } from '../../../src/main/features.js';
import { limits } from '../../../src/protocol/limits.js';
import { rawExchange } from '../../helpers/gateway/call.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { timeFactor } from '../../helpers/time-factor.js';

const base = '/v10/asr/trans';
const property = 'cn_8k_common';
const tokenCode = 40101; // section 7 has no number for 401
const { jsonBodyBytes } = limits.trans;
const allBodiesBytes = jsonBodyBytes - 1;
const requestTimeoutMs = 1_500 * timeFactor;
const jsonDepth = 32;
const secret = 'SECRET';

let gateway: TestGateway;
let noModels: string;
let token: string;
beforeAll(async () => {
  noModels = mkdtempSync(join(tmpdir(), 'tonegate-refusals-'));
  const httpLimits = {
    ...{ requestTimeoutMs, streamTimeoutMs: requestTimeoutMs, headersTimeoutMs: requestTimeoutMs, timeoutCheckMs: 50 },
    inFlightBodyBytes: allBodiesBytes,
  };
  gateway = await startTestGateway({ features, settings: { shippedModels: noModels }, httpLimits });
  token = await gateway.token();
});
afterAll(async () => {
  await gateway.discard();
  rmSync(noModels, { recursive: true, force: true });
});

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const json = { 'content-type': 'application/json' };
const posted = (body: string | Uint8Array, headers: Readonly<Record<string, string>> = json): Sent => ({
  ...{ method: 'POST', headers, body },
});
const chunked = { ...json, 'transfer-encoding': 'chunked' };
const submit = `${property}/submit`;
const of = (path: string) => `${path}?appkey=${gateway.app.appkey}`;
const send = (path: string, { headers, ...rest }: Sent) =>
  gateway.plain(of(`${base}${path}`), { headers: { 'x-svc-access-token': token, ...headers }, ...rest });

describe('a request below /v10/asr/trans that is refused has code and message', () => {
  const nested = '['.repeat(jsonDepth + 1);
  it.each<[string, string, Sent, number, number, RegExp]>([
    ['no operation', '', {}, 404, 10404, /no such path/],
    ['a slash and no operation', '/', {}, 404, 10404, /no such path/],
    ['an unknown operation', `/${property}/transcribe`, {}, 404, 10404, /no such path/],
    ['an unknown operation, posted', `/${property}/transcribe`, posted('{}'), 404, 10404, /no such path/],
    ['something below an operation', `/${property}/query/1`, {}, 404, 10404, /no such path/],
    [
      'a method that the operation does not have',
      `/${property}/query`,
      posted('{}'),
      405,
      10400,
      /accepts only GET, HEAD$/,
    ],
    ['the same of submit', `/${submit}`, {}, 405, 10400, /accepts only POST$/],
    ['the same of list_properties', '/list_properties', { method: 'DELETE' }, 405, 10400, /accepts only GET, HEAD$/],
    ['a method that nothing here has', `/${submit}`, { method: 'PROPFIND' }, 405, 10400, /accepts only POST$/],
    ['a property that is none', '/deutsch/status', {}, 400, 10400, /property: must be/],
    ['a path that is no valid URL', `/${property}/%zz`, {}, 400, 10400, /percent sign/],
    [
      'an overlong part of the path',
      `/${'x'.repeat(300)}/query`,
      {},
      400,
      10400,
      /a part of the path is longer than the limit/,
    ],
    ['a body that is no JSON', `/${submit}`, posted('{'), 400, 10400, /malformed JSON/],
    ['no body', `/${submit}`, posted(''), 400, 10400, /malformed JSON/],
    ['a body that is not UTF-8', `/${submit}`, posted(Buffer.from([0x22, 0xff, 0x22])), 400, 10400, /not UTF-8/],
    ['a body that is nested too deep', `/${submit}`, posted(nested), 400, 10400, /nested deeper/],
    ['a body of another type', `/${submit}`, posted('{}', { 'content-type': 'text/plain' }), 400, 10400, /must be app/],
    ['a packed body', `/${submit}`, posted('{}', { ...json, 'content-encoding': 'gzip' }), 400, 10400, /Encoding/],
    ['too large a body', `/${submit}`, posted(Buffer.alloc(jsonBodyBytes + 1)), 400, 10400, /larger than 4194304/],
    [
      'too large a body in chunks',
      `/${property}/prepare_upload`,
      posted(Buffer.alloc(allBodiesBytes), chunked),
      400,
      10400,
      /larger/,
    ],
    ['more than the gateway can hold', `/${submit}`, posted(Buffer.alloc(allBodiesBytes + 1)), 503, 10503, /capacity/],
    ['no token', `/${property}/status`, { headers: { 'x-svc-access-token': '' } }, 401, tokenCode, /UNAUTHENTICATED/],
    ['a wrong token', `/${property}/status`, { headers: { 'x-svc-access-token': 'x' } }, 401, tokenCode, /not valid/],
  ])('%s', async (_, path, sent, status, code, message) => {
    const reply = await send(path, sent);
    expect([reply.status, reply.json], reply.text).toEqual([
      status,
      { traceToken: expect.any(String), code, message: expect.stringMatching(message) },
    ]);
    expect(reply.headers.allow !== undefined).toBe(/accepts only/.test(message.source));
    expect(reply.headers['retry-after'] !== undefined).toBe(status === 503);
    expect(reply.headers['www-authenticate'] !== undefined).toBe(status === 401);
  });

  it('no appkey', async () => {
    const reply = await gateway.plain(`${base}/list_properties`, { headers: { 'x-svc-access-token': token } });
    expect([reply.status, reply.json.code, reply.json.message]).toEqual([
      400,
      10400,
      'query.appkey: required, exactly once',
    ]);
  });

  const head = (operation: string, type: string) =>
    [
      `POST ${of(`${base}/${property}/${operation}`)} HTTP/1.1\r\nHost: a\r\nX-Svc-Access-Token: ${token}\r\n`,
      `Content-Type: ${type}\r\n`,
    ].join('');
  const octets = 'application/octet-stream';
  it.each([
    [
      'a body that does not arrive',
      'prepare_upload',
      json['content-type'],
      'Content-Length: 9\r\n\r\n{"fi',
      503,
      /within the time limit|too slowly/,
    ],
    [
      'a slice that does not arrive',
      'upload',
      octets,
      'Content-Length: 10\r\n\r\nabc',
      503,
      /within the time limit|too slowly/,
    ],
    [
      'a body in broken chunks',
      'prepare_upload',
      json['content-type'],
      'Transfer-Encoding: chunked\r\n\r\nzz',
      400,
      /valid HTTP/,
    ],
    ['a slice in broken chunks', 'upload', octets, 'Transfer-Encoding: chunked\r\n\r\nzz', 400, /valid HTTP/],
  ])('%s', async (_, operation, type, rest, status, message) => {
    const { json: upload } = await send(`/${property}/prepare_upload`, posted('{"name":"a.raw","size":10}'));
    const slice = operation === 'upload' ? `?fileId=${upload.fileId}&sliceIndex=0&` : '?';
    const answer = await rawExchange(gateway.httpPort, [head(operation, type).replace('?', slice) + rest]);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
      ...{ traceToken: expect.any(String), code: 10_000 + status, message: expect.stringMatching(message) },
    });
  });
});

describe('a request beside /v10/asr/trans', () => {
  it.each(['/v10/asr/transcribe', '/v10/asr', '/v10/asr/tran/cn_8k_common/query'])(
    '%s has the platform’s',
    async (path) => {
      const reply = await gateway.plain(of(path));
      expect([reply.status, reply.json.error.code]).toEqual([404, 40400]);
    },
  );

  it('has it also on a connection that served offline transcription before', async () => {
    const socket = connect(gateway.httpPort, '127.0.0.1');
    const closed = once(socket, 'close');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.write(`GET ${base}/nothing HTTP/1.1\r\nHost: a\r\n\r\n`);
    await vi.waitFor(() => expect(answer).toContain('"code":10404,'));
    socket.write('no HTTP at all\r\n\r\n');
    await closed;
    expect(answer).toContain('"error":{"code":40000,');
  });
});

it('the message that refuses a URL repeats nothing of its query', async () => {
  const reply = await gateway.plain(`/v10/asr/trans/%zz/query?access-token=${secret}`);
  expect([reply.status, reply.text.includes(secret)]).toEqual([400, false]);
  expect(gateway.logText()).not.toContain(secret);
});

// Specification 2, 4.4, "Upload rules", and section 8, over a real gateway.
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic } from '../../helpers/gateway/call.js';
import {
  startTransGateway,
  type TransClient,
  type TransGateway,
  transClient,
} from '../../helpers/transcription/trans-gateway.js';

const MiB = 1024 * 1024;
const leastSlice = 1 * MiB;
const mostSlice = 64 * MiB;
const usualSlice = 8 * MiB;
const lifeMs = 24 * 3_600_000;

let gateway: TransGateway;
let client: TransClient;
beforeAll(async () => {
  gateway = await startTransGateway();
  client = gateway.client;
});
afterAll(() => gateway.discard());

const prepare = async (size: number, sliceSize?: number | null) =>
  (await client.post('prepare_upload', { name: 'a.wav', size, sliceSize })).json;

describe('prepare_upload', () => {
  it('answers the size and the number of slices, 8388608 bytes unless told', async () => {
    expect(await prepare(usualSlice + 1)).toMatchObject({ code: 10200, sliceSize: usualSlice, sliceCount: 2 });
    expect(await prepare(usualSlice)).toMatchObject({ sliceSize: usualSlice, sliceCount: 1 });
    expect(await prepare(1, null)).toMatchObject({ sliceSize: usualSlice, sliceCount: 1 });
    expect(await prepare(mostSlice, leastSlice)).toMatchObject({ sliceSize: leastSlice, sliceCount: 64 });
    expect(await prepare(mostSlice, mostSlice)).toMatchObject({ sliceSize: mostSlice, sliceCount: 1 });
  });

  it.each([
    ['a slice below 1 MiB', { size: 10, sliceSize: leastSlice - 1 }, /sliceSize: must be in \[1048576-67108864\]/],
    ['a slice over 64 MiB', { size: 10, sliceSize: mostSlice + 1 }, /sliceSize: must be in/],
    ['half a byte', { size: 10.5 }, /size: must be an integer/],
    ['an empty file', { size: 0 }, /size: must be in \[1-/],
    ['more than an upload may have', { size: 2 ** 40 }, /size: must be in \[1-/],
    ['no size', {}, /size: required/],
    ['a size that is text', { size: '10' }, /size: must be a/],
    ['a name with a line break', { size: 1, name: 'a\nb' }, /name: must not hold control characters/],
  ])('refuses %s and says what would be right', async (_, body, message) => {
    const { status, json } = await client.post('prepare_upload', { name: 'a.wav', ...body });
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 10400, message: expect.stringMatching(message) });
  });

  it('ignores fields that it does not know', async () => {
    const { json } = await client.post('prepare_upload', { name: 'a.wav', size: 10, colour: 'red' });
    expect(json.code).toBe(10200);
  });
});

it('prepare_upload refuses a property that none can have, before its bytes are sent', async () => {
  const { status, json } = await client.post('prepare_upload', { name: 'a.wav', size: 10 }, 'nobody');
  expect([status, json.code]).toEqual([400, 10400]);
  expect(json.message).toMatch(/property: must be \{lang\}_/);
});

describe('a slice', () => {
  it('must have exactly sliceSize bytes, the last one what is left', async () => {
    const { fileId } = await prepare(2 * leastSlice + 10, leastSlice);
    for (const [index, bytes] of [
      [0, leastSlice - 1],
      [0, leastSlice + 1],
      [0, 0],
      [2, 9],
      [2, 11],
    ] as const) {
      const { status, json } = await client.slice(fileId, index, Buffer.alloc(bytes));
      expect(status).toBe(400);
      const wanted = index === 2 ? 10 : leastSlice;
      expect(json).toMatchObject({
        code: 10400,
        message: `slice ${index}: has ${bytes} bytes, must have ${wanted}`,
      });
    }
    for (const [index, bytes] of [
      [2, 10],
      [0, leastSlice],
      [1, leastSlice],
    ] as const) {
      expect((await client.slice(fileId, index, Buffer.alloc(bytes))).json).toMatchObject({ code: 10200 });
    }
  });

  it('must have exactly its bytes where the client does not say beforehand how many there are', async () => {
    const { fileId } = await prepare(leastSlice + 10, leastSlice);
    const chunked = { 'transfer-encoding': 'chunked' };
    expect((await client.slice(fileId, 1, Buffer.alloc(9), chunked)).json).toMatchObject({ code: 10400 });
    expect((await client.slice(fileId, 0, Buffer.alloc(3 * leastSlice), chunked)).json).toMatchObject({
      ...{ code: 10400, message: `slice 0: has more bytes, must have ${leastSlice}` },
    });
    expect((await client.slice(fileId, 1, Buffer.alloc(10), chunked)).json).toMatchObject({ code: 10200 });
  });

  it('is refused when it was uploaded already', async () => {
    const { fileId } = await prepare(10);
    expect((await client.slice(fileId, 0, Buffer.alloc(10))).status).toBe(200);
    const { status, json } = await client.slice(fileId, 0, Buffer.alloc(10));
    expect(status).toBe(409);
    expect(json).toMatchObject({ code: 10409, message: 'slice 0 has already been uploaded' });
  });

  it('is refused while it is being uploaded, and another slice is not', async () => {
    const { fileId } = await prepare(leastSlice + 10, leastSlice);
    const first = await beginSlice(fileId, 0, leastSlice);
    expect(await first.answer100).toBe(true);
    const { status, json } = await client.slice(fileId, 0, Buffer.alloc(leastSlice));
    expect(status).toBe(409);
    expect(json).toMatchObject({ code: 10409, message: 'slice 0 is being uploaded by another request' });
    const second = await beginSlice(fileId, 0, leastSlice);
    expect([await second.status, second.headers()['retry-after']]).toEqual([409, '2']);
    second.request.destroy();
    expect((await client.slice(fileId, 1, Buffer.alloc(10))).status).toBe(200);
    first.request.end(Buffer.alloc(leastSlice));
    expect(await first.status).toBe(200);
  });

  it('may be sent again when its client left in the middle', async () => {
    const { fileId } = await prepare(leastSlice);
    const first = await beginSlice(fileId, 0, leastSlice);
    expect(await first.answer100).toBe(true);
    first.request.write(Buffer.alloc(1_000));
    first.request.destroy();
    let status = 409; // until the gateway has seen that it left
    while (status === 409) ({ status } = await client.slice(fileId, 0, Buffer.alloc(leastSlice)));
    expect(status).toBe(200);
  });

  it('is refused before it is sent, where the client expects 100-continue', async () => {
    const { fileId } = await prepare(10);
    expect((await client.slice(fileId, 0, Buffer.alloc(10))).status).toBe(200);
    const again = await beginSlice(fileId, 0, 10);
    expect(await again.status).toBe(409);
    expect(await again.answer100).toBe(false);
    expect(again.headers().connection).toBe('close');
    expect(again.headers()['retry-after']).toBeUndefined(); // it will be refused again
    again.request.destroy();
  });

  it.each([
    ['an index over the last', '1', 400, 10400, /sliceIndex: must be in \[0-0\]/],
    ['an index below 0', '-1', 400, 10400, /sliceIndex: must be in/],
    ['an index that is no number', 'x', 400, 10400, /sliceIndex: must be a/],
    ['an empty index', '', 400, 10400, /sliceIndex: required/],
    ['an index that is not decimal', '0x0', 400, 10400, /sliceIndex: must be a number in digits/],
    ['half an index', '0.5', 400, 10400, /sliceIndex: must be an integer/],
  ])('refuses %s', async (_, index, status, code, message) => {
    const { fileId } = await prepare(10);
    const reply = await client.slice(fileId, index as unknown as number, Buffer.alloc(10));
    expect(reply.status).toBe(status);
    expect(reply.json).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('of an upload that is not there, or another developer’s, is 404', async () => {
    const { fileId } = await prepare(10);
    const anotherDeveloper = await transClient(gateway, gateway.apps.add('other-app', 'another developer'));
    for (const reply of [
      await client.slice('0'.repeat(32), 0, Buffer.alloc(10)),
      await client.slice('../../tonegate.db', 0, Buffer.alloc(10)),
      await anotherDeveloper.slice(fileId, 0, Buffer.alloc(10)),
    ]) {
      expect(reply.status).toBe(404);
      expect(reply.json.code).toBe(10404);
    }
  });

  it('must be application/octet-stream and at most 64 MiB', async () => {
    const { fileId } = await prepare(10);
    const json = await client.slice(fileId, 0, Buffer.from('{}'), { 'content-type': 'application/json' });
    expect(json.json).toMatchObject({ code: 10400, message: expect.stringContaining('application/octet-stream') });
    const { json: large } = await client.slice(fileId, 0, Buffer.alloc(mostSlice + 1));
    expect(large).toMatchObject({ code: 10400, message: `the body is larger than ${mostSlice} bytes` });
  });
});

describe('get-conf', () => {
  it('tells what a client must know of uploads', async () => {
    const headers = { authorization: basic(gateway.app.appkey, gateway.app.secret) };
    const { json } = await gateway.secure('/v10/auth/get-conf', { headers });
    const sliceBytes = { min: leastSlice, max: mostSlice, default: usualSlice };
    expect(json.transcription).toMatchObject({ sliceBytes, uploadLifeMs: lifeMs, keepResultsS: 72 * 3_600 });
  });
});

describe('a fileId', () => {
  it('is valid for 24 hours from its creation', async () => {
    const { fileId } = await prepare(20);
    gateway.advance(lifeMs);
    try {
      const later = await transClient(gateway); // its token has expired too
      for (const { status, json } of [
        await later.slice(fileId, 0, Buffer.alloc(20)),
        await later.post('submit', { files: [`upload://${fileId}`], audioFormat: 'auto' }),
      ]) {
        expect(status, json.message).toBe(404);
        expect(json).toMatchObject({ code: 10404, message: expect.stringContaining('24 hours') });
      }
    } finally {
      gateway.advance(-lifeMs);
    }
  });
});

/** Its headers, with Expect: 100-continue; what is sent of the body is the caller's business. */
async function beginSlice(fileId: string, index: number, bytes: number) {
  const token = await gateway.token();
  const query = new URLSearchParams({ appkey: gateway.app.appkey, fileId, sliceIndex: String(index) });
  const sent: ClientRequest = request(`${gateway.http}/v10/asr/trans/cn_8k_common/upload?${query}`, {
    method: 'POST',
    headers: {
      'x-svc-access-token': token,
      'content-type': 'application/octet-stream',
      'content-length': bytes,
      expect: '100-continue',
    },
  });
  sent.on('error', () => {});
  sent.flushHeaders();
  let reply: IncomingMessage | undefined;
  const responded = new Promise<number>((resolve) =>
    sent.once('response', (response) => {
      reply = response;
      response.resume();
      resolve(response.statusCode ?? 0);
    }),
  );
  const continued = new Promise<boolean>((resolve) => sent.once('continue', () => resolve(true)));
  const answer100 = Promise.race([continued, responded.then(() => false)]);
  return { request: sent, answer100, status: responded, headers: () => reply?.headers ?? {} };
}

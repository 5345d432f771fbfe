// RFC 6455: bytes of handshakes and frames that no WebSocket library sends. The answer is a status, or the code of a close frame;
// afterwards a call is screened as before.
import { createHash, randomBytes } from 'node:crypto';
import net from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RingGateway, startRingGateway } from '../../helpers/gateway/ring-gateway.js';
import { ringStream } from '../../helpers/streams/ring-stream.js';

const giveUpMs = 10_000;
const [text, binary, closing, ping, pong] = [1, 2, 8, 9, 10];
const start = Buffer.from(JSON.stringify({ command: 'START', config: { audioFormat: 'alaw_8k' } }));

let gateway: RingGateway;
beforeAll(async () => {
  gateway = await startRingGateway();
});
afterEach(async () => {
  const client = await gateway.connect();
  await ringStream.serve(client);
  await client.close();
});
afterAll(() => gateway.discard());

interface Shape {
  readonly opcode?: number;
  readonly isFinal?: boolean;
  /** RSV1 to RSV3, as 4, 2 and 1 */
  readonly reserved?: number;
  readonly isMasked?: boolean;
  readonly payload?: Uint8Array;
  /** Bytes of the length: 1, 3 or 9; the shortest unless given. */
  readonly lengthBytes?: number;
  /** A length that the payload does not have. */
  readonly claimed?: bigint;
}

function frame(shape: Shape): Buffer {
  const { opcode = text, isFinal = true, reserved = 0, isMasked = true, payload = Buffer.alloc(0) } = shape;
  const length = shape.claimed ?? BigInt(payload.length);
  const lengthBytes = shape.lengthBytes ?? (length < 126n ? 1 : length < 65_536n ? 3 : 9);
  const head = Buffer.alloc(1 + lengthBytes);
  head[0] = (isFinal ? 0x80 : 0) | (reserved << 4) | opcode;
  head[1] = (isMasked ? 0x80 : 0) | (lengthBytes === 1 ? Number(length) : lengthBytes === 3 ? 126 : 127);
  if (lengthBytes === 3) head.writeUInt16BE(Number(length), 2);
  if (lengthBytes === 9) head.writeBigUInt64BE(length, 2);
  const mask = isMasked ? randomBytes(4) : Buffer.alloc(0);
  return Buffer.concat([head, mask, payload.map((byte, at) => (isMasked ? byte ^ (mask[at % 4] ?? 0) : byte))]);
}

const closeWith = (code: number, reason = ''): Buffer => {
  const payload = Buffer.alloc(2 + Buffer.byteLength(reason));
  payload.writeUInt16BE(code);
  payload.write(reason, 2);
  return frame({ opcode: closing, payload });
};

const path = () => new URL(ringStream.url(gateway.http, { appkey: gateway.app.appkey, token: gateway.accessToken }));
const key = randomBytes(16).toString('base64');
const goodHeaders: Readonly<Record<string, string>> = {
  Host: 'a',
  Upgrade: 'websocket',
  Connection: 'Upgrade',
  'Sec-WebSocket-Key': key,
  'Sec-WebSocket-Version': '13',
};

function handshake(changes: Readonly<Record<string, string | undefined>> = {}, first?: string): Buffer {
  const { pathname, search } = path();
  const all = { ...goodHeaders, 'X-Svc-Access-Token': gateway.accessToken, ...changes };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return Buffer.from(`${[first ?? `GET ${pathname}${search} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
}

/** All that comes back until the gateway ends the connection. */
function exchange(...parts: readonly Buffer[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(gateway.httpPort, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
    });
    const heard: Buffer[] = [];
    const late = setTimeout(() => {
      socket.destroy();
      reject(new Error(`the connection did not end; it said ${Buffer.concat(heard).toString('latin1')}`));
    }, giveUpMs);
    socket.on('data', (chunk: Buffer) => heard.push(chunk));
    socket.on('error', () => {}); // whoever sends on after the end gets a reset
    socket.on('close', () => {
      clearTimeout(late);
      resolve(Buffer.concat(heard));
    });
  });
}

const statusOf = (answer: Buffer): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer.toString('latin1'))?.[1]);

/** Frames of the gateway, which are not masked. */
function framesIn(answer: Buffer): { opcode: number; payload: Buffer }[] {
  const frames: { opcode: number; payload: Buffer }[] = [];
  let at = answer.indexOf('\r\n\r\n') + 4;
  while (at < answer.length) {
    const short = (answer[at + 1] ?? 0) & 0x7f;
    const head = short === 126 ? 4 : 2;
    const length = short === 126 ? answer.readUInt16BE(at + 2) : short;
    frames.push({ opcode: (answer[at] ?? 0) & 15, payload: answer.subarray(at + head, at + head + length) });
    at += head + length;
  }
  return frames;
}

async function closeCode(...frames: readonly Buffer[]): Promise<number | undefined> {
  const answer = await exchange(handshake(), ...frames);
  expect(statusOf(answer)).toBe(101);
  const last = framesIn(answer).find(({ opcode }) => opcode === closing);
  return last?.payload.readUInt16BE(0);
}

describe('a handshake', () => {
  it('is answered with the digest of its key', async () => {
    const answer = (await exchange(handshake(), closeWith(1_000))).toString('latin1');
    const digest = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    expect(answer).toContain(`Sec-WebSocket-Accept: ${digest}\r\n`);
    expect(answer).not.toContain('Sec-WebSocket-Extensions');
  });

  it.each<[string, Readonly<Record<string, string | undefined>>, number]>([
    ['without a key', { 'Sec-WebSocket-Key': undefined }, 400],
    ['with an empty key', { 'Sec-WebSocket-Key': '' }, 400],
    ['with a key of 15 bytes', { 'Sec-WebSocket-Key': randomBytes(15).toString('base64') }, 400],
    ['with a key that is no BASE64', { 'Sec-WebSocket-Key': '!'.repeat(24) }, 400],
    ['without a version', { 'Sec-WebSocket-Version': undefined }, 400],
    ['of version 12', { 'Sec-WebSocket-Version': '12' }, 400],
    ['of version 14', { 'Sec-WebSocket-Version': '14' }, 400],
    ['with a protocol that is no token', { 'Sec-WebSocket-Protocol': 'a b' }, 400],
    ['that upgrades to something else', { Upgrade: 'h2c' }, 426],
    ['without a token', { 'X-Svc-Access-Token': undefined }, 401],
  ])('%s is refused', async (_, changes, status) => {
    expect(
      statusOf(await exchange(handshake({ ...changes, Connection: changes.Connection ?? 'Upgrade, close' }))),
    ).toBe(status);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('by %s is refused with 400 or 405', async (method) => {
    const { pathname, search } = path();
    const status = statusOf(await exchange(handshake({}, `${method} ${pathname}${search} HTTP/1.1`)));
    expect([400, 405]).toContain(status);
  });
});

describe('a frame', () => {
  const half = frame({ isFinal: false, payload: start.subarray(0, 10) });
  it.each<[string, readonly Buffer[], number]>([
    ['that is not masked', [frame({ isMasked: false, payload: start })], 1_002],
    ['with RSV1', [frame({ reserved: 4, payload: start })], 1_002],
    ['with RSV2', [frame({ reserved: 2, payload: start })], 1_002],
    ['with RSV3', [frame({ reserved: 1, payload: start })], 1_002],
    ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode): [string, readonly Buffer[], number] => [
      `with opcode ${opcode}`,
      [frame({ opcode })],
      1_002,
    ]),
    ['that continues nothing', [frame({ opcode: 0, payload: start })], 1_002],
    ['that continues a message that was whole', [frame({ payload: start }), frame({ opcode: 0 })], 1_002],
    ['that begins a text in the middle of another one', [half, frame({ payload: start })], 1_002],
    ['that begins audio in the middle of a text', [half, frame({ opcode: binary, payload: start })], 1_002],
    ['that is a ping in fragments', [frame({ opcode: ping, isFinal: false })], 1_002],
    ['that is a close in fragments', [frame({ opcode: closing, isFinal: false })], 1_002],
    ['that is a ping of 126 bytes', [frame({ opcode: ping, payload: Buffer.alloc(126) })], 1_002],
    ['that is a pong of 126 bytes', [frame({ opcode: pong, payload: Buffer.alloc(126) })], 1_002],
    ['that is a close of 126 bytes', [frame({ opcode: closing, payload: Buffer.alloc(126, 3) })], 1_002],
    ['with a length of 2^63', [frame({ opcode: binary, claimed: 1n << 63n, lengthBytes: 9 })], 1_009],
    ['with a length of 2^53', [frame({ opcode: binary, claimed: 1n << 53n, lengthBytes: 9 })], 1_009],
    ['with a length of 1 GiB', [frame({ opcode: binary, claimed: 1n << 30n, lengthBytes: 9 })], 1_009],
    ['with text that is no UTF-8', [frame({ payload: Buffer.from([0x7b, 0xc3, 0x28]) })], 1_007],
    ['with a surrogate as text', [frame({ payload: Buffer.from([0xed, 0xa0, 0x80]) })], 1_007],
    ['with text beyond Unicode', [frame({ payload: Buffer.from([0xf4, 0x90, 0x80, 0x80]) })], 1_007],
    ['with an overlong slash', [frame({ payload: Buffer.from([0xc0, 0xaf]) })], 1_007],
    ['with half a close code', [frame({ opcode: closing, payload: Buffer.from([3]) })], 1_002],
    ...[0, 999, 1_004, 1_005, 1_006, 1_016, 2_999, 5_000, 65_535].map((code): [string, readonly Buffer[], number] => [
      `with the close code ${code}`,
      [closeWith(code)],
      1_002,
    ]),
    [
      'with a close reason that is no UTF-8',
      [frame({ opcode: closing, payload: Buffer.from([0x03, 0xe8, 0xff]) })],
      1_007,
    ],
  ])('%s ends the connection with the code of its fault', async (_, frames, code) => {
    expect(await closeCode(...frames)).toBe(code);
  });

  it.each<[string, readonly Buffer[]]>([
    ['whose length has more bytes than it needs', [frame({ payload: start, lengthBytes: 9 })]],
    [
      'in two parts with a ping between',
      [half, frame({ opcode: ping }), frame({ opcode: 0, payload: start.subarray(10) })],
    ],
    [
      'in parts of one byte',
      [...start].map((byte, at) =>
        frame({ opcode: at === 0 ? text : 0, isFinal: at === start.length - 1, payload: Buffer.from([byte]) }),
      ),
    ],
    [
      'after a pong that nobody asked for',
      [frame({ opcode: pong, payload: Buffer.from('x') }), frame({ payload: start })],
    ],
  ])('%s is taken', async (_, frames) => {
    const answer = await exchange(handshake(), ...frames, closeWith(1_000));
    const said = framesIn(answer);
    expect(said.some(({ opcode, payload }) => opcode === text && payload.includes('"START"'))).toBe(true);
    expect(said.at(-1)?.payload.readUInt16BE(0)).toBe(1_000);
  });

  it('after a close is not read', async () => {
    const said = framesIn(await exchange(handshake(), closeWith(1_000), frame({ payload: start })));
    expect(said.map(({ opcode }) => opcode)).toEqual([closing]);
  });
});

// docs/why/engine-channel.md: frames arrive whole and in order, however the pipe cuts them. Long audio comes in pieces.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameFault, FrameReader, FrameWriter } from '../../../src/child/frames.js';
import { limits } from '../../../src/protocol/limits.js';

const { frameBytes } = limits.engine;

type Note =
  | { readonly type: 'note'; readonly value: unknown }
  | { readonly type: 'clip'; readonly call: number; readonly params: unknown; readonly bytes: Uint8Array };

/** The bytes that a writer puts on the wire for these messages. */
async function written(messages: readonly Parameters<FrameWriter<Note>['send']>[0][]): Promise<Buffer> {
  const pipe = new PassThrough();
  const writer = new FrameWriter<Note>(pipe);
  for (const message of messages) writer.send(message);
  writer.end();
  const chunks: Buffer[] = [];
  pipe.on('data', (chunk) => chunks.push(chunk));
  await once(pipe, 'end');
  return Buffer.concat(chunks);
}

function read(wire: Buffer, cuts: readonly number[]): unknown[] {
  const messages: unknown[] = [];
  const reader = new FrameReader<Note>((message) => {
    messages.push('bytes' in message ? { ...message, bytes: Buffer.from(message.bytes) } : message);
  }, frameBytes);
  let from = 0;
  for (const cut of cuts) {
    if (from >= wire.length) break;
    reader.push(Buffer.from(wire.subarray(from, from + cut)));
    from += cut;
  }
  if (from < wire.length) reader.push(wire.subarray(from));
  return messages;
}

const message = fc.oneof(
  fc.record({ type: fc.constant('note' as const), value: fc.jsonValue() }),
  fc.record({
    type: fc.constant('slice' as const),
    session: fc.nat(0xffff_ffff),
    bytes: fc.uint8Array({ maxLength: 5_000 }).map((bytes) => Buffer.from(bytes)),
  }),
  fc.record({
    type: fc.constant('clip' as const),
    call: fc.nat(0xffff_ffff),
    params: fc.jsonValue(),
    bytes: fc.uint8Array({ maxLength: 5_000 }).map((bytes) => Buffer.from(bytes)),
  }),
);

it('any messages, cut in any way, arrive as they were sent', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(message, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 900 })),
      async (messages, cuts) => {
        const wire = await written(messages);
        expect(read(wire, cuts)).toEqual(messages);
        expect(read(wire, [])).toEqual(messages);
      },
    ),
    { numRuns: 300 },
  );
});

it('a frame arrives whole when every byte comes alone', async () => {
  const messages = [
    { type: 'slice' as const, session: 7, bytes: Buffer.from([1, 2, 3]) },
    { type: 'note' as const, value: { tables: [1, 2], text: '关机' } },
    { type: 'slice' as const, session: 8, bytes: Buffer.alloc(0) },
    { type: 'clip' as const, call: 9, params: { property: 'cn_8k_common' }, bytes: Buffer.from([4, 5, 6]) },
    { type: 'clip' as const, call: 10, params: {}, bytes: Buffer.alloc(0) },
  ];
  const wire = await written(messages);
  expect(read(wire, new Array<number>(wire.length).fill(1))).toEqual(messages);
});

it('a clip that arrives in one piece is a view of what was read, and so is a slice', async () => {
  const clip = { type: 'clip' as const, call: 1, params: null, bytes: Buffer.alloc(60_000, 7) };
  const wire = await written([clip, { type: 'slice', session: 2, bytes: Buffer.alloc(1_600, 8) }]);
  const buffers: ArrayBufferLike[] = [];
  new FrameReader<Note>((message) => 'bytes' in message && buffers.push(message.bytes.buffer), frameBytes).push(wire);
  expect(buffers).toEqual([wire.buffer, wire.buffer]);
});

it('frames of more bytes than a slab has that are sent in one turn stay as they were while the pipe holds them', async () => {
  const messages = Array.from({ length: 260 }, (_, at) => ({
    ...{ type: 'slice' as const, session: at, bytes: Buffer.alloc(at % 50 === 0 ? 6_000 : 320, at) },
  }));
  expect(read(await written(messages), [70_000, 1, 65_536])).toEqual(messages);
});

/** A message whose audio is replaced by its hash: comparing a million numbers takes seconds. */
const hashed = (message: object) =>
  'bytes' in message
    ? {
        ...message,
        bytes: createHash('sha256')
          .update(message.bytes as Uint8Array)
          .digest('hex'),
      }
    : message;

/** The messages, in the order in which they arrive at the other end of a pipe that is read from the next turn on. */
async function arrivals(send: (writer: FrameWriter<Note>) => void, count: number): Promise<unknown[]> {
  const pipe = new PassThrough();
  const writer = new FrameWriter<Note>(pipe);
  send(writer);
  const messages: unknown[] = [];
  const reader = new FrameReader<Note>((message) => messages.push(hashed(message)), frameBytes);
  pipe.on('data', (chunk) => reader.push(chunk));
  while (messages.length < count) await new Promise((next) => setImmediate(next));
  return messages;
}

const long = (call: number, bytes: number) => ({
  ...{ type: 'clip' as const, call, params: { property: 'cn_8k_common' } },
  bytes: Buffer.alloc(bytes, createHash('sha256').update(String(call)).digest()),
});
const note = { type: 'note' as const, value: 'in between' };
const slice = { type: 'slice' as const, session: 5, bytes: Buffer.alloc(1_600, 1) };

it('long audio arrives whole, and what was sent after it arrives first', async () => {
  const clip = long(1, 1_000_003);
  const messages = await arrivals((writer) => {
    writer.send(clip);
    writer.send(slice);
    writer.send(note);
  }, 3);
  expect(messages).toEqual([slice, note, clip].map(hashed));
});

it('long messages take turns, so that a shorter one is not the last', async () => {
  const clips = Array.from({ length: 12 }, (_, call) => long(call, call === 5 ? 70_000 : 500_000));
  const messages = await arrivals((writer) => {
    for (const clip of clips) writer.send(clip);
  }, 12);
  expect(messages[0]).toEqual(hashed(clips[5] as object));
  expect(new Set(messages)).toEqual(new Set(clips.map(hashed)));
});

it('no piece of long audio comes between the parts of another frame, whatever the lengths', async () => {
  const pipe = new PassThrough();
  const arrived: number[] = [];
  let longBytes = 0;
  const reader = new FrameReader<Note>((message) => {
    if (message.type === 'slice') arrived.push(message.session);
    else if (message.type === 'clip') longBytes += message.bytes.length;
  }, frameBytes);
  pipe.on('data', (chunk: Buffer) => reader.push(chunk));
  const writer = new FrameWriter<Note>(pipe, frameBytes);
  let session = 0;
  const sizes = [1, 37, 160, 1_000, 2_500, 4_000];
  for (let call = 0; call < 40; call++) {
    writer.send({ type: 'clip', call, params: null, bytes: Buffer.alloc(1_000_000, 0x43) });
    for (let turn = 0; turn < 25; turn++) {
      for (const size of sizes) writer.send({ type: 'slice', session: session++, bytes: Buffer.alloc(size + call, 7) });
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  writer.end();
  await once(pipe, 'end');
  expect(arrived).toEqual(Array.from({ length: session }, (_, at) => at));
  expect(longBytes).toBe(40 * 1_000_000);
});

it('a last message and the end of the pipe come after all pieces', async () => {
  const clip = long(1, 300_000);
  expect(
    await arrivals((writer) => {
      writer.send(clip);
      writer.sendLast(note);
    }, 2),
  ).toEqual([clip, note].map(hashed));
  expect((read(await written([clip]), [5, 70_000]) as object[]).map(hashed)).toEqual([hashed(clip)]);
});

it('nothing is written to a pipe that has ended', () => {
  const pipe = new PassThrough();
  const writer = new FrameWriter<Note>(pipe);
  pipe.end();
  pipe.on('error', () => expect.unreachable());
  writer.send({ type: 'note', value: 1 });
  expect(pipe.writableLength).toBe(0);
});

it.each([
  ['a frame without a kind', [0, 0, 0, 0]],
  ['a length beyond any message', [0xff, 0xff, 0xff, 0xff]],
  ['an audio frame is too short to hold its session number', [3, 0, 0, 0, 1, 0, 0]],
  ['a clip is too short to hold the length of its message', [3, 0, 0, 0, 2, 0, 0]],
  ['a clip whose message is longer than its frame', [6, 0, 0, 0, 2, 2, 0, 0, 0, 0]],
  ['a kind that there is not', [5, 0, 0, 0, 5, 0, 0, 0, 0]],
  ['a message with long audio without its length', [7, 0, 0, 0, 3, 0, 0, 0, 0, 1, 0]],
  ['long audio of no bytes', [9, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0]],
  ['long audio of more bytes than any message', [9, 0, 0, 0, 3, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]],
  ['a piece of no message', [6, 0, 0, 0, 4, 7, 0, 0, 0, 1]],
  ['a message that is none', [3, 0, 0, 0, 0, 1, 2]],
])('%s is a fault of its own, not a wait for more', (_, bytes) => {
  const reader = new FrameReader<Note>(() => expect.unreachable(), frameBytes);
  expect(() => reader.push(Buffer.from(bytes))).toThrow(FrameFault);
});

describe('a message with long audio', () => {
  const begin = (number: number, bytes: number) => {
    const body = serialize({ type: 'clip', call: number });
    const head = Buffer.alloc(13);
    head.writeUInt32LE(9 + body.length, 0);
    head.writeUInt8(3, 4);
    head.writeUInt32LE(number, 5);
    head.writeUInt32LE(bytes, 9);
    return Buffer.concat([head, body]);
  };
  const reader = () => new FrameReader<Note>(() => expect.unreachable(), frameBytes);

  it('that begins twice is a fault', () => {
    expect(() => reader().push(Buffer.concat([begin(1, 10), begin(1, 10)]))).toThrow(/begins, but it is under way/);
  });

  it('beside too many others is a fault: their memory is bounded', () => {
    const many = Array.from({ length: 9 }, (_, number) => begin(number, 10));
    expect(() => reader().push(Buffer.concat(many))).toThrow(/or 8 others are/);
  });

  it('whose pieces are longer than it said is a fault', () => {
    const piece = Buffer.from([16, 0, 0, 0, 4, 1, 0, 0, 0, ...Buffer.alloc(11)]);
    expect(() => reader().push(Buffer.concat([begin(1, 10), piece]))).toThrow(/longer than the rest of message 1/);
  });
});

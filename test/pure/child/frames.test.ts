// docs/why/engine-channel.md: frames arrive whole and in order, however the pipe cuts them.
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
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
  const clip = { type: 'clip' as const, call: 1, params: null, bytes: Buffer.alloc(100_000, 7) };
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
  ['a kind that there is not', [5, 0, 0, 0, 3, 0, 0, 0, 0]],
  ['a message that is none', [3, 0, 0, 0, 0, 1, 2]],
])('%s is a fault of its own, not a wait for more', (_, bytes) => {
  const reader = new FrameReader<Note>(() => expect.unreachable(), frameBytes);
  expect(() => reader.push(Buffer.from(bytes))).toThrow(FrameFault);
});

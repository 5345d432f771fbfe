// A stream of AudioSocket frames means the same wherever it is cut; what cannot be a frame is refused at its head.
import { expect, it } from 'vitest';
import { type Frame, FrameReader } from '../../../../src/media/audiosocket/frames.js';
import { audioFrames, frame, kinds, uuidFrame } from '../../../helpers/media/audiosocket-client.js';

const uuid = '7b8c1e1a-6d4c-4c6f-9a0e-2f6b5b1d0c11';
const stream = Buffer.concat([
  uuidFrame(uuid),
  audioFrames(Buffer.from(Array.from({ length: 50 }, (_, at) => at)), kinds.audio8k, 20),
  frame(kinds.dtmf, Buffer.from('5')),
  frame(0x12, Buffer.from([1, 2])),
  frame(kinds.audio8k),
  frame(kinds.error, Buffer.from([2])),
  frame(kinds.hangup),
]);

function read(pieces: readonly Buffer[]): Frame[] {
  const reader = new FrameReader();
  const frames = pieces.flatMap((piece) => [...reader.push(piece)]);
  expect(reader.restBytes).toBe(0);
  return frames.map((each) => (each.kind === 'audio' ? { ...each, samples: Buffer.from(each.samples) } : each));
}

it('frames say what they carry', () => {
  const frames = read([stream]);
  expect(frames.map(({ kind }) => kind)).toEqual([
    ...['uuid', 'audio', 'audio', 'audio', 'key', 'audio', 'audio', 'error', 'hangup'],
  ]);
  expect(frames[0]).toEqual({ kind: 'uuid', uuid });
  expect(frames[1]).toMatchObject({ sampleRateHz: 8_000, samples: stream.subarray(22, 42) });
  expect(frames[5]).toMatchObject({ sampleRateHz: 16_000 });
  expect(frames[7]).toEqual({ kind: 'error', code: 2 });
});

it('a stream means the same cut at every byte, in two and in three, and byte by byte', () => {
  const whole = read([stream]);
  for (let first = 0; first <= stream.length; first++) {
    expect(read([stream.subarray(0, first), stream.subarray(first)])).toEqual(whole);
    const second = Math.min(stream.length, first + 2);
    expect(read([stream.subarray(0, first), stream.subarray(first, second), stream.subarray(second)])).toEqual(whole);
  }
  expect(read(Array.from(stream, (byte) => Buffer.of(byte)))).toEqual(whole);
});

it.each([
  [0x10, 8_000],
  [0x11, 12_000],
  [0x12, 16_000],
  [0x13, 24_000],
  [0x14, 32_000],
  [0x15, 44_100],
  [0x16, 48_000],
  [0x17, 96_000],
  [0x18, 192_000],
])('kind %i is audio of %i Hz', (kind, sampleRateHz) => {
  expect(read([frame(kind, Buffer.alloc(4))])).toMatchObject([{ kind: 'audio', sampleRateHz }]);
});

it('a kind that does not exist is refused before its payload has come, and so is a UUID of another length', () => {
  const known = [0x00, 0x01, 0x03, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0xff];
  for (let kind = 0; kind <= 0xff; kind++) {
    const head = Buffer.of(kind, 0xff, 0xff);
    if (known.includes(kind) && kind !== kinds.uuid) expect([...new FrameReader().push(head)]).toEqual([]);
    else expect(() => [...new FrameReader().push(head)]).toThrow(/must be/);
  }
  expect(() => [...new FrameReader().push(frame(kinds.uuid, Buffer.from(uuid)))]).toThrow('UUID: 36 bytes, must be 16');
});

it('a frame of 64 KiB whose bytes come one by one is put together once', () => {
  const reader = new FrameReader();
  const large = frame(kinds.audio8k, Buffer.alloc(65_534, 7));
  let copied = 0;
  const concat = Buffer.concat;
  Buffer.concat = (parts, bytes) => {
    const joined = concat(parts, bytes);
    copied += joined.length;
    return joined;
  };
  try {
    const frames = Array.from(large, (byte) => [...reader.push(Buffer.of(byte))]).flat();
    expect(frames).toMatchObject([{ kind: 'audio', sampleRateHz: 8_000 }]);
  } finally {
    Buffer.concat = concat;
  }
  expect(copied).toBeLessThanOrEqual(2 * large.length);
});

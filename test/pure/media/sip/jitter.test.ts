// Packets become audio in the sender's time, whatever order they come in and whatever is missing.
import { expect, it } from 'vitest';
import { JitterBuffer } from '../../../../src/media/sip/jitter.js';
import { type RtpPacket, readRtp, writeRtp } from '../../../../src/media/sip/rtp.js';

const packet = (index: number, changes: Partial<RtpPacket> = {}): RtpPacket => ({
  ...{ payloadType: 8, sequence: index & 0xffff, timestamp: (0xffffff00 + index * 160) >>> 0, source: 1 },
  payload: Buffer.alloc(160, (index * 7) & 0xff),
  ...changes,
});

function scene() {
  const clock = { nowMs: 0 };
  const pieces: number[][] = [];
  const buffer = new JitterBuffer(
    () => clock.nowMs,
    (samples) => pieces.push([...samples]),
  );
  const heard = () => pieces.flat();
  return { clock, buffer, heard, push: (each: RtpPacket) => buffer.push(each) };
}

const straight = (count: number) => {
  const { clock, push, heard } = scene();
  for (let index = 0; index < count; index++, clock.nowMs += 20) push(packet(index));
  return heard();
};

it('packets in turn are passed on at once, over the end of the timestamps', () => {
  const { push, heard, buffer } = scene();
  push(packet(0));
  expect(heard()).toHaveLength(160);
  push(packet(1));
  expect(heard()).toHaveLength(320);
  expect(buffer.counts).toEqual({ taken: 2, late: 0, filledMs: 0 });
});

it('packets that come in another order, or twice, give the same audio', () => {
  const { clock, push, heard, buffer } = scene();
  for (const index of [0, 2, 1, 1, 4, 3, 5]) {
    push(packet(index));
    clock.nowMs += 20;
  }
  expect(heard()).toEqual(straight(6));
  expect(buffer.counts).toEqual({ taken: 6, late: 1, filledMs: 0 });
});

it('a lost packet is filled with what came before it once 60 ms lie behind it, and time goes on', () => {
  const { clock, push, heard, buffer } = scene();
  for (const index of [0, 1, 3, 4, 5]) {
    push(packet(index));
    clock.nowMs += 20;
  }
  expect(heard()).toHaveLength(320);
  push(packet(6));
  expect(heard()).toHaveLength(7 * 160);
  expect(heard().slice(320, 480)).toEqual(heard().slice(160, 320));
  expect(buffer.counts.filledMs).toBe(20);
  push(packet(2)); // it comes too late
  expect(heard()).toHaveLength(7 * 160);
  expect(buffer.counts.late).toBe(1);
});

it('a gap is filled after 60 ms by the clock where nothing more comes', () => {
  const { clock, push, heard, buffer } = scene();
  push(packet(0));
  clock.nowMs = 40;
  push(packet(2));
  expect(buffer.dueMs).toBe(100);
  clock.nowMs = 99;
  buffer.tick();
  expect(heard()).toHaveLength(160);
  clock.nowMs = 100;
  buffer.tick();
  expect(heard()).toHaveLength(480);
});

it('a sender that falls silent leaves silence of the same length', () => {
  const { clock, push, heard } = scene();
  push(packet(0));
  clock.nowMs = 20;
  push(packet(1, { payloadType: 13, payload: Buffer.from([60]) }));
  clock.nowMs = 4_000;
  push(packet(200));
  expect(heard()).toHaveLength(201 * 160);
  expect(
    heard()
      .slice(160, 200 * 160)
      .every((sample) => sample === 0),
  ).toBe(true);
});

it('another source, or a clock that jumps, goes on where the audio is; nobody sends faster than time', () => {
  const { clock, push, heard } = scene();
  push(packet(0));
  clock.nowMs = 20;
  push(packet(0, { source: 2, timestamp: 77 }));
  expect(heard()).toHaveLength(320);
  clock.nowMs = 40;
  push(packet(0, { source: 2, timestamp: 77 + 8_000 * 3_600 }));
  expect(heard()).toHaveLength(480);
  for (let index = 1; index < 500; index++) push(packet(0, { source: 2, timestamp: 77 + 8_000 * 3_600 + index * 160 }));
  expect(heard().length).toBeLessThanOrEqual((40 + 1_000) * 8 + 320);
});

it('key presses and payloads of a strange length are no audio', () => {
  const { push, heard } = scene();
  push(packet(0, { payloadType: 101, payload: Buffer.alloc(4) }));
  push(packet(1, { payload: Buffer.alloc(1_900) }));
  push(packet(2, { payload: Buffer.alloc(0) }));
  expect(heard()).toEqual([]);
});

it('G.711 is read as ITU-T says at its ends', () => {
  const { push, heard } = scene();
  push(packet(0, { payload: Buffer.from([0xd5, 0x55, 0xaa, 0x2a]) }));
  expect(heard()).toEqual([8, -8, 32_256, -32_256]);
  const other = scene();
  other.push(packet(0, { payloadType: 0, payload: Buffer.from([0xff, 0x7f, 0x80, 0x00]) }));
  expect(other.heard().map((each) => each + 0)).toEqual([0, 0, 32_124, -32_124]);
});

it('what is no packet of RTP is none', () => {
  const good = writeRtp(packet(3));
  expect(readRtp(good)).toMatchObject({ payloadType: 8, sequence: 3, source: 1 });
  const with_ = (at: number, value: number) => {
    const bytes = Buffer.from(good);
    bytes[at] = value;
    return bytes;
  };
  for (const bad of [Buffer.alloc(0), good.subarray(0, 11), with_(0, 0x40), Buffer.alloc(4_000, 0x80)]) {
    expect(readRtp(bad)).toBeUndefined();
  }
  expect(readRtp(with_(0, 0x8f).subarray(0, 60))).toBeUndefined(); // 15 sources, and no room for them
  const padded = with_(0, 0xa0);
  padded[padded.length - 1] = 10;
  expect(readRtp(padded)?.payload).toHaveLength(150);
  padded[padded.length - 1] = 200;
  expect(readRtp(padded)).toBeUndefined();
});

// @discordjs/opus brings its own copy of libopus and its own binding: the independent peer of ours.
import { OpusEncoder } from '@discordjs/opus';
import { describe, expect, it } from 'vitest';
import { addon, encodings, eventKinds, eventStride } from '../../../src/native/index.js';
import { likeness, speechLike } from '../../helpers/audio/likeness.js';
import { framesOf, oggOf } from '../../helpers/audio/ogg.js';
import { bytesOf, cadences, tone } from '../../helpers/audio/tones.js';

const frameMs = 20;

/** A packed slice whose frames the peer coded. */
function packedByPeer(peer: OpusEncoder, samples: Int16Array, rateHz: number): Buffer {
  const step = (rateHz * frameMs) / 1_000;
  const header = Buffer.alloc(4);
  header.writeUInt32BE(samples.length * 2);
  const parts: Uint8Array[] = [header];
  for (let at = 0; at < samples.length; at += step) {
    const frame = peer.encode(bytesOf(samples.subarray(at, at + step)));
    const length = Buffer.alloc(2);
    length.writeUInt16BE(frame.length);
    parts.push(length, frame);
  }
  return Buffer.concat(parts);
}

describe.each([8_000, 16_000])('Opus at %i Hz', (rateHz) => {
  it('that the peer coded is decoded by us', () => {
    const original = speechLike(rateHz, 1_000);
    const head = Buffer.alloc(19);
    head.write('OpusHead', 0, 'latin1');
    head[8] = head[9] = 1;
    head.writeUInt16LE(312, 10);
    head.writeUInt32LE(rateHz, 12);
    const frames = framesOf(packedByPeer(new OpusEncoder(rateHz, 1), original, rateHz));
    const file = oggOf([
      { packets: [head], granule: 0 },
      { packets: frames, granule: 48_000, last: true },
    ]);
    const decoded = addon.decodeOgg(file, 10_000);
    if (typeof decoded === 'string') throw new Error(decoded);
    const alike = likeness(original, decoded.samples);
    expect(Math.abs(alike.lag)).toBeLessThanOrEqual(1);
    expect(alike.correlation).toBeGreaterThan(0.97);
  });

  it('that we coded is decoded by the peer', () => {
    const original = speechLike(rateHz, 1_000);
    const peer = new OpusEncoder(rateHz, 1);
    const slice = new addon.Packer(encodings.svc_opus, rateHz, 32_000).pack(original);
    const decoded = Buffer.concat(framesOf(slice).map((frame) => peer.decode(frame)));
    const samples = addon.decode(encodings.pcm_s16le, decoded);
    expect(samples.length).toBe(original.length);
    const alike = likeness(original, samples, 200);
    expect(Math.abs(alike.lag - rateHz * 0.0065)).toBeLessThanOrEqual(2); // the look-ahead that we cut off
    expect(alike.correlation).toBeGreaterThan(0.95);
  });

  it('that the peer packed is screened like PCM', () => {
    const call = tone(cadences.busy, 4_000, { rateHz });
    const frontend = new addon.Frontend(encodings.svc_opus, rateHz, 40, 1_000);
    const peer = new OpusEncoder(rateHz, 1);
    const decisions: number[] = [];
    for (let at = 0; at < call.length; at += rateHz / 10) {
      const count = frontend.push(packedByPeer(peer, call.subarray(at, at + rateHz / 10), rateHz));
      expect(count).toBeGreaterThanOrEqual(0);
      for (let event = 0; event < count; event++) decisions.push(frontend.events[event * eventStride] ?? 0);
    }
    expect(decisions.find((kind) => kind < eventKinds['tone-on'])).toBe(eventKinds.busy);
  });
});

// Frames of any length become slices of whole samples, with nothing lost and nothing out of its order.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SliceCutter } from '../../../src/media/slices.js';
import { type AudioCoding, bytesPerMs } from '../../../src/protocol/engine/audio.js';
import { limits } from '../../../src/protocol/limits.js';

const codings: readonly AudioCoding[] = [
  { coding: 'pcm_s16le', sampleRateHz: 8_000 },
  { coding: 'pcm_s16le', sampleRateHz: 16_000, channel: 'mix' },
  { coding: 'alaw', sampleRateHz: 8_000 },
  { coding: 'ulaw', sampleRateHz: 16_000, channel: 'left' },
];

it.each(codings)('%j', (coding) => {
  const perMs = bytesPerMs(coding);
  const sampleBytes = (perMs * 1_000) / coding.sampleRateHz;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3 * perMs * 1_000 }), { maxLength: 30 }), (lengths) => {
      const cutter = new SliceCutter(coding);
      let next = 0;
      const frames = lengths.map((length) => Uint8Array.from({ length }, () => next++ % 251));
      const slices = frames.flatMap((frame) => [...cutter.push(frame)]);
      const all = Buffer.concat(frames);
      const cut = Buffer.concat(slices);
      expect(cut.equals(all.subarray(0, cut.length))).toBe(true);
      expect(all.length - cut.length).toBeLessThan(perMs * limits.fork.sliceMs);
      for (const { length } of slices) {
        expect(length % sampleBytes).toBe(0);
        expect(length).toBeLessThanOrEqual(perMs * limits.stream.maxSliceMs);
        expect(length).toBeGreaterThanOrEqual(perMs * limits.fork.sliceMs);
      }
    }),
    { numRuns: 30 },
  );
});

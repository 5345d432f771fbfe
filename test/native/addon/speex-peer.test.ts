// speex-resampler is libspeexdsp in WebAssembly: the independent peer of our resampler, which has nothing in common with it.
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { addon } from '../../../src/native/index.js';
import { likeness, speechLike } from '../../helpers/audio/likeness.js';
import { bytesOf } from '../../helpers/audio/tones.js';

const require = createRequire(import.meta.url); // a module of CommonJS, whose default export import() hides
const { default: Peer } = require('speex-resampler') as typeof import('speex-resampler');
const bestQuality = 10;

beforeAll(async () => {
  await Peer.initPromise;
});

function byPeer(samples: Int16Array, fromHz: number, toHz: number): Int16Array {
  const bytes = new Peer(1, fromHz, toHz, bestQuality).processChunk(bytesOf(samples));
  return Int16Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(2 * at));
}

function byUs(samples: Int16Array, fromHz: number, toHz: number): Int16Array {
  const resampler = new addon.Resampler(fromHz, toHz);
  return Int16Array.from([...resampler.push(samples), ...resampler.flush()]);
}

const sine = (rateHz: number, frequencyHz: number, ms = 1_000): Int16Array =>
  Int16Array.from({ length: (rateHz * ms) / 1_000 }, (_, at) =>
    Math.round(16_000 * Math.sin((2 * Math.PI * frequencyHz * at) / rateHz)),
  );

/** Level against a sine of 16,000, away from the ends. */
function levelDb(samples: Int16Array): number {
  const middle = samples.subarray(samples.length / 4, (3 * samples.length) / 4);
  const mean = middle.reduce((sum, value) => sum + value * value, 1e-3) / middle.length;
  return 10 * Math.log10(mean / (16_000 ** 2 / 2));
}

const pairs = [
  [16_000, 8_000],
  [48_000, 8_000],
  [44_100, 8_000],
  [32_000, 16_000],
  [8_000, 16_000],
  [16_000, 22_050],
  [16_000, 48_000],
] as const;

describe.each(pairs)('from %i to %i Hz', (fromHz, toHz) => {
  it('a voice is what the peer makes of it', () => {
    const voice = speechLike(fromHz, 1_000);
    const [ours, theirs] = [byUs(voice, fromHz, toHz), byPeer(voice, fromHz, toHz)];
    expect(ours).toHaveLength(Math.ceil((voice.length * toHz) / fromHz));
    // The peer is late by its filter; where that is no whole number of samples, no lag fits quite.
    const isWhole = Math.max(fromHz, toHz) % Math.min(fromHz, toHz) === 0;
    expect(likeness(ours, theirs, 400).correlation).toBeGreaterThan(isWhole ? 0.9995 : 0.98);
  });

  const lowestRateHz = Math.min(fromHz, toHz);
  it.each([0.1, 0.5, 0.9].map((share) => Math.round((share * lowestRateHz) / 2)))(
    'a sine of %i Hz has the level that it has at the peer, within 0.1 dB',
    (frequencyHz) => {
      const tone = sine(fromHz, frequencyHz);
      expect(Math.abs(levelDb(byUs(tone, fromHz, toHz)) - levelDb(byPeer(tone, fromHz, toHz)))).toBeLessThan(0.1);
    },
  );

  if (fromHz <= toHz) return;
  it('a sine that the lower rate cannot hold is over 70 dB down, as it is at the peer', () => {
    const tone = sine(fromHz, 0.6 * toHz);
    expect(levelDb(byUs(tone, fromHz, toHz))).toBeLessThan(-70);
    expect(levelDb(byPeer(tone, fromHz, toHz))).toBeLessThan(-70);
  });
});

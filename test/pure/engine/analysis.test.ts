// Specification 2, section 2.4, `analysis`: what is measured of a sentence, and what is left out.
import { describe, expect, it } from 'vitest';
import { analysisOf, Loudness, speedOf } from '../../../src/engine/pipeline/analysis/analysis.js';
import { RecentAudio } from '../../../src/engine/pipeline/audio/recent-audio.js';

const rateHz = 8_000;
/** A sine of `levelDb` below full scale. */
const sine = (levelDb: number, ms: number) =>
  Int16Array.from({ length: ms * (rateHz / 1_000) }, (_, at) =>
    Math.round(32_767 * 10 ** (levelDb / 20) * Math.sin((2 * Math.PI * 400 * at) / rateHz)),
  );

const all = { emotion: true, gender: true, speed: true, volume: true };
const spoken = { syllables: 10, fromMs: 1_000, toMs: 3_000 };

describe('volume', () => {
  it.each([
    [0, 100],
    [-6, 90],
    [-30, 50],
    [-48, 20],
    [-60, 0],
    [-80, 0],
  ])('a sine %i dB from full scale is %i', (levelDb, volume) => {
    const loudness = new Loudness(rateHz);
    loudness.push(sine(levelDb, 500));
    expect(loudness.between(0, 500)).toEqual({ average: volume, maximum: volume });
  });

  it('is that of the stretch: average by power, maximum of the loudest 10 ms', () => {
    const loudness = new Loudness(rateHz);
    for (const levelDb of [-60, -12, -24, -60]) loudness.push(sine(levelDb, 500));
    expect(loudness.between(500, 1_000)).toEqual({ average: 80, maximum: 80 });
    // Half at -12 dB, half 12 dB less: 2.7 dB below the louder one.
    expect(loudness.between(500, 1_500)).toEqual({ average: 75, maximum: 80 });
    loudness.forget(1_000);
    expect(loudness.between(1_000, 1_500)).toEqual({ average: 60, maximum: 60 });
  });

  it('is the same however the audio is cut', () => {
    const [whole, pieces] = [new Loudness(rateHz), new Loudness(rateHz)];
    const audio = sine(-20, 990);
    whole.push(audio);
    for (let at = 0; at < audio.length; at += 97) pieces.push(audio.subarray(at, at + 97));
    expect(pieces.between(0, 990)).toEqual(whole.between(0, 990));
  });

  it('of nothing is absent', () => {
    expect(new Loudness(rateHz).between(0, 100)).toBeUndefined();
  });
});

describe('speed', () => {
  it('is syllables a second × 60', () => {
    expect(speedOf(spoken)).toBe(300);
  });

  it('of too short a stretch is absent', () => {
    expect(speedOf({ syllables: 1, fromMs: 0, toMs: 100 })).toBeUndefined();
    expect(speedOf({ syllables: 0, fromMs: 0, toMs: 5_000 })).toBeUndefined();
  });
});

describe('analysis', () => {
  const volume = { average: 40, maximum: 60 };
  const gender = { gender: 'MALE', confidence: 0.8 } as const;
  const emotion = { startMs: 100, endMs: 900, confidence: 0.61234, emotion: 'ANGRY' } as const;

  it('is absent when it was not asked for, and empty when nothing is to be output', () => {
    expect(analysisOf(undefined, { spoken, volume, gender, emotion })).toBeUndefined();
    const none = { emotion: false, gender: false, speed: false, volume: false };
    expect(analysisOf(none, { spoken, volume, gender, emotion })).toEqual({});
    const nothing = { spoken, volume, gender, emotion: undefined };
    expect(analysisOf({ ...none, emotion: true }, nothing)).toEqual({});
  });

  it('holds what was asked for', () => {
    const found = analysisOf(all, { spoken, volume, gender, emotion });
    const emotions = [{ ...emotion, confidence: 0.612 }];
    expect(found).toEqual({ emotions, gender, speed: 300, averageVolume: 40, maximumVolume: 60 });
    expect(
      analysisOf({ ...all, emotion: false, speed: false, volume: false }, { spoken, volume, gender, emotion }),
    ).toEqual({ gender });
  });

  it('leaves out what no model said', () => {
    expect(analysisOf(all, { spoken, volume, gender: undefined, emotion: undefined })).not.toHaveProperty('gender');
  });
});

describe('the newest audio', () => {
  it('gives any stretch that was not forgotten, in any slicing', () => {
    const audio = Int16Array.from({ length: 40_000 }, (_, at) => at - 20_000);
    for (const step of [320, 801, 8_000]) {
      const recent = new RecentAudio(rateHz);
      for (let at = 0; at < audio.length; at += step) recent.push(audio.subarray(at, at + step));
      expect(recent.endMs).toBe(5_000);
      recent.forget(1_000);
      recent.forget(500);
      expect(recent.between(1_000, 5_000)).toEqual(audio.subarray(8_000));
      expect(recent.between(2_000, 2_010)).toEqual(audio.subarray(16_000, 16_080));
      expect(recent.between(0, 1_010)).toEqual(audio.subarray(8_000, 8_080));
      recent.forget(9_000);
      expect(recent.between(0, 9_000)).toHaveLength(0);
      expect(recent.endMs).toBe(5_000);
    }
  });
});

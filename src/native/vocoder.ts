// The typed face of the voices: what a voice says every 5 or 10 ms to sound at 16 kHz, and units of speech to that
// without a network. native/core/vocoder/frame.h has the numbers of a frame; docs/model-formats.md has the voice table.
import { addon } from './index.js';
import type { NativeParametricVoice, NativeVocoder } from './vocoder-addon.js';

export type { NativeParametricVoice, NativeVocoder };

export const voiceRateHz = 16_000;
/** f0 in Hz, 64 levels in dB, 5 shares of noise. */
export const frameFloats = 70;
export const envelopePoints = 64;

/** Specification 2, section 2.6: the places are the protocol's numbers. */
export const soundEffects = ['none', 'reverb', 'echo', 'chorus', 'far-and-near', 'robot'] as const;
export type SoundEffect = (typeof soundEffects)[number];

/** The places are the numbers that cross. */
const spokenBoundaries = ['none', 'word', 'phrase', 'clause', 'sentence'] as const;
export type SpokenBoundary = (typeof spokenBoundaries)[number];
export const spokenMoods = ['statement', 'question', 'exclamation', 'continuing'] as const;
export type SpokenMood = (typeof spokenMoods)[number];

/**
 * The scales of section 2.6, which gives ranges alone. pitch is cents, so -500 to 500 is five semitones down to five
 * up. 500 of speed is twice as fast, -500 half as fast, in equal steps of proportion between. volume is percent of
 * twice the voice's own loudness: 50 leaves it, 0 is silence, 100 is 6 dB more.
 */
export const pitchFactorOf = (pitch: number): number => 2 ** (pitch / 1_200);
export const rateOf = (speed: number): number => 2 ** (speed / 500);
export const gainOf = (volume: number): number => volume / 50;

/** Pitch of the robot, who has one (kRobotHz of native/core/vocoder/effect.h). */
const robotHz = 100;

export interface VocoderOptions {
  /** 5 or 10. */
  frameMs: 5 | 10;
  /** 0.25-4 */
  pitchFactor: number;
  /** 0.5-2 */
  formantFactor: number;
  /** 0-8, of the amplitude; what would be beyond full scale is bent below it. */
  gain: number;
  /** 0-1: how much deeper peaks and valleys of the envelope become, against the dullness of averages. */
  sharpness: number;
  effect: SoundEffect;
  /** Seed of the noise, a whole number. */
  seed: number;
}

const plainVocoder: VocoderOptions = {
  frameMs: 5,
  pitchFactor: 1,
  formantFactor: 1,
  gain: 1,
  sharpness: 0,
  effect: 'none',
  seed: 1,
};

/** Makes a vocoder for one stream. An option out of its range throws a TypeError. */
export function makeVocoder(options: Partial<VocoderOptions> = {}): NativeVocoder {
  const all = { ...plainVocoder, ...options };
  return new addon.Vocoder(
    all.frameMs,
    all.pitchFactor,
    all.formantFactor,
    all.effect === 'robot' ? robotHz : 0,
    all.gain,
    all.sharpness,
    soundEffects.indexOf(all.effect),
    all.seed,
  );
}

export interface SpokenUnit {
  /** Place in the voice's `units`. */
  unit: number;
  /** The boundary after the unit. */
  boundary?: SpokenBoundary;
  /** At most 10,000; without it the table and the boundaries decide. */
  durationMs?: number;
  /** 0.25-4: how much faster than the sentence. */
  rate?: number;
  /** -24 to 24, above the voice's own pitch. */
  semitones?: number;
  /** -96 to 12 */
  gainDb?: number;
}

/** Loaded once, shared; units that its table lacks are lent by rules. Throws an Error that names file and reason. */
export const loadParametricVoice = (path: string): NativeParametricVoice => new addon.ParametricVoice(path);

/** Frames every 5 ms, for a vocoder. A unit or a number out of range is a TypeError. `rate`: 0.25-4. */
export function renderUnits(
  voice: NativeParametricVoice,
  units: readonly SpokenUnit[],
  mood: SpokenMood = 'statement',
  rate = 1,
): Float32Array {
  const numbers = units.flatMap((unit) => [
    unit.durationMs ?? 0,
    unit.rate ?? 1,
    unit.semitones ?? 0,
    unit.gainDb ?? 0,
  ]);
  return voice.render(
    Uint16Array.from(units, (unit) => unit.unit),
    Uint8Array.from(units, (unit) => spokenBoundaries.indexOf(unit.boundary ?? 'none')),
    Float32Array.from(numbers),
    spokenMoods.indexOf(mood),
    rate,
  );
}

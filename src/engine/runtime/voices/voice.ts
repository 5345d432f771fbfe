// A voice: it turns the tokens of a sentence into vocoder frames, a piece at a time, and states the vocoder's settings
// for them.
import type { Mood, SpokenToken } from '../../../protocol/engine/synthesis.js';

export interface Speech {
  /** The tokens without pauses at the ends; English only if the voice has it. */
  readonly tokens: readonly SpokenToken[];
  readonly mood: Mood;
  /** Speaking rate, 0.25-4. */
  readonly rate: number;
}

export interface SpokenRun {
  /**
   * The next frames, with frameFloats values of native/vocoder.ts each; empty if none is ready, undefined after the
   * last. No call does more than about 10 ms of work. The pieces do not depend on the times of the calls.
   */
  next(): Promise<Float32Array | undefined>;
}

export interface Voice {
  readonly property: string;
  readonly hasEnglish: boolean;
  /** Interval between two frames. */
  readonly frameMs: 5 | 10;
  readonly pitchFactor: number;
  readonly formantFactor: number;
  readonly sharpness: number;
  readonly gain: number;
  speak(speech: Speech): SpokenRun;
}

export const amplitudeOf = (db: number): number => 10 ** (db / 20);
export const pitchFactorOf = (cents: number): number => 2 ** (cents / 1_200);

/** Semitones on top of the learnt intonation of statements; `place` runs from 0 to 1 through the sentence. */
export function moodSemitones(mood: Mood, place: number): number {
  switch (mood) {
    case 'statement':
      return 0;
    case 'question':
      return 0.5 + 2 * place ** 3;
    case 'exclamation':
      return 1 - place;
    case 'continuing':
      return 0.7 * place;
  }
}

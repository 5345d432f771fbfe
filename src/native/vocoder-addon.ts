// The interface of the addon's voices: flat arguments in, typed arrays out. ./vocoder.ts makes them.

export interface NativeVocoder {
  /** Whole frames in, the samples that are complete now out: 16 kHz, 16 bits. */
  push(frames: Float32Array): Int16Array;
  /** The rest, and what an effect lets ring on. Nothing can be pushed until reset(). */
  flush(): Int16Array;
  /** Back to sample 0 of a new voice. */
  reset(): void;
}

export interface NativeParametricVoice {
  /** A unit's place is its number. */
  readonly units: string[];
  /** Number of the table's own units; those behind them come from rules. */
  readonly ownUnits: number;
  readonly meanHz: number;
  /** Frames every 5 ms. `numbers`: durationMs (0: the table's), rate, semitones, gainDb of each unit. */
  render(units: Uint16Array, boundaries: Uint8Array, numbers: Float32Array, mood: number, rate: number): Float32Array;
}

export interface VocoderAddon {
  Vocoder: new (
    frameMs: number,
    pitchFactor: number,
    formantFactor: number,
    monotoneHz: number,
    gain: number,
    sharpness: number,
    effect: number,
    seed: number,
  ) => NativeVocoder;
  /** Throws an Error with the reason for a file that is no voice table. */
  ParametricVoice: new (
    path: string,
  ) => NativeParametricVoice;
}

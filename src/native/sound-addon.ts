// The interface of the addon's sound models. ./sound.ts makes them.

export interface NativeSoundModel {
  /** An answer comes so long after its audio. */
  readonly lookMs: number;
  /** Per 10 ms: speech, music, tone. */
  readonly outputs: number;
  /** Number of classes of a window: noise, speech, music, tone; 0 if the model has no window head. */
  readonly classes: number;
}

export interface NativeSpeechDetector {
  /**
   * 8 kHz, in pieces of any length. Probability of speech for each 10 ms that is decided now: value i of a stream is
   * about samples 80 i to 80 i + 80 and comes `lookMs` after them. The array is the caller's.
   */
  push(samples: Int16Array): Float32Array;
  /** The audio has ended: the values still owed, as if silence followed. Go on with reset(). */
  flush(): Float32Array;
  /** Back to sample 0 of a new stream. */
  reset(): void;
  /** Outputs of the last push or flush: `outputs` values for each of its 10 ms. A copy. */
  readonly sounds: Float32Array;
  /** Outputs of the last push: `classes` values for each 250 ms that it completed, about the 3 s up to then. A copy. */
  readonly windows: Float32Array;
}

export interface SoundAddon {
  /** Throws an Error with the reason for a file that is not there or is no sound model. */
  SoundModel: new (
    path: string,
  ) => NativeSoundModel;
  SpeechDetector: new (model: NativeSoundModel) => NativeSpeechDetector;
}

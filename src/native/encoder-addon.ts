// The interface of the addon's acoustic encoder. ./encoder.ts makes it.

export interface NativeBlockEncoder {
  /** Values of a stream's state; all 0 at its start. */
  readonly stateFloats: number;
  /**
   * One chunk of each stream, all of `frames` outputs. `states` are overwritten if `keeps`. `features`: 3 rows an output.
   * `validFrames`: outputs before the end of the signal. `scores`: room for streams × frames × units, overwritten.
   */
  run(
    states: readonly Float32Array[],
    features: readonly Float32Array[],
    validFrames: Uint32Array,
    frames: number,
    keeps: boolean,
    scores: Float32Array,
  ): void;
}

export interface EncoderAddon {
  BlockEncoder: new (
    bins: number,
    width: number,
    hidden: number,
    units: number,
    taps: number,
    looks: Uint8Array,
    epsilon: number,
    floats: Float32Array,
    bytes: Int8Array,
  ) => NativeBlockEncoder;
}

// The typed face of the acoustic encoder (native/core/encoder/block_encoder.h): feature frames of several streams in,
// log probabilities of units out.
import { addon } from './index.js';

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

export interface LearnedBlocks {
  /** Values of a feature row. */
  readonly bins: number;
  readonly width: number;
  readonly hidden: number;
  readonly units: number;
  readonly taps: number;
  /** Outputs that each block looks ahead. */
  readonly looks: readonly number[];
  readonly epsilon: number;
  /** What was learned, in the order that native/core/encoder/block_encoder.h gives. */
  readonly floats: Float32Array;
  readonly bytes: Int8Array;
}

/** Throws a TypeError with the reason for numbers that do not fit. */
export function makeBlockEncoder(learned: LearnedBlocks): NativeBlockEncoder {
  const { bins, width, hidden, units, taps, looks, epsilon, floats, bytes } = learned;
  return new addon.BlockEncoder(bins, width, hidden, units, taps, Uint8Array.from(looks), epsilon, floats, bytes);
}

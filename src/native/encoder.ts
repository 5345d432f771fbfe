// The typed face of the acoustic encoder (native/core/encoder/block_encoder.h): feature frames of several streams in,
// log probabilities of units out.
import type { NativeBlockEncoder } from './encoder-addon.js';
import { addon } from './index.js';

export type { NativeBlockEncoder };

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
  /** The learned numbers, in the order that native/core/encoder/block_encoder.h gives. */
  readonly floats: Float32Array;
  readonly bytes: Int8Array;
}

/** Throws a TypeError with the reason for numbers that do not fit. */
export function makeBlockEncoder(learned: LearnedBlocks): NativeBlockEncoder {
  const { bins, width, hidden, units, taps, looks, epsilon, floats, bytes } = learned;
  return new addon.BlockEncoder(bins, width, hidden, units, taps, Uint8Array.from(looks), epsilon, floats, bytes);
}

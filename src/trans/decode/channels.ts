// Two channels in one file. Samples alternate; in 4-bit ADPCM the left channel is the high nibble of each byte.
// Splitters and joiners keep one buffer for all blocks: new ones would pile up to 32 MB before V8 frees them.
import type { RawFormat } from './formats.js';

/** Splits a block into one array per channel. The arrays are valid until the next call. */
export type Splitter = (block: Uint8Array) => readonly Uint8Array[];

/** A splitter for blocks of whole samples of the format. */
export function splitter({ bits }: RawFormat, channels: 1 | 2): Splitter {
  if (channels === 1) return (block) => [block];
  const [left, right] = [room(), room()];
  if (bits === 4) return (block) => splitNibbles(block, left(block.length / 2), right(block.length / 2));
  const width = bits / 8;
  return (block) => [
    every(block, width, 0, left(block.length / 2)),
    every(block, width, width, right(block.length / 2)),
  ];
}

/** Returns a function that gives slices of one growing buffer. */
function room(): (length: number) => Uint8Array {
  let held = new Uint8Array(0);
  return (length) => {
    if (held.length < length) held = new Uint8Array(length);
    return held.subarray(0, length);
  };
}

function every(block: Uint8Array, width: number, from: number, own: Uint8Array): Uint8Array {
  for (let to = 0, at = from; to < own.length; to += width, at += 2 * width) {
    for (let byte = 0; byte < width; byte++) own[to + byte] = block[at + byte] as number;
  }
  return own;
}

/** Splits nibbles: two bytes hold two samples of each channel. */
function splitNibbles(block: Uint8Array, left: Uint8Array, right: Uint8Array): readonly Uint8Array[] {
  for (let to = 0; to < left.length; to++) {
    const [first, second] = [block[2 * to] as number, block[2 * to + 1] as number];
    left[to] = (first & 0xf0) | (second >> 4);
    right[to] = ((first & 0x0f) << 4) | (second & 0x0f);
  }
  return [left, right];
}

/** Joins channels of equal length into interleaved 16-bit samples. The bytes are valid until the next call. */
export function interleaver(): (channels: readonly Int16Array[]) => Uint8Array {
  const bytes = room();
  return (channels) => {
    const [left, right] = channels as [Int16Array, Int16Array | undefined];
    if (right === undefined) return new Uint8Array(left.buffer, left.byteOffset, left.byteLength);
    const joined = bytes(4 * left.length);
    const both = new Int16Array(joined.buffer, 0, 2 * left.length);
    for (let at = 0; at < left.length; at++) {
      both[2 * at] = left[at] as number;
      both[2 * at + 1] = right[at] as number;
    }
    return joined;
  };
}

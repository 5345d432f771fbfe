// Two channels in one file: samples take turns, and in 4-bit ADPCM the left one is the high nibble of each byte.
import type { RawFormat } from './formats.js';

/** One array for each channel, valid until the next call. */
export type Splitter = (block: Uint8Array) => readonly Uint8Array[];

export function splitter({ bits }: RawFormat, channels: 1 | 2): Splitter {
  if (channels === 1) return (block) => [block];
  if (bits === 4) return splitNibbles;
  const width = bits / 8;
  return (block) => [every(block, width, 0), every(block, width, width)];
}

function every(block: Uint8Array, width: number, from: number): Uint8Array {
  const own = new Uint8Array(block.length / 2);
  for (let to = 0, at = from; to < own.length; to += width, at += 2 * width) {
    for (let byte = 0; byte < width; byte++) own[to + byte] = block[at + byte] as number;
  }
  return own;
}

/** Two bytes hold two samples of each channel. */
function splitNibbles(block: Uint8Array): Uint8Array[] {
  const left = new Uint8Array(block.length / 2);
  const right = new Uint8Array(block.length / 2);
  for (let to = 0; to < left.length; to++) {
    const [first, second] = [block[2 * to] as number, block[2 * to + 1] as number];
    left[to] = (first & 0xf0) | (second >> 4);
    right[to] = ((first & 0x0f) << 4) | (second & 0x0f);
  }
  return [left, right];
}

/** The bytes of interleaved 16-bit samples. The channels are equally long. */
export function interleave(channels: readonly Int16Array[]): Uint8Array {
  const [left, right] = channels as [Int16Array, Int16Array | undefined];
  if (right === undefined) return new Uint8Array(left.buffer, left.byteOffset, left.byteLength);
  const both = new Int16Array(2 * left.length);
  for (let at = 0; at < left.length; at++) {
    both[2 * at] = left[at] as number;
    both[2 * at + 1] = right[at] as number;
  }
  return new Uint8Array(both.buffer);
}

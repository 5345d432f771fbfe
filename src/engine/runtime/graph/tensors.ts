// Joins tensors of several streams along the batch dimension, and separates them again.
import type { TensorData, TensorType } from './ort.js';

export function makeData(type: TensorType, length: number, fill = 0): TensorData {
  switch (type) {
    case 'float32':
      return new Float32Array(length).fill(fill);
    case 'int64':
      return new BigInt64Array(length).fill(BigInt(fill));
    case 'int32':
      return new Int32Array(length).fill(fill);
    case 'bool':
      return new Uint8Array(length).fill(fill);
  }
}

export const sizeOf = (shape: readonly number[]): number => shape.reduce((size, dimension) => size * dimension, 1);

/** Reusable memory for tensors of any size: it grows to the largest. */
export class Scratch {
  readonly #type: TensorType;
  #data: TensorData;

  constructor(type: TensorType) {
    this.#type = type;
    this.#data = makeData(type, 0);
  }

  /** Memory for `length` values, whose contents are undefined; the next call overwrites them. */
  take(length: number): TensorData {
    if (this.#data.length < length) this.#data = makeData(this.#type, length);
    return this.#data.subarray(0, length);
  }
}

/** Joins `parts`, one of each stream, all of `shape`, which has 1 at `axis`. A single part is returned as it is. */
export function join(
  scratch: Scratch,
  parts: readonly TensorData[],
  shape: readonly number[],
  axis: number,
): TensorData {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const inner = sizeOf(shape.slice(axis + 1));
  const outer = sizeOf(shape.slice(0, axis));
  const joined = scratch.take(outer * parts.length * inner);
  for (const [index, part] of parts.entries()) {
    for (let block = 0; block < outer; block++) {
      const piece = part.subarray(block * inner, (block + 1) * inner);
      joined.set(piece as never, (block * parts.length + index) * inner);
    }
  }
  return joined;
}

/** Copies the part of stream `index` into its own memory. `axis` is −1 if there is only one stream. */
export function copyPart(
  own: TensorData,
  joined: TensorData,
  shape: readonly number[],
  axis: number,
  index: number,
): void {
  if (axis < 0) {
    own.set(joined as never);
    return;
  }
  const streams = shape[axis] ?? 1;
  const inner = sizeOf(shape.slice(axis + 1));
  const outer = sizeOf(shape.slice(0, axis));
  for (let block = 0; block < outer; block++) {
    const from = (block * streams + index) * inner;
    own.set(joined.subarray(from, from + inner) as never, block * inner);
  }
}

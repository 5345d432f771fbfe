// Tensors of several streams joined along the batch dimension, and taken apart again.
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

/** `parts`: one stream each, all of `shape`, which has 1 at `axis`. */
export function join(
  type: TensorType,
  parts: readonly TensorData[],
  shape: readonly number[],
  axis: number,
): TensorData {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const inner = sizeOf(shape.slice(axis + 1));
  const outer = sizeOf(shape.slice(0, axis));
  const joined = makeData(type, outer * parts.length * inner);
  for (const [index, part] of parts.entries()) {
    for (let block = 0; block < outer; block++) {
      const piece = part.subarray(block * inner, (block + 1) * inner);
      joined.set(piece as never, (block * parts.length + index) * inner);
    }
  }
  return joined;
}

/** The part of stream `index`: its own memory. */
export function part(
  type: TensorType,
  joined: TensorData,
  shape: readonly number[],
  axis: number,
  index: number,
): TensorData {
  const streams = shape[axis] ?? 1;
  if (streams === 1) return joined;
  const inner = sizeOf(shape.slice(axis + 1));
  const outer = sizeOf(shape.slice(0, axis));
  const own = makeData(type, outer * inner);
  for (let block = 0; block < outer; block++) {
    const from = (block * streams + index) * inner;
    own.set(joined.subarray(from, from + inner) as never, block * inner);
  }
  return own;
}

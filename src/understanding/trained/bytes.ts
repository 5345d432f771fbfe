// The weights of a trained model as bytes: a magic, a version, counts, arrays. Numbers are little-endian, as on all
// machines that this service runs on; arrays begin at multiples of 8.
import type { HeadWeights } from '../matching/head/training.js';
import { type Adapter, adapterOf } from '../matching/trained/adapter.js';
import { ModelFault } from './fault.js';

const version = 1;
const headerBytes = 32;
const padded = (count: number): number => Math.ceil(count / 8) * 8;

type Numbers = Uint32Array | Float32Array | Int8Array;

function joined(magic: string, counts: readonly number[], share: number, arrays: readonly Numbers[]): Uint8Array {
  const size = arrays.reduce((sum, { byteLength }) => sum + padded(byteLength), headerBytes);
  const bytes = Buffer.alloc(size);
  bytes.write(magic, 0, 'latin1');
  bytes.writeUInt32LE(version, 4);
  for (const [at, count] of counts.entries()) bytes.writeUInt32LE(count, 8 + 4 * at);
  bytes.writeFloatLE(share, headerBytes - 4);
  let at = headerBytes;
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += padded(array.byteLength);
  }
  return bytes;
}

/** Reads arrays one after another. The total length must match the counts. */
class Arrays {
  readonly #bytes: Uint8Array;
  readonly #name: string;
  #at = headerBytes;

  constructor(bytes: Uint8Array, name: string, magic: string) {
    this.#bytes = bytes;
    this.#name = name;
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isOwn = bytes.length >= headerBytes && view.toString('latin1', 0, 4) === magic;
    if (!isOwn) throw this.#fault('is not such a file');
    const found = view.readUInt32LE(4);
    if (found > version) throw this.#fault(`was made by a newer version (format ${found})`);
    if (found !== version) throw this.#fault(`must have format ${version}`);
  }

  #fault(words: string): ModelFault {
    return new ModelFault(`${this.#name}: ${words}`);
  }

  count(at: number): number {
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset, headerBytes).readUInt32LE(8 + 4 * at);
  }

  get share(): number {
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset, headerBytes).readFloatLE(headerBytes - 4);
  }

  take(count: number, width: number): ArrayBuffer {
    const [from, to] = [this.#at, this.#at + count * width];
    this.#at += padded(count * width);
    if (this.#at > this.#bytes.length) throw this.#fault('is cut off');
    // copied, so that numbers of four bytes begin where they must
    return new Uint8Array(this.#bytes.subarray(from, to)).buffer;
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw this.#fault('is longer than its header says');
  }

  /** Refuses NaN and infinity, because they would spoil every comparison. */
  finite(numbers: Float32Array): Float32Array {
    if (!numbers.every(Number.isFinite)) throw this.#fault('holds something that is not a number');
    return numbers;
  }
}

const headMagic = 'TGHD';
const adapterMagic = 'TGAD';

/** The bytes of a head. */
export function headBytes({ labels, vectorShare, firsts, seconds, rarities, weights, steps, biases }: HeadWeights) {
  const dims = labels === 0 ? 0 : weights.length / labels - firsts.length;
  const counts = [labels, firsts.length, dims];
  return joined(headMagic, counts, vectorShare, [firsts, seconds, rarities, steps, biases, weights]);
}

/** Reads a head; `name` is the file's name in messages. @throws ModelFault */
export function headIn(bytes: Uint8Array, name: string): HeadWeights & { readonly dims: number } {
  const arrays = new Arrays(bytes, name, headMagic);
  const [labels, grams, dims] = [arrays.count(0), arrays.count(1), arrays.count(2)];
  const [firsts, seconds] = [new Uint32Array(arrays.take(grams, 4)), new Uint32Array(arrays.take(grams, 4))];
  const rarities = arrays.finite(new Float32Array(arrays.take(grams, 4)));
  const steps = arrays.finite(new Float32Array(arrays.take(labels, 4)));
  const biases = arrays.finite(new Float32Array(arrays.take(labels, 4)));
  const weights = new Int8Array(arrays.take((grams + dims) * labels, 1));
  arrays.end();
  const [vectorShare = 0] = arrays.finite(Float32Array.of(arrays.share));
  return { labels, vectorShare, firsts, seconds, rarities, steps, biases, weights, dims };
}

/** The bytes of an adapter. */
export const adapterBytes = ({ dims, weights }: Adapter): Uint8Array =>
  joined(adapterMagic, [dims, dims === 0 ? 0 : weights.length / dims], 0, [weights]);

/** Reads an adapter; `name` is the file's name in messages. @throws ModelFault */
export function adapterIn(bytes: Uint8Array, name: string): Adapter & { readonly columns: number } {
  const arrays = new Arrays(bytes, name, adapterMagic);
  const [dims, columns] = [arrays.count(0), arrays.count(1)];
  const weights = arrays.finite(new Float32Array(arrays.take(dims * columns, 4)));
  arrays.end();
  return { ...adapterOf(dims, weights), columns };
}

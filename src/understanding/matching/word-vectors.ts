// Sentence vectors made from word vectors (models/sent-zh, docs/model-formats.md): the sum over the longest words in
// the text, weighted by rarity.
import { createHash } from 'node:crypto';
import { IntegerTable } from './tables/integer-table.js';

const magic = 'TGSV';
const headerBytes = 24;
const weightSteps = 16;

/** Sentence vectors: those that ship, or adapted ones. */
export interface SentenceVectors {
  readonly dims: number;
  /** The fingerprint of the vectors. Data that was learnt with other vectors cannot be used. */
  readonly fingerprint: string;
  /** The number of words. */
  readonly size: number;
  /** The rows of the words of a text, the longest word at each place. */
  words(text: string): number[];
  weightOf(row: number): number;
  /** The similarity of two words, from -1 to 1. */
  similarity(one: number, other: number): number;
  /** Writes the vector of a text, of length 1, at `at`; zeros if the text has no known word. */
  put(text: string, target: Float32Array, at?: number): void;
  putWords(rows: readonly number[], target: Float32Array, at?: number): void;
}

export class WordVectors implements SentenceVectors {
  readonly dims: number;
  /** The fingerprint of the file. A model that was learnt with other vectors cannot be used. */
  readonly fingerprint: string;
  readonly #longest: number;
  readonly #rows = new IntegerTable(1);
  readonly #weights: Uint8Array;
  readonly #numbers: Int8Array;
  /** 1 / the length of each word's vector. */
  readonly #factors: Float32Array;

  /** Opens the vectors; `bytes` must stay unchanged. @throws Error if they are no such file */
  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isFile = bytes.byteLength >= headerBytes && Buffer.from(bytes.subarray(0, 4)).toString('latin1') === magic;
    if (!isFile || view.getUint16(4, true) !== 1) throw new Error('the file must hold word vectors of version 1');
    this.fingerprint = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    this.dims = view.getUint16(6, true);
    const words = view.getUint32(8, true);
    const keys = view.getUint32(12, true);
    this.#longest = view.getUint32(16, true);
    let at = 0;
    const array = (count: number): number => {
      const begin = headerBytes + Math.ceil(at / 8) * 8;
      at = begin - headerBytes + count;
      return begin;
    };
    const [firsts, seconds, rows] = [array(4 * keys), array(4 * keys), array(4 * keys)];
    const [weights, numbers] = [array(words), array(words * this.dims)];
    if (headerBytes + at !== bytes.byteLength)
      throw new Error('the length of the file of word vectors differs from the length in its header');
    this.#weights = bytes.subarray(weights, weights + words);
    this.#numbers = new Int8Array(bytes.buffer, bytes.byteOffset + numbers, words * this.dims);
    this.#rows = new IntegerTable(keys);
    for (let key = 0; key < keys; key++) {
      const row = view.getUint32(rows + 4 * key, true);
      if (row >= words) throw new Error('the file of word vectors refers to a word that it does not contain');
      this.#rows.set(view.getUint32(firsts + 4 * key, true), view.getUint32(seconds + 4 * key, true), row);
    }
    this.#factors = new Float32Array(words);
    for (let row = 0; row < words; row++) this.#factors[row] = this.#factorOf(row);
  }

  #factorOf(row: number): number {
    let squares = 0;
    for (let at = row * this.dims; at < (row + 1) * this.dims; at++) squares += (this.#numbers[at] as number) ** 2;
    return squares === 0 ? 0 : 1 / Math.sqrt(squares);
  }

  /** The rows of the words of a text, the longest word at each place. */
  words(text: string): number[] {
    const rows: number[] = [];
    for (let at = 0; at < text.length; ) {
      const end = Math.min(text.length, at + this.#longest);
      let [found, length] = [-1, 1];
      let [first, second] = [0x811c9dc5, 0x9747b28c];
      for (let unit = at; unit < end; unit++) {
        const code = text.charCodeAt(unit);
        first = Math.imul(first ^ code, 0x01000193);
        second = Math.imul(second ^ code, 0x85ebca6b);
        second ^= second >>> 13;
        const row = this.#rows.get(first, second);
        if (row >= 0) [found, length] = [row, unit + 1 - at];
      }
      if (found >= 0) rows.push(found);
      at += length;
    }
    return rows;
  }

  /** The number of words. */
  get size(): number {
    return this.#weights.length;
  }

  weightOf(row: number): number {
    return (this.#weights[row] as number) / weightSteps;
  }

  /** The similarity of two words, from -1 to 1. */
  similarity(one: number, other: number): number {
    let sum = 0;
    const [first, second] = [one * this.dims, other * this.dims];
    for (let dim = 0; dim < this.dims; dim++) {
      sum += (this.#numbers[first + dim] as number) * (this.#numbers[second + dim] as number);
    }
    return sum * (this.#factors[one] as number) * (this.#factors[other] as number);
  }

  /** Writes the vector of a text, of length 1, at `at`; zeros if the text has no known word. */
  put(text: string, target: Float32Array, at = 0): void {
    this.putWords(this.words(text), target, at);
  }

  /** Writes the vector of the words in these rows, of length 1, at `at`; zeros for no rows. */
  putWords(rows: readonly number[], target: Float32Array, at = 0): void {
    const { dims } = this;
    target.fill(0, at, at + dims);
    for (const row of rows) {
      const factor = this.weightOf(row) * (this.#factors[row] as number);
      const begin = row * dims;
      for (let dim = 0; dim < dims; dim++) {
        target[at + dim] = (target[at + dim] as number) + factor * (this.#numbers[begin + dim] as number);
      }
    }
    let squares = 0;
    for (let dim = at; dim < at + dims; dim++) squares += (target[dim] as number) ** 2;
    if (squares === 0) return;
    const factor = 1 / Math.sqrt(squares);
    for (let dim = at; dim < at + dims; dim++) target[dim] = (target[dim] as number) * factor;
  }
}

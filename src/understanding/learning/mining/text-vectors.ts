// Texts as vectors of length 1: the weights of their character grams, stored sparsely, and the numbers of their
// meaning.
import type { SentenceVectors } from '../../matching/word-vectors.js';
import type { GramWeights } from './gram-weights.js';
import { characterShare } from './likeness.js';

/** The vectors that supply the meaning of texts. */
export type Meanings = Pick<SentenceVectors, 'dims' | 'put'>;

export class TextVectors {
  readonly size: number;
  readonly dims: number;
  /** The index at which each text's grams begin; after the last text, their total number. */
  readonly begins: Uint32Array;
  readonly grams: Uint32Array;
  readonly values: Float32Array;
  readonly meanings: Float32Array;
  /** The length of each text's meaning vector, at most 1. */
  readonly meaningLengths: Float32Array;

  private constructor(size: number, dims: number, begins: Uint32Array) {
    this.size = size;
    this.dims = dims;
    this.begins = begins;
    this.grams = new Uint32Array(begins[size] as number);
    this.values = new Float32Array(begins[size] as number);
    this.meanings = new Float32Array(size * dims);
    this.meaningLengths = new Float32Array(size);
  }

  /** Builds the vectors of comparable lines. */
  static of(lines: readonly string[], weights: GramWeights, vectors: Meanings | undefined): TextVectors {
    const begins = new Uint32Array(lines.length + 1);
    for (const [text, line] of lines.entries()) {
      let count = 0;
      weights.each(line, () => count++);
      begins[text + 1] = (begins[text] as number) + count;
    }
    const all = new TextVectors(lines.length, vectors?.dims ?? 0, begins);
    for (const [text, line] of lines.entries()) all.#put(text, line, weights, vectors);
    return all;
  }

  /** A selection of the texts, in this order. */
  picked(texts: Uint32Array): TextVectors {
    const begins = new Uint32Array(texts.length + 1);
    for (const [at, text] of texts.entries()) {
      const count = (this.begins[text + 1] as number) - (this.begins[text] as number);
      begins[at + 1] = (begins[at] as number) + count;
    }
    const some = new TextVectors(texts.length, this.dims, begins);
    for (const [at, text] of texts.entries()) {
      const [from, to] = [this.begins[text] as number, this.begins[text + 1] as number];
      some.grams.set(this.grams.subarray(from, to), begins[at]);
      some.values.set(this.values.subarray(from, to), begins[at]);
      some.meanings.set(this.meanings.subarray(text * this.dims, (text + 1) * this.dims), at * this.dims);
      some.meaningLengths[at] = this.meaningLengths[text] as number;
    }
    return some;
  }

  #put(text: number, line: string, weights: GramWeights, vectors: Meanings | undefined): void {
    const begin = this.begins[text] as number;
    let [at, squares] = [begin, 0];
    weights.each(line, (gram, weight) => {
      this.grams[at] = gram;
      this.values[at++] = weight;
      squares += weight * weight;
    });
    const from = text * this.dims;
    vectors?.put(line, this.meanings, from);
    const hasMeaning = this.meanings.subarray(from, from + this.dims).some((each) => each !== 0);
    const [ofGrams, ofMeaning] = sharesOf(squares > 0, hasMeaning);
    const factor = squares === 0 ? 0 : Math.sqrt(ofGrams / squares);
    for (let each = begin; each < at; each++) this.values[each] = (this.values[each] as number) * factor;
    this.meaningLengths[text] = hasMeaning ? Math.sqrt(ofMeaning) : 0;
    for (let each = from; each < from + this.dims; each++) {
      this.meanings[each] = (this.meanings[each] as number) * Math.sqrt(ofMeaning);
    }
  }
}

/** The shares of grams and meaning. If a text lacks one, the other gets its share. */
function sharesOf(hasGrams: boolean, hasMeaning: boolean): readonly [number, number] {
  if (!hasMeaning) return [1, 0];
  return hasGrams ? [characterShare, 1 - characterShare] : [0, 1];
}

/** The inner product of `length` numbers of two arrays from these offsets on. */
export function inner(
  one: Float32Array,
  oneFrom: number,
  other: Float32Array,
  otherFrom: number,
  length: number,
): number {
  // four independent sums, so that none waits for the previous one
  let [first, second, third, fourth, at] = [0, 0, 0, 0, 0];
  for (; at + 3 < length; at += 4) {
    const [a, b] = [oneFrom + at, otherFrom + at];
    first += (one[a] as number) * (other[b] as number);
    second += (one[a + 1] as number) * (other[b + 1] as number);
    third += (one[a + 2] as number) * (other[b + 2] as number);
    fourth += (one[a + 3] as number) * (other[b + 3] as number);
  }
  for (; at < length; at++) first += (one[oneFrom + at] as number) * (other[otherFrom + at] as number);
  return first + second + third + fourth;
}

// An index of vectors by their grams. It finds the nearest vector, or all near ones, without comparing all of them.
import { inner, type TextVectors } from './text-vectors.js';

/** Vectors that can be searched: texts, and centres of clusters. */
export type Vectors = Pick<
  TextVectors,
  'size' | 'dims' | 'begins' | 'grams' | 'values' | 'meanings' | 'meaningLengths'
>;

export interface Nearest {
  /** The index of the nearest vector; -1: none has anything in common with the text. */
  readonly at: number;
  readonly product: number;
}

/** The number of vectors whose meaning is compared, those with the most grams in common. */
const mostLooked = 128;
/** The number of steps into which the inner product of grams is divided. */
const levels = 1_000;

export class VectorIndex {
  readonly #of: Vectors;
  /** The offset at which the list of vectors with each gram begins. */
  readonly #begins: Uint32Array;
  readonly #owners: Uint32Array;
  readonly #values: Float32Array;
  /** The inner product of each vector's grams with those of the current text. */
  readonly #products: Float32Array;
  /** The number of vectors whose inner product falls into each step. */
  readonly #counts = new Uint32Array(levels + 2);

  /** Builds the index. `grams` is the number of all grams. */
  constructor(of: Vectors, grams: number) {
    this.#of = of;
    const begins = new Uint32Array(grams + 1);
    for (const gram of of.grams) begins[gram + 1] = (begins[gram + 1] as number) + 1;
    for (let gram = 0; gram < grams; gram++) begins[gram + 1] = (begins[gram + 1] as number) + (begins[gram] as number);
    this.#begins = begins;
    this.#owners = new Uint32Array(of.grams.length);
    this.#values = new Float32Array(of.grams.length);
    const next = begins.slice();
    for (let owner = 0; owner < of.size; owner++) {
      for (let at = of.begins[owner] as number; at < (of.begins[owner + 1] as number); at++) {
        const gram = of.grams[at] as number;
        const place = next[gram] as number;
        next[gram] = place + 1;
        this.#owners[place] = owner;
        this.#values[place] = of.values[at] as number;
      }
    }
    this.#products = new Float32Array(of.size);
  }

  /**
   * The nearest vector among those with the most grams in common; only inner products above 0 count. Of equal ones, the
   * first.
   */
  nearest(texts: TextVectors, text: number): Nearest {
    this.#multiply(texts, text);
    const least = this.#leastLooked();
    let [found, best] = [-1, 0];
    const [products, lengths] = [this.#products, this.#of.meaningLengths];
    const length = texts.meaningLengths[text] as number;
    for (let at = 0; at < products.length; at++) {
      const ofGrams = products[at] as number;
      // the meaning adds at most the product of both lengths
      if (ofGrams < least || ofGrams + length * (lengths[at] as number) <= best) continue;
      const product = this.#product(texts, text, at);
      if (product > best) [found, best] = [at, product];
    }
    return { at: found, product: best };
  }

  /** The inner product that at least `mostLooked` vectors reach. */
  #leastLooked(): number {
    const products = this.#products;
    if (products.length <= mostLooked) return 0;
    this.#counts.fill(0);
    for (let at = 0; at < products.length; at++) {
      const level = ((products[at] as number) * levels) | 0;
      this.#counts[level] = (this.#counts[level] as number) + 1;
    }
    let [level, count] = [levels, this.#counts[levels] as number];
    while (level > 0 && count < mostLooked) count += this.#counts[--level] as number;
    return level / levels;
  }

  /** Calls `take` with each vector whose inner product with the text is at least `least`. */
  eachNear(texts: TextVectors, text: number, least: number, take: (at: number) => void): void {
    this.#multiply(texts, text);
    const [products, lengths] = [this.#products, this.#of.meaningLengths];
    const length = texts.meaningLengths[text] as number;
    for (let at = 0; at < products.length; at++) {
      if ((products[at] as number) + length * (lengths[at] as number) < least) continue;
      if (this.#product(texts, text, at) >= least) take(at);
    }
  }

  #product(texts: TextVectors, text: number, at: number): number {
    const { meanings, dims } = this.#of;
    return (this.#products[at] as number) + inner(texts.meanings, text * dims, meanings, at * dims, dims);
  }

  #multiply(texts: TextVectors, text: number): void {
    const [begins, owners, values, products] = [this.#begins, this.#owners, this.#values, this.#products];
    products.fill(0);
    for (let at = texts.begins[text] as number; at < (texts.begins[text + 1] as number); at++) {
      const gram = texts.grams[at] as number;
      const value = texts.values[at] as number;
      const end = begins[gram + 1] as number;
      for (let place = begins[gram] as number; place < end; place++) {
        const owner = owners[place] as number;
        products[owner] = (products[owner] as number) + value * (values[place] as number);
      }
    }
  }
}

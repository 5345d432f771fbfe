// Sentence vectors adapted to a domain. A linear map turns the vector that ships into a second one, in which texts of
// one question are close together; both are used.
import type { SentenceVectors } from '../word-vectors.js';

export interface Adapter {
  /** The number of dimensions of the adapted vector. */
  readonly dims: number;
  /** A row of weights for each of these dimensions, as long as a sentence vector. */
  readonly weights: Float32Array;
}

/** An adapter of `dims` dimensions; `weights` holds its rows one after another. */
export const adapterOf = (dims: number, weights: Float32Array): Adapter => ({ dims, weights });

/** Writes the adapted vector, normalised to length 1, at `at`. Returns its length before the normalisation. */
export function adapt({ dims, weights }: Adapter, vector: Float32Array, target: Float32Array, at = 0): number {
  const columns = weights.length / dims;
  let squares = 0;
  for (let row = 0; row < dims; row++) {
    const begin = row * columns;
    let [a, b] = [0, 0];
    for (let column = 0; column + 1 < columns; column += 2) {
      a += (weights[begin + column] as number) * (vector[column] as number);
      b += (weights[begin + column + 1] as number) * (vector[column + 1] as number);
    }
    if (columns % 2 === 1) a += (weights[begin + columns - 1] as number) * (vector[columns - 1] as number);
    target[at + row] = a + b;
    squares += (a + b) ** 2;
  }
  const length = Math.sqrt(squares);
  if (length > 0) for (let row = at; row < at + dims; row++) target[row] = (target[row] as number) / length;
  return length;
}

/** Vectors that consist of the one that ships and the adapted one, each of length 1. */
export class AdaptedVectors implements SentenceVectors {
  readonly dims: number;
  readonly fingerprint: string;
  readonly #base: SentenceVectors;
  readonly #adapter: Adapter;
  readonly #vector: Float32Array;

  constructor(base: SentenceVectors, adapter: Adapter, fingerprint: string) {
    this.#base = base;
    this.#adapter = adapter;
    this.#vector = new Float32Array(base.dims);
    this.dims = base.dims + adapter.dims;
    this.fingerprint = fingerprint;
  }

  get size(): number {
    return this.#base.size;
  }

  words(text: string): number[] {
    return this.#base.words(text);
  }

  weightOf(row: number): number {
    return this.#base.weightOf(row);
  }

  similarity(one: number, other: number): number {
    return this.#base.similarity(one, other);
  }

  put(text: string, target: Float32Array, at = 0): void {
    this.putWords(this.words(text), target, at);
  }

  putWords(rows: readonly number[], target: Float32Array, at = 0): void {
    this.#base.putWords(rows, this.#vector);
    target.set(this.#vector, at);
    adapt(this.#adapter, this.#vector, target, at + this.#base.dims);
  }
}

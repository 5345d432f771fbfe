// The words of a scope: whether an input speaks of what its questions speak of.
import type { Steps } from '../../protocol/steps.js';
import type { SentenceVectors } from './word-vectors.js';

/** Words that are near are looked for among so many, the frequent ones first, */
const mostCompared = 1_000;
/** and for so many words of an input. */
const mostUnknown = 8;

export interface Familiarity {
  /** The mean over the words of the input, the rare ones counting more: 1 for a known word, else how near the nearest is. */
  readonly mean: number;
  readonly least: number;
  /** The share of the words that are known. */
  readonly known: number;
}

const nothing: Familiarity = { mean: 0, least: 0, known: 0 };

export class Vocabulary {
  readonly #vectors: SentenceVectors | undefined;
  /** Rows of word vectors, the frequent ones first. */
  readonly words: Uint32Array;
  readonly #known: ReadonlySet<number>;
  readonly #compared: readonly number[];

  /** `words`: those of an equal scope, as it gives them. */
  constructor(words: Uint32Array, vectors: SentenceVectors | undefined) {
    this.#vectors = vectors;
    this.words = words;
    this.#known = new Set(words);
    this.#compared = [...words.subarray(0, mostCompared)];
  }

  /** `texts`: the words of each. */
  static *of(texts: Iterable<ArrayLike<number>>, vectors: SentenceVectors | undefined): Steps<Vocabulary> {
    const counts = new Uint32Array(vectors?.size ?? 0);
    const known: number[] = [];
    for (const words of texts) {
      for (let at = 0; at < words.length; at++) {
        const word = words[at] as number;
        if (counts[word] === 0) known.push(word);
        counts[word] = (counts[word] as number) + 1;
      }
      yield;
    }
    known.sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b);
    return new Vocabulary(Uint32Array.from(known), vectors);
  }

  familiarity(text: string): Familiarity {
    if (this.#vectors === undefined) return nothing;
    let [sum, known, all, least, unknown] = [0, 0, 0, 1, 0];
    for (const word of this.#vectors.words(text)) {
      const weight = this.#vectors.weightOf(word);
      const isKnown = this.#known.has(word);
      if (!isKnown && ++unknown > mostUnknown) continue;
      const near = isKnown ? 1 : this.#nearest(this.#vectors, word);
      least = Math.min(least, near);
      sum += weight * near;
      all += weight;
      if (isKnown) known += weight;
    }
    return all === 0 ? nothing : { mean: sum / all, least, known: known / all };
  }

  #nearest(vectors: SentenceVectors, word: number): number {
    let nearest = 0;
    for (const other of this.#compared) nearest = Math.max(nearest, vectors.similarity(word, other));
    return nearest;
  }
}

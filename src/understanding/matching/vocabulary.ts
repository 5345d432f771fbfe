// The words of a scope. They tell whether an input is about the topics of the scope's questions.
import type { Steps } from '../../protocol/steps.js';
import type { SentenceVectors } from './word-vectors.js';

/** The number of words, the most frequent ones, among which near words are searched. */
const mostCompared = 1_000;
/** The maximum number of unknown words of an input that are searched. */
const mostUnknown = 8;

export interface Familiarity {
  /**
   * The mean over the words of the input, weighted by rarity: 1 for a known word, otherwise its similarity to the
   * nearest one.
   */
  readonly mean: number;
  readonly least: number;
  /** The share of words that are known. */
  readonly known: number;
}

const nothing: Familiarity = { mean: 0, least: 0, known: 0 };

export class Vocabulary {
  readonly #vectors: SentenceVectors | undefined;
  /** Rows of the word vectors, the most frequent words first. */
  readonly words: Uint32Array;
  readonly #known: ReadonlySet<number>;
  readonly #compared: readonly number[];

  /** Builds a vocabulary from the `words` of an equal scope. */
  constructor(words: Uint32Array, vectors: SentenceVectors | undefined) {
    this.#vectors = vectors;
    this.words = words;
    this.#known = new Set(words);
    this.#compared = [...words.subarray(0, mostCompared)];
  }

  /** Collects a vocabulary. `texts` holds the words of each text. */
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

  /** Measures how familiar the words of a text are. All figures are 0 without word vectors or known words. */
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

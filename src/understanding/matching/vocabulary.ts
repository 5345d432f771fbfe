// The words of a scope: whether an input speaks of what its questions speak of.
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
  readonly #known = new Set<number>();
  readonly #compared: readonly number[];

  /** `texts`: the words of each. */
  constructor(texts: Iterable<Uint32Array>, vectors: SentenceVectors | undefined) {
    this.#vectors = vectors;
    const counts = new Uint32Array(vectors?.size ?? 0);
    for (const words of texts) {
      for (const word of words) {
        if (counts[word] === 0) this.#known.add(word);
        counts[word] = (counts[word] as number) + 1;
      }
    }
    const byCount = [...this.#known].sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b);
    this.#compared = byCount.slice(0, mostCompared);
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

// The nearness of a sentence to a question by the meanings of their words. It needs word vectors.
import type { WordVectors } from '../../../matching/word-vectors.js';

/** The cosine below which two words are unrelated. */
const leastNear = 0.4;

export interface Nearness {
  /** cosine of the two texts as wholes, from -1 to 1 */
  readonly meaning: number;
  /** nearness of the question's words, each to the nearest word of the sentence, weighted by rarity, from 0 to 1 */
  readonly words: number;
}

export class Meanings {
  readonly #vectors: WordVectors;
  readonly #words: readonly number[];
  readonly #question: Float32Array;
  readonly #sentence: Float32Array;

  /** `question` must be folded. */
  constructor(question: string, vectors: WordVectors) {
    this.#vectors = vectors;
    this.#words = vectors.words(question);
    this.#question = new Float32Array(vectors.dims);
    this.#sentence = new Float32Array(vectors.dims);
    vectors.putWords(this.#words, this.#question);
  }

  /** Compares a folded line with the question. */
  nearness(line: string): Nearness {
    const own = this.#vectors.words(line);
    this.#vectors.putWords(own, this.#sentence);
    let meaning = 0;
    for (let dim = 0; dim < this.#question.length; dim++) {
      meaning += (this.#question[dim] as number) * (this.#sentence[dim] as number);
    }
    return { meaning, words: this.#near(own) };
  }

  #near(own: readonly number[]): number {
    let [sum, all] = [0, 0];
    for (const word of this.#words) {
      const weight = this.#vectors.weightOf(word);
      let nearest = own.includes(word) ? 1 : 0;
      for (let at = 0; at < own.length && nearest < 1; at++) {
        nearest = Math.max(nearest, this.#vectors.similarity(word, own[at] as number));
      }
      all += weight;
      if (nearest > leastNear) sum += weight * nearest;
    }
    return all === 0 ? 0 : sum / all;
  }
}

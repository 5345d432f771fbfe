// Sets of the uni- and bigrams of short texts, and the weighted grams of a question.
import { eachGramOnce } from '../../../matching/tables/gram-index.js';

const keyOf = (first: number, second: number): number => first * 0x20000 + second;

export const halvesOf = (gram: number): readonly [first: number, second: number] => [
  Math.floor(gram / 0x20000),
  gram % 0x20000,
];

/** The grams of a line, joined with those of another set. */
export function gramsOf(line: string, more?: ReadonlySet<number>): ReadonlySet<number> {
  const grams = new Set<number>(more);
  eachGramOnce(line, (first, second) => grams.add(keyOf(first, second)));
  return grams;
}

export class WeighedGrams {
  readonly #weights = new Map<number, number>();
  sum = 0;

  /** The grams of a line, each weighted by `weigh`. */
  static of(line: string, weigh: (first: number, second: number) => number): WeighedGrams {
    const grams = new WeighedGrams();
    eachGramOnce(line, (first, second) => grams.#add(keyOf(first, second), weigh(first, second)));
    return grams;
  }

  #add(gram: number, weight: number): void {
    this.#weights.set(gram, weight);
    this.sum += weight;
  }

  has(gram: number): boolean {
    return this.#weights.has(gram);
  }

  /**
   * New weights that count less for grams that most sentences of a passage have, because they do not distinguish them.
   */
  rareAmong(sentences: readonly ReadonlySet<number>[]): WeighedGrams {
    const rare = new WeighedGrams();
    const most = Math.log(1 + (sentences.length + 1) / 0.5);
    for (const [gram, weight] of this.#weights) {
      let count = 0;
      for (const sentence of sentences) if (sentence.has(gram)) count++;
      rare.#add(gram, (weight * Math.log(1 + (sentences.length + 1) / (count + 0.5))) / most);
    }
    return rare;
  }

  /** The weighted share of these grams that `others` contains, from 0 to 1. */
  share(others: ReadonlySet<number>): number {
    if (this.sum === 0) return 0;
    let common = 0;
    for (const [gram, weight] of this.#weights) if (others.has(gram)) common += weight;
    return common / this.sum;
  }
}

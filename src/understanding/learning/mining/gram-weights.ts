// The character uni- and bigrams of all texts of a task, with their numbers and their weights by rarity.
import { eachGramOnce } from '../../matching/tables/gram-index.js';
import { IntegerTable } from '../../matching/tables/integer-table.js';

export class GramWeights {
  readonly #table = new IntegerTable(1 << 14);
  readonly #weights: Float32Array;

  constructor(lines: Iterable<string>) {
    const counts: number[] = [];
    let texts = 0;
    for (const line of lines) {
      texts++;
      eachGramOnce(line, (first, second) => {
        const gram = this.#table.number(first, second);
        counts[gram] = (counts[gram] ?? 0) + 1;
      });
    }
    // the square root keeps rare names from outweighing the question about them
    this.#weights = Float32Array.from(counts, (count) => Math.sqrt(Math.log(1 + (texts + 1) / (count + 0.5))));
  }

  /** The number of grams. */
  get size(): number {
    return this.#weights.length;
  }

  /** Calls `take` with each gram of a line and its weight. Grams that no text of the task has are skipped. */
  each(line: string, take: (gram: number, weight: number) => void): void {
    eachGramOnce(line, (first, second) => {
      const gram = this.#table.get(first, second);
      if (gram >= 0) take(gram, this.#weights[gram] as number);
    });
  }
}

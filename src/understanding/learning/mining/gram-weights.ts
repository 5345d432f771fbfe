// The character uni- and bigrams of all texts of a task: their numbers, and what each weighs by how rare it is.
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
    // the square root: names are rare, and must not count for more than the question that is asked about them
    this.#weights = Float32Array.from(counts, (count) => Math.sqrt(Math.log(1 + (texts + 1) / (count + 0.5))));
  }

  /** The number of grams. */
  get size(): number {
    return this.#weights.length;
  }

  /** Calls with each gram of one of the texts, and its weight. */
  each(line: string, take: (gram: number, weight: number) => void): void {
    eachGramOnce(line, (first, second) => {
      const gram = this.#table.get(first, second);
      if (gram >= 0) take(gram, this.#weights[gram] as number);
    });
  }
}

// An inverted index of character uni- and bigrams: typed arrays that hold for each gram the texts that have it.
import type { Steps } from '../../steps.js';
import { IntegerTable } from './integer-table.js';

/** Above every UTF-16 code unit: the end of a gram of one character. */
const nothing = 0x10000;

/** Calls with the two halves of every gram of a line, each once: a character and the next, a character alone. */
export function eachGramOnce(line: string, take: (first: number, second: number) => void): void {
  const seen = new Set<number>();
  const meet = (first: number, second: number): void => {
    const key = first * 0x20000 + second;
    if (seen.has(key)) return;
    seen.add(key);
    take(first, second);
  };
  eachGram(line, meet);
}

/** The same, as often as they stand there. */
function eachGram(line: string, take: (first: number, second: number) => void): void {
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    take(code, nothing);
    if (at + 1 < line.length) take(code, line.charCodeAt(at + 1));
  }
}

/** The similarity of a line to every text, and the weight of its grams. */
export interface Similarities {
  /** Cosine, for each text. */
  readonly cosines: Float32Array;
  /** Sum of the squared weights of all grams, also of those that no text has. */
  readonly squares: number;
}

export class GramIndex {
  readonly #grams: IntegerTable;
  /** Of each gram: where its texts begin in `texts`; after the last gram their number. */
  readonly #begins: Uint32Array;
  readonly #texts: Uint32Array;
  /** Of each gram: log of how rare it is. */
  readonly #weights: Float32Array;
  /** Of each text: 1 / its length as a vector of weights. */
  readonly #factors: Float32Array;
  readonly #unknownWeight: number;

  private constructor(grams: IntegerTable, counts: readonly number[], lines: number) {
    this.#grams = grams;
    this.#begins = new Uint32Array(counts.length + 1);
    for (const [gram, count] of counts.entries()) {
      this.#begins[gram + 1] = (this.#begins[gram] as number) + count;
    }
    this.#weights = Float32Array.from(counts, (count) => rarity(lines, count));
    this.#unknownWeight = rarity(lines, 0);
    this.#texts = new Uint32Array(this.#begins[counts.length] as number);
    this.#factors = new Float32Array(lines);
  }

  static *of(lines: readonly string[]): Steps<GramIndex> {
    const grams = new IntegerTable(1024);
    const counts: number[] = [];
    const lastIn: number[] = [];
    for (const [text, line] of lines.entries()) {
      eachGram(line, (first, second) => {
        const gram = grams.number(first, second);
        if (lastIn[gram] === text) return;
        lastIn[gram] = text;
        counts[gram] = (counts[gram] ?? 0) + 1;
      });
      yield;
    }
    const index = new GramIndex(grams, counts, lines.length);
    yield* index.#fill(lines);
    return index;
  }

  *#fill(lines: readonly string[]): Steps<void> {
    const next = this.#begins.slice(0, -1);
    const lastIn = new Int32Array(next.length).fill(-1);
    for (const [text, line] of lines.entries()) {
      let squares = 0;
      eachGram(line, (first, second) => {
        const gram = this.#grams.get(first, second);
        if (lastIn[gram] === text) return;
        lastIn[gram] = text;
        this.#texts[next[gram] as number] = text;
        next[gram] = (next[gram] as number) + 1;
        squares += (this.#weights[gram] as number) ** 2;
      });
      this.#factors[text] = squares === 0 ? 0 : 1 / Math.sqrt(squares);
      yield;
    }
  }

  /** 1 / the length of a text as a vector of weights. */
  factor(text: number): number {
    return this.#factors[text] as number;
  }

  /** The log of how rare a gram is. */
  weight(first: number, second: number): number {
    const gram = this.#grams.get(first, second);
    return gram < 0 ? this.#unknownWeight : (this.#weights[gram] as number);
  }

  similarities(line: string): Similarities {
    const [texts, factors] = [this.#texts, this.#factors];
    const cosines = new Float32Array(factors.length);
    let squares = 0;
    eachGramOnce(line, (first, second) => {
      const gram = this.#grams.get(first, second);
      const weight = gram < 0 ? this.#unknownWeight : (this.#weights[gram] as number);
      const square = weight * weight;
      squares += square;
      if (gram < 0) return;
      const end = this.#begins[gram + 1] as number;
      for (let at = this.#begins[gram] as number; at < end; at++) {
        const text = texts[at] as number;
        cosines[text] = (cosines[text] as number) + square;
      }
    });
    const factor = squares === 0 ? 0 : 1 / Math.sqrt(squares);
    for (let text = 0; text < cosines.length; text++) {
      cosines[text] = (cosines[text] as number) * (factors[text] as number) * factor;
    }
    return { cosines, squares };
  }
}

function rarity(texts: number, count: number): number {
  return Math.log(1 + (texts + 1) / (count + 0.5));
}

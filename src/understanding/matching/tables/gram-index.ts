// An inverted index of character uni- and bigrams, in typed arrays: for each gram it holds the texts that contain it.
import type { Steps } from '../../../protocol/steps.js';
import { IntegerTable } from './integer-table.js';

/** The number of arrays that are kept for later lines. */
const mostSpare = 4;

/** The second half of a gram of one character; it is above all UTF-16 code units. */
const nothing = 0x10000;

/**
 * Calls `take` with the two halves of each gram of a line, each gram once: a character with the next one, or a
 * character alone.
 */
export function eachGramOnce(line: string, take: (first: number, second: number) => void): void {
  const seen = new Set<number>();
  for (let at = 0; at < 2 * line.length - 1; at++) {
    const [first, second] = [line.charCodeAt(at >> 1), secondOf(line, at)];
    const key = first * 0x20000 + second;
    if (seen.has(key)) continue;
    seen.add(key);
    take(first, second);
  }
}

/** The second half of the gram at this index. Each character alone is followed by its pair with the next one. */
const secondOf = (line: string, at: number): number => ((at & 1) === 0 ? nothing : line.charCodeAt((at >> 1) + 1));

/** The similarity of a line to all texts, and the weight of its grams. */
export interface Similarities {
  /** The cosine to each text. */
  readonly cosines: Float32Array;
  /** The sum of the squared weights of all grams, including those that no text has. */
  readonly squares: number;
}

export class GramIndex {
  readonly #grams: IntegerTable;
  /** The index in `texts` at which each gram's texts begin; after the last gram, their total number. */
  readonly #begins: Uint32Array;
  readonly #texts: Uint32Array;
  /** The weight of each gram: the logarithm of its rarity. */
  readonly #weights: Float32Array;
  /** 1 / the length of each text as a vector of weights. */
  readonly #factors: Float32Array;
  readonly #unknownWeight: number;
  readonly #spare: Float32Array[] = [];

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
    // The grams of each text, each once, one text after another.
    let found = new Uint32Array(1024);
    let size = 0;
    const ends = new Uint32Array(lines.length);
    for (let text = 0; text < lines.length; text++) {
      const line = lines[text] as string;
      if (size + 2 * line.length > found.length) found = enlarged(found, size + 2 * line.length);
      for (let at = 0; at < 2 * line.length - 1; at++) {
        const gram = grams.number(line.charCodeAt(at >> 1), secondOf(line, at));
        if (lastIn[gram] === text) continue;
        lastIn[gram] = text;
        counts[gram] = (counts[gram] ?? 0) + 1;
        found[size++] = gram;
      }
      ends[text] = size;
      yield;
    }
    const index = new GramIndex(grams, counts, lines.length);
    yield* index.#fill(found, ends);
    return index;
  }

  *#fill(grams: Uint32Array, ends: Uint32Array): Steps<void> {
    const next = this.#begins.slice(0, -1);
    let at = 0;
    for (let text = 0; text < ends.length; text++) {
      let squares = 0;
      for (; at < (ends[text] as number); at++) {
        const gram = grams[at] as number;
        this.#texts[next[gram] as number] = text;
        next[gram] = (next[gram] as number) + 1;
        squares += (this.#weights[gram] as number) ** 2;
      }
      this.#factors[text] = squares === 0 ? 0 : 1 / Math.sqrt(squares);
      yield;
    }
  }

  /** 1 / the length of a text as a vector of weights. */
  factor(text: number): number {
    return this.#factors[text] as number;
  }

  /** The weight of a gram: the logarithm of its rarity. */
  weight(first: number, second: number): number {
    const gram = this.#grams.get(first, second);
    return gram < 0 ? this.#unknownWeight : (this.#weights[gram] as number);
  }

  /**
   * Returns the array of similarities that are no longer needed, for the next line. Many large arrays would keep the
   * garbage collector busy.
   */
  release(cosines: Float32Array): void {
    if (this.#spare.length < mostSpare && !this.#spare.includes(cosines)) this.#spare.push(cosines);
  }

  /** The cosine of a line to each text, by weighted grams. */
  similarities(line: string): Similarities {
    const [texts, factors] = [this.#texts, this.#factors];
    const cosines = this.#spare.pop()?.fill(0) ?? new Float32Array(factors.length);
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

function enlarged(array: Uint32Array<ArrayBuffer>, least: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(least, 2 * array.length));
  larger.set(array);
  return larger;
}

function rarity(texts: number, count: number): number {
  return Math.log(1 + (texts + 1) / (count + 0.5));
}

// The features of a text: its character 1- to 3-grams, weighted by rarity, and its sentence vector.
import { IntegerTable } from '../tables/integer-table.js';
import type { SentenceVectors } from '../word-vectors.js';

const longestGram = 3;
/** Markers before and after a line, so that grams know its ends. */
const [begin, end] = ['\u0002', '\u0003'];

/** Calls `take` with the hash of each gram of the line, as often as the gram occurs. */
function eachGram(line: string, take: (first: number, second: number) => void): void {
  const text = begin + line + end;
  for (let at = 0; at < text.length; at++) {
    let [first, second] = [0x811c9dc5, 0x9747b28c];
    for (let unit = at; unit < Math.min(text.length, at + longestGram); unit++) {
      first = Math.imul(first ^ text.charCodeAt(unit), 0x01000193);
      second = Math.imul(second ^ text.charCodeAt(unit), 0x85ebca6b);
      second ^= second >>> 13;
      if (unit > at || (at > 0 && at < text.length - 1)) take(first, second);
    }
  }
}

/** The grams that a head knows: the two halves of each hash, and the gram's rarity among the samples. */
export interface Grams {
  readonly firsts: Uint32Array;
  readonly seconds: Uint32Array;
  readonly rarities: Float32Array;
}

export interface GramLimits {
  /** The maximum number of grams; those that occur in most lines are kept. */
  readonly most: number;
}

/** Collects the grams of the lines, up to the limit. */
export function gramsOf(lines: readonly string[], { most }: GramLimits): Grams {
  const table = new IntegerTable(lines.length * 16);
  const [firsts, seconds, counts, lastIn]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const [at, line] of lines.entries()) {
    eachGram(line, (first, second) => {
      const id = table.number(first, second);
      if (id === counts.length) {
        firsts.push(first >>> 0);
        seconds.push(second >>> 0);
        counts.push(0);
      }
      if (lastIn[id] === at) return;
      lastIn[id] = at;
      counts[id] = (counts[id] as number) + 1;
    });
  }
  const kept = counts.length <= most ? undefined : mostCommon(counts, most);
  const of = (list: readonly number[]): readonly number[] =>
    kept === undefined ? list : kept.map((id) => list[id] as number);
  return {
    firsts: Uint32Array.from(of(firsts)),
    seconds: Uint32Array.from(of(seconds)),
    rarities: Float32Array.from(of(counts), (count) => Math.log(1 + lines.length / count)),
  };
}

/** The most common ids, in their original order. */
function mostCommon(counts: readonly number[], most: number): number[] {
  const byCount = counts.map((_, id) => id).sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b);
  return byCount.slice(0, most).sort((a, b) => a - b);
}

/** A table from the hash of a gram to its id. */
export function gramTable({ firsts, seconds }: Pick<Grams, 'firsts' | 'seconds'>): IntegerTable {
  const table = new IntegerTable(firsts.length);
  for (let id = 0; id < firsts.length; id++) table.set(firsts[id] as number, seconds[id] as number, id);
  return table;
}

/** The known grams of a line, each once, with values whose vector has length 1. */
export interface GramValues {
  readonly ids: readonly number[];
  readonly values: readonly number[];
}

/** The known grams of a line with their values. */
export function gramValues(line: string, table: IntegerTable, rarities: Float32Array): GramValues {
  const ids: number[] = [];
  const seen = new Set<number>();
  eachGram(line, (first, second) => {
    const id = table.get(first, second);
    if (id < 0 || seen.has(id)) return;
    seen.add(id);
    ids.push(id);
  });
  let squares = 0;
  for (const id of ids) squares += (rarities[id] as number) ** 2;
  const factor = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  return { ids, values: ids.map((id) => (rarities[id] as number) * factor) };
}

/** The sentence vector of a text; empty without vectors. */
export function vectorOf(spoken: string, vectors: SentenceVectors | undefined): Float32Array {
  const vector = new Float32Array(vectors?.dims ?? 0);
  vectors?.put(spoken, vector);
  return vector;
}

// Mines dialog records (specification 3, section 4.2) for callers' questions that a knowledge base lacks, and for other
// wordings of questions that it has.
import { plainText } from '../../matching/plain-text.js';
import { groupedBy } from '../../matching/tables/grouped.js';
import type { KnowledgePoint } from '../inputs/knowledge-base.js';
import { sampled } from '../inputs/sampled.js';
import type { MiningConfig } from '../order.js';
import { newPoints } from './clusters.js';
import { GramWeights } from './gram-weights.js';
import { likenessOf } from './likeness.js';
import { Progress } from './progress.js';
import { type Meanings, TextVectors } from './text-vectors.js';
import { VectorIndex } from './vector-index.js';

export interface MiningInput {
  readonly records: readonly string[];
  /** Questions to leave out. */
  readonly ignored: readonly string[];
  /** Knowledge points with ids; undefined: no knowledge base was given. */
  readonly knowledge: readonly KnowledgePoint[] | undefined;
}

/** Further extended questions for a knowledge point. */
export interface MinedQuestions {
  readonly q: string;
  readonly i: string;
  readonly e: readonly string[];
}

/** A new knowledge point that the records suggest. */
export interface MinedPoint {
  readonly q: string;
  readonly e: readonly string[];
}

export interface Mined {
  /** The given points that get further questions, in the order of the knowledge base; absent without one. */
  readonly kb?: readonly MinedQuestions[];
  /** New points, the largest first. */
  readonly newKb: readonly MinedPoint[];
}

/** The number of characters that are compared. A longer text is no question and is compared by its beginning. */
const comparedCharacters = 100;
const comparedAs = (written: string): string => plainText(sampled(written)).core.text.slice(0, comparedCharacters);

/** Mines the records. `tell` gets the finished share from 0 to 1, which never decreases. */
export function mine(
  { records, ignored, knowledge }: MiningInput,
  config: MiningConfig,
  vectors: Meanings | undefined,
  tell: (share: number) => void,
): Mined {
  const progress = new Progress(tell);
  progress.at(0);
  const known = (knowledge ?? []).flatMap((point) => [point.q, ...point.e].map((text) => ({ point, text })));
  const texts = {
    ignored: uniqueOf(ignored, (text) => text),
    known: uniqueOf(known, ({ text }) => text),
    records: uniqueOf(records, (text) => text),
  };
  // texts that are known need no comparison
  for (const line of [...texts.ignored.keys(), ...texts.known.keys()]) texts.records.delete(line);
  const weights = new GramWeights(new Set([...texts.ignored.keys(), ...texts.known.keys(), ...texts.records.keys()]));
  const vectorsOf = (lines: Iterable<string>): TextVectors => TextVectors.of([...lines], weights, vectors);
  const all = vectorsOf(texts.records.keys());
  progress.part(0.05).at(1);

  const written = [...texts.records.values()];
  let left = Array.from(written.keys());
  const ofIgnored = nearestOf(all, left, vectorsOf(texts.ignored.keys()), weights.size, progress.part(0.15));
  left = left.filter((_, at) => (ofIgnored[at] as Near).likeness <= config.overlookThreshold);

  const nearest = nearestOf(all, left, vectorsOf(texts.known.keys()), weights.size, progress.part(0.2));
  const points = [...texts.known.values()].map(({ point }) => point);
  const { found, rest } = parted(left, nearest, points, config);
  const groups = newPoints(all.picked(Uint32Array.from(rest)), weights.size, config, progress.part(0.6));
  progress.at(1);

  const newKb = groups.map((group) => {
    const [q = '', ...e] = group.map((each) => written[rest[each] as number] as string);
    return { q, e };
  });
  if (knowledge === undefined) return { newKb };
  const kb = knowledge.flatMap((point) => {
    const more = found.get(point) ?? [];
    return more.length === 0 ? [] : [{ q: point.q, i: point.i ?? '', e: more.map((each) => written[each] as string) }];
  });
  return { kb, newKb };
}

/** The items by their comparable text, each once: the first spelling stays, and empty texts are dropped. */
function uniqueOf<T>(items: readonly T[], textOf: (item: T) => string): Map<string, T> {
  const unique = new Map<string, T>();
  for (const item of items) {
    const line = comparedAs(textOf(item));
    if (line !== '' && !unique.has(line)) unique.set(line, item);
  }
  return unique;
}

interface Near {
  /** The index of the nearest; -1: nothing is near. */
  readonly at: number;
  readonly likeness: number;
}

function nearestOf(
  all: TextVectors,
  rows: readonly number[],
  others: TextVectors,
  grams: number,
  progress: Progress,
): readonly Near[] {
  const index = new VectorIndex(others, grams);
  const found = rows.map((row, place) => {
    const { at, product } = index.nearest(all, row);
    progress.at((place + 1) / rows.length);
    return { at, likeness: likenessOf(product) };
  });
  progress.at(1);
  return found;
}

/** Divides the records into further questions of known points, the nearest first, and possible new questions. */
function parted(
  rows: readonly number[],
  nearest: readonly Near[],
  points: readonly KnowledgePoint[],
  { discardThreshold, minKeepThreshold, maxKeepThreshold, minKeepCount }: MiningConfig,
): { found: ReadonlyMap<KnowledgePoint, readonly number[]>; rest: readonly number[] } {
  const near = rows.map((row, at) => ({ row, ...(nearest[at] as Near) }));
  const fitting = near.filter(({ likeness }) => likeness >= minKeepThreshold && likeness <= discardThreshold);
  const groups = groupedBy(fitting, ({ at }) => points[at] as KnowledgePoint);
  const found = new Map<KnowledgePoint, readonly number[]>();
  const used = new Set<number>();
  for (const [point, group] of groups) {
    if (group.length < minKeepCount) continue;
    group.sort((one, other) => other.likeness - one.likeness || one.row - other.row);
    found.set(
      point,
      group.map(({ row }) => row),
    );
    for (const { row } of group) used.add(row);
  }
  const isNew = ({ row, likeness }: { row: number; likeness: number }): boolean =>
    !used.has(row) && likeness <= maxKeepThreshold && likeness <= discardThreshold;
  return { found, rest: near.filter(isNew).map(({ row }) => row) };
}

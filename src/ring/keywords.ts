// Finds the table's keywords in what was said. Recognisers write down homophones, so how a prompt sounded is compared as
// well as what was written.
import type { KeywordRow } from '../protocol/engine/ring.js';
import { saidText } from './announcement.js';
import {
  everyPlace,
  firstHeard,
  firstWritten,
  openPlaces,
  type Said,
  type Sought,
  type Span,
} from './keyword-places.js';
import { plainForm } from './plain-form.js';

/** The readings of a word, each a run of syllables with tone digits, such as kong1 hao4. */
export type ReadingsOf = (word: string) => readonly (readonly string[])[];

/** Readings for use when no pronunciations are known. */
export const asWritten: ReadingsOf = () => [];

interface CompiledRow extends Sought {
  readonly row: KeywordRow;
}

export interface CompiledKeywords {
  /** best first, so that the first hit is the answer; rows of equal rank keep the table's order */
  readonly rows: readonly CompiledRow[];
  /** rows that give no verdict: they hide the shorter keywords inside them */
  readonly ignored: readonly CompiledRow[];
  /** rows that do not end a call: while one may yet be said, a shorter keyword in its beginning waits */
  readonly awaited: readonly CompiledRow[];
}

export interface KeywordMatch {
  readonly row: KeywordRow;
  readonly at: Span;
}

/** A word of one syllable sounds like too much else. */
const leastSyllables = 2;
/** Nobody pauses within a shorter word: across a pause it is the end of one word and the beginning of another. */
const leastAcrossPause = 3;

export function compileKeywords(table: readonly KeywordRow[], readingsOf: ReadingsOf = asWritten): CompiledKeywords {
  const compiled = table
    .map((row) => ({ row, plain: plainForm(row.word) }))
    .filter(({ plain }) => plain !== '')
    .map((each) => ({ ...each, readings: readingsOf(each.plain).filter((run) => run.length >= leastSyllables) }));
  compiled.sort((a, b) => b.row.resultId - a.row.resultId || b.plain.length - a.plain.length);
  return {
    rows: compiled.filter(({ row }) => row.action !== 'ignore'),
    ignored: compiled.filter(({ row }) => row.action === 'ignore'),
    awaited: compiled.filter(({ row }) => row.action === 'ignore' || row.action === 'hold'),
  };
}

/** The row of a text by itself. `heard`: its syllables, where they are known. */
export function findKeyword(
  keywords: CompiledKeywords,
  text: string,
  heard: readonly string[] = [],
): KeywordRow | undefined {
  return matchKeyword(keywords, saidText(text, heard))?.row;
}

/**
 * Specification 2, 2.5 rule 1: the highest RESULTID; then the longest keyword. Among equal ones what was written goes
 * before what only sounded like it, and then the one that stands first. A place that is not trusted is passed over.
 */
export function matchKeyword(
  keywords: CompiledKeywords,
  said: Said,
  isTrusted: (match: KeywordMatch) => boolean = () => true,
): KeywordMatch | undefined {
  if (said.plain === '') return undefined;
  const hidden = keywords.ignored.flatMap((ignored) => everyPlace(said, ignored));
  const awaited = said.isOpen
    ? keywords.awaited.flatMap((each) => openPlaces(said, each).map((span) => ({ ...span, row: each.row })))
    : [];
  let best: (KeywordMatch & { readonly plain: string; readonly isWritten: boolean }) | undefined;
  for (const sought of keywords.rows) {
    const { row, plain } = sought;
    if (best && (row.resultId < best.row.resultId || plain.length < best.plain.length)) break;
    const accept = (span: Span) =>
      !hidden.some((other) => hides(other, span)) &&
      !awaited.some((other) => winsOver(other.row, row) && hides(other, span)) &&
      (lengthOf(span) >= leastAcrossPause || !said.joints.some((joint) => span.from < joint && joint < span.to)) &&
      isTrusted({ row, at: span });
    const written = firstWritten(said, sought, accept);
    const at = written ?? firstHeard(said, sought, accept);
    const isWritten = written !== undefined;
    if (at === undefined) continue;
    if (best && (isWritten === best.isWritten ? at.from >= best.at.from : best.isWritten)) continue;
    best = { row, at, plain, isWritten };
  }
  return best && { row: best.row, at: best.at };
}

const lengthOf = ({ from, to }: Span): number => to - from;
const hides = (other: Span, span: Span): boolean =>
  other.from <= span.from && span.to <= other.to && lengthOf(other) > lengthOf(span);
const winsOver = (awaited: KeywordRow, row: KeywordRow): boolean =>
  awaited.action === 'ignore' || awaited.resultId >= row.resultId;

// Finds the table's keywords in prompt text. Recognisers differ in spacing, punctuation and character width, so both
// sides are compared in one plain form; and they write down homophones, so how a prompt sounded is compared as well.
import type { KeywordRow } from '../protocol/ring.js';

const notCompared = /[\p{P}\p{S}\p{Z}\p{C}]/gu;

/** Half-width, lower case, without spaces and punctuation. */
export function plainForm(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(notCompared, '');
}

/** The readings of a word, each a run of syllables with tone digits, such as kong1 hao4. */
export type ReadingsOf = (word: string) => readonly (readonly string[])[];

/** Nothing is known about how words sound. */
export const asWritten: ReadingsOf = () => [];

interface CompiledRow {
  readonly row: KeywordRow;
  readonly plain: string;
  readonly readings: readonly (readonly string[])[];
}

export interface CompiledKeywords {
  /** best first, so that the first hit is the answer; rows of equal rank keep the table's order */
  readonly rows: readonly CompiledRow[];
}

/** A word of one syllable sounds like too much else; one of two must agree in a tone. */
const leastSyllables = 2;
const surelySyllables = 3;

export function compileKeywords(rows: readonly KeywordRow[], readingsOf: ReadingsOf = asWritten): CompiledKeywords {
  const compiled = rows
    .map((row) => ({ row, plain: plainForm(row.word) }))
    .filter(({ plain }) => plain !== '')
    .map((each) => ({ ...each, readings: readingsOf(each.plain).filter((run) => run.length >= leastSyllables) }));
  compiled.sort((a, b) => b.row.resultId - a.row.resultId || b.plain.length - a.plain.length);
  return { rows: compiled };
}

/**
 * Specification 2, 2.5 rule 1: the highest RESULTID; then the longest keyword; then the one that stands first.
 * `heard`: the syllables of the text, where they are known.
 */
export function findKeyword(
  keywords: CompiledKeywords,
  text: string,
  heard: readonly string[] = [],
): KeywordRow | undefined {
  const plainText = plainForm(text);
  if (plainText === '') return undefined;
  let best: KeywordRow | undefined;
  let bestLength = 0;
  let bestAt = 0;
  for (const { row, plain, readings } of keywords.rows) {
    if (best && (row.resultId < best.resultId || plain.length < bestLength)) break;
    const written = plainText.indexOf(plain);
    const at = written >= 0 ? written : placeOf(readings, heard);
    if (at < 0 || (best && at >= bestAt)) continue;
    best = row;
    bestLength = plain.length;
    bestAt = at;
  }
  return best;
}

/**
 * Every place where a row's keyword stands in a text, in syllables `from` and before `to` of it: as it is written,
 * otherwise as it sounds. None where it is not known which syllables are its characters.
 */
export function syllablesOfKeyword(
  { rows }: CompiledKeywords,
  row: KeywordRow,
  text: string,
  heard: readonly string[],
): { from: number; to: number }[] {
  const { plain = '', readings = [] } = rows.find((each) => each.row === row) ?? {};
  const places: { from: number; to: number }[] = [];
  const characters = [...plainForm(text)];
  const own = [...plain];
  if (characters.length === heard.length) {
    for (let from = 0; from + own.length <= characters.length; from++) {
      if (own.every((character, at) => characters[from + at] === character))
        places.push({ from, to: from + own.length });
    }
  }
  if (places.length > 0) return places;
  for (let from = 0; from < heard.length; from++) {
    const run = readings.find((each) => soundsLike(each, heard, from));
    if (run !== undefined) places.push({ from, to: from + run.length });
  }
  return places;
}

/** The first place where one of the readings was heard, or -1. */
function placeOf(readings: readonly (readonly string[])[], heard: readonly string[]): number {
  for (let at = 0; at < heard.length; at++) {
    if (readings.some((run) => soundsLike(run, heard, at))) return at;
  }
  return -1;
}

function soundsLike(run: readonly string[], heard: readonly string[], at: number): boolean {
  if (at + run.length > heard.length) return false;
  let tones = 0;
  for (const [index, syllable] of run.entries()) {
    const other = heard[at + index] ?? '';
    if (toneless(other) !== toneless(syllable)) return false;
    if (other === syllable) tones++;
  }
  return run.length >= surelySyllables || tones > 0;
}

const toneless = (syllable: string): string => syllable.replace(/\d$/, '');

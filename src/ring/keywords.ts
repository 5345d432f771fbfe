// Finds the table's keywords in prompt text. Recognisers differ in spacing, punctuation and character width, so both
// sides are compared in one plain form.
import type { KeywordRow } from '../protocol/ring.js';

const notCompared = /[\p{P}\p{S}\p{Z}\p{C}]/gu;

/** Half-width, lower case, without spaces and punctuation. */
export function plainForm(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(notCompared, '');
}

export interface CompiledKeywords {
  /** best first, so that the first hit is the answer; rows of equal rank keep the table's order */
  readonly rows: readonly { readonly row: KeywordRow; readonly plain: string }[];
}

export function compileKeywords(rows: readonly KeywordRow[]): CompiledKeywords {
  const compiled = rows.map((row) => ({ row, plain: plainForm(row.word) })).filter(({ plain }) => plain !== '');
  compiled.sort((a, b) => b.row.resultId - a.row.resultId || b.plain.length - a.plain.length);
  return { rows: compiled };
}

/** Specification 2, 2.5 rule 1: the highest RESULTID; then the longest keyword; then the one that stands first. */
export function findKeyword(keywords: CompiledKeywords, text: string): KeywordRow | undefined {
  const plainText = plainForm(text);
  if (plainText === '') return undefined;
  let best: KeywordRow | undefined;
  let bestLength = 0;
  let bestAt = 0;
  for (const { row, plain } of keywords.rows) {
    if (best && (row.resultId < best.resultId || plain.length < bestLength)) break;
    const at = plainText.indexOf(plain);
    if (at < 0 || (best && at >= bestAt)) continue;
    best = row;
    bestLength = plain.length;
    bestAt = at;
  }
  return best;
}

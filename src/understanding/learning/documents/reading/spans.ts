// Builds answers of one to three sentences from rated sentences.
import type { Judged } from './judge.js';
import type { Passage } from './passages.js';

export interface AnswerSpan {
  readonly passage: Passage;
  readonly text: string;
  readonly docScore: number;
  readonly answerScore: number;
}

const mostSentences = 3;
/** The maximum difference in rank at which a neighbouring sentence belongs to the answer. */
const nearRank = 1.5;

/** The answers, best first. No sentence is in two of them. */
export function spansOf(judged: readonly Judged[], maxCharacters: number, most: number): AnswerSpan[] {
  const ranks = new Map<Passage, Map<number, number>>();
  for (const { passage, at, rank } of judged) {
    const own = ranks.get(passage) ?? new Map<number, number>();
    ranks.set(passage, own.set(at, rank));
  }
  const taken = new Map<Passage, Set<number>>();
  const spans: AnswerSpan[] = [];
  for (const { passage, at, rank, docScore, answerScore } of judged) {
    if (spans.length >= most) break;
    const used = taken.get(passage) ?? new Set<number>();
    taken.set(passage, used);
    if (used.has(at)) continue;
    const own = ranks.get(passage) as Map<number, number>;
    let [first, last] = [at, at];
    const isOpen = (next: number): boolean =>
      !used.has(next) &&
      (own.get(next) ?? Number.NEGATIVE_INFINITY) >= rank - nearRank &&
      lengthOf(passage, Math.min(first, next), Math.max(last, next)) <= maxCharacters;
    while (last - first + 1 < mostSentences) {
      if (isOpen(last + 1)) last++;
      else if (isOpen(first - 1)) first--;
      else break;
    }
    for (let each = first; each <= last; each++) used.add(each);
    spans.push({ passage, text: textOf(passage, first, last, maxCharacters), docScore, answerScore });
  }
  return spans;
}

const lengthOf = ({ bounds }: Passage, first: number, last: number): number =>
  (bounds[last + 1] as number) - (bounds[first] as number);

function textOf({ text, bounds }: Passage, first: number, last: number, maxCharacters: number): string {
  const all = text.slice(bounds[first], bounds[last + 1]).trim();
  if (all.length <= maxCharacters) return all;
  const cut = all.slice(0, maxCharacters);
  // never within a surrogate pair
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

// The keyword that a new text brings: looked for in the whole announcement, and in nothing that was said after the answer.
import type { TextEvent } from '../protocol/ring.js';
import { goneBefore, type SaidSentence, saidIn, sentencesAt } from './announcement.js';
import type { Candidate } from './candidate.js';
import { type CompiledKeywords, matchKeyword } from './keywords.js';

interface Before {
  readonly announcement: readonly SaidSentence[];
  readonly answeredAtMs?: number;
}

/** A keyword that ends with the newest sentence or within it; none that was found before. */
export function saidKeyword(
  keywords: CompiledKeywords,
  { announcement, answeredAtMs }: Before,
  { isFinal, atMs }: TextEvent,
  newest: SaidSentence,
): Candidate | undefined {
  const sentences = [...goneBefore(announcement, newest), newest];
  const heard = saidIn(sentences, { isOpen: !isFinal, ...(answeredAtMs !== undefined && { answeredAtMs }) });
  const match = matchKeyword(keywords, heard);
  if (match === undefined) return undefined;
  const own = sentencesAt(sentences, heard, match.at);
  const [first] = own;
  if (first === undefined) return undefined;
  const { word, resultId, resultName, action } = match.row;
  return {
    result: own.map(({ text }) => text).join(' '),
    keyword: word,
    resultId,
    resultName,
    confidence: Math.min(...own.map(({ confidence }) => confidence)),
    fromMs: first.fromMs,
    atMs,
    ends: action !== 'hold',
    rank: 0,
    order: 0,
  };
}

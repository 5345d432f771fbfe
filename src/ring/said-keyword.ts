// The keyword that a new text brings: looked for in the whole announcement, and in nothing that was said after the answer.
import type { TextEvent } from '../protocol/engine/ring.js';
import { goneBefore, type SaidSentence, saidIn, sentencesAt } from './announcement.js';
import type { Candidate } from './candidate.js';
import { hitAt, inThousandths, type KeywordHit, ruleFor, type TrustIn } from './keyword-trust.js';
import { type CompiledKeywords, matchKeyword } from './keywords.js';

interface Before {
  readonly announcement: readonly SaidSentence[];
  readonly answeredAtMs?: number;
}

export interface SaidKeyword {
  readonly found?: Candidate;
  /** The keywords that stand in the text and were not trusted. */
  readonly doubted: readonly KeywordHit[];
}

/** A trusted keyword that ends with the newest sentence or within it; none that was found before. */
export function saidKeyword(
  keywords: CompiledKeywords,
  { announcement, answeredAtMs }: Before,
  { isFinal, atMs }: TextEvent,
  newest: SaidSentence,
  trust: TrustIn,
): SaidKeyword {
  const sentences = [...goneBefore(announcement, newest), newest];
  const said = saidIn(sentences, { isOpen: !isFinal, ...(answeredAtMs !== undefined && { answeredAtMs }) });
  const doubted: KeywordHit[] = [];
  const match = matchKeyword(keywords, said, ({ row, at }) => {
    const hit = hitAt(row.word, at, said, newest, atMs);
    if (ruleFor(hit, trust, doubted) !== undefined) return true;
    doubted.push(hit);
    return false;
  });
  if (match === undefined) return { doubted };
  const own = sentencesAt(sentences, said, match.at);
  const [first] = own;
  const { word, resultId, resultName, action } = match.row;
  const hit = hitAt(word, match.at, said, newest, atMs);
  const rule = ruleFor(hit, trust, doubted);
  if (first === undefined || rule === undefined) return { doubted };
  const confidence = inThousandths(hit.confidence);
  const found: Candidate = {
    result: own.map(({ text }) => text).join(' '),
    keyword: word,
    resultId,
    resultName,
    confidence,
    fromMs: first.fromMs,
    atMs,
    ends: action !== 'hold',
    rank: 0,
    order: 0,
    heard: { word, fromMs: hit.fromMs, atMs, confidence, rule },
  };
  return { found, doubted };
}

// Whether a keyword that stands in the text of a prompt was said. The search makes words of whatever sounds like speech,
// and the keywords are hotwords of it: songs, babble and foreign speech get keywords too. So a keyword must be sure by
// its own syllables, surer where there is singing, or be heard twice. Pure, as the reducer. docs/why/ring-verdicts.md
// has the reasons, docs/measurements.md the figures.
import type { HeardKeyword, KeywordRow, KeywordRule, TextEvent } from '../protocol/ring.js';
import { type CompiledKeywords, findKeyword, syllablesOfKeyword } from './keywords.js';

export interface KeywordHit extends HeardKeyword {
  readonly row: KeywordRow;
  /** A pause lies between two of its syllables: announcers have none there, singers hold their notes. */
  readonly isStretched: boolean;
  /** 0: not known. */
  readonly syllables: number;
}

export interface TrustedKeyword {
  readonly hit: KeywordHit;
  readonly rule: KeywordRule;
}

export interface KeywordsOfText {
  readonly trusted?: TrustedKeyword;
  /** Those that stand before it in the table's order, or all. */
  readonly doubted: readonly KeywordHit[];
}

/** From one syllable of a keyword to the next. */
const stretchedMs = 550;
/** So many times the confidence is wanted at least where there is singing. */
const musicFactor = 1.75;
/** By syllables: the fewer a keyword has, the more often other languages and songs have something like it. */
const factorOf = (syllables: number): number => [1, 2.2, 1.6][syllables] ?? 0.75;
/** At two places so far apart a keyword counts as said twice, with that share of the confidence at each. */
const apartMs = 1_000;
const shareOfTwice = 0.8;

/** `before`: keywords that were doubted so far. */
export function keywordsOf(
  keywords: CompiledKeywords,
  event: TextEvent,
  heard: { readonly needed: number; readonly hasMusic: boolean; readonly before: readonly HeardKeyword[] },
): KeywordsOfText {
  const doubted: KeywordHit[] = [];
  let rest = keywords;
  for (;;) {
    const row = findKeyword(rest, event.text, event.readings);
    if (row === undefined) return { doubted };
    for (const hit of hitsOf(keywords, row, event)) {
      const rule = ruleFor(hit, heard.needed, heard.hasMusic, [...heard.before, ...doubted]);
      if (rule !== undefined) return { trusted: { hit, rule }, doubted };
      doubted.push(hit);
    }
    rest = { rows: rest.rows.filter((each) => each.row !== row) };
  }
}

function ruleFor(
  hit: KeywordHit,
  needed: number,
  hasMusic: boolean,
  before: readonly HeardKeyword[],
): KeywordRule | undefined {
  const isSung = hasMusic || hit.isStretched;
  const factor = Math.max(isSung ? musicFactor : 0, factorOf(hit.syllables));
  const wanted = Math.min(1, needed * factor);
  if (hit.confidence >= wanted) return isSung ? 'sure-in-music' : 'sure';
  const least = wanted * shareOfTwice;
  const isSame = ({ word, fromMs, confidence }: HeardKeyword) =>
    word === hit.word && Math.abs(fromMs - hit.fromMs) >= apartMs && confidence >= least;
  return hit.confidence >= least && before.some(isSame) ? 'twice' : undefined;
}

/** At every place where it stands; as the whole text where its syllables are not known. */
function hitsOf(keywords: CompiledKeywords, row: KeywordRow, event: TextEvent): KeywordHit[] {
  const { text, readings = [], syllables = [], atMs } = event;
  const places = syllables.length === readings.length ? syllablesOfKeyword(keywords, row, text, readings) : [];
  if (places.length === 0) {
    const { fromMs, confidence } = event;
    return [{ row, word: row.word, fromMs, atMs, confidence, isStretched: false, syllables: 0 }];
  }
  return places.map(({ from, to }) => {
    const own = syllables.slice(from, to);
    const logs = own.reduce((sum, { confidence }) => sum + Math.log(Math.max(confidence, 1e-6)), 0);
    const isStretched = own.some((each, at) => at > 0 && each.fromMs - (own[at - 1]?.fromMs ?? 0) > stretchedMs);
    const fromMs = own[0]?.fromMs ?? event.fromMs;
    const confidence = Math.exp(logs / own.length);
    return { row, word: row.word, fromMs, atMs, confidence, isStretched, syllables: own.length };
  });
}

/** The doubted ones with what came, each place once, the first `most`: interim texts say the same again and again. */
export function withDoubted(
  held: readonly HeardKeyword[],
  hits: readonly KeywordHit[],
  most: number,
): readonly HeardKeyword[] {
  let all = held;
  for (const { word, fromMs, atMs, confidence } of hits) {
    const at = all.findIndex((each) => each.word === word && Math.abs(each.fromMs - fromMs) < apartMs);
    const known = all[at];
    if (known === undefined) {
      if (all.length < most) all = [...all, { word, fromMs, atMs, confidence }];
    } else if (known.confidence < confidence) {
      all = all.with(at, { ...known, confidence });
    }
  }
  return all;
}

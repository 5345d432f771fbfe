// Decides whether a keyword that stands in the text of a prompt was said. The search makes words of whatever sounds
// like speech, and the keywords are hotwords of it: songs, babble and foreign speech get keywords too. So a keyword
// must be sure by its own syllables, surer where there is singing, or be heard twice. Pure, as the reducer.
// docs/why/ring-verdicts.md has the reasons, docs/measurements.md the figures.
import type { HeardKeyword, KeywordRule } from '../protocol/engine/ring.js';
import type { Said, Span } from './keyword-places.js';

export interface KeywordHit extends HeardKeyword {
  /** A gap lies between two of its syllables in one sentence: announcers have none there, singers hold their notes. */
  readonly isStretched: boolean;
  /** 0: not known. */
  readonly syllables: number;
  /** 0-1, how sure the other syllables of the same text are; undefined where there are too few to tell. */
  readonly around: number | undefined;
}

export interface TrustIn {
  /** 0-1: ring.keywordConfidence */
  readonly needed: number;
  readonly hasMusic: boolean;
  /** The keywords that were doubted so far. */
  readonly before: readonly HeardKeyword[];
}

/** The longest time from one syllable of a keyword to the next in ordinary speech. */
const stretchedMs = 550;
/** The factor by which singing raises the required confidence, at least. */
const musicFactor = 1.3;
/** The factor by number of syllables: the fewer a keyword has, the more often other languages and songs resemble it. */
const factorOf = (syllables: number): number => [1, 2.2, 1.2][syllables] ?? 1;
/** The number of other syllables from which the recognition of this voice can be judged. */
const aroundSyllables = 6;
/** Foreign speech and songs are heard less surely than Mandarin: 98 of 100 sentences of a hard speaker are surer than 0.25. */
const unclearBelow = 0.29;
/** The factor by which unclear surroundings raise the required confidence. */
const unclearFactor = 1.3;
/**
 * A keyword at two places at least this far apart counts as said twice if each has this share of the required
 * confidence.
 */
const apartMs = 1_000;
const shareOfTwice = 0.8;

/**
 * The quality of a keyword at a place. If the syllables of the place are not known, the newest sentence stands for
 * them.
 */
export function hitAt(
  word: string,
  at: Span,
  { syllableAt, heardAs, joints }: Said,
  newest: { readonly fromMs: number; readonly confidence: number },
  atMs: number,
): KeywordHit {
  const isInside = (place: number) => at.from <= place && place < at.to;
  const own = heardAs.flatMap((heard, index) => {
    const place = syllableAt[index] ?? 0;
    return isInside(place) ? [{ ...heard, place }] : [];
  });
  const [first = newest] = own;
  const others = heardAs.filter((_, index) => !isInside(syllableAt[index] ?? 0));
  const confidence = own.length === 0 ? newest.confidence : geometricMean(own);
  const around = others.length < aroundSyllables ? undefined : geometricMean(others);
  const isStretched = own.some((each, index) => {
    const last = own[index - 1];
    if (last === undefined || each.fromMs - last.fromMs <= stretchedMs) return false;
    return !joints.some((joint) => last.place < joint && joint <= each.place); // an announcer's pause
  });
  return { word, fromMs: first.fromMs, atMs, confidence, isStretched, syllables: own.length, around };
}

function geometricMean(heard: readonly { readonly confidence: number }[]): number {
  const logs = heard.reduce((sum, { confidence }) => sum + Math.log(Math.max(confidence, 1e-6)), 0);
  return Math.exp(logs / heard.length);
}

/**
 * The rule by which a keyword is trusted; undefined if it is not. `beside` lists the keywords of the same text that
 * were doubted.
 */
export function ruleFor(
  hit: KeywordHit,
  { needed, hasMusic, before }: TrustIn,
  beside: readonly HeardKeyword[],
): KeywordRule | undefined {
  const isSung = hasMusic || hit.isStretched;
  const isUnclear = hit.around !== undefined && hit.around < unclearBelow;
  const factor = Math.max(isSung ? musicFactor : 0, factorOf(hit.syllables)) * (isUnclear ? unclearFactor : 1);
  const wanted = Math.min(1, needed * factor);
  if (hit.confidence >= wanted) return isSung ? 'sure-in-music' : isUnclear ? 'sure-when-unclear' : 'sure';
  const least = wanted * shareOfTwice;
  const isSame = ({ word, fromMs, confidence }: HeardKeyword) =>
    word === hit.word && Math.abs(fromMs - hit.fromMs) >= apartMs && confidence >= least;
  return hit.confidence >= least && [...before, ...beside].some(isSame) ? 'twice' : undefined;
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

export const inThousandths = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1_000) / 1_000;

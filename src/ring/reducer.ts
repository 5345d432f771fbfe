// The screening decision: (state, event) -> (state, verdict?). Pure: no clock, no I/O, no timers, so any call can be
// replayed from the list of what was heard.
//
// Two policies share it (docs/why/ring-verdicts.md):
//   `match`  a live session. Fax, busy and a prompt keyword end it when they are heard: what is decided first wins.
//            Ringback, other ringing and music only give an interim verdict, because a callee may still reject.
//   `whole`  a clip whose end is known. Nothing ends it early; at its end the specification's rule holds: keyword rows
//            first, the ring-tone table only when no keyword was found.
import {
  type DecidedKind,
  type HeardEvent,
  type HeardKeyword,
  type HeardSoFar,
  onlySilence,
  otherSituations,
  type RingEvidence,
  type RingMarker,
  type RingTables,
  type RingVerdict,
  type StopKind,
  type TextEvent,
  type ToneRow,
} from '../protocol/engine/ring.js';
import { unreachable } from '../protocol/unreachable.js';
import { goneBefore, type SaidSentence, sentenceOf } from './announcement.js';
import { beats, better, type Candidate, isSame } from './candidate.js';
import { inThousandths, withDoubted } from './keyword-trust.js';
import { asWritten, type CompiledKeywords, compileKeywords, type ReadingsOf } from './keywords.js';
import { saidKeyword } from './said-keyword.js';

export interface RingRules {
  readonly until: 'match' | 'whole';
  /** ends a live session at the first ringback too; for dialers that only ask whether the number exists */
  readonly endOnRingback: boolean;
  /** 0-1: what a keyword's own syllables must have */
  readonly keywordConfidence: number;
  /** The verdicts that may end a live session early, of all that the tables let end one; absent: all of them */
  readonly stopOn?: readonly StopKind[];
  readonly evidenceEvents: number;
  readonly doubtedKeywords: number;
  readonly keywords: CompiledKeywords;
  readonly tones: ReadonlyMap<RingMarker, ToneRow>;
}

export interface RingState {
  readonly done: boolean;
  readonly tone?: Candidate;
  /** keyword of the final text, and of the interim text that the next text replaces */
  readonly saidKeyword?: Candidate;
  readonly interimKeyword?: Candidate;
  readonly saidText: string;
  readonly interimText: string;
  /** final sentences of the announcement under way */
  readonly announcement: readonly SaidSentence[];
  readonly answeredAtMs?: number;
  /** music was decided: what sounds like speech may be singing */
  readonly hasMusic: boolean;
  readonly doubted: readonly HeardKeyword[];
  readonly bursts: RingEvidence['tones'];
  readonly decided: RingEvidence['decided'];
  readonly dropped: number;
}

export interface RingStep {
  readonly state: RingState;
  readonly verdict?: RingVerdict;
}

/**
 * The rows that a decision may use, best first. Kinds without a row of their own fall back to the nearest vendor name.
 */
const markersOf: Record<DecidedKind, readonly RingMarker[]> = {
  busy: ['#BUSY#'],
  congestion: ['#CONGESTION#', '#BUSY#'],
  unobtainable: ['#UNOBTAINABLE#', '#BUSY#'],
  ringback: ['#WAIT#'],
  'call-waiting': ['#CALLWAIT#', '#WAIT#'],
  ring: ['#RING#'],
  music: ['#MUSIC#'],
  cng: ['#FAX#'],
  ced: ['#FAX#'],
  dial: ['#DIAL#'],
  howler: ['#HOWLER#'],
  speech: [],
  dtmf: [],
  v21: ['#FAX#'],
  // These signals are only evidence unless a table has a row for them; the default table has none.
  sit: ['#SIT#'],
  beep: ['#BEEP#'],
  'foreign-busy': ['#FOREIGN_BUSY#'],
  'foreign-ring': ['#FOREIGN_RING#'],
};

const rankOf: Record<DecidedKind, number> = {
  cng: 3,
  ced: 3,
  busy: 2,
  congestion: 2,
  unobtainable: 2,
  ringback: 1,
  'call-waiting': 1,
  ring: 1,
  music: 1,
  dial: 1,
  howler: 1,
  speech: 0,
  dtmf: 0,
  v21: 3,
  sit: 2,
  beep: 2,
  'foreign-busy': 2,
  'foreign-ring': 1,
};

const leastEndingRank = 2;

/** The kinds that a caller can keep from ending a call; of the others the tables alone decide. */
const stopKindOf: Partial<Record<DecidedKind, StopKind>> = {
  busy: 'busy',
  'foreign-busy': 'busy',
  congestion: 'congestion',
  unobtainable: 'unobtainable',
  sit: 'unobtainable',
  cng: 'fax',
  ced: 'fax',
  v21: 'fax',
};

const provisionalOrder: readonly DecidedKind[] = [
  'ringback',
  'call-waiting',
  'ring',
  'foreign-ring',
  'music',
  'dial',
  'howler',
];

type CompiledTables = Pick<RingRules, 'keywords' | 'tones'>;
/** Many sessions of a process share one pair of tables and the readings: compiled once, forgotten with either. */
const compiledTables = new WeakMap<ReadingsOf, WeakMap<RingTables, CompiledTables>>();

export function ringRules(
  tables: RingTables,
  options: Omit<RingRules, 'keywords' | 'tones'>,
  readingsOf: ReadingsOf = asWritten,
): RingRules {
  const ofReadings = compiledTables.get(readingsOf) ?? new WeakMap<RingTables, CompiledTables>();
  compiledTables.set(readingsOf, ofReadings);
  let compiled = ofReadings.get(tables);
  if (!compiled) {
    const tones = new Map(tables.tones.map((row) => [row.marker, row]));
    compiled = { keywords: compileKeywords(tables.keywords, readingsOf), tones };
    ofReadings.set(tables, compiled);
  }
  return { ...options, ...compiled };
}

export const initialRingState: RingState = {
  done: false,
  saidText: '',
  interimText: '',
  announcement: [],
  hasMusic: false,
  doubted: [],
  bursts: [],
  decided: [],
  dropped: 0,
};

export function step(rules: RingRules, state: RingState, event: HeardEvent): RingStep {
  if (state.done) return { state };
  switch (event.type) {
    case 'burst':
      return { state: withBurst(rules, state, event) };
    case 'decided':
      return decided(rules, state, event);
    case 'text':
      return said(rules, state, event);
    case 'answered':
      return { state: state.answeredAtMs === undefined ? { ...state, answeredAtMs: event.atMs } : state };
    case 'end':
      return finish(state, best(state), event.atMs, event.reason);
    default:
      return unreachable(event);
  }
}

function decided(rules: RingRules, before: RingState, event: Extract<HeardEvent, { type: 'decided' }>): RingStep {
  const noted = withDecision(rules, before, event);
  const state = event.kind === 'music' ? { ...noted, hasMusic: true } : noted;
  const candidate = toneCandidate(rules, event);
  if (!candidate || (state.tone && !beats(candidate, state.tone))) return { state };
  const next: RingState = { ...state, tone: candidate };
  return report(rules, state, next, event.atMs);
}

function said(rules: RingRules, state: RingState, event: TextEvent): RingStep {
  const sentence = sentenceOf(event);
  const trust = { needed: rules.keywordConfidence, hasMusic: state.hasMusic, before: state.doubted };
  const { found: keywordFound, doubted } = saidKeyword(rules.keywords, state, event, sentence, trust);
  const found = keywordFound && { ...keywordFound, ends: keywordFound.ends && mayEnd(rules, 'prompt') };
  const { interimKeyword: _replaced, ...others } = state;
  const kept = { ...others, doubted: withDoubted(state.doubted, doubted, rules.doubtedKeywords) };
  if (!event.isFinal) {
    return report(
      rules,
      state,
      { ...kept, interimText: event.text, ...(found && { interimKeyword: found }) },
      event.atMs,
    );
  }
  const keyword = better(state.saidKeyword, found);
  const announcement = event.text === '' ? state.announcement : [...goneBefore(state.announcement, sentence), sentence];
  const saidText = joined(state.saidText, event.text);
  const next = { ...kept, saidText, interimText: '', announcement, ...(keyword && { saidKeyword: keyword }) };
  return report(rules, state, next, event.atMs);
}

/**
 * Specification 2, 2.5: rule 1 keywords, rule 2 the ring-tone table. But a tone that ends a call replaces a held
 * keyword.
 */
function best({ saidKeyword, interimKeyword, tone }: RingState): Candidate | undefined {
  const keyword = better(saidKeyword, interimKeyword);
  return keyword?.ends === false && tone?.ends ? tone : (keyword ?? tone);
}

/** A live session says what is new about its best candidate, and is over with one that ends it. */
function report(rules: RingRules, before: RingState, next: RingState, atMs: number): RingStep {
  const candidate = best(next);
  if (rules.until === 'whole' || candidate === undefined || isSame(candidate, best(before))) return { state: next };
  if (candidate.ends) return finish(next, candidate, atMs, 'match');
  return { state: next, verdict: verdictOf(candidate, false, atMs, false) };
}

function finish(
  state: RingState,
  candidate: Candidate | undefined,
  atMs: number,
  reason: 'match' | Extract<HeardEvent, { type: 'end' }>['reason'],
): RingStep {
  const done: RingState = { ...state, done: true };
  const exceededAudio = reason === 'audioMax';
  if (candidate) return { state: done, verdict: verdictOf(candidate, true, atMs, exceededAudio) };
  const verdict: RingVerdict = {
    result: joined(state.saidText, state.interimText),
    keyword: '',
    ...(reason === 'silence' ? onlySilence : otherSituations),
    confidence: 0,
    isFinal: true,
    startMs: 0,
    endMs: atMs,
    exceededAudio,
  };
  return { state: done, verdict };
}

function toneCandidate(rules: RingRules, event: Extract<HeardEvent, { type: 'decided' }>): Candidate | undefined {
  for (const marker of markersOf[event.kind]) {
    const row = rules.tones.get(marker);
    if (!row) continue;
    if (row.action === 'ignore') return undefined;
    const wouldEnd = row.action === undefined ? endsCall(rules, event.kind) : row.action === 'end';
    const ends = wouldEnd && mayEnd(rules, stopKindOf[event.kind]);
    return {
      result: marker,
      keyword: marker,
      resultId: row.resultId,
      resultName: row.resultName,
      confidence: event.confidence,
      fromMs: event.fromMs,
      atMs: event.atMs,
      ends,
      rank: ends ? Math.max(rankOf[event.kind], leastEndingRank) : Math.min(rankOf[event.kind], leastEndingRank - 1),
      order: provisionalOrder.indexOf(event.kind),
    };
  }
  return undefined;
}

const mayEnd = ({ stopOn }: RingRules, kind: StopKind | undefined): boolean =>
  stopOn === undefined || kind === undefined || stopOn.includes(kind);

/** The default action of a kind whose row names none. */
const endsCall = (rules: RingRules, kind: DecidedKind): boolean =>
  rankOf[kind] >= leastEndingRank || (rules.endOnRingback && kind === 'ringback');

function verdictOf(candidate: Candidate, isFinal: boolean, endMs: number, exceededAudio: boolean): RingVerdict {
  return {
    result: candidate.result,
    keyword: candidate.keyword,
    resultId: candidate.resultId,
    resultName: candidate.resultName,
    confidence: inThousandths(candidate.confidence),
    isFinal,
    startMs: candidate.fromMs,
    endMs,
    exceededAudio,
  };
}

function joined(said: string, more: string): string {
  return said === '' || more === '' ? said + more : `${said} ${more}`;
}

/** The newest bursts are kept: they are what a late verdict rests on. */
function withBurst(rules: RingRules, state: RingState, event: Extract<HeardEvent, { type: 'burst' }>): RingState {
  const { type: _, ...burst } = event;
  const surplus = Math.max(0, state.bursts.length + 1 - rules.evidenceEvents);
  return { ...state, bursts: [...state.bursts.slice(surplus), burst], dropped: state.dropped + surplus };
}

/** The first decisions are kept: the earliest is the one that a reader looks for. */
function withDecision(rules: RingRules, state: RingState, event: Extract<HeardEvent, { type: 'decided' }>): RingState {
  if (state.decided.length >= rules.evidenceEvents) return { ...state, dropped: state.dropped + 1 };
  const { kind, atMs, fromMs, confidence, key, country } = event;
  const entry = { kind, atMs, fromMs, confidence, ...(key !== undefined && { key }), ...(country && { country }) };
  return { ...state, decided: [...state.decided, entry] };
}

/** The evidence for the verdict, for the wire. */
export function evidenceOf(state: RingState, heard: HeardSoFar): RingEvidence {
  const keyword = better(state.saidKeyword, state.interimKeyword)?.heard;
  return {
    tones: state.bursts,
    decided: state.decided,
    ...(state.dropped > 0 && { dropped: state.dropped }),
    ...(keyword && { keyword }),
    ...(state.doubted.length > 0 && {
      doubted: state.doubted.map((each) => ({ ...each, confidence: inThousandths(each.confidence) })),
    }),
    ...(state.answeredAtMs !== undefined && { answeredAtMs: state.answeredAtMs }),
    levels: { meanDbm0: heard.meanDbm0, peakDbm0: heard.peakDbm0 },
    audioMs: heard.audioMs,
    ...(heard.lagMs !== undefined && { lagMs: heard.lagMs }),
  };
}

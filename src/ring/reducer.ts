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
  otherSituations,
  type RingEvidence,
  type RingMarker,
  type RingTables,
  type RingVerdict,
  type TextEvent,
  type ToneRow,
} from '../protocol/ring.js';
import { unreachable } from '../protocol/unreachable.js';
import { asWritten, type CompiledKeywords, compileKeywords, findKeyword, type ReadingsOf } from './keywords.js';

export interface RingRules {
  readonly until: 'match' | 'whole';
  /** ends a live session at the first ringback too; for dialers that only ask whether the number exists */
  readonly endOnRingback: boolean;
  readonly evidenceEvents: number;
  readonly keywords: CompiledKeywords;
  readonly tones: ReadonlyMap<RingMarker, ToneRow>;
}

interface Candidate {
  readonly result: string;
  readonly keyword: string;
  readonly resultId: number;
  readonly resultName: string;
  readonly confidence: number;
  readonly fromMs: number;
  readonly atMs: number;
  /** order of telephony: fax 3, busy and its kin 2, everything that may still change 1 */
  readonly rank: number;
  /** among equals: ringback before other ringing before music */
  readonly order: number;
}

export interface RingState {
  readonly done: boolean;
  readonly tone?: Candidate;
  /** from final text, and from the interim text that the next text replaces */
  readonly saidKeyword?: Candidate;
  readonly interimKeyword?: Candidate;
  readonly saidText: string;
  readonly interimText: string;
  readonly bursts: RingEvidence['tones'];
  readonly decided: RingEvidence['decided'];
  readonly dropped: number;
}

export interface RingStep {
  readonly state: RingState;
  readonly verdict?: RingVerdict;
}

/** Which rows a decision may use, best first. Kinds without a row of their own fall back to the nearest vendor name. */
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
  // Without a row of their own these are evidence; the default table has none for them.
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
  options: { until: 'match' | 'whole'; endOnRingback: boolean; evidenceEvents: number },
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
    case 'end':
      return finish(state, best(state), event.atMs, event.reason === 'audioMax');
    default:
      return unreachable(event);
  }
}

function decided(rules: RingRules, before: RingState, event: Extract<HeardEvent, { type: 'decided' }>): RingStep {
  const state = withDecision(rules, before, event);
  const candidate = toneCandidate(rules, event);
  if (!candidate || (state.tone && !beats(candidate, state.tone))) return { state };
  const next: RingState = { ...state, tone: candidate };
  if (rules.until === 'whole') return { state: next };
  const ends = candidate.rank > 1 || (rules.endOnRingback && event.kind === 'ringback');
  if (ends) return finish(next, candidate, event.atMs, false);
  return { state: next, verdict: verdictOf(candidate, false, event.atMs, false) };
}

function said(rules: RingRules, state: RingState, event: TextEvent): RingStep {
  const row = findKeyword(rules.keywords, event.text, event.readings);
  const found: Candidate | undefined = row && {
    result: event.text,
    keyword: row.word,
    resultId: row.resultId,
    resultName: row.resultName,
    confidence: event.confidence,
    fromMs: event.fromMs,
    atMs: event.atMs,
    rank: 0,
    order: 0,
  };
  const { interimKeyword: _replaced, ...kept } = state;
  const next: RingState = event.isFinal
    ? { ...kept, saidText: joined(state.saidText, event.text), interimText: '', ...better(state.saidKeyword, found) }
    : { ...kept, interimText: event.text, ...(found && { interimKeyword: found }) };
  if (found && rules.until === 'match') return finish({ ...next, saidKeyword: found }, found, event.atMs, false);
  return { state: next };
}

function better(held: Candidate | undefined, found: Candidate | undefined): { saidKeyword?: Candidate } {
  if (!found) return held ? { saidKeyword: held } : {};
  return { saidKeyword: held && held.resultId >= found.resultId ? held : found };
}

/** Specification 2, 2.5: rule 1 keywords, rule 2 the ring-tone table, rule 3 nothing. */
function best(state: RingState): Candidate | undefined {
  const { saidKeyword, interimKeyword } = state;
  if (saidKeyword && interimKeyword) {
    return interimKeyword.resultId > saidKeyword.resultId ? interimKeyword : saidKeyword;
  }
  return saidKeyword ?? interimKeyword ?? state.tone;
}

function finish(state: RingState, candidate: Candidate | undefined, atMs: number, exceededAudio: boolean): RingStep {
  const done: RingState = { ...state, done: true };
  if (candidate) return { state: done, verdict: verdictOf(candidate, true, atMs, exceededAudio) };
  const verdict: RingVerdict = {
    result: joined(state.saidText, state.interimText),
    keyword: '',
    ...otherSituations,
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
    return {
      result: marker,
      keyword: marker,
      resultId: row.resultId,
      resultName: row.resultName,
      confidence: event.confidence,
      fromMs: event.fromMs,
      atMs: event.atMs,
      rank: rankOf[event.kind],
      order: provisionalOrder.indexOf(event.kind),
    };
  }
  return undefined;
}

/** Rank of telephony, then the table's own priority, then the kind; what came first keeps its place. */
function beats(challenger: Candidate, holder: Candidate): boolean {
  if (challenger.rank !== holder.rank) return challenger.rank > holder.rank;
  if (challenger.resultId !== holder.resultId) return challenger.resultId > holder.resultId;
  return challenger.order < holder.order;
}

function verdictOf(candidate: Candidate, isFinal: boolean, endMs: number, exceededAudio: boolean): RingVerdict {
  return {
    result: candidate.result,
    keyword: candidate.keyword,
    resultId: candidate.resultId,
    resultName: candidate.resultName,
    confidence: Math.min(1, Math.max(0, candidate.confidence)),
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

/** What the verdict rests on, for the wire. */
export function evidenceOf(
  state: RingState,
  heard: { meanDbm0: number; peakDbm0: number; audioMs: number },
): RingEvidence {
  const keyword = [state.saidKeyword, state.interimKeyword].find((candidate) => candidate !== undefined);
  return {
    tones: state.bursts,
    decided: state.decided,
    ...(state.dropped > 0 && { dropped: state.dropped }),
    ...(keyword && { keyword: { word: keyword.keyword, atMs: keyword.atMs } }),
    levels: { meanDbm0: heard.meanDbm0, peakDbm0: heard.peakDbm0 },
    audioMs: heard.audioMs,
  };
}

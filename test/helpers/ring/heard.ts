// Short forms of the events that the ring judge takes from the engine, and of its verdicts.
import type { DecidedKind, HeardEvent, RingTables, RingVerdict, StopKind } from '../../../src/protocol/engine/ring.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { ringJudge } from '../../../src/ring/judge.js';

/** A decision of the engine about a sound. */
export const decided = (kind: DecidedKind, atMs: number, fields: object = {}): HeardEvent => ({
  type: 'decided',
  kind,
  atMs,
  fromMs: Math.max(0, atMs - 1_000),
  levelDbm0: -15,
  frequencyHz: 450,
  confidence: 0.9,
  ...fields,
});
/** Words that were recognised. */
export const text = (said: string, atMs: number, isFinal = false): HeardEvent => ({
  type: 'text',
  text: said,
  isFinal,
  atMs,
  fromMs: 200,
  confidence: 0.8,
});
/** The end of the audio. */
export const end = (atMs: number, reason: 'end' | 'audioMax' | 'silence' = 'end'): HeardEvent => ({
  type: 'end',
  reason,
  atMs,
});

export interface Options {
  until?: 'match' | 'whole';
  endOnRingback?: boolean;
  tables?: RingTables;
  stopOn?: readonly StopKind[];
}

/** All verdicts of the judge about events. */
export function verdicts(events: readonly HeardEvent[], options: Options = {}): RingVerdict[] {
  const { until = 'match', endOnRingback = false, tables = defaultTables, stopOn } = options;
  const judge = ringJudge(tables, { until, endOnRingback, ...(stopOn && { stopOn }) });
  return events.flatMap((event) => judge.take(event) ?? []);
}
/** Keyword and number of each verdict, and whether it is final. */
export const named = (list: readonly RingVerdict[]) =>
  list.map(({ keyword, resultId, isFinal }) => `${keyword || 'none'} ${resultId}${isFinal ? ' final' : ''}`);

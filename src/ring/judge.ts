// The reducer with its state held, as the pipeline wants it.
import { limits } from '../protocol/limits.js';
import type { HeardEvent, RingEvidence, RingTables, RingVerdict } from '../protocol/ring.js';
import type { ReadingsOf } from './keywords.js';
import { evidenceOf, initialRingState, type RingState, ringRules, step } from './reducer.js';

export interface RingJudge {
  take(event: HeardEvent): RingVerdict | undefined;
  evidence(heard: { meanDbm0: number; peakDbm0: number; audioMs: number }): RingEvidence;
}

export function ringJudge(
  tables: RingTables,
  options: { until: 'match' | 'whole'; endOnRingback: boolean; evidenceEvents?: number },
  readingsOf?: ReadingsOf,
): RingJudge {
  const rules = ringRules(tables, { evidenceEvents: limits.ring.evidenceEvents, ...options }, readingsOf);
  let state: RingState = initialRingState;
  return {
    take: (event) => {
      const next = step(rules, state, event);
      state = next.state;
      return next.verdict;
    },
    evidence: (heard) => evidenceOf(state, heard),
  };
}

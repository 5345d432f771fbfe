// The reducer with its state held, as the pipeline wants it.

import type { HeardEvent, HeardSoFar, RingEvidence, RingTables, RingVerdict } from '../protocol/engine/ring.js';
import { limits } from '../protocol/limits.js';
import type { ReadingsOf } from './keywords.js';
import { evidenceOf, initialRingState, type RingRules, type RingState, ringRules, step } from './reducer.js';

export interface RingJudge {
  take(event: HeardEvent): RingVerdict | undefined;
  evidence(heard: HeardSoFar): RingEvidence;
}

export function ringJudge(
  tables: RingTables,
  options: Pick<RingRules, 'until' | 'endOnRingback'> &
    Partial<Pick<RingRules, 'keywordConfidence' | 'evidenceEvents' | 'stopOn'>>,
  readingsOf?: ReadingsOf,
): RingJudge {
  const { until, endOnRingback, stopOn } = options;
  const { keywordConfidence = limits.ring.keywordConfidence.default } = options;
  const { evidenceEvents = limits.ring.evidenceEvents } = options;
  const { doubtedKeywords } = limits.ring;
  const chosen = {
    ...{ until, endOnRingback, keywordConfidence, evidenceEvents, doubtedKeywords },
    ...(stopOn && { stopOn }),
  };
  const rules = ringRules(tables, chosen, readingsOf);
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

// The agent's states as a pure function: an event, and the state that follows. `agent.ts` does the work that a state
// asks for and reports the result. Times are those of a monotonic clock with an arbitrary zero.
//
//   waiting ──due, wanted──▶ draining ─drained─▶ polling ─changed─▶ fetching ─fetched─▶ applying ─applied─▶ waiting
//      ▲                        │                  │ unchanged ─▶ waiting    │                 │
//      └──────── failed ────────┴──────────────────┴─────────────────────────┴─────────────────┘
//   a refusal leads to `stopped`, which is a long wait

import { afterRetryAfterMs, type Chance, firstPollMs, nextPollMs, refusedRetryMs, retryMs } from '../jobs/backoff.js';
import { limits } from '../protocol/limits.js';
import { unreachable } from '../protocol/unreachable.js';
import type { FaultKind } from './fault.js';

export type Phase = 'waiting' | 'stopped' | 'draining' | 'polling' | 'fetching' | 'applying';

export interface AgentState {
  readonly phase: Phase;
  /** End of the wait, while waiting or stopped; monotonic clock, ms. */
  readonly untilMs: number;
  readonly failures: number;
  /** Number of times in a row that content was not what its name says. */
  readonly lies: number;
  /** Fault of the last round; null after a successful one. */
  readonly fault: string | null;
}

export interface Failure {
  readonly kind: FaultKind;
  readonly message: string;
  readonly retryAfterMs?: number | undefined;
  /**
   * True if content arrived before the failure: a link that keeps breaking still makes progress, so it does not count.
   */
  readonly hasProgressed?: boolean;
}

export type AgentEvent =
  /** The wait is over. */
  | { readonly type: 'due' }
  /** Somebody ran `tonegate sync now`, or something is in the outbox. */
  | { readonly type: 'wanted' }
  | { readonly type: 'drained' }
  | { readonly type: 'unchanged' }
  | { readonly type: 'changed' }
  | { readonly type: 'fetched' }
  | { readonly type: 'applied' }
  | { readonly type: 'failed'; readonly failure: Failure };

export interface Circumstances {
  readonly nowMs: number;
  readonly chance: Chance;
  readonly intervalMs: number;
}

export const atStart = ({ nowMs, chance, intervalMs }: Circumstances): AgentState => ({
  ...{ phase: 'waiting', untilMs: nowMs + firstPollMs(intervalMs, chance) },
  ...{ failures: 0, lies: 0, fault: null },
});

/** An event that does not belong to the phase changes nothing. */
export function next(state: AgentState, event: AgentEvent, circumstances: Circumstances): AgentState {
  const to = (phase: Phase): AgentState => ({ ...state, phase });
  const { phase } = state;
  switch (event.type) {
    case 'due':
    case 'wanted':
      return phase === 'waiting' || phase === 'stopped' ? to('draining') : state;
    case 'drained':
      return phase === 'draining' ? to('polling') : state;
    case 'changed':
      return phase === 'polling' ? to('fetching') : state;
    case 'fetched':
      return phase === 'fetching' ? to('applying') : state;
    case 'unchanged':
      return phase === 'polling' ? rested(circumstances) : state;
    case 'applied':
      return phase === 'applying' ? rested(circumstances) : state;
    case 'failed':
      return phase === 'waiting' || phase === 'stopped' ? state : failed(state, event.failure, circumstances);
    default:
      return unreachable(event);
  }
}

const rested = ({ nowMs, chance, intervalMs }: Circumstances): AgentState => ({
  ...{ phase: 'waiting', untilMs: nowMs + nextPollMs(intervalMs, chance) },
  ...{ failures: 0, lies: 0, fault: null },
});

function failed(state: AgentState, failure: Failure, { nowMs, chance }: Circumstances): AgentState {
  const failures = failure.hasProgressed === true ? 1 : state.failures + 1;
  const lies = failure.kind === 'lying' ? state.lies + 1 : state.lies;
  const after = (phase: Phase, ms: number): AgentState => ({
    ...{ phase, untilMs: nowMs + ms, failures, lies, fault: failure.message },
  });
  if (failure.retryAfterMs !== undefined) return after('waiting', afterRetryAfterMs(failure.retryAfterMs, chance));
  switch (failure.kind) {
    case 'refused':
      return after('stopped', refusedRetryMs(chance));
    case 'lying':
      // Fetching the same wrong 30 MB every quarter of an hour helps nobody.
      return lies >= limits.sync.lies
        ? after('stopped', refusedRetryMs(chance))
        : after('waiting', retryMs(failures, chance));
    case 'noGateway':
      return after('waiting', retryMs(failures, chance, limits.sync.noGatewayMinMs, limits.sync.noGatewayMaxMs));
    case 'away':
    case 'busy':
    case 'outdated':
    case 'noRoom':
    case 'notApplied':
      return after('waiting', retryMs(failures, chance));
    default:
      return unreachable(failure.kind);
  }
}

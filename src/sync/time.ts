import { setTimeout as sleep } from 'node:timers/promises';

export interface Time {
  /** counts from anywhere, never back */
  steadyMs(): number;
  /** ms UTC, right or wrong: only shown */
  wallMs(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const realTime: Time = {
  steadyMs: () => performance.now(),
  wallMs: () => Date.now(),
  // A timer of Node's holds 24 days at most.
  sleep: (ms, signal) => sleep(Math.min(ms, 2 ** 31 - 1), undefined, { signal }),
};

import { setTimeout as sleep } from 'node:timers/promises';

export interface Time {
  /** Monotonic clock with an arbitrary zero, ms. */
  steadyMs(): number;
  /** UTC in ms, possibly wrong: it is only shown. */
  wallMs(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const realTime: Time = {
  steadyMs: () => performance.now(),
  wallMs: () => Date.now(),
  // A Node timer holds 24 days at most.
  sleep: (ms, signal) => sleep(Math.min(ms, 2 ** 31 - 1), undefined, { signal }),
};

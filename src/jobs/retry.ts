// The rule by which a failed job is tried again, and when.
import { type Backoff, backoffMs, type Chance } from './backoff.js';

export interface RetryRule {
  /** The weight of this try towards giving up; 0: it does not count. */
  readonly weight: number;
  /** The sum of weights that ends the job; undefined: it is not tried again. */
  readonly most: number | undefined;
  /** Fixed wait until the next try, ms; undefined: longer each time. */
  readonly waitMs?: number;
}

/** Faults that no other try would mend. */
export const final: RetryRule = { weight: 1, most: undefined };

/** `tries`: the weights before this try, added up. Undefined: the job is given up. */
export function retryWaitMs(
  { weight, most, waitMs }: RetryRule,
  tries: number,
  backoff: Backoff,
  chance: Chance,
): number | undefined {
  if (most === undefined || tries + weight >= most) return undefined;
  return waitMs ?? backoffMs(tries, backoff, chance);
}

// How long the agent waits. Many boxes ask one upstream, so nothing happens at the same moment everywhere: every wait has
// chance in it. Times are differences, so that a clock that is wrong changes nothing.
import { limits } from '../protocol/limits.js';

/** 0 ≤ x < 1 */
export type Chance = () => number;

/** After a start: 10 to 90 % of the interval, so that a fleet that lost its power together does not come back together. */
export const firstPollMs = (intervalMs: number, chance: Chance): number =>
  Math.round(intervalMs * (0.1 + 0.8 * chance()));

export const nextPollMs = (intervalMs: number, chance: Chance): number =>
  Math.round(intervalMs * (0.9 + 0.2 * chance()));

/** Exponential with full jitter. `failures`: in a row, this one among them. */
export function retryMs(
  failures: number,
  chance: Chance,
  minMs: number = limits.sync.backoffMinMs,
  maxMs: number = limits.sync.backoffMaxMs,
): number {
  return Math.round(chance() * Math.min(maxMs, minMs * 2 ** failures));
}

export const refusedRetryMs = (chance: Chance): number => Math.round(limits.sync.refusedRetryMs * (0.5 + chance()));

/** Never earlier than asked, and not everybody at once. */
export const afterRetryAfterMs = (askedMs: number, chance: Chance): number =>
  Math.round(Math.min(askedMs, limits.sync.retryAfterMaxMs) * (1 + 0.1 * chance()));

/**
 * Retry-After in seconds or as a date (RFC 9110, 10.2.3). A date is read by the upstream's own clock, its Date header;
 * without one it says nothing.
 */
export function readRetryAfter(header: string | undefined, date: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const waitMs = Date.parse(header) - Date.parse(date ?? '');
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

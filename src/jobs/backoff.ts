// Waiting times before another try. Many boxes ask one upstream, so nothing may happen at the same moment everywhere:
// the waits are partly random. Times are differences, so that a wrong clock changes nothing.
import { limits } from '../protocol/limits.js';

/** 0 ≤ x < 1 */
export type Chance = () => number;

/**
 * The first poll after a start comes after 10 to 90 % of the interval, so that a fleet that lost power together does
 * not return at once.
 */
export const firstPollMs = (intervalMs: number, chance: Chance): number =>
  Math.round(intervalMs * (0.1 + 0.8 * chance()));

export const nextPollMs = (intervalMs: number, chance: Chance): number =>
  Math.round(intervalMs * (0.9 + 0.2 * chance()));

export interface Backoff {
  /** Wait after no failure; each failure doubles it. */
  readonly minMs: number;
  readonly maxMs: number;
  /** 0-1, how much of a wait is left to chance: 1, where many boxes ask one server; 0, where nobody else waits. */
  readonly spread: number;
}

/** `failures`: in a row, this one among them. */
export function backoffMs(failures: number, { minMs, maxMs, spread }: Backoff, chance: Chance = Math.random): number {
  const mostMs = Math.min(maxMs, minMs * 2 ** Math.max(0, failures));
  return Math.round(mostMs * (1 - spread + spread * chance()));
}

/** Wait before an upstream is asked again: exponential with full jitter. */
export const retryMs = (
  failures: number,
  chance: Chance,
  minMs: number = limits.sync.backoffMinMs,
  maxMs: number = limits.sync.backoffMaxMs,
): number => backoffMs(failures, { minMs, maxMs, spread: 1 }, chance);

export const refusedRetryMs = (chance: Chance): number => Math.round(limits.sync.refusedRetryMs * (0.5 + chance()));

/** Wait that the server requested, never shorter, and not the same for everybody. */
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

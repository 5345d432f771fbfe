// Decides which boxes are in a wave, when an update may be installed, and when a rollout is held back. Pure functions.
import { createHash } from 'node:crypto';
import { limits } from '../../protocol/limits.js';

/** Minutes of the day, UTC. A window may span midnight. */
export interface Window {
  readonly fromMin: number;
  readonly toMin: number;
}

/** The place of a box among all, from 0 to below 100: the same in every rollout. */
export function placeOf(box: string): number {
  const hash = createHash('sha256').update(box).digest();
  return (hash.readUIntBE(0, 6) / 2 ** 48) * 100;
}

export const isInWave = (box: string, wavePercent: number): boolean => placeOf(box) < wavePercent;

const minuteMs = 60_000;
const dayMin = 1_440;

export function isInWindow({ fromMin, toMin }: Window, nowMs: number): boolean {
  const minute = Math.floor(nowMs / minuteMs) % dayMin;
  return fromMin <= toMin ? minute >= fromMin && minute < toMin : minute >= fromMin || minute < toMin;
}

/** No clock can truthfully show a time before this software was written. */
export const isClockSet = (nowMs: number): boolean => nowMs >= limits.clock.builtAtMs;

/** `good` and `bad`: boxes that updated and came back well, or did not. */
export const isHeldBack = ({ good, bad }: { good: number; bad: number }, sharePercent: number): boolean =>
  bad > 0 && bad * 100 > sharePercent * (good + bad);

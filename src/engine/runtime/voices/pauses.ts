// Lengths of pauses, of the end of a sound before silence, and of its beginning after silence.
import type { Boundary } from '../../../protocol/engine/synthesis.js';

/**
 * Silence after a boundary, without the edges of the sounds around it. Other boundaries are audible by length and pitch
 * alone.
 */
export const quietMs: Readonly<Partial<Record<Boundary, number>>> = { clause: 140, sentence: 300 };
/** Silence after the last sound of a text: it tells the listener that the last syllable is over. */
export const endQuietMs = 160;

/** Time in which a sound rises before it begins. */
export const onsetMs = 30;
const [shortestReleaseMs, releaseMs] = [60, 100];
const longestReleaseMs = 120;

/**
 * Time in which the last sound before silence dies away. native/core/vocoder/parametric_voice.cc uses the same rule.
 */
export const releaseMsAt = (rate: number): number =>
  Math.min(longestReleaseMs, Math.max(shortestReleaseMs, releaseMs / rate));

/**
 * Gap between the end of a sound and the beginning of the next, with both edges; undefined if the boundary has no
 * silence.
 */
export function gapMs(boundary: Boundary): number | undefined {
  const quiet = quietMs[boundary];
  return quiet === undefined ? undefined : longestReleaseMs + quiet + onsetMs;
}

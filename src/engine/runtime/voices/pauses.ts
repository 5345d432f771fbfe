// Lengths of the pauses of voices, and of the end of a sound before silence and its beginning after it.
import type { Boundary } from '../../../protocol/engine/synthesis.js';

/**
 * Silence after a boundary, without the edges of the sounds around it; other boundaries are heard by length and pitch
 * alone.
 */
export const quietMs: Readonly<Partial<Record<Boundary, number>>> = { clause: 140, sentence: 300 };
/** Silence behind the last sound of a text: who hears the audio needs it to know that the last syllable is over. */
export const endQuietMs = 160;

/** Time before a sound in which it rises. */
export const onsetMs = 30;
const [shortestReleaseMs, releaseMs] = [60, 100];
const longestReleaseMs = 120;

/**
 * Time in which the last sound before silence dies away. native/core/vocoder/parametric_voice.cc uses the same rule.
 */
export const releaseMsAt = (rate: number): number =>
  Math.min(longestReleaseMs, Math.max(shortestReleaseMs, releaseMs / rate));

/**
 * Gap between the end of a sound and the beginning of the next, both edges included; undefined if a boundary has no
 * silence.
 */
export function gapMs(boundary: Boundary): number | undefined {
  const quiet = quietMs[boundary];
  return quiet === undefined ? undefined : longestReleaseMs + quiet + onsetMs;
}

// Frames of silence. The network was trained on recordings, whose pauses hold the end of the previous sound, room noise
// and the beginning of the next sound: both edges are kept and faded, and the rest is silence.
import { onsetMs, releaseMsAt } from './pauses.js';
import { frameMs, type Timing } from './voice-timing.js';
import { silence, type VoiceUnit } from './voice-units.js';

/** The fade of a silent frame. */
export const still = Number.NEGATIVE_INFINITY;
/**
 * Fade at the far end of an edge. It is applied with its square, so that the fade begins gently, like a voice that dies
 * away.
 */
const deepestDb = -48;

export interface Edges {
  /** Fade of each frame: 0 within a sound, below 0 at its edges, `still` between them. */
  readonly fadeDb: Float32Array;
  /** Unit that sounds in each frame; within an edge, the unit beside the silence. */
  readonly sounding: Uint16Array;
}

export const onsetFrames = onsetMs / frameMs;
export const releaseFramesAt = (rate: number): number => Math.round(releaseMsAt(rate) / frameMs);

/** `rate`: speaking rate of the sentence. */
export function edgesOf(units: readonly VoiceUnit[], { frames, unit, starts }: Timing, rate: number): Edges {
  const fadeDb = new Float32Array(frames);
  const sounding = unit.slice();
  for (const [at, { name }] of units.entries()) {
    if (name !== silence) continue;
    const [start, end] = [starts[at] as number, starts[at + 1] as number];
    const wanted = [at > 0 ? releaseFramesAt(rate) : 0, at + 1 < units.length ? onsetFrames : 0] as const;
    const room = Math.min(1, (end - start) / (wanted[0] + wanted[1]));
    const [release, onset] = [Math.ceil(wanted[0] * room), Math.floor(wanted[1] * room)];
    fadeDb.fill(still, start, end);
    for (let frame = 0; frame < release; frame++) {
      fadeDb[start + frame] = deepestDb * ((frame + 0.5) / release) ** 2;
      sounding[start + frame] = at - 1;
    }
    for (let frame = 0; frame < onset; frame++) {
      fadeDb[end - 1 - frame] = deepestDb * ((frame + 0.5) / onset) ** 2;
      sounding[end - 1 - frame] = at + 1;
    }
  }
  return { fadeDb, sounding };
}

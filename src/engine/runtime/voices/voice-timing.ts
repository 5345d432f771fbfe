// The times of the units of a sentence, and the network's input for every frame of 10 ms.
import { silence, type VoiceUnit } from './voice-units.js';

export const frameMs = 10;
/** Number of values for the position of a frame in its unit and its syllable. */
export const placeNumbers = 6;
/** Longest silence within a sentence that the network has seen, frames; the rest of a pause is made without it. */
const longestSilence = 30;
const shortestUnit = 2;
const longestUnit = 120;

export interface Timing {
  readonly frames: number;
  /** The unit of each frame. */
  readonly unit: Uint16Array;
  /** First frame of each unit, and the end of the last unit. */
  readonly starts: Uint32Array;
  /** Frames of plain silence after a frame: in the middle of a pause, since its edges may be cut. */
  readonly stillAfter: ReadonlyMap<number, number>;
}

/**
 * `lnFrames`: log length of each unit, from the network. `rate`: rate of the whole sentence, on top of each token's
 * own.
 */
export function timingOf(units: readonly VoiceUnit[], lnFrames: Float32Array, rate: number): Timing {
  const starts = new Uint32Array(units.length + 1);
  const stillAfter = new Map<number, number>();
  let exact = 0;
  for (const [at, unit] of units.entries()) {
    const start = starts[at] as number;
    if (unit.name === silence) {
      const frames = Math.max(1, Math.round(unit.ms / frameMs));
      starts[at + 1] = start + Math.min(frames, longestSilence);
      if (frames > longestSilence) stillAfter.set(start + longestSilence / 2, frames - longestSilence);
      exact = starts[at + 1] as number;
      continue;
    }
    const faster = rate * (unit.token?.prosody?.rate ?? 1);
    const wanted = Math.min(Math.exp(lnFrames[at] as number), longestUnit) / faster;
    exact += Math.max(wanted, Math.min(shortestUnit, shortestUnit / faster));
    starts[at + 1] = Math.max(start + 1, Math.round(exact)); // the rounding error of a unit goes to the next one
  }
  const frames = starts[units.length] as number;
  const unit = new Uint16Array(frames);
  for (const at of units.keys()) unit.fill(at, starts[at], starts[at + 1]);
  return { frames, unit, starts, stillAfter };
}

/** Writes positions of frames into rows, like `places` of scripts/train/tts/tts_model.py. */
export class Places {
  /** First unit of each unit's syllable, and the unit after its last one. */
  readonly #first: Uint16Array;
  readonly #behind: Uint16Array;

  constructor(
    readonly timing: Timing,
    units: readonly VoiceUnit[],
  ) {
    this.#first = new Uint16Array(units.length);
    this.#behind = new Uint16Array(units.length);
    for (let from = 0, to = 0; from < units.length; from = to) {
      const { syllable } = units[from] as VoiceUnit;
      to = from + 1;
      while (syllable >= 0 && units[to]?.syllable === syllable) to++;
      this.#first.fill(from, from, to);
      this.#behind.fill(to, from, to);
    }
  }

  write(frame: number, row: Float32Array, at: number): void {
    const { unit, starts } = this.timing;
    const index = unit[frame] as number;
    const start = starts[index] as number;
    const length = (starts[index + 1] as number) - start;
    const done = frame + 0.5 - start;
    const syllableStart = starts[this.#first[index] as number] as number;
    const syllableLength = (starts[this.#behind[index] as number] as number) - syllableStart;
    row[at] = done / length;
    row[at + 1] = Math.log(length) - 2.3;
    row[at + 2] = Math.min(2, done / 10);
    row[at + 3] = Math.min(2, (length - done) / 10);
    row[at + 4] = (frame + 0.5 - syllableStart) / syllableLength;
    row[at + 5] = Math.log(syllableLength) - 3;
  }
}

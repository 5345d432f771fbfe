// The telephone line of the demonstration: the tones of a Chinese exchange, as 8 kHz A-law like that of a trunk.
import { addon, encodings } from '../../native/index.js';

export const lineRateHz = 8_000;
/** GB/T 3380: 450 Hz for every tone. */
const toneHz = 450;
const peak = 32_767 * 10 ** ((-15 - 3.14) / 20); // -15 dBm0; a full-scale sine is +3.14

/** Durations in ms: on, off, on, off …, from the beginning of the call. */
export const ringPattern = [0, 500, 1_000, 4_000] as const;
export const busyPattern = [350, 350, 350, 350, 350, 350, 350, 350] as const;

/** `pattern` has durations in ms: tone, silence, tone … */
export function toneLine(pattern: readonly number[]): Uint8Array {
  const totalMs = pattern.reduce((sum, ms) => sum + ms, 0);
  const samples = new Int16Array((totalMs * lineRateHz) / 1_000);
  let from = 0;
  for (const [at, ms] of pattern.entries()) {
    const to = from + (ms * lineRateHz) / 1_000;
    if (at % 2 === 0) {
      for (let i = from; i < to; i++) samples[i] = Math.round(peak * Math.sin((2 * Math.PI * toneHz * i) / lineRateHz));
    }
    from = to;
  }
  return addon.encode(encodings.alaw, samples);
}

/** A-law has a byte for each sample. */
export const lineMs = (alaw: Uint8Array): number => (alaw.length / lineRateHz) * 1_000;

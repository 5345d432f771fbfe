// Finds the beginning and the end of the voice in a clean recording, by its level alone: the truth that detectors are
// judged by.
//
// A piece of 10 ms is loud by its level above 150 Hz (the start of a recording may thump below): at most 30 dB under
// the loudest parts and 10 dB over the quietest. Voice is loud in five of six pieces in a row; a click is not.

/** @typedef {{ onsetMs: number, endMs: number }} Edges */

const frameMs = 10;
const highPassHz = 150;
const belowPeakDb = 30;
const overFloorDb = 10;
const [atLeast, inARow] = [5, 6];

/** @param {Int16Array} samples @param {number} rateHz @returns {Edges} */
export function edgesOf(samples, rateHz) {
  const levels = levelsOf(highPassed(samples, rateHz), rateHz);
  const sorted = [...levels].sort((a, b) => a - b);
  const part = (/** @type {number} */ share) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const least = Math.max(part(0.98) - belowPeakDb, part(0.1) + overFloorDb);
  const isLoud = levels.map((level) => level >= least);
  const first = isLoud.findIndex((loud, at) => loud && countOf(isLoud.slice(at, at + inARow)) >= atLeast);
  const last = isLoud.findLastIndex(
    (loud, at) => loud && countOf(isLoud.slice(Math.max(0, at - inARow + 1), at + 1)) >= atLeast,
  );
  return { onsetMs: frameMs * first, endMs: frameMs * (last + 1) };
}

const countOf = (/** @type {readonly boolean[]} */ flags) => flags.filter(Boolean).length;

/** dB, of whatever. @param {Float64Array} samples @param {number} rateHz */
function levelsOf(samples, rateHz) {
  const length = (rateHz * frameMs) / 1_000;
  return Array.from({ length: Math.floor(samples.length / length) }, (_, frame) => {
    let power = 1e-9;
    for (let at = frame * length; at < (frame + 1) * length; at++) power += (samples[at] ?? 0) ** 2;
    return 10 * Math.log10(power / length);
  });
}

/** Butterworth of the fourth order: two sections. @param {Int16Array} samples @param {number} rateHz */
function highPassed(samples, rateHz) {
  const out = Float64Array.from(samples);
  for (const quality of [0.541, 1.307]) {
    const angle = (2 * Math.PI * highPassHz) / rateHz;
    const [alpha, cosine] = [Math.sin(angle) / (2 * quality), Math.cos(angle)];
    const scale = 1 / (1 + alpha);
    let [x1, x2, y1, y2] = [0, 0, 0, 0];
    for (const [at, x] of out.entries()) {
      const sum = ((1 + cosine) / 2) * (x - 2 * x1 + x2) + 2 * cosine * y1 - (1 - alpha) * y2;
      [x2, x1, y2, y1] = [x1, x, y1, sum * scale];
      out[at] = y1;
    }
  }
  return out;
}

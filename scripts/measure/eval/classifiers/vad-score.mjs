// Measures of voice activity detectors over frames of 10 ms.

/**
 * Marks of the frames that count, and of those that are speech. @typedef {{ counts: Uint8Array, speech: Uint8Array }}
 * Truth
 */

const bits = new Uint32Array(1);
const asFloat = new Float32Array(bits.buffer);
const shift = 11;
/** @param {number} value of 0 or more */
const binOf = (value) => {
  asFloat[0] = Math.max(0, Math.min(1, value));
  return /** @type {number} */ (bits[0]) >>> shift;
};
const bins = binOf(1) + 1;

/** Area under the ROC curve; values that agree in 12 bits of their mantissa are one.
 * @param {Float32Array} values @param {Truth} truth @param {Uint8Array} [within] the frames to look at */
export function areaUnderCurve(values, truth, within) {
  const yes = new Float64Array(bins);
  const no = new Float64Array(bins);
  let positives = 0;
  let negatives = 0;
  for (let i = 0; i < values.length; i++) {
    if (truth.counts[i] === 0 || within?.[i] === 0) continue;
    const bin = binOf(/** @type {number} */ (values[i]));
    if (truth.speech[i]) {
      yes[bin] = (yes[bin] ?? 0) + 1;
      positives++;
    } else {
      no[bin] = (no[bin] ?? 0) + 1;
      negatives++;
    }
  }
  let below = 0;
  let sum = 0;
  for (let bin = 0; bin < bins; bin++) {
    sum += (yes[bin] ?? 0) * (below + (no[bin] ?? 0) / 2);
    below += no[bin] ?? 0;
  }
  return sum / (positives * negatives);
}

/** The values moved by `frames` (positive: earlier) within each clip. @param {Float32Array} values
 * @param {number} frames @param {{ frames: number }[]} clips */
export function moved(values, frames, clips) {
  const out = new Float32Array(values.length);
  let from = 0;
  for (const clip of clips) {
    for (let i = 0; i < clip.frames; i++) {
      const at = Math.max(0, Math.min(clip.frames - 1, i + frames));
      out[from + i] = /** @type {number} */ (values[from + at]);
    }
    from += clip.frames;
  }
  return out;
}

/**
 * The delay that suits a detector best. @param {Float32Array} values @param {Truth} truth @param {{ frames: number }[]}
 * clips
 */
export function bestDelay(values, truth, clips) {
  let best = { frames: 0, area: 0, values };
  for (let frames = -6; frames <= 16; frames++) {
    const shifted = moved(values, frames, clips);
    const area = areaUnderCurve(shifted, truth);
    if (area > best.area) best = { frames, area, values: shifted };
  }
  return best;
}

/**
 * The threshold that finds a share of the speech. @param {Float32Array} values @param {Truth} truth @param {number}
 * share
 */
export function thresholdFor(values, truth, share) {
  const speech = values.filter((_, i) => truth.counts[i] && truth.speech[i]).sort();
  return speech[Math.floor((1 - share) * speech.length)] ?? 0;
}

/** Runs of speech; breaks under `joinFrames` belong to them, and shorter ones than `leastFrames` are none.
 * @param {(frame: number) => boolean} isSpeech @param {number} from @param {number} to
 * @param {number} joinFrames @param {number} leastFrames @returns {[number, number][]} */
export function runs(isSpeech, from, to, joinFrames, leastFrames) {
  /** @type {[number, number][]} */
  const out = [];
  for (let i = from; i < to; i++) {
    if (!isSpeech(i)) continue;
    const last = out.at(-1);
    if (last && i - last[1] < joinFrames) last[1] = i + 1;
    else out.push([i, i + 1]);
  }
  return out.filter(([begin, end]) => end - begin >= leastFrames);
}

/** Median distance of begins and ends from the true ones (within half a second), and the number of those that have none
 * there.
 * @param {[number, number][]} truth @param {[number, number][]} found */
export function boundaryErrors(truth, found) {
  const reach = 50;
  const side = (/** @type {0 | 1} */ edge) => {
    const errors = truth.map((run) => {
      const near = found.map((other) => other[edge] - run[edge]).filter((error) => Math.abs(error) <= reach);
      return near.length ? near.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a)) : undefined;
    });
    const hit = errors.filter((error) => error !== undefined).map((error) => Math.abs(error) * 10);
    hit.sort((a, b) => a - b);
    return { medianMs: hit[hit.length >> 1], missed: errors.length - hit.length, of: errors.length };
  };
  return { begin: side(0), end: side(1) };
}

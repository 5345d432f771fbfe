// Scores of turns against the truth: diarization error rate, and equal error rate of verification.

/** @typedef {import('./diarization-mixes.mjs').Segment} Segment */
/** @typedef {{ missed: number, false: number, confused: number, speech: number }} Errors in 10 ms */

const stepMs = 10;

/** Frames within the collar of a begin or an end of speech do not count; the better mapping of the two speakers.
 * @param {readonly Segment[]} truth @param {readonly Segment[]} found @param {number} durationMs @param {number}
 * collarMs @returns {Errors} */
export function diarizationErrors(truth, found, durationMs, collarMs) {
  const frames = Math.ceil(durationMs / stepMs);
  const [said, heard] = [masks(truth, frames), masks(found, frames)];
  const counts = new Uint8Array(frames).fill(1);
  for (const { fromMs, toMs } of truth) {
    for (const edge of [fromMs, toMs]) {
      const [from, to] = [Math.max(0, Math.ceil((edge - collarMs) / stepMs)), Math.floor((edge + collarMs) / stepMs)];
      counts.fill(0, from, Math.min(frames, to));
    }
  }
  const outcomes = [heard, heard.map((mask) => ((mask & 1) << 1) | (mask >> 1))].map((mapped) => {
    const errors = { missed: 0, false: 0, confused: 0, speech: 0 };
    for (let at = 0; at < frames; at++) {
      if (counts[at] === 0) continue;
      const [real, ours] = [/** @type {number} */ (said[at]), /** @type {number} */ (mapped[at])];
      const [many, few] = [bits(real), bits(ours)];
      errors.speech += many;
      errors.missed += Math.max(0, many - few);
      errors.false += Math.max(0, few - many);
      errors.confused += Math.min(many, few) - bits(real & ours);
    }
    return errors;
  });
  const [straight, crossed] = /** @type {[Errors, Errors]} */ (outcomes);
  return crossed.confused < straight.confused ? crossed : straight;
}

const bits = (/** @type {number} */ mask) => (mask & 1) + (mask >> 1);

/** @param {readonly Segment[]} segments @param {number} frames */
function masks(segments, frames) {
  const found = new Uint8Array(frames);
  for (const { fromMs, toMs, speaker } of segments) {
    const to = Math.min(frames, Math.round(toMs / stepMs));
    for (let at = Math.round(fromMs / stepMs); at < to; at++)
      found[at] = /** @type {number} */ (found[at]) | (1 << speaker);
  }
  return found;
}

/** The equal error rate, in percent: two speakers are taken for one as often as one for two.
 * @param {readonly number[]} same @param {readonly number[]} others */
export function equalErrorRate(same, others) {
  const all = [...same.map((score) => ({ score, isSame: true })), ...others.map((score) => ({ score, isSame: false }))];
  all.sort((a, b) => a.score - b.score);
  let [refused, taken] = [0, others.length];
  for (const { isSame } of all) {
    if (isSame) refused++;
    else taken--;
    if (refused / same.length >= taken / others.length)
      return (50 * refused) / same.length + (50 * taken) / others.length;
  }
  return 100;
}

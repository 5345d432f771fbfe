// Call-progress tones with cadence. Samples are floats with 1 = full scale; levels are dBm0, full-scale sine = +3.14.

/** @typedef {import('../../lib/random.mjs').Random} Random */
/** @typedef {{ frequenciesHz: number[], cadenceMs: number[][] | null, modulationHz?: number, once?: boolean }} Tone */
/** @typedef {{ onScale?: number, offScale?: number, jitter?: number, startMs?: number, leadInMs?: number }} Timing */

export const sampleRateHz = 8000;
const fullScaleDbm0 = 3.14;
// An exchange switches its tones without a click that a level meter would see.
const rampSamples = 24;

/**
 * @typedef {'busy' | 'ringback' | 'congestion' | 'unobtainable' | 'call-waiting' | 'dial' | 'howler' | 'cng' | 'ced'}
 * ToneKind
 */

/** China's call-progress tones (ITU-T E.180 Supplement 2) and the fax tones (T.30). `null`: continuous.
 * @type {Record<ToneKind, Tone>} */
export const chinaTones = {
  busy: { frequenciesHz: [450], cadenceMs: [[350, 350]] },
  ringback: { frequenciesHz: [450], cadenceMs: [[1000, 4000]] },
  congestion: { frequenciesHz: [450], cadenceMs: [[700, 700]] },
  unobtainable: {
    frequenciesHz: [450],
    cadenceMs: [
      [100, 100],
      [100, 100],
      [100, 100],
      [400, 400],
    ],
  },
  'call-waiting': { frequenciesHz: [450], cadenceMs: [[400, 4000]] },
  dial: { frequenciesHz: [450], cadenceMs: null },
  howler: { frequenciesHz: [950], cadenceMs: null },
  cng: { frequenciesHz: [1100], cadenceMs: [[500, 3000]] },
  ced: { frequenciesHz: [2100], cadenceMs: [[3300, 0]], once: true },
};

/** Peak amplitude of a sine at that level.
 * @param {number} levelDbm0 */
export function amplitudeOf(levelDbm0) {
  return 10 ** ((levelDbm0 - fullScaleDbm0) / 20);
}

/** Level of a signal from its RMS, by the same scale.
 * @param {ArrayLike<number>} samples @param {number} [from] @param {number} [to] */
export function levelOf(samples, from = 0, to = samples.length) {
  let sum = 0;
  for (let i = from; i < to; i++) sum += /** @type {number} */ (samples[i]) ** 2;
  return 10 * Math.log10((2 * sum) / Math.max(1, to - from) + 1e-20) + fullScaleDbm0;
}

/** Scales in place so that the RMS is that of a sine at `levelDbm0`.
 * @param {Float32Array} samples @param {number} levelDbm0 */
export function setLevel(samples, levelDbm0) {
  const gain = 10 ** ((levelDbm0 - levelOf(samples)) / 20);
  for (let i = 0; i < samples.length; i++) samples[i] = /** @type {number} */ (samples[i]) * gain;
  return samples;
}

/** Spans in which the tone sounds: [from, to) in samples. `startMs` starts that far inside the cadence (a call that is heard from
 * its middle); `leadInMs` puts line noise before the first burst.
 * @param {Tone} tone @param {number} seconds @param {Timing} timing @param {Random} random */
export function burstsOf(tone, seconds, timing, random) {
  const total = Math.round(seconds * sampleRateHz);
  const { onScale = 1, offScale = 1, jitter = 0, startMs = 0, leadInMs = 0 } = timing;
  const samplesOf = (/** @type {number} */ ms) => (ms * sampleRateHz) / 1000;
  let at = samplesOf(leadInMs) - samplesOf(startMs);
  if (!tone.cadenceMs) return [[Math.max(0, Math.round(at)), total]];
  const stretch = () => 1 + jitter * random.range(-1, 1);
  /** @type {number[][]} */
  const bursts = [];
  for (let step = 0; at < total; step++) {
    const [onMs = 0, offMs = 0] = tone.cadenceMs[step % tone.cadenceMs.length] ?? [];
    const end = at + samplesOf(onMs) * onScale * stretch();
    if (end > 0) bursts.push([Math.max(0, Math.round(at)), Math.min(total, Math.round(end))]);
    at = end + samplesOf(offMs) * offScale * stretch();
    if (tone.once && step + 1 === tone.cadenceMs.length) break;
  }
  return bursts;
}

/** One period of a cadence in ms (0 when continuous).
 * @param {Tone} tone */
export function periodMs(tone) {
  return (tone.cadenceMs ?? []).flat().reduce((sum, ms) => sum + ms, 0);
}

/** Adds a tone to `samples`. Components share the level equally.
 * @param {Float32Array} samples @param {Tone} tone @param {number[][]} bursts
 * @param {{ levelDbm0: number, offsetHz?: number, twistDb?: number }} how @param {Random} random */
export function addTone(samples, tone, bursts, how, random) {
  const each = how.levelDbm0 - 10 * Math.log10(tone.frequenciesHz.length);
  const depth = tone.modulationHz ? 0.5 : 0;
  const modulation = (2 * Math.PI * (tone.modulationHz ?? 0)) / sampleRateHz;
  tone.frequenciesHz.forEach((hz, index) => {
    const amplitude = amplitudeOf(each + ((index === 0 ? 1 : -1) * (how.twistDb ?? 0)) / 2);
    const step = (2 * Math.PI * (hz + (how.offsetHz ?? 0))) / sampleRateHz;
    const phase = random.range(0, 2 * Math.PI);
    for (const [from = 0, to = 0] of bursts) {
      for (let i = from; i < to; i++) {
        // A clip that begins inside a burst has no ramp there.
        const edge = Math.min(from === 0 ? rampSamples : i - from + 1, to - i, rampSamples) / rampSamples;
        const shape = 1 + depth * (Math.sin(modulation * i) - 1);
        samples[i] = /** @type {number} */ (samples[i]) + amplitude * edge * shape * Math.sin(step * i + phase);
      }
    }
  });
}

// Noises of a telephone line, as floats of unit RMS unless said otherwise.
import { sampleRateHz } from './signals.mjs';

/** @typedef {import('../../lib/random.mjs').Random} Random */

/** White noise over the whole band has this part of its power in 300-3400 Hz, where SNR is counted. */
export const whiteInBand = 3100 / 4000;

/** @param {Float32Array} samples */
export function unitRms(samples) {
  let sum = 0;
  for (const s of samples) sum += s * s;
  const gain = 1 / Math.sqrt(sum / Math.max(1, samples.length) + 1e-20);
  for (let i = 0; i < samples.length; i++) samples[i] = /** @type {number} */ (samples[i]) * gain;
  return samples;
}

/** @param {Random} random @param {number} count */
export function white(random, count) {
  const out = new Float32Array(count);
  for (let i = 0; i < count; i++) out[i] = random.gauss();
  return out;
}

/** -3 dB per octave: seven octaves of white noise, each held twice as long as the one before (Voss).
 * @param {Random} random @param {number} count */
export function pink(random, count) {
  const rows = new Float64Array(10);
  const out = new Float32Array(count);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    let row = 0;
    while (row < rows.length - 1 && ((i >> row) & 1) === 0) row++;
    const fresh = random.gauss();
    sum += fresh - /** @type {number} */ (rows[row]);
    rows[row] = fresh;
    out[i] = sum + random.gauss();
  }
  return unitRms(out);
}

// Long-term average speech spectrum, dB per third octave (Byrne et al. 1994, combined), inside the telephone band.
const speechThirds = [
  [250, 60.3],
  [315, 59.0],
  [400, 62.1],
  [500, 62.1],
  [630, 60.5],
  [800, 56.8],
  [1000, 53.7],
  [1250, 53.0],
  [1600, 52.0],
  [2000, 48.7],
  [2500, 48.1],
  [3150, 46.8],
  [4000, 45.6],
];

/** Linear-phase filter by frequency sampling with a Hann window.
 * @param {(hz: number) => number} gainAt @param {number} taps odd */
export function designFir(gainAt, taps) {
  const half = (taps - 1) / 2;
  const steps = 256;
  const fir = new Float64Array(taps);
  for (let n = -half; n <= half; n++) {
    let sum = 0;
    for (let k = 0; k < steps; k++) {
      const hz = ((k + 0.5) / steps) * (sampleRateHz / 2);
      sum += gainAt(hz) * Math.cos((2 * Math.PI * hz * n) / sampleRateHz);
    }
    fir[n + half] = (sum / steps) * (0.5 + 0.5 * Math.cos((Math.PI * n) / (half + 1)));
  }
  return fir;
}

/** Same length as the input, delay removed.
 * @param {Float32Array} input @param {Float64Array} fir */
export function filter(input, fir) {
  const half = (fir.length - 1) / 2;
  const out = new Float32Array(input.length);
  for (let i = 0; i < input.length; i++) {
    let sum = 0;
    const from = Math.max(0, half - i);
    const to = Math.min(fir.length, input.length - i + half);
    for (let k = from; k < to; k++) sum += /** @type {number} */ (fir[k]) * /** @type {number} */ (input[i + k - half]);
    out[i] = sum;
  }
  return out;
}

/** @param {number} hz */
function speechGain(hz) {
  if (hz < 300 || hz > 3400) return 0;
  const upper = speechThirds.findIndex(([centre = 0]) => centre >= hz);
  const [lowHz = 0, lowDb = 0] = speechThirds[upper - 1] ?? [];
  const [highHz = 0, highDb = 0] = speechThirds[upper] ?? [];
  const part = Math.log(hz / lowHz) / Math.log(highHz / lowHz);
  // A third octave is 23 % of its centre wide: level per band to density.
  return 10 ** ((lowDb + part * (highDb - lowDb) - 10 * Math.log10(0.23 * hz)) / 20);
}
const speechFir = designFir(speechGain, 161);
const bandFir = designFir((hz) => (hz >= 300 && hz <= 3400 ? 1 : 0), 161);

/** The telephone band, for sources that were recorded wide.
 * @param {Float32Array} samples */
export function telephoneBand(samples) {
  return filter(samples, bandFir);
}

/** Noise with the long-term spectrum of speech inside 300-3400 Hz and a syllabic envelope: a sum of 2-8 Hz waves in dB,
 * 6 dB deviation, held within 12 dB of its mean.
 * @param {Random} random @param {number} count */
export function speechLike(random, count) {
  const out = filter(white(random, count), speechFir);
  const waves = Array.from({ length: 16 }, () => ({
    step: (2 * Math.PI * random.range(2, 8)) / sampleRateHz,
    phase: random.range(0, 2 * Math.PI),
  }));
  let gain = 1;
  for (let i = 0; i < count; i++) {
    if (i % 16 === 0) {
      let sum = 0;
      for (const { step, phase } of waves) sum += Math.sin(step * i + phase);
      const deviation = Math.max(-2, Math.min(2, sum / Math.sqrt(waves.length / 2)));
      gain = 10 ** ((6 * deviation) / 20);
    }
    out[i] = /** @type {number} */ (out[i]) * gain;
  }
  return unitRms(out);
}

/** Mains hum: 50 Hz and its harmonics. The ninth is 450 Hz.
 * @param {Random} random @param {number} count */
export function hum(random, count) {
  const out = new Float32Array(count);
  const baseHz = random.range(49.8, 50.2);
  for (let harmonic = 1; harmonic <= 24; harmonic++) {
    const amplitude = random.range(0.2, 1) / harmonic ** random.range(0.3, 1);
    const step = (2 * Math.PI * baseHz * harmonic) / sampleRateHz;
    const phase = random.range(0, 2 * Math.PI);
    for (let i = 0; i < count; i++) out[i] = /** @type {number} */ (out[i]) + amplitude * Math.sin(step * i + phase);
  }
  return unitRms(out);
}

/** Clicks and crackle: decaying resonances at random or nearly regular times.
 * @param {Random} random @param {number} count */
export function clicks(random, count) {
  const out = new Float32Array(count);
  const perSecond = random.range(0.5, 20);
  const regular = random.chance(0.4);
  let at = 0;
  while (at < count) {
    const gap = regular ? (1 / perSecond) * random.range(0.95, 1.05) : -Math.log(1 - random.next()) / perSecond;
    at += Math.round(gap * sampleRateHz) + 1;
    const hz = random.range(200, 3400);
    const decay = Math.exp(-1 / (sampleRateHz * random.range(0.0005, 0.01)));
    let amplitude = random.range(0.2, 1);
    for (let i = 0; i < 600 && at + i < count; i++, amplitude *= decay) {
      out[at + i] = /** @type {number} */ (out[at + i]) + amplitude * Math.sin((2 * Math.PI * hz * i) / sampleRateHz);
    }
  }
  return unitRms(out);
}

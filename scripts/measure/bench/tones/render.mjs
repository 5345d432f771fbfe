// One entry of the matrix as 16-bit samples at 8 kHz.

import { makeRandom } from '../../lib/random.mjs';
import { losePackets, quantise } from './channel.mjs';
import { speechLike, unitRms, white, whiteInBand } from './noise.mjs';
import { addTone, amplitudeOf, burstsOf, levelOf, sampleRateHz } from './signals.mjs';

/** @typedef {import('./matrix.mjs').Clip} Clip */

/** @param {Clip} clip @param {ReturnType<typeof import('./sounds.mjs').openSounds>} sounds
 * @returns {{ samples: Int16Array, onsetMs: number }} onsetMs: where the first burst begins */
export function renderClip(clip, sounds) {
  const random = makeRandom(clip.seed);
  const count = Math.round(clip.seconds * sampleRateHz);
  /** @type {Float32Array} */
  let samples = new Float32Array(count);
  let onset = 0;
  let signalDbm0;
  if (clip.tone) {
    const bursts = burstsOf(clip.tone.tone, clip.seconds, clip.tone, random);
    addTone(samples, clip.tone.tone, bursts, clip.tone, random);
    onset = bursts[0]?.[0] ?? 0;
    signalDbm0 = clip.tone.levelDbm0;
  } else {
    samples = sounds.render(clip, random);
    signalDbm0 = levelOf(samples);
  }
  addLineNoise(samples, signalDbm0, clip.line, random);
  const coded = quantise(samples, clip.line.law);
  const received = clip.line.loss ? losePackets(coded, clip.line.loss, random) : coded;
  return { samples: received, onsetMs: (onset * 1000) / sampleRateHz };
}

/** SNR is the signal's level while it sounds against the noise's mean power in 300-3400 Hz.
 * @param {Float32Array} samples @param {number} signalDbm0 @param {import('./matrix.mjs').LineDraw} line
 * @param {import('../../lib/random.mjs').Random} random */
export function addLineNoise(samples, signalDbm0, line, random) {
  const rms = amplitudeOf(signalDbm0 - line.snrDb) * Math.SQRT1_2;
  const isWhite = line.noise === 'white';
  const noise = isWhite ? unitRms(white(random, samples.length)) : speechLike(random, samples.length);
  const gain = isWhite ? rms / Math.sqrt(whiteInBand) : rms;
  for (let i = 0; i < samples.length; i++) {
    samples[i] = /** @type {number} */ (samples[i]) + /** @type {number} */ (noise[i]) * gain;
  }
}

/** A tone on a line, before any codec.
 * @param {string} seed @param {import('./signals.mjs').Tone} tone
 * @param {{ seconds: number, leadInMs: number, levelDbm0: number, snrDb: number }} how */
export function renderBare(seed, tone, how) {
  const random = makeRandom(seed);
  const samples = new Float32Array(Math.round(how.seconds * sampleRateHz));
  addTone(samples, tone, burstsOf(tone, how.seconds, how, random), how, random);
  addLineNoise(samples, how.levelDbm0, { snrDb: how.snrDb, noise: 'white', law: 'linear' }, random);
  return samples;
}

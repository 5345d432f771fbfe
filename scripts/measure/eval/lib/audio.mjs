// Recordings as 16-bit samples at a model's rate, through the line that a condition names.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { addon, encodings } from '../../../../dist/native/index.js';

/** @typedef {'clean' | 'alaw' | 'alaw20' | 'alaw10'} Condition */
/** @typedef {{ samples: Int16Array, rateHz: number }} Recording */

export const conditions = /** @type {const} */ ({
  clean: 'as recorded',
  alaw: '8 kHz A-law',
  alaw20: '8 kHz A-law, white noise at 20 dB SNR',
  alaw10: '8 kHz A-law, white noise at 10 dB SNR',
});
const noiseDb = { clean: undefined, alaw: undefined, alaw20: 20, alaw10: 10 };

/**
 * Any sound file at one of its own rate or another, mono. @param {string} path @param {number} rateHz @returns
 * {Recording}
 */
export function decodeFile(path, rateHz) {
  if (path.endsWith('.wav')) {
    const bytes = readFileSync(path);
    const wav = addon.parseWav(bytes);
    if (typeof wav !== 'string' && wav.encoding === 'pcm_s16le' && wav.channels === 1) {
      const data = Uint8Array.from(bytes.subarray(wav.dataOffset, wav.dataOffset + wav.dataBytes));
      const samples = new Int16Array(data.buffer, 0, data.length >> 1);
      return { samples: atRate({ samples, rateHz: wav.sampleRateHz }, rateHz), rateHz };
    }
  }
  const args = ['-v', 'error', '-i', path, '-ac', '1', '-ar', String(rateHz), '-f', 's16le', '-'];
  const done = spawnSync('ffmpeg', args, { maxBuffer: 1 << 29 });
  if (done.status !== 0) throw new Error(`ffmpeg on ${path}: ${done.stderr?.toString().trim() ?? done.error}`);
  const bytes = Uint8Array.from(done.stdout);
  return { samples: new Int16Array(bytes.buffer, 0, bytes.length >> 1), rateHz };
}

/** @param {Recording} recording @param {number} rateHz */
export function atRate({ samples, rateHz: fromHz }, rateHz) {
  if (fromHz === rateHz) return samples;
  const resampler = new addon.Resampler(fromHz, rateHz);
  const head = resampler.push(samples).slice();
  const tail = resampler.flush();
  const all = new Int16Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

/** White noise under the mean power of the louder half of the 20 ms frames: pauses do not count as speech.
 * @param {Int16Array} samples @param {number} snrDb @param {import('../../lib/random.mjs').Random} random */
export function addNoise(samples, snrDb, random) {
  const frame = 160;
  /** @type {number[]} */
  const powers = [];
  for (let at = 0; at + frame <= samples.length; at += frame) {
    let sum = 0;
    for (let i = at; i < at + frame; i++) sum += /** @type {number} */ (samples[i]) ** 2;
    powers.push(sum / frame);
  }
  powers.sort((a, b) => b - a);
  const loud = powers.slice(0, Math.max(1, powers.length >> 1));
  const speech = loud.reduce((sum, power) => sum + power, 0) / Math.max(1, loud.length);
  const level = Math.sqrt(speech / 10 ** (snrDb / 10));
  return samples.map((sample) => Math.max(-32768, Math.min(32767, Math.round(sample + level * random.gauss()))));
}

/** @param {Int16Array} samples @returns {Uint8Array} */
export const toAlaw = (samples) => addon.encode(encodings.alaw, samples);

/** The samples after A-law and back. @param {Int16Array} samples */
export const throughAlaw = (samples) => addon.decode(encodings.alaw, toAlaw(samples));

/** The audio that the model gets. @param {Recording} recording @param {Condition} condition @param {number} rateHz
 * @param {import('../../lib/random.mjs').Random} random */
export function heardAs(recording, condition, rateHz, random) {
  if (condition === 'clean') return atRate(recording, rateHz);
  let line = atRate(recording, 8_000);
  const snrDb = noiseDb[condition];
  if (snrDb !== undefined) line = addNoise(line, snrDb, random);
  return atRate({ samples: throughAlaw(line), rateHz: 8_000 }, rateHz);
}

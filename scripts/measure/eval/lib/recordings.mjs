// Whole recordings made of sentences of known people: one after the other, with pauses, on a line with a little noise.
// They are synthetic because nobody said these sentences in a row.
import { addon, encodings } from '../../../../dist/native/index.js';
import { addNoise, atRate } from './audio.mjs';

/** @typedef {import('./corpus.mjs').Utterance} Utterance */
/** @typedef {{ utterance: Utterance, channel: 0 | 1 }} Said */
/** @typedef {{ coding: 'alaw' | 'pcm_s16le', rateHz: number, channels: number }} Form */

const pauseMs = { from: 600, to: 2_000 };
/** Level of the line's noise, under the speech. */
const noiseDb = 30;
const tags = { alaw: { tag: 6, bytes: 1 }, pcm_s16le: { tag: 1, bytes: 2 } };

/** Interleaved bytes without a head. @param {readonly Said[]} row @param {Form} form
 * @param {import('../../lib/random.mjs').Random} random */
export function recordingOf(row, { coding, rateHz, channels }, random) {
  const pause = () => Math.round((random.range(pauseMs.from, pauseMs.to) * rateHz) / 1_000);
  let length = pause();
  const placed = row.map(({ utterance, channel }) => {
    const samples = atRate(utterance.read(), rateHz);
    const at = length;
    length += samples.length + pause();
    return { samples, channel, at };
  });
  const sides = Array.from({ length: channels }, (_, side) => {
    const line = new Int16Array(length);
    for (const { samples, channel, at } of placed) if (channel === side) line.set(samples, at);
    return addNoise(line, noiseDb, random);
  });
  const all = new Int16Array(length * channels);
  for (const [side, line] of sides.entries()) {
    for (let at = 0; at < length; at++) all[at * channels + side] = /** @type {number} */ (line[at]);
  }
  const bytes = coding === 'alaw' ? addon.encode(encodings.alaw, all) : new Uint8Array(all.buffer);
  return { bytes, seconds: length / rateHz };
}

/** @param {Form & { bytes: number }} form */
export function wavHead({ coding, rateHz, channels, bytes }) {
  const { tag, bytes: width } = tags[coding];
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(tag, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rateHz, 24);
  head.writeUInt32LE(rateHz * channels * width, 28);
  head.writeUInt16LE(channels * width, 32);
  head.writeUInt16LE(8 * width, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(bytes, 40);
  return head;
}

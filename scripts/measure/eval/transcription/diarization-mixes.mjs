// Recordings of one channel with one person or two in them, made of recordings of known people, and who speaks when.
// They are synthetic: nobody talks with anybody.
import path from 'node:path';
import { addon, encodings } from '../../../../dist/native/index.js';
import { addNoise, atRate, toAlaw } from '../lib/audio.mjs';
import { readFolder, thinned } from '../lib/corpus.mjs';

/** @typedef {import('../../lib/random.mjs').Random} Random */
/** @typedef {{ fromMs: number, toMs: number, speaker: 0 | 1 }} Segment */
/** @typedef {{ name: string, samples: Int16Array, segments: Segment[] }} Mix */
/** @typedef {{ speaker: string, pieces: Int16Array[] }} Person at 8 kHz, without silence around the pieces */

const rateHz = 8_000;
const perMs = rateHz / 1_000;
const turnMs = { from: 2_000, to: 8_000 };
/** Pause between the words of a turn; sentences have a longer one. */
const gapMs = { from: 40, to: 220 };
/** Pause between turns: as in calls, some turns follow at once or begin before the other speaker has finished. */
const pauseMs = { from: 100, to: 1_200 };
const overlapMs = { from: 100, to: 500 };
const [overlapShare, closeShare] = [0.12, 0.25];
/** Level of the line's noise, under the speech. */
const noiseDb = 30;

/** @param {string} data @param {readonly string[]} speakers @param {number} pieces of each @returns {Person[]} */
export function people(data, speakers, pieces) {
  const sets = ['dspspeech20-zh', 'aishell-sample'].map((name) => readFolder(path.join(data, name)));
  return speakers.map((speaker) => {
    const own = sets.flat().filter((utterance) => utterance.speaker === speaker);
    return { speaker, pieces: thinned(own, pieces).map((utterance) => trimmed(atRate(utterance.read(), rateHz))) };
  });
}

/**
 * The span between the first and the last 10 ms within 25 dB of the loud ones, and 30 ms around. @param {Int16Array}
 * samples
 */
function trimmed(samples) {
  const frame = 10 * perMs;
  const levels = Array.from({ length: Math.floor(samples.length / frame) }, (_, at) =>
    samples.subarray(at * frame, (at + 1) * frame).reduce((sum, sample) => sum + sample * sample, 0),
  );
  const loud = [...levels].sort((a, b) => b - a)[Math.floor(levels.length / 20)] ?? 0;
  const isLoud = (/** @type {number} */ level) => level > loud * 10 ** -2.5;
  const [first, last] = [levels.findIndex(isLoud), levels.findLastIndex(isLoud)];
  if (first < 0) return samples;
  return samples.slice(Math.max(0, first - 3) * frame, (last + 4) * frame);
}

/** @param {string} name @param {readonly Person[]} pair one person or two @param {number} seconds @param {Random} random
 * @returns {Mix} */
export function mixOf(name, pair, seconds, random) {
  const total = seconds * rateHz;
  const sum = new Float32Array(total);
  /** @type {Segment[]} */
  const segments = [];
  const levels = pair.map(() => 10 ** (random.range(-6, 0) / 20));
  let at = Math.round(random.range(100, 900) * perMs);
  for (let turn = 0; ; turn++) {
    const speaker = /** @type {0 | 1} */ (turn % pair.length);
    const sound = turnOf(/** @type {Person} */ (pair[speaker]), random);
    if (at + sound.length > total) break;
    const level = /** @type {number} */ (levels[speaker]);
    for (let i = 0; i < sound.length; i++) sum[at + i] += level * /** @type {number} */ (sound[i]);
    segments.push({ fromMs: at / perMs, toMs: (at + sound.length) / perMs, speaker });
    at += sound.length + Math.round(stepMs(random) * perMs);
  }
  const mixed = Int16Array.from(sum, (value) => Math.max(-32_768, Math.min(32_767, Math.round(value))));
  const line = addon.decode(encodings.alaw, toAlaw(addNoise(mixed, noiseDb, random)));
  return { name, samples: Int16Array.from(line), segments };
}

/** Time to the next turn; negative for an overlap. @param {Random} random */
function stepMs(random) {
  const kind = random.next();
  if (kind < overlapShare) return -random.range(overlapMs.from, overlapMs.to);
  if (kind < overlapShare + closeShare) return random.range(0, 150);
  return random.range(pauseMs.from, pauseMs.to);
}

/** @param {Person} person @param {Random} random */
function turnOf(person, random) {
  const wanted = random.range(turnMs.from, turnMs.to) * perMs;
  /** @type {Float32Array[]} */
  const parts = [];
  let length = 0;
  while (length < wanted) {
    const piece = random.pick(person.pieces);
    const loud = Math.sqrt(piece.reduce((sum, sample) => sum + sample * sample, 0) / piece.length);
    const part = Float32Array.from(piece, (sample) => (sample * 2_500) / Math.max(1, loud));
    if (length > 0 && length + part.length > turnMs.to * perMs) break;
    const gap = new Float32Array(length === 0 ? 0 : Math.round(random.range(gapMs.from, gapMs.to) * perMs));
    parts.push(gap, part);
    length += gap.length + part.length;
  }
  const turn = new Float32Array(length);
  let at = 0;
  for (const part of parts) {
    turn.set(part, at);
    at += part.length;
  }
  return turn;
}

// Sounds without keywords: speech of people and of espeak-ng, music, tones. At 8 kHz, in calls of about 12 s.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { playScore } from '../../bench/tones/music.mjs';
import { clicks, hum, pink, speechLike, white } from '../../bench/tones/noise.mjs';
import { renderBare } from '../../bench/tones/render.mjs';
import { composeScore } from '../../bench/tones/score.mjs';
import { chinaTones } from '../../bench/tones/signals.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { atRate } from '../lib/audio.mjs';
import { parseTable, readFolder } from '../lib/corpus.mjs';
import { spokenCharacters } from '../lib/spoken.mjs';
import { concatenated, generatedVoices } from './prompt-voices.mjs';
import { otherSentences } from './prompt-wordings.mjs';

/** @typedef {{ kind: string, samples: Int16Array }} Call */

const rateHz = 8_000;
const callS = 12;
const gap = new Int16Array(rateHz / 5);

/** Pieces of speech joined until a call is full. @param {string} kind @param {Iterable<Int16Array>} pieces @param {number} seconds
 * @returns {Generator<Call>} */
function* calls(kind, pieces, seconds) {
  /** @type {Int16Array[]} */
  let parts = [];
  let held = 0;
  let left = seconds * rateHz;
  for (const piece of pieces) {
    parts.push(piece, gap);
    held += piece.length + gap.length;
    if (held < callS * rateHz) continue;
    yield { kind, samples: concatenated(parts) };
    left -= held;
    parts = [];
    held = 0;
    if (left <= 0) return;
  }
}

/** @param {string} folder @param {(text: string) => boolean} isFree */
function* recordings(folder, isFree) {
  if (!existsSync(folder)) return;
  const all = readFolder(folder).filter((utterance) => isFree(utterance.text));
  // A stride that meets both speakers and many words, in one order on every machine.
  const step = 7;
  for (let from = 0; from < step; from++) {
    for (let at = from; at < all.length; at += step) {
      const utterance = all[at];
      if (utterance !== undefined) yield atRate(utterance.read(), rateHz);
    }
  }
}

/** @param {string} data @param {(text: string) => boolean} isFree */
function* dialogs(data, isFree) {
  const random = makeRandom('other dialogs');
  const file = path.join(data, 'text/kdconv-utt.tsv');
  const lines = existsSync(file) ? parseTable(readFileSync(file, 'utf8')).map((row) => row.text ?? '') : [];
  const texts = lines.filter((text) => !/[A-Za-z\d]/.test(text) && text.length > 5 && text.length < 30);
  const voices = generatedVoices();
  for (let at = 0; ; at++) {
    const text = at % 5 === 0 || texts.length === 0 ? random.pick(otherSentences) : random.pick(texts);
    const clean = text.replace(/[^\u4e00-\u9fff，。？！]/g, '');
    if (spokenCharacters(clean).length > 2 && isFree(clean))
      yield random.pick(voices).say(clean, random) ?? new Int16Array(0);
  }
}

function* music() {
  for (let at = 0; ; at++) {
    const random = makeRandom(`other music ${at}`);
    const samples = playScore(composeScore(random, callS), callS, random);
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-6);
    yield Int16Array.from(samples, (sample) => Math.round((sample / peak) * 12_000));
  }
}

function* tones() {
  for (let at = 0; ; at++) {
    const kinds = Object.values(chinaTones);
    const tone = /** @type {import('../../bench/tones/signals.mjs').Tone} */ (kinds[at % kinds.length]);
    const how = { seconds: callS, leadInMs: 200, levelDbm0: -15, snrDb: 25 };
    yield Int16Array.from(renderBare(`other tone ${at}`, tone, how), (sample) => Math.round(sample * 32_767));
  }
}

function* noises() {
  for (let at = 0; ; at++) {
    const random = makeRandom(`other noise ${at}`);
    const kinds = [white, pink, speechLike, hum, clicks];
    const make = /** @type {(typeof kinds)[number]} */ (kinds[at % kinds.length]);
    const level = 10 ** random.range(2, 3.5);
    yield Int16Array.from(make(random, callS * rateHz), (sample) =>
      Math.max(-32_768, Math.min(32_767, Math.round(sample * level))),
    );
  }
}

/** Calls in which nobody speaks. @param {number} minutes */
export function* callsWithoutSpeech(minutes) {
  yield* calls('noise', noises(), minutes * 20);
  yield* calls('music', music(), minutes * 20);
  yield* calls('tones', tones(), minutes * 20);
}

/** Thirty minutes of sounds without keywords.
 * @param {string} data @param {(text: string) => boolean} isFree says whether a text holds no keyword
 * @param {number} [share] of the thirty minutes */
export function* otherCalls(data, isFree, share = 1) {
  const minutes = (/** @type {number} */ count) => count * 60 * share;
  yield* calls('recorded sentences', recordings(path.join(data, 'aishell-sample'), isFree), minutes(10));
  yield* calls('recorded words', recordings(path.join(data, 'audio-cmn-hsk'), isFree), minutes(7));
  yield* calls('generated dialogs', dialogs(data, isFree), minutes(7));
  yield* calls('music', music(), minutes(4));
  yield* calls('tones', tones(), minutes(2));
}

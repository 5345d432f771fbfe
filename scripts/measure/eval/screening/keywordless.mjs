// Calls of half a minute that sound like speech or singing and hold no keyword, at 8 kHz: songs, our own singing over
// music, foreign speech and announcements, babble, customers. Each kind is in two parts that share no artist, singer,
// speaker or seed: rules are `chosen` on one, and the other is `reported`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SynthesisConfig } from '../../../../dist/protocol/wire/synthesis-config.js';
import { playMidi, soundFont } from '../../bench/tones/midi.mjs';
import { playScore } from '../../bench/tones/music.mjs';
import { composeScore } from '../../bench/tones/score.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { decodeFile } from '../lib/audio.mjs';
import { parseTable } from '../lib/corpus.mjs';
import { concatenated, generatedVoices } from './prompt-voices.mjs';
import { otherSentences } from './prompt-wordings.mjs';
import { openSinger } from './singing.mjs';

/** @typedef {import('../../lib/random.mjs').Random} Random */
/** @typedef {import('./other-sounds.mjs').Call} Call */
/** @typedef {'chosen' | 'reported'} Part */
/** @typedef {{ part: Part, data: string, isFree: (text: string) => boolean, say: SayText, share: number }} Wanted
 *   `isFree` says whether a text holds no keyword; `share` of the minutes of each kind */
/** @typedef {{ voices: readonly string[], say(text: string, voice: string): Promise<Int16Array> }} SayText */

const rateHz = 8_000;
const callS = 30;
const call = callS * rateHz;
const gap = new Int16Array(rateHz / 4);

/** Chosen songs of ../shared/data/songs: pieces of one artist, or of one name, are in one part. */
const chosenSongs = [
  ...['josh_woodward', 'nit_song070', 'yue_children', 'yue_corner_rock', 'yue_hospital', 'yue_mix_voice'],
  ...['yue_old_riffs', 'yue_quiet_evening', 'yue_step_back'],
];
const minutesOf = { 'own singing over music': 16, babble: 10, 'foreign speech': 16, customers: 14 };

/** @param {number} at @param {Part} part halves of a list of singers or speakers */
const isOf = (at, part) => (at % 2 === 0) === (part === 'chosen');

/** Whole songs as a ring tone plays them: each half-minute, and from the middle of each. @param {Wanted} wanted
 * @returns {Generator<Call>} */
function* songs({ part, data, share }) {
  const folder = path.join(data, 'songs');
  if (!existsSync(folder)) return;
  const names = readdirSync(folder).filter((name) => name.endsWith('.opus'));
  const own = names.filter((name) => chosenSongs.some((song) => name.startsWith(song)) === (part === 'chosen'));
  for (const name of own.slice(0, Math.ceil(own.length * share))) {
    const { samples } = decodeFile(path.join(folder, name), rateHz);
    for (let from = 0; from === 0 || samples.length - from >= call / 3; from += call / 2)
      yield { kind: 'songs', samples: samples.subarray(from, from + call) };
  }
}

/**
 * Plays with a sound font if one is installed, otherwise with our own timbres. @param {readonly Random[]} randoms
 * @returns {Float32Array[]}
 */
function accompaniments(randoms) {
  const scores = randoms.map((random) => composeScore(random, callS));
  const font = soundFont();
  const played = font === undefined ? [] : playMidi(scores, callS, font);
  return scores.map((score, at) => {
    const random = /** @type {Random} */ (randoms[at]);
    return played[at] ?? playScore(score, callS, random);
  });
}

/** @param {ArrayLike<number>} samples */
function levelOf(samples) {
  let sum = 0;
  for (let at = 0; at < samples.length; at++) sum += /** @type {number} */ (samples[at]) ** 2;
  return Math.sqrt(sum / Math.max(1, samples.length)) || 1;
}

/** Mixes `over` that many dB above `under`, at a usual level together. @param {ArrayLike<number>} over
 * @param {ArrayLike<number>} under @param {number} ratioDb */
function mixed(over, under, ratioDb) {
  const usual = 3_000;
  const [one, other] = [usual / levelOf(over), usual / levelOf(under) / 10 ** (ratioDb / 20)];
  return Int16Array.from({ length: over.length }, (_, at) => {
    const sum = /** @type {number} */ (over[at]) * one + (under[at] ?? 0) * other;
    return Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  });
}

/** @param {Wanted} wanted @returns {AsyncGenerator<Call>} */
async function* ownSinging({ part, share }) {
  const singer = await openSinger();
  const voices = singer.voices.filter((_, at) => isOf(at, part));
  const count = Math.round(minutesOf['own singing over music'] * share * (60 / callS));
  const randoms = Array.from({ length: count }, (_, at) => makeRandom(`${part} song ${at}`));
  for (const [at, music] of accompaniments(randoms).entries()) {
    const random = /** @type {Random} */ (randoms[at]);
    const voice = /** @type {string} */ (voices[at % voices.length]);
    const sung = await singer.sing(voice, random, callS);
    // 12 dB over the music is almost a cappella, -3 dB a band that covers the singer.
    yield { kind: 'own singing over music', samples: mixed(sung, music, random.range(-3, 12)) };
  }
  await singer.close();
}

/** Pieces joined until calls are full. @param {string} kind @param {Iterable<Int16Array>} pieces @param {number} minutes
 * @returns {Generator<Call>} */
function* joined(kind, pieces, minutes) {
  /** @type {Int16Array[]} */
  let parts = [];
  let held = 0;
  let left = Math.round((minutes * 60) / callS);
  for (const piece of pieces) {
    if (left <= 0) return;
    parts.push(piece, gap);
    held += piece.length + gap.length;
    if (held < call) continue;
    yield { kind, samples: concatenated(parts) };
    left--;
    parts = [];
    held = 0;
  }
  if (held > call / 3 && left > 0) yield { kind, samples: concatenated(parts) };
}

/** Rows of an index as samples, in their order. @param {string} folder @param {readonly Record<string, string>[]} rows
 * @param {(row: Record<string, string>) => string} fileOf */
function* cuts(folder, rows, fileOf) {
  let name = '';
  let samples = new Int16Array(0);
  for (const row of rows) {
    if (fileOf(row) !== name) {
      name = fileOf(row);
      samples = Int16Array.from(decodeFile(path.join(folder, name), rateHz).samples);
    }
    yield samples.subarray(Number(row.start_s) * rateHz, Number(row.end_s) * rateHz);
  }
}

/** @param {string} folder */
const rowsOf = (folder) => (existsSync(folder) ? parseTable(readFileSync(path.join(folder, 'index.tsv'), 'utf8')) : []);

/**
 * Takes `count` items evenly over all of them, in their order. @template T @param {readonly T[]} items @param {number}
 * count
 */
const spread = (items, count) =>
  items.filter((_, at) => Math.floor((at * count) / items.length) !== Math.floor(((at - 1) * count) / items.length));

/** The speech of half of the speakers. @param {Wanted} wanted */
function speechOfMany({ part, data }) {
  const folder = path.join(data, 'voices-many');
  const rows = rowsOf(folder);
  const speakers = [...new Set(rows.map(({ speaker = '' }) => speaker))];
  const own = new Set(speakers.filter((_, at) => isOf(at, part)));
  return { folder, rows: rows.filter(({ speaker = '' }) => own.has(speaker)) };
}

/** @param {Wanted} wanted */
function* foreignPieces(wanted) {
  const { folder, rows } = speechOfMany(wanted);
  const long = rows.filter((row) => Number(row.end_s) - Number(row.start_s) > 0.8);
  yield* cuts(folder, spread(long, 140), ({ file = '' }) => file);
  const foreign = path.join(wanted.data, 'voices-foreign');
  const set = wanted.part === 'chosen' ? 'wake' : 'intent';
  const clips = rowsOf(foreign).filter((row) => row.set === set);
  yield* cuts(foreign, spread(clips, 150), (row) => `${row.set}.opus`);
}

/** @param {Wanted} wanted */
function* foreignAnnouncements({ part, data, share }) {
  const folder = path.join(data, 'line-prompts');
  const languages = part === 'chosen' ? ['es'] : ['en', 'ru'];
  const rows = rowsOf(folder).filter(({ language = '' }) => languages.includes(language));
  yield* joined(
    'foreign announcements',
    cuts(folder, rows, ({ file = '' }) => file),
    20 * share,
  );
}

/**
 * Several people at once, the nearest of them 0 to 9 dB over the others. @param {Wanted} wanted @returns
 * {Generator<Call>}
 */
function* babble(wanted) {
  const { folder, rows } = speechOfMany(wanted);
  const long = spread(
    rows.filter((row) => Number(row.end_s) - Number(row.start_s) > 2),
    160,
  );
  /** @type {Int16Array[]} */
  const layers = [];
  for (const { samples } of joined(
    'babble',
    cuts(folder, long, ({ file = '' }) => file),
    12,
  ))
    layers.push(samples);
  const count = Math.round(minutesOf.babble * wanted.share * (60 / callS));
  for (let at = 0; at < count && layers.length > 0; at++) {
    const random = makeRandom(`${wanted.part} babble ${at}`);
    const crowd = new Float32Array(call);
    for (let voice = 2 + random.int(6); voice > 0; voice--) {
      const layer = random.pick(layers);
      const gain = random.range(0.3, 1) / levelOf(layer);
      for (let i = 0; i < call; i++) crowd[i] = /** @type {number} */ (crowd[i]) + (layer[i] ?? 0) * gain;
    }
    const near = random.pick(layers).subarray(0, call);
    yield { kind: 'babble', samples: mixed(near, crowd, random.range(0, 9)) };
  }
}

/** Telephone sentences in voices of ours and of espeak-ng. @param {Wanted} wanted @returns {AsyncGenerator<Call>} */
async function* customers({ part, data, isFree, say, share }) {
  const random = makeRandom(`${part} customers`);
  const file = path.join(data, 'text/crosswoz-utt.tsv');
  const lines = existsSync(file) ? parseTable(readFileSync(file, 'utf8')).map((row) => row.text ?? '') : [];
  const own = lines.filter((_, at) => isOf(at, part));
  const texts = own.map((text) => text.replace(/[^\u4e00-\u9fff，。？！]/g, '')).filter((text) => text.length > 6);
  const generated = generatedVoices().filter((_, at) => isOf(at, part));
  const voices = say.voices.filter((name) => name.startsWith('cn_')).filter((_, at) => isOf(at, part));
  for (let left = Math.round(minutesOf.customers * share * (60 / callS)); left > 0; left--) {
    const voice = random.pick(voices);
    const robot = random.pick(generated);
    /** @type {Int16Array[]} */
    const parts = [];
    for (let held = 0; held < call; ) {
      const text = random.pick(texts.length > 0 && random.chance(0.9) ? texts : otherSentences);
      if (!isFree(text)) continue;
      const said = left % 2 === 0 ? await say.say(text, voice) : (robot.say(text, random) ?? gap);
      parts.push(said, gap);
      held += said.length + gap.length;
    }
    yield { kind: 'customers', samples: concatenated(parts).subarray(0, call) };
  }
}

/** Calls of half a minute each, some shorter. @param {Wanted} wanted @returns {AsyncGenerator<Call>} */
export async function* keywordlessCalls(wanted) {
  yield* songs(wanted);
  yield* ownSinging(wanted);
  yield* joined('foreign speech', foreignPieces(wanted), minutesOf['foreign speech'] * wanted.share);
  yield* foreignAnnouncements(wanted);
  yield* babble(wanted);
  yield* customers(wanted);
}

/**
 * The program's own voices at 8 kHz. @param {import('../../../../dist/cli/synth/synth-speech.js').SpeechMaker} speech
 * @returns {SayText}
 */
export function sayWith(speech) {
  const config = SynthesisConfig.parse({ sampleRate: rateHz });
  return {
    voices: speech.voices,
    async say(text, voice) {
      /** @type {Uint8Array[]} */
      const slices = [];
      await speech.speak({ text, voice, config }, (bytes) => void slices.push(Uint8Array.from(bytes)));
      return concatenated(slices.map((slice) => new Int16Array(slice.buffer, 0, slice.length >> 1)));
    },
  };
}

// Speech for the recognition benchmark: sentences of the reference data if it lies beside the checkout, otherwise
// generated ones; each followed by a pause that ends it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeFile } from '../../eval/lib/audio.mjs';
import { readFolder } from '../../eval/lib/corpus.mjs';
import { edgesOf } from './onset.mjs';

export const rateHz = 8_000;
const reference = fileURLToPath(new URL('../../../../../shared/data/aishell-sample', import.meta.url));
const pinyin = [
  'nin2 hao3, qing3 wen4 you3 shen2 me5 ke3 yi3 bang1 nin2',
  'wo3 xiang3 cha2 yi2 xia4 zhe4 ge4 yue4 de5 hua4 fei4',
  'qing3 ba3 ni3 de5 dian4 hua4 hao4 ma3 zai4 shuo1 yi2 bian4',
  'dui4 bu5 qi3, wo3 mei2 you3 ting1 qing1 chu5',
];

/** @typedef {{ sentence: Int16Array, at: number }} Placed from its sample `at` on */

/** @param {number} count @param {number} [atHz] their rate, for those who hear them alone
 * @returns {{ sentences: Int16Array[], source: string }} */
export function sentencesOf(count, atHz = rateHz) {
  if (existsSync(reference)) {
    const all = readFolder(reference).filter(({ speaker }) => speaker === 'S0252');
    const step = Math.max(1, Math.floor(all.length / count));
    const chosen = all.filter((_, at) => at % step === 0).slice(0, count);
    const sentences = chosen.map(({ id }) => decodeFile(path.join(reference, 'flac', `${id}.flac`), atHz).samples);
    return { sentences, source: `${sentences.length} sentences of aishell-sample S0252 (real speech)` };
  }
  const sentences = pinyin.map((text) => speak(text, atHz));
  return { sentences, source: `${sentences.length} sentences of espeak-ng (generated)` };
}

/** @param {string} text @param {number} atHz */
function speak(text, atHz) {
  const wave = spawnSync('espeak-ng', ['-v', 'cmn-latn-pinyin', '--stdout', text], { maxBuffer: 1 << 26 });
  if (wave.status !== 0)
    throw new Error('there is no speech to recognise: neither ../shared/data nor espeak-ng was found');
  const args = ['-v', 'error', '-i', '-', '-ac', '1', '-ar', String(atHz), '-f', 's16le', '-'];
  const done = spawnSync('ffmpeg', args, { input: wave.stdout, maxBuffer: 1 << 26 });
  if (done.status !== 0) throw new Error(`ffmpeg: ${done.stderr}`);
  const bytes = Uint8Array.from(done.stdout);
  return new Int16Array(bytes.buffer, 0, bytes.length >> 1);
}

/** One call before it is answered: ringback for two of its bursts, then somebody speaks, and so on.
 * @param {readonly Int16Array[]} sentences @param {number} first @param {number} seconds */
export function ringingOf(sentences, first, seconds) {
  const ringback = new Int16Array(10 * rateHz);
  for (const [at] of ringback.entries()) {
    if (at % (5 * rateHz) < rateHz) ringback[at] = Math.round(6_000 * Math.sin((2 * Math.PI * 450 * at) / rateHz));
  }
  const { samples: spoken } = callOf(sentences, first, 5, 400);
  const whole = new Int16Array(seconds * rateHz);
  for (let at = (first * rateHz) % ringback.length, from = 0; from < whole.length; ) {
    const part = at < ringback.length ? ringback.subarray(at) : spoken;
    whole.set(part.subarray(0, whole.length - from), from);
    from += part.length;
    at = at < ringback.length ? ringback.length : 0;
  }
  return whole;
}

/** Sentences in a row from the `first` on, with pauses, for at least `seconds`.
 * @param {readonly Int16Array[]} sentences @param {number} first @param {number} seconds @param {number} pauseMs */
export function callOf(sentences, first, seconds, pauseMs) {
  if (sentences.length === 0) throw new Error('there are no sentences');
  const pause = (pauseMs * rateHz) / 1_000;
  /** @type {Placed[]} */
  const placed = [];
  let length = 0;
  for (let number = first; length < seconds * rateHz; number++) {
    const sentence = /** @type {Int16Array} */ (sentences[number % sentences.length]);
    placed.push({ sentence, at: length });
    length += sentence.length + pause;
  }
  return soundOf(placed, length);
}

/** Silence with sentences in it, and where they are heard. @param {readonly Placed[]} placed @param {number} length */
export function soundOf(placed, length) {
  const samples = new Int16Array(length);
  const spoken = placed.map(({ sentence, at }) => {
    samples.set(sentence.subarray(0, length - at), at);
    const atMs = (1_000 * at) / rateHz;
    const { onsetMs, endMs } = edges.get(sentence) ?? edgesOf(sentence, rateHz);
    edges.set(sentence, { onsetMs, endMs });
    return { onsetMs: atMs + onsetMs, endMs: atMs + endMs };
  });
  return { samples, spoken };
}

/** @type {WeakMap<Int16Array, import('./onset.mjs').Edges>} */
const edges = new WeakMap();

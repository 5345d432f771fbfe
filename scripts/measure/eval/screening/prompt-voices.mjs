// Voices that no recogniser of this project was trained with: espeak-ng variants that scripts/train/asr/prepare.py
// leaves out, half of them with bent pitch and formants; and concatenated recorded syllables (their speakers are in the
// training data).
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readTexts } from '../../../../dist/text/pinyin.js';
import { atRate, decodeFile } from '../lib/audio.mjs';
import { parseTable } from '../lib/corpus.mjs';

/** @typedef {import('../../lib/random.mjs').Random} Random */
/** Samples at 8 kHz unless the voices were asked for another rate. `pace`: 0.9 is a tenth slower, where a voice can do so.
 * @typedef {{ name: string, say(text: string, random: Random, pace?: number): Int16Array | undefined }} Voice */

const rateHz = 8_000;

/** variant, pitch 0-99, words a minute, sox effects */
const recipes = /** @type {const} */ ([
  ['Alex', 45, 165, []],
  ['Alicia', 60, 170, []],
  ['Andrea', 55, 185, []],
  ['Andy', 40, 160, []],
  ['Denis', 35, 175, []],
  ['Gene', 50, 155, []],
  ['Henrique', 45, 180, []],
  ['Hugo', 40, 170, []],
  ['Jacky', 50, 165, ['speed', '1.08']],
  ['john', 40, 175, ['speed', '0.93']],
  ['Lee', 45, 185, ['speed', '1.1', 'tempo', '-s', '0.92']],
  ['Mario', 40, 165, ['speed', '0.9', 'tempo', '-s', '1.12']],
  ['paul', 45, 175, ['speed', '1.12', 'tempo', '-s', '0.9']],
  ['rob', 50, 160, ['pitch', '120']],
  ['steph2', 55, 175, ['pitch', '-90']],
  ['travis', 45, 165, ['speed', '0.94', 'tempo', '-s', '1.04']],
]);

/** @param {string} text Chinese with commas; syllables with tone digits, as `cmn-latn-pinyin` wants them */
export function pinyinOf(text) {
  const parts = text.split(/[，。？！]/).filter((part) => part !== '');
  return parts.map((part) => readTexts([...part]).join(' ')).join(', ');
}

/** @param {number} [voiceRateHz] @returns {Voice[]} */
export function generatedVoices(voiceRateHz = rateHz) {
  return recipes.map(([variant, pitch, speed, effects]) => ({
    name: `${variant}${effects.length > 0 ? ` ${effects.join(' ')}` : ''}`,
    say(text, _random, pace = 1) {
      const voice = `cmn-latn-pinyin+${variant}`;
      const spoken = spawnSync('espeak-ng', [
        '-v',
        voice,
        '-p',
        `${pitch}`,
        '-s',
        `${Math.round(speed * pace)}`,
        '--stdout',
        pinyinOf(text),
      ]);
      if (spoken.status !== 0) throw failed(`espeak-ng ${voice}`, spoken);
      const raw = ['-t', 's16', '-r', `${voiceRateHz}`, '-c', '1', '-'];
      const bent = spawnSync(
        'sox',
        ['-V1', '--ignore-length', '-t', 'wav', '-', ...raw, ...effects, 'gain', '-n', '-6'],
        {
          input: spoken.stdout,
          maxBuffer: 1 << 28,
        },
      );
      if (bent.status !== 0) throw failed('sox', bent);
      const bytes = Uint8Array.from(bent.stdout);
      return new Int16Array(bytes.buffer, 0, bytes.length >> 1);
    },
  }));
}

const silent = (/** @type {number} */ ms) => new Int16Array((ms * rateHz) / 1000);

/** @param {readonly Int16Array[]} parts */
export function concatenated(parts) {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Cuts off both ends that are 30 dB below the loudest 20 ms. @param {Int16Array} samples */
export function trimmed(samples) {
  const frame = rateHz / 50;
  const powers = Array.from({ length: Math.floor(samples.length / frame) }, (_, at) => {
    let sum = 0;
    for (let i = at * frame; i < (at + 1) * frame; i++) sum += /** @type {number} */ (samples[i]) ** 2;
    return sum;
  });
  const least = Math.max(...powers) / 1_000;
  const first = powers.findIndex((power) => power >= least);
  return first < 0
    ? samples
    : samples.subarray(first * frame, (powers.findLastIndex((power) => power >= least) + 1) * frame);
}

/**
 * One recorded syllable after another with 30 ms between: real voices, no real fluency. @param {string} folder @returns
 * {Voice}
 */
function syllableVoice(folder) {
  const shards = new Map();
  const rows = parseTable(readFileSync(path.join(folder, 'index.tsv'), 'utf8'));
  const bySyllable = new Map(rows.map((row) => [row.text, row]));
  const syllable = (/** @type {string} */ name) => {
    const row =
      bySyllable.get(name) ?? bySyllable.get(name.replace('v', 'ü')) ?? bySyllable.get(name.replace(/5$/, ''));
    if (row === undefined) return undefined;
    if (!shards.has(row.shard))
      shards.set(row.shard, atRate(decodeFile(path.join(folder, row.shard ?? ''), 16_000), rateHz));
    const samples = shards.get(row.shard);
    return trimmed(samples.subarray(Number(row.start_s) * rateHz, Number(row.end_s) * rateHz));
  };
  return {
    name: path.basename(folder),
    say(text) {
      /** @type {Int16Array[]} */
      const parts = [];
      for (const part of text.split(/[，。？！]/)) {
        for (const name of readTexts([...part])) {
          const samples = syllable(name);
          if (samples === undefined) return undefined;
          parts.push(samples, silent(30));
        }
        parts.push(silent(250));
      }
      return concatenated(parts);
    },
  };
}

/** @param {string} data @returns {Voice[]} */
export function recordedVoices(data) {
  return ['audio-cmn-syllables', 'davin-pinyin-syllables']
    .map((name) => path.join(data, name))
    .filter((folder) => existsSync(folder))
    .map(syllableVoice);
}

/** @param {string} tool @param {import('node:child_process').SpawnSyncReturns<Buffer>} outcome */
const failed = (tool, { error, stderr }) =>
  new Error(
    error === undefined
      ? `${tool}: ${stderr}`
      : `${tool} does not start: apt-get install espeak-ng sox (${error.message})`,
  );

// npm run eval:diarization -- DATA: separation of two speakers on generated mixes of people that the model never heard.
//   --model DIR             models/speaker unless given
//   --development           the people that thresholds are set on, in place of those of the test
//   --mixes N               of each pair of students (2)
//   --seconds N             of each mix (60)
//   --tune                  error for a range of thresholds
//   --write                 into docs/measurements.md
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { nativeSpeech } from '../../../../dist/engine/pipeline/audio/vad.js';
import { twoVoicesIn } from '../../../../dist/engine/pipeline/diarization/clustering.js';
import { isOneVoice } from '../../../../dist/engine/pipeline/diarization/diarise.js';
import { hearVoices } from '../../../../dist/engine/pipeline/diarization/embeddings.js';
import { changeCost, speakersOf, turnsOf } from '../../../../dist/engine/pipeline/diarization/turns.js';
import { loadSound } from '../../../../dist/engine/runtime/classifiers/sound.js';
import { loadVoiceprint } from '../../../../dist/engine/runtime/models/load.js';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { studentTestSpeakers } from '../lib/corpus.mjs';
import { modelIn, shipped } from '../lib/models.mjs';
import { mixOf, people } from './diarization-mixes.mjs';
import { diarizationErrors, equalErrorRate } from './diarization-score.mjs';

/** @typedef {import('./diarization-mixes.mjs').Mix} Mix */
/** @typedef {import('./diarization-mixes.mjs').Person} Person */
/** @typedef {{ mix: Mix, windows: import('../../../../dist/engine/pipeline/diarization/voice-windows.js').VoiceWindows,
 *   two: import('../../../../dist/engine/pipeline/diarization/clustering.js').TwoVoices | undefined }} Heard */

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string', default: path.join(shipped, 'speaker') },
    development: { type: 'boolean', default: false },
    mixes: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '60' },
    tune: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [data] = positionals;
if (data === undefined) {
  process.stderr.write('eval:diarization needs the directory of the reference data\n');
  process.exit(2);
}
const collarMs = 250;
const developmentSpeakers = ['FDA03', 'FDA10', 'FDA25', 'FDA30'];
/** Training contained S0150, but not S0252. */
const readers = ['S0150', 'S0252'];
const seconds = Number(options.seconds);

const model = await loadVoiceprint(modelIn(options.model));
const openSpeech = nativeSpeech(loadSound(modelIn(path.join(shipped, 'vad'))).native);
const folder = mkdtempSync(path.join(tmpdir(), 'tonegate-diarization-'));

/** @param {Mix} mix @returns {Promise<Heard>} */
async function hear(mix) {
  const file = path.join(folder, 'mix.pcm');
  writeFileSync(file, mix.samples);
  const audio = /** @type {const} */ ({
    path: file,
    sampleRateHz: 8_000,
    channels: 1,
    durationMs: mix.samples.length / 8,
  });
  const parts = { model, openSpeech, quiet: async () => {} };
  const windows = await hearVoices(audio, parts, new AbortController().signal);
  if (windows === undefined) throw new Error('given up');
  return { mix, windows, two: await twoVoicesIn(windows.vectors) };
}

/** @param {Heard} heard @param {number} twoVoices @param {typeof changeCost} cost */
async function turns({ windows, two }, twoVoices, cost = changeCost) {
  const { cells, vectors } = windows;
  const isOne = two === undefined || isOneVoice(two, twoVoices);
  const speakers = isOne ? new Uint8Array(cells.length) : await speakersOf(cells, vectors, two, undefined, cost);
  return { isOne, found: turnsOf(cells, speakers, (around, within) => windows.quietestNear(around, within)) };
}

/** A sentence continues through a pause shorter than this (limits.asr.vadTailMs). */
const tailMs = 500;
/** @param {Awaited<ReturnType<typeof turns>>['found']} found */
function asSentences(found) {
  return found.map((turn, at) => {
    const next = found[at + 1];
    const goesOn = next?.speaker === turn.speaker && next.fromMs - turn.toMs < tailMs;
    return { ...turn, toMs: goesOn ? next.fromMs : turn.toMs };
  });
}

/** @param {readonly Heard[]} heard @param {number} twoVoices @param {typeof changeCost} [cost] */
async function errorsOf(heard, twoVoices, cost) {
  const sum = { missed: 0, false: 0, confused: 0, speech: 0, one: 0 };
  for (const each of heard) {
    const { isOne, found } = await turns(each, twoVoices, cost);
    const errors = diarizationErrors(each.mix.segments, asSentences(found), each.mix.samples.length / 8, collarMs);
    for (const key of /** @type {const} */ (['missed', 'false', 'confused', 'speech'])) sum[key] += errors[key];
    if (isOne) sum.one++;
  }
  return sum;
}

const percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${((100 * part) / whole).toFixed(1)} %`;

/** A row of the table. @param {string} name @param {readonly Heard[]} heard */
async function rowOf(name, heard) {
  const { twoVoices } = model.manifest.voiceprint;
  const { missed, false: extra, confused, speech, one } = await errorsOf(heard, twoVoices);
  const minutes = Math.round(heard.reduce((sum, { mix }) => sum + mix.samples.length, 0) / 480_000);
  const apart = heard.map(({ two }) => two?.apartness ?? 0).sort((a, b) => a - b);
  const range = [0, 0.1, 0.5, 0.9, 1].map((at) => apart[Math.round(at * (apart.length - 1))]?.toFixed(2)).join(' ');
  const shares = [missed + extra + confused, missed, extra, confused].map((part) => percent(part, speech));
  return [name, heard.length, minutes, ...shares, `${one} of ${heard.length}`, range];
}

/** @param {string} name @param {readonly Person[]} pair @param {number} count */
async function heardMixes(name, pair, count) {
  /** @type {Heard[]} */
  const heard = [];
  for (let at = 0; at < count; at++) heard.push(await hear(mixOf(name, pair, seconds, makeRandom(`${name} ${at}`))));
  return heard;
}

const students = people(data, options.development ? developmentSpeakers : studentTestSpeakers, 90);
const reading = options.development ? [] : people(data, readers, 120);
/** @type {Heard[]} */
const [two, one, sentences, oneReader] = [[], [], [], []];
for (const [at, person] of students.entries()) {
  one.push(...(await heardMixes(person.speaker, [person], 3)));
  for (const other of students.slice(at + 1)) {
    two.push(...(await heardMixes(`${person.speaker} ${other.speaker}`, [person, other], Number(options.mixes))));
  }
}
if (reading.length > 0) {
  sentences.push(...(await heardMixes('S0150 S0252', reading, 12)));
  for (const person of reading) oneReader.push(...(await heardMixes(person.speaker, [person], 12)));
}

const group = options.development ? 'development' : 'test';
const rows = [await rowOf(`pairs of ${students.length} students of the ${group}`, two)];
if (sentences.length > 0) rows.push(await rowOf('S0150 (training) with S0252 (not heard)', sentences));
rows.push(await rowOf('one student', one));
if (oneReader.length > 0) rows.push(await rowOf('one reader: S0150 (training), S0252 (not heard)', oneReader));
const head = ['mixes', 'files', 'minutes', 'diarization error', 'missed', 'false', 'confused', 'taken for one voice'];
const parts = [
  `\`npm run eval:diarization\`, model ${model.manifest.id} ${model.manifest.version}: generated mixes of ${seconds} s, 8 kHz A-law, a collar of ${collarMs} ms. ${machineLine()}.`,
  markdownTable([...head, 'apartness: least, 10 %, half, 90 %, most'], rows),
];

// Verification: windows of the files of one person each, against other windows of the same and of the others.
const alone = [...one, ...oneReader.filter(({ mix }) => mix.name === 'S0252')];
for (const windowsOfPiece of [1, 5]) {
  const pieces = alone.flatMap(({ mix, windows: { vectors } }) => {
    const found = [];
    for (let at = 0; at + windowsOfPiece * 4 <= vectors.count; at += windowsOfPiece * 4) {
      const sum = new Float32Array(vectors.size);
      for (let w = 0; w < windowsOfPiece; w++) {
        for (let i = 0; i < sum.length; i++)
          sum[i] += /** @type {number} */ (vectors.values[(at + w) * vectors.size + i]);
      }
      const length = Math.hypot(...sum);
      if (length > 0) found.push({ name: mix.name, vector: sum.map((value) => value / length) });
    }
    return found;
  });
  /** @type {number[]} */
  const [same, others] = [[], []];
  for (const [at, piece] of pieces.entries()) {
    for (const other of pieces.slice(at + 1)) {
      const score = piece.vector.reduce((sum, value, i) => sum + value * /** @type {number} */ (other.vector[i]), 0);
      (piece.name === other.name ? same : others).push(score);
    }
  }
  const people = new Set(pieces.map(({ name }) => name)).size;
  const ms = 10 * (model.manifest.voiceprint.windowRows + (windowsOfPiece - 1) * model.manifest.voiceprint.stepRows);
  parts.push(
    `Verification, ${people} people, ${pieces.length} pieces of ${ms} ms, ${same.length} + ${others.length} pairs: ` +
      `equal error rate ${equalErrorRate(same, others).toFixed(1)} %.`,
  );
}
process.stdout.write(`${parts.join('\n\n')}\n`);
if (options.write) writeBlock('eval:diarization', parts.join('\n\n'));

if (options.tune) {
  for (const twoVoices of [0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3]) {
    const [pairs, singles] = [await errorsOf(two, twoVoices), await errorsOf(one, twoVoices)];
    process.stdout.write(
      `twoVoices ${twoVoices}: ${pairs.one} of ${two.length} pairs taken for one, ${singles.one} of ${one.length} singles\n`,
    );
  }
  for (const within of [0.1, 0.25, 0.4, 0.6, 1]) {
    for (const share of [0, 0.25, 0.5]) {
      const { missed, false: extra, confused, speech } = await errorsOf(two, 0, { within, afterPause: within * share });
      process.stdout.write(
        `cost ${within}, after a pause ${within * share}: DER ${percent(missed + extra + confused, speech)}\n`,
      );
    }
  }
}
await model.release();
rmSync(folder, { recursive: true });

// npm run eval:endpoints -- DATA: where sentences begin and end, by the shipped detector and rules of endpoints.
//   DATA             directory in the form of the reference data
//   --weights FILE   the detector's weights; may be given several times (default models/vad/vad.bin)
//   --set SET        what `python scripts/measure/eval/classifiers/vad_set.py DATA SET` has made: adds the calls with people,
//                    music and songs behind the caller
//   --odds K         factor of the odds of speech, for comparisons (1)
//   --limit N        at most N sentences, spread evenly (500)
//   --misses         the recordings whose end is lost
//   --write          put the table into docs/measurements.md
// Sentences of a speaker that no training has heard, with pauses of 1.2 s, through A-law. The truth is the level of each
// recording (scripts/measure/bench/asr/onset.mjs). A sentence is cut if its last voice ends over 300 ms early, split if it
// has more than one voice, joined if no voice ends in the pause behind it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Endpoint } from '../../../../dist/engine/pipeline/audio/endpoint.js';
import { loadSoundModel, makeSpeechDetector } from '../../../../dist/native/sound.js';
import { callOf, rateHz } from '../../bench/asr/sound.mjs';
import { percentile } from '../../bench/tones/judge.mjs';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { decodeFile, throughAlaw } from '../lib/audio.mjs';
import { readFolder, thinned } from '../lib/corpus.mjs';
import { shipped } from '../lib/models.mjs';

const speaker = 'S0252';
const pauseMs = 1_200;
const inARow = 20;
const cutMs = 300;
const hopSamples = 80;
const rules = /** @type {const} */ ({
  mode: 'continue',
  threshold: 10,
  tailMs: 480,
  maxSegmentMs: 60_000,
  headMs: 0,
  endMs: 0,
});
/** The line of a call: the gain of its sentences, the level of white noise against a full scale, and the level of the
 * sound behind the caller against the sentences.
 * @typedef {{ name: string, gainDb: number, noiseDb?: number, behind?: { group: string, db: number } }} Line */
/** @type {readonly Line[]} */
const quietLines = [
  { name: 'as recorded, silence between', gainDb: 0 },
  { name: 'as recorded, line noise', gainDb: 0, noiseDb: -58 },
  { name: '10 dB softer, line noise', gainDb: -10, noiseDb: -62 },
  { name: '15 dB softer, line noise', gainDb: -15, noiseDb: -66 },
];
/** Groups of the set in which nobody calls. @type {readonly Line[]} */
const busyLines = [
  ...[25, 20, 15, 10].map((db) => ({ name: `babble, ${db} dB`, gainDb: 0, behind: { group: 'babble alone', db } })),
  { name: 'music, 15 dB', gainDb: 0, behind: { group: 'music alone', db: 15 } },
  { name: 'songs, 15 dB', gainDb: 0, behind: { group: 'songs alone', db: 15 } },
  { name: 'noise, 15 dB', gainDb: 0, behind: { group: 'noise alone', db: 15 } },
];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    weights: { type: 'string', multiple: true, default: [path.join(shipped, 'vad/vad.bin')] },
    set: { type: 'string' },
    odds: { type: 'string', default: '1' },
    limit: { type: 'string', default: '500' },
    misses: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const conditions = options.set === undefined ? quietLines : [...quietLines, ...busyLines];
const odds = Number(options.odds);
const [data] = positionals;
if (data === undefined) {
  process.stderr.write('eval:endpoints needs DATA\n');
  process.exit(2);
}
const folder = path.join(data, 'aishell-sample');
const chosen = thinned(
  readFolder(folder).filter((each) => each.speaker === speaker),
  Number(options.limit),
);
const sentences = chosen.map(({ id }) => decodeFile(path.join(folder, 'flac', `${id}.flac`), rateHz).samples);

/** Voices of a call, and where it ends. @param {string} weights @param {Int16Array} samples */
function voicesOf(weights, samples) {
  /** @type {{ fromMs: number, toMs: number }[]} */
  const voices = [];
  const detector = makeSpeechDetector(loadSoundModel(weights));
  const endpoint = new Endpoint(rules);
  let fromMs = 0;
  for (const values of [Float32Array.from(detector.push(samples)), Float32Array.from(detector.flush())]) {
    for (const value of values) {
      endpoint.push((odds * value) / (odds * value + 1 - value), (event) => {
        if (event.type === 'voice-start') fromMs = event.atMs;
        if (event.type === 'voice-end') voices.push({ fromMs, toMs: event.atMs });
      });
    }
  }
  return voices;
}

/** @param {Int16Array} samples */
function rmsOf(samples) {
  let sum = 0;
  let count = 0;
  for (const sample of samples) {
    sum += sample * sample;
    if (sample !== 0) count++;
  }
  return Math.sqrt(sum / Math.max(1, count));
}

/** @type {Map<string, number[]>} */
const backgrounds = new Map();

/** The clips of a group of the set one after another, all equally loud (RMS 1). @param {string} group */
function backgroundOf(group) {
  const known = backgrounds.get(group);
  if (known !== undefined) return known;
  const set = options.set ?? '';
  /** @type {{ group: string, frames: number }[]} */
  const clips = JSON.parse(readFileSync(path.join(set, 'clips.json'), 'utf8'));
  const bytes = Uint8Array.from(readFileSync(path.join(set, 'mix.s16')));
  const mix = new Int16Array(bytes.buffer);
  /** @type {number[]} */
  const all = [];
  let from = 0;
  for (const { group: own, frames } of clips) {
    const samples = mix.subarray(from, from + frames * hopSamples);
    from += samples.length;
    if (own !== group) continue;
    const rms = rmsOf(samples);
    for (const sample of samples) all.push(sample / rms);
  }
  backgrounds.set(group, all);
  return all;
}

/** The call as a line brings it; `fromMs` of all calls until then. @param {Int16Array} samples @param {Line} line @param {number} fromMs */
function onLine(samples, { name, gainDb, noiseDb, behind }, fromMs) {
  const gain = 10 ** (gainDb / 20);
  const deviation = noiseDb === undefined ? 0 : 32_768 * 10 ** (noiseDb / 20);
  const random = makeRandom(`${name} ${fromMs}`);
  const others = behind === undefined ? [0] : backgroundOf(behind.group);
  const loud = behind === undefined ? 0 : rmsOf(samples) / 10 ** (behind.db / 20);
  const first = Math.round((fromMs * rateHz) / 1_000);
  return throughAlaw(
    samples.map((sample, at) =>
      Math.round(gain * sample + deviation * random.gauss() + loud * (others[(first + at) % others.length] ?? 0)),
    ),
  );
}

/** @param {string} weights @param {Line} line */
function judge(weights, line) {
  const [ends, begins] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  const counts = { cut: 0, split: 0, joined: 0, lost: 0 };
  let heardMs = 0;
  for (let first = 0; first < sentences.length; first += inARow) {
    const part = sentences.slice(first, first + inARow);
    const lengthS = part.reduce((sum, { length }) => sum + length / rateHz + pauseMs / 1_000, 0);
    const { samples, spoken } = callOf(part, 0, lengthS - 0.001, pauseMs);
    const voices = voicesOf(weights, onLine(samples, line, heardMs));
    heardMs += 1_000 * lengthS;
    for (const [at, { onsetMs, endMs }] of spoken.entries()) {
      const own = voices.filter(({ fromMs, toMs }) => toMs > onsetMs && fromMs < endMs + cutMs);
      const [begin, end] = [own.at(0), own.at(-1)];
      if (begin === undefined || end === undefined) {
        counts.lost++;
        continue;
      }
      const isJoined = end.toMs > (spoken[at + 1]?.onsetMs ?? Number.POSITIVE_INFINITY);
      const isCut = !isJoined && end.toMs < endMs - cutMs;
      if (own.length > 1) counts.split++;
      if (isJoined) counts.joined++;
      if (isCut) counts.cut++;
      if (!isJoined) ends.push(end.toMs - endMs);
      if (begin.fromMs > endMs - cutMs || begin.fromMs < onsetMs - pauseMs / 2) continue;
      begins.push(begin.fromMs - onsetMs);
      if (isCut && options.misses) {
        process.stdout.write(`${chosen[first + at]?.id}: the voice ends ${Math.round(endMs - end.toMs)} ms early\n`);
      }
    }
  }
  const shown = (/** @type {number[]} */ values) =>
    [0.05, 0.5, 0.95].map((part) => percentile(values, part).toFixed(0));
  return [counts.cut, counts.split, counts.joined, counts.lost, shown(begins).join(', '), shown(ends).join(', ')];
}

const rows = options.weights.flatMap((weights) =>
  conditions.map((line) => [...(options.weights.length > 1 ? [weights] : []), line.name, ...judge(weights, line)]),
);
const text = [
  `\`npm run eval:endpoints -- ../shared/data${options.set === undefined ? '' : ' --set SET'}\`: ${sentences.length} sentences of ${speaker} (aishell-sample), pauses of ${pauseMs / 1_000} s, A-law. ${machineLine()}.`,
  '',
  markdownTable(
    [
      ...(options.weights.length > 1 ? ['weights'] : []),
      ...['call', `end cut by over ${cutMs} ms`, 'split', 'joined', 'not found'],
      ...['begin: error in ms, 5 %, median, 95 %', 'end: error in ms, 5 %, median, 95 %'],
    ],
    rows,
  ),
].join('\n');
process.stdout.write(`${text}\n`);
if (options.write) writeBlock('eval:endpoints', text);

// npm run eval:synthesis-ends: the ends and the pauses of the program's voices.
//   --voices A,B …          default: all that speak
//   --sentences FILE        others than the 200 of tts_sentences.txt, one a line
//   --limit N               number of sentences, spread evenly (60)
//   --data DIR              the models of this data directory; default: those that ship
//   --model ID_OR_DIR       the recogniser (asr-zh-16k)
//   --json FILE             every utterance with its figures
//   --write                 put the table into docs/measurements.md
// A voice speaks as in a gateway, at 16 kHz. Three figures of each utterance: the level of its last 20 ms against its
// own mean level; the silence at each comma or full stop within it; and whether the recogniser hears its last
// character, of the audio as it is and with 200 ms of zeros behind it.
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { localSpeech } from '../../../../dist/local/synthesis.js';
import { SynthesisConfig } from '../../../../dist/protocol/wire/synthesis-config.js';
import { openText } from '../../../../dist/tts/front-end.js';
import { writeBlock } from '../../lib/page.mjs';
import { markdownTable } from '../../lib/report.mjs';
import { logProbabilities, openRecogniser, shipped } from '../lib/models.mjs';
import { makeSearch, openLanguage } from '../lib/search.mjs';
import { spokenCharacters } from '../lib/spoken.mjs';

/** @typedef {import('../../../../dist/cli/synth/synth-speech.js').SpeechMaker} SpeechMaker */
/**
 * @typedef {{ voice: string, text: string, lastDb: number, pauses: number, pausesHeard: number, lastRight: boolean,
 * lastRightBeforeZeros: boolean }} Judged
 */

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    voices: { type: 'string' },
    sentences: { type: 'string', default: fileURLToPath(new URL('tts_sentences.txt', import.meta.url)) },
    limit: { type: 'string', default: '60' },
    data: { type: 'string' },
    model: { type: 'string', default: 'asr-zh-16k' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const limit = Number(options.limit);
if (positionals.length > 0 || !(limit >= 1)) fail('eval:synthesis-ends takes no argument; --limit is a number');

const rateHz = 16_000;
const endMs = 20;
const zerosMs = 200;
/** Promise: highest level of the last 20 ms against the speech, and level (dBFS) and length (ms) of a pause. */
const promised = { endDb: -45, pauseDbfs: -65, pauseMs: 120 };
const windowMs = 10;

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

function sentences() {
  const all = readFileSync(options.sentences, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const count = Math.min(limit, all.length);
  return Array.from({ length: count }, (_, at) => /** @type {string} */ (all[Math.floor((at * all.length) / count)]));
}

/** @param {SpeechMaker} speech @param {string} voice @param {string} text */
async function spoken(speech, voice, text) {
  /** @type {Uint8Array[]} */
  const slices = [];
  const config = SynthesisConfig.parse({ sampleRate: rateHz });
  await speech.speak({ text, voice, config }, (bytes) => void slices.push(bytes));
  return new Int16Array(Uint8Array.from(Buffer.concat(slices)).buffer);
}

/**
 * All sentences; the engine says the next one while this one is judged. @param {SpeechMaker} speech @param {string}
 * voice
 */
async function* saidAhead(speech, voice) {
  const texts = sentences();
  let next = spoken(speech, voice, texts[0] ?? '');
  for (const [at, text] of texts.entries()) {
    const samples = await next;
    const following = texts[at + 1];
    if (following !== undefined) next = spoken(speech, voice, following);
    yield { text, samples };
  }
}

/** Against full scale; a sample of noise below the last bit keeps it finite. @param {Int16Array} samples */
const levelDbfs = (samples) =>
  10 * Math.log10(samples.reduce((sum, value) => sum + value * value, 0.01) / samples.length / 32_768 ** 2);

/** @param {Int16Array} samples */
const lastDb = (samples) => levelDbfs(samples.subarray(-(endMs * rateHz) / 1_000)) - levelDbfs(samples);

/** Pauses of a text: commas and full stops with speech on either side. @param {string} text @param {string} voice */
function pausesIn(text, voice) {
  const language = voice.startsWith('en_') ? 'en' : 'cn';
  const given = /** @type {const} */ ({ text, isMarkup: false, digitMode: 0, speakPunctuation: false });
  const tokens = [...openText({ ...given, language }, () => false).sentences].flatMap((sentence) => sentence.tokens);
  return tokens.slice(0, -1).filter(({ boundary }) => boundary === 'clause' || boundary === 'sentence').length;
}

/**
 * Stretches within an utterance that are as quiet and as long as a pause is promised to be. @param {Int16Array} samples
 */
function pausesHeard(samples) {
  const window = (windowMs * rateHz) / 1_000;
  let count = 0;
  let quietMs = 0;
  let hasSpoken = false;
  for (let at = 0; at + window <= samples.length; at += window) {
    const isQuiet = levelDbfs(samples.subarray(at, at + window)) < promised.pauseDbfs;
    if (!isQuiet && hasSpoken && quietMs >= promised.pauseMs) count++;
    hasSpoken ||= !isQuiet;
    quietMs = isQuiet ? quietMs + windowMs : 0;
  }
  return count;
}

/**
 * @param {import('../lib/models.mjs').CtcModel} model @param {(rows: Float32Array) =>
 * import('../lib/search.mjs').Heard} search
 */
function judgeOf(model, search) {
  /** @param {string} text @param {Int16Array} samples */
  return async (text, samples) => {
    const last = spokenCharacters(text).at(-1);
    return spokenCharacters(search(await logProbabilities(model, samples)).text).at(-1) === last;
  };
}

/** @param {Int16Array} samples */
function withZeros(samples) {
  const longer = new Int16Array(samples.length + (zerosMs * rateHz) / 1_000);
  longer.set(samples);
  return longer;
}

/** @param {readonly Judged[]} own @param {string} name */
function row(name, own) {
  const sum = (/** @type {(each: Judged) => number} */ of) => own.reduce((total, each) => total + of(each), 0);
  return [
    name,
    String(own.length),
    Math.max(...own.map((each) => each.lastDb)).toFixed(1),
    String(own.filter((each) => each.lastDb < promised.endDb).length),
    `${sum((each) => Math.min(each.pauses, each.pausesHeard))} of ${sum((each) => each.pauses)}`,
    String(sum((each) => Number(each.lastRight))),
    String(sum((each) => Number(each.lastRightBeforeZeros))),
  ];
}
const speech = await localSpeech(options.data);
const model = await openRecogniser(options.model, shipped);
const isRight = judgeOf(model, makeSearch(model.units, openLanguage(path.join(shipped, 'lm-zh'))));
/** @type {Judged[]} */
const judged = [];
const of = (/** @type {string} */ voice) => judged.filter((each) => each.voice === voice);
const voices = options.voices?.split(',') ?? speech.voices;
try {
  for (const voice of voices) {
    if (!speech.voices.includes(voice)) fail(`no voice ${voice}; there are ${speech.voices.join(', ')}`);
    for await (const { text, samples } of saidAhead(speech, voice)) {
      judged.push({
        voice,
        text,
        lastDb: lastDb(samples),
        pauses: pausesIn(text, voice),
        pausesHeard: pausesHeard(samples),
        lastRight: await isRight(text, samples),
        lastRightBeforeZeros: await isRight(text, withZeros(samples)),
      });
    }
    process.stderr.write(`${row(voice, of(voice)).join('  ')}\n`);
  }
} finally {
  await speech.close();
  await model.release();
}

const table = markdownTable(
  [
    'voice',
    'n',
    `loudest last ${endMs} ms, dB of the level`,
    `below ${promised.endDb} dB`,
    `pauses of ≥ ${promised.pauseMs} ms below ${promised.pauseDbfs} dBFS`,
    'last character right',
    `with ${zerosMs} ms of zeros behind`,
  ],
  [...voices.map((voice) => row(voice, of(voice))), row('all', judged)],
);
const command = ['npm run eval:synthesis-ends --', options.voices && `--voices ${options.voices}`, `--limit ${limit}`]
  .filter(Boolean)
  .join(' ');
const machine = `${os.cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`;
const date = new Date().toISOString().slice(0, 10);
const heardBy = `${model.manifest.id} ${model.manifest.version}`;
const page = `\`${command}\`, ${date}, ${machine}. Synthetic speech; the last character is heard by ${heardBy}.\n\n${table}`;
process.stdout.write(`${page}\n`);
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(judged)}\n`);
if (options.write) writeBlock('eval:synthesis-ends', page);

// npm run eval:voices -- OUT_DIR: the quality of the program's voices, judged by the recogniser and by DNSMOS.
//   OUT_DIR                 a folder for each voice, with recordings and texts.tsv
//   --voices A,B …          default: all that speak
//   --sentences FILE        others than the 200 of tts_sentences.txt, one a line
//   --limit N               at most N of the sentences, spread evenly
//   --data DIR              the models of this data directory; default: those that ship
//   --dnsmos DIR            sig_bak_ovr.onnx and model_v8.onnx; without it no DNSMOS
//   --dnsmos-limit N        number of sentences of each voice, spread evenly (40): each takes half a second
//   --python PROGRAM        with onnxruntime, numpy and soundfile, for DNSMOS (python3)
//   --model ID_OR_DIR       recogniser; again for more; default: those that ship
//   --foreign DIR           the same as in eval:asr; its model never heard these voices. Its syllables count too
//   --jobs N                recognisers at work at once (1)
//   --condition NAME        of eval:asr; again for more; default clean
//   --heard                 judge the recordings in OUT_DIR, make no new ones
//   --write                 put the table into docs/measurements.md
// A voice speaks as in a gateway: front end, engine, vocoder, 16 kHz. Around each sentence lie 280 ms of silence, as in
// scripts/measure/eval/voices/tts_say.py, whose folder espeak-ng is judged beside them if it lies in OUT_DIR
// (python scripts/measure/eval/voices/tts_say.py - OUT_DIR --voices).
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { wavHeader } from '../../../../dist/cli/synth/synth-file.js';
import { localSpeech } from '../../../../dist/local/synthesis.js';
import { SynthesisConfig } from '../../../../dist/protocol/wire/synthesis-config.js';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { markdownTable } from '../../lib/report.mjs';
import { conditions } from '../lib/audio.mjs';
import { foreignName } from '../lib/models.mjs';
import { interval, rate } from '../lib/score.mjs';

/** @typedef {import('../recogniser/asr-table.mjs').Scored} Scored @typedef {{ id: string, text: string }} Said */

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    voices: { type: 'string' },
    sentences: { type: 'string', default: fileURLToPath(new URL('tts_sentences.txt', import.meta.url)) },
    limit: { type: 'string', default: '200' },
    data: { type: 'string' },
    dnsmos: { type: 'string' },
    'dnsmos-limit': { type: 'string', default: '40' },
    python: { type: 'string', default: 'python3' },
    model: { type: 'string', multiple: true, default: [] },
    foreign: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    condition: { type: 'string', multiple: true, default: ['clean'] },
    heard: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [out] = positionals;
const [limit, jobs] = [Number(options.limit), Number(options.jobs)];
if (out === undefined || positionals.length > 1 || !(limit >= 1 && jobs >= 1))
  fail('eval:voices needs one OUT_DIR; --limit and --jobs are numbers');
for (const name of options.condition) if (!(name in conditions)) fail(`there is no condition ${name}`);

const rateHz = 16_000;
const edgeMs = 280; // a recogniser needs some room around a sentence
const figures = ['SIG', 'BAK', 'OVRL', 'P.808'];
const script = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

/** The same choice as scripts/measure/eval/voices/tts_say.py makes. @returns {Said[]} */
function sentences() {
  const lines = readFileSync(options.sentences, 'utf8').split('\n');
  const all = lines.flatMap((text, at) =>
    text.trim() === '' ? [] : [{ id: `s${String(at).padStart(3, '0')}`, text }],
  );
  const step = Math.max(1, Math.floor(all.length / limit));
  return all.filter((_, at) => at % step === 0);
}

/**
 * @param {import('../../../../dist/cli/synth/synth-speech.js').SpeechMaker} speech @param {string} voice @param
 * {string} folder
 */
async function say(speech, voice, folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name.endsWith('.wav')) rmSync(path.join(folder, name));
  const edge = Buffer.alloc((2 * edgeMs * rateHz) / 1_000);
  const rows = ['id\tspeaker\ttext'];
  const pace = { audioMs: 0, tookMs: 0 };
  for (const { id, text } of sentences()) {
    /** @type {Uint8Array[]} */
    const slices = [edge];
    const config = SynthesisConfig.parse({ sampleRate: rateHz });
    const facts = await speech.speak({ text, voice, config }, (bytes) => void slices.push(bytes));
    const sound = Buffer.concat([...slices, edge]);
    writeFileSync(path.join(folder, `${id}.wav`), Buffer.concat([wavHeader('pcm', rateHz, sound.length), sound]));
    rows.push([id, voice, text].join('\t'));
    pace.audioMs += facts.audioMs;
    pace.tookMs += facts.tookMs;
  }
  writeFileSync(path.join(folder, 'texts.tsv'), `${rows.join('\n')}\n`);
  const seconds = (pace.audioMs / 1_000).toFixed(0);
  process.stderr.write(
    `${voice}: ${rows.length - 1} sentences, ${seconds} s in ${(pace.tookMs / 1_000).toFixed(1)} s\n`,
  );
}

/** @param {string} program @param {string[]} args */
function run(program, args) {
  const done = spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 28 });
  if (done.status !== 0) fail(`${program} ${args[0]}: ${done.error ?? `status ${done.status}`}`);
  return done.stdout;
}

const runBeside = promisify(execFile);

/** Character errors by condition and model; and syllable errors for the foreign model. @param {string} folder */
async function heardBy(folder) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'tonegate-voices-'));
  try {
    const json = path.join(scratch, 'heard.json');
    const wanted = options.condition.flatMap((name) => ['--condition', name]);
    const models = options.model.flatMap((name) => ['--model', name]);
    const foreign = options.foreign === undefined ? [] : ['--foreign', options.foreign];
    await runBeside(process.execPath, [
      script('../recogniser/asr.mjs'),
      folder,
      ...wanted,
      ...models,
      ...foreign,
      '--json',
      json,
    ]);
    /** @type {Map<string, import('../lib/score.mjs').Errors[]>} */
    const errors = new Map();
    const count = (/** @type {string} */ key, /** @type {import('../lib/score.mjs').Errors} */ one) =>
      errors.set(key, [...(errors.get(key) ?? []), one]);
    for (const item of /** @type {Scored[]} */ (JSON.parse(readFileSync(json, 'utf8')))) {
      count(`${item.model}, ${conditions[item.condition]}`, item.characters);
      if (item.model === foreignName && item.toneless !== undefined)
        count(`${item.model}, ${conditions[item.condition]}, syllables without tones`, item.toneless);
    }
    return errors;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Judges as many folders at once as --jobs says, with the results in order. @template T @param {readonly string[]}
 * folders @param {(folder: string) => Promise<T>} judge
 */
async function judgedBeside(folders, judge) {
  /** @type {T[]} */
  const results = [];
  let next = 0;
  const work = async () => {
    while (next < folders.length) {
      const at = next++;
      results[at] = await judge(/** @type {string} */ (folders[at]));
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return results;
}

/** The four figures of each folder. @param {readonly string[]} folders */
function dnsmos(folders) {
  /** @type {Map<string, string[]>} */
  const scores = new Map();
  if (options.dnsmos === undefined) return scores;
  for (const line of run(options.python, [
    script('tts_quality.py'),
    options.dnsmos,
    ...folders,
    '--limit',
    options['dnsmos-limit'],
  ])
    .split('\n')
    .slice(2)) {
    const [, name = '', , ...values] = line.split('|').map((cell) => cell.trim());
    if (name !== '') scores.set(name, values.slice(0, figures.length));
  }
  return scores;
}

const wanted = options.voices?.split(',');
if (!options.heard) {
  const speech = await localSpeech(options.data);
  try {
    for (const voice of wanted ?? [])
      if (!speech.voices.includes(voice)) fail(`no voice ${voice}; there are ${speech.voices.join(', ')}`);
    for (const voice of wanted ?? speech.voices) await say(speech, voice, path.join(out, voice));
  } finally {
    await speech.close();
  }
}
const names = readdirSync(out).filter((name) => existsSync(path.join(out, name, 'texts.tsv')));
const judged = names.filter((name) => wanted === undefined || name === 'espeak-ng' || wanted.includes(name)).sort();
if (judged.length === 0) fail(`${out}: no folder with texts.tsv`);
const scores = dnsmos(judged.map((name) => path.join(out, name)));
const rows = await judgedBeside(judged, async (name) => ({ name, errors: await heardBy(path.join(out, name)) }));
const columns = [...new Set(rows.flatMap(({ errors }) => [...errors.keys()]))];
const percent = (/** @type {number} */ share) => (100 * share).toFixed(1);
const table = markdownTable(
  ['voice', 'n', ...columns, ...(scores.size > 0 ? figures : [])],
  rows.map(({ name, errors }) => [
    name,
    String([...errors.values()][0]?.length ?? 0),
    ...columns.map((column) => {
      const own = errors.get(column) ?? [];
      const [low, high] = interval(own, makeRandom('eval:voices'));
      return `${percent(rate(own))} (${percent(low)}–${percent(high)})`;
    }),
    ...(scores.size > 0 ? figures.map((_, at) => scores.get(name)?.[at] ?? '–') : []),
  ]),
);
const command = [
  'npm run eval:voices -- DIR',
  options.dnsmos && '--dnsmos DIR',
  `--limit ${limit}`,
  options.voices && `--voices ${options.voices}`,
  ...options.model.map((name) => `--model ${path.basename(name)}`),
]
  .filter(Boolean)
  .join(' ');
const machine = `${os.cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`;
const date = new Date().toISOString().slice(0, 10);
const text = `\`${command}\`, ${date}, ${machine}. Synthetic speech. Characters wrong in %, in brackets the middle 95 % of 1,000 draws of the sentences; DNSMOS 1–5${scores.size > 0 ? ` over ${options['dnsmos-limit']} of them` : ''}.\n\n${table}`;
process.stdout.write(`${text}\n`);
if (options.write) writeBlock('eval:voices', text);

// npm run bench:peer -- --sherpa DIR: streaming recognition beside sherpa-onnx-node, with the same weights in both, in
// turns on one core.
//   --sherpa DIR    where `npm install sherpa-onnx-node` was run; the project itself does not depend on it
//   --python CMD    a Python with the package onnx of scripts/train/requirements.txt (python3); wrap.py needs it
//   --streams 40,80 live streams side by side      --seconds S  measured part of each turn (12)
//   --rounds N      turns of each (3)              --slice MS   slice length (100)
//   --json FILE     --write   into docs/measurements.md
//
// Every turn is a new process on the same core, with Node's options of our engines, fed in real time; all slices of a
// moment come at once, so that both can batch. CPU is that of the process for a second of audio, memory what each
// stream beyond the first adds after all have been heard. Rows hold medians over the turns, ratios are those of the
// medians.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { engineFlags } from '../../../../dist/engine/client/process.js';
import { distance } from '../../eval/lib/score.mjs';
import { onCore, pin } from '../../lib/cores.mjs';
import { writeBlock } from '../../lib/page.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { engineCore, programModels, startEngine, streamParams } from '../asr/engine.mjs';
import { inRealTime } from '../asr/live.mjs';
import { sentencesOf } from '../asr/sound.mjs';
import { percentile } from '../tones/judge.mjs';
import { rateHz, readSound, slicesOf, writeSound } from './sound.mjs';

/** @typedef {import('./hear.mjs').Answer} Answer */

const { values: options } = parseArgs({
  options: {
    sherpa: { type: 'string' },
    python: { type: 'string', default: 'python3' },
    streams: { type: 'string', default: '40,80' },
    seconds: { type: 'string', default: '12' },
    rounds: { type: 'string', default: '3' },
    slice: { type: 'string', default: '100' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const goal = { streams: 1.2, memory: 0.8 };
/** Smallest growth per stream that resident memory can tell from none. */
const leastMiB = 0.1;
const model = path.join(programModels, 'asr-zh-16k');
const counts = options.streams.split(',').map(Number);
const pace = { seconds: Number(options.seconds), sliceMs: Number(options.slice) };
const peerVersion = versionOf(options.sherpa);
pin(process.pid, Math.max(0, cpus().length - 2));

/** The recognisers; the first of the peer's two forms is that of its own examples. */
const hearers = /** @type {const} */ ([
  ['sherpa-each', 'sherpa-onnx-node, greedy, `decode` of each stream'],
  ['sherpa-batch', 'sherpa-onnx-node, greedy, `decodeStreams` of all that are ready'],
  ['ours', 'our front end and encoder, greedy'],
  ['engine', 'our engine process as shipped: speech detector, search with lexicon and language model, partials'],
]);
/** @typedef {(typeof hearers)[number][0]} Hearer */

const folder = mkdtempSync(path.join(tmpdir(), 'bench-peer-'));
try {
  const places = prepare();
  /** @type {Map<string, Answer[]>} */
  const answers = new Map();
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const count of [1, ...counts]) {
      for (const [who] of round % 2 === 0 ? hearers : hearers.toReversed()) {
        const answer = await turn(who, count, places);
        const key = `${who} ${count}`;
        answers.set(key, [...(answers.get(key) ?? []), answer]);
        const shown = `${(1_000 * answer.perAudioS).toFixed(2)} ms per s, ${answer.rssMiB.toFixed(1)} MiB`;
        process.stderr.write(`round ${round + 1}, ${who}, ${count}: ${shown}\n`);
      }
    }
  }
  report(answers, places.source);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

/** @param {string | undefined} sherpa */
function versionOf(sherpa) {
  const manifest = path.join(sherpa ?? '', 'node_modules/sherpa-onnx-node/package.json');
  if (sherpa !== undefined && existsSync(manifest)) return JSON.parse(readFileSync(manifest, 'utf8')).version;
  const found = sherpa === undefined ? '' : `${manifest} does not exist\n`;
  process.stderr.write(
    `${found}--sherpa DIR: a folder in which \`npm install sherpa-onnx-node\` was run is required\n`,
  );
  return process.exit(2);
}

/** The sound, and the graph in the peer's form. */
function prepare() {
  const { sentences, source } = sentencesOf(24, rateHz);
  const sound = path.join(folder, 'sound.raw');
  writeSound(sound, sentences);
  const wrapped = path.join(folder, 'wrapped');
  const script = path.join(import.meta.dirname, 'wrap.py');
  const done = spawnSync(options.python, [script, model, wrapped], { encoding: 'utf8' });
  if (done.status !== 0) {
    const why = done.error?.message ?? done.stderr;
    throw new Error(`${options.python} ${script} failed; it needs onnx, see scripts/train/requirements.txt: ${why}`);
  }
  return { sound, source, wrapped };
}

/** @param {Hearer} who @param {number} count @param {ReturnType<typeof prepare>} places @returns {Promise<Answer>} */
async function turn(who, count, { sound, wrapped }) {
  if (who === 'engine') return engineTurn(count, sound);
  const order = { who, count, ...pace, sound, sherpa: options.sherpa, wrapped, model };
  const script = path.join(import.meta.dirname, 'hear.mjs');
  const [command = '', ...args] = [
    ...onCore(engineCore),
    process.execPath,
    ...engineFlags,
    script,
    JSON.stringify(order),
  ];
  return JSON.parse(execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }));
}

/** @param {number} count @param {string} sound @returns {Promise<Answer>} */
async function engineTurn(count, sound) {
  const { engines, pid } = await startEngine(programModels);
  const samples = readSound(sound);
  /** @type {string[]} */
  const units = [];
  const params = {
    ...streamParams(),
    property: 'cn_16k_common',
    coding: /** @type {const} */ ({ coding: 'pcm_s16le', sampleRateHz: rateHz }),
  };
  const calls = Array.from({ length: count }, (_, number) => {
    const next = slicesOf(samples, pace.sliceMs, number);
    const bytes = () => {
      const slice = next();
      return new Uint8Array(slice.buffer, slice.byteOffset, slice.byteLength);
    };
    const session = engines.openSession(params, (event) => {
      if (event.type === 'failed') throw new Error(`a stream of the engine failed: ${JSON.stringify(event)}`);
      const isText = number === 0 && event.type === 'sentence' && event.sentence.isFinal;
      if (isText) units.push(...(event.sentence.candidates[0]?.text ?? '').split(' '));
    });
    return { session, send: () => session.push(bytes()), offsetMs: 0 };
  });
  const { perAudioS, rssMiB } = await inRealTime(pid, calls, pace, () => {});
  for (const { session } of calls) session.close();
  await engines.stop();
  return { perAudioS: perAudioS / count, rssMiB, units };
}

/** @param {Map<string, Answer[]>} answers @param {string} source */
function report(answers, source) {
  const median = (/** @type {string} */ key, /** @type {(answer: Answer) => number} */ of) =>
    percentile((answers.get(key) ?? []).map(of), 0.5);
  const cpu = (/** @type {Hearer} */ who, /** @type {number} */ count) =>
    median(`${who} ${count}`, ({ perAudioS }) => perAudioS);
  const memory = (/** @type {Hearer} */ who, /** @type {number} */ count) => {
    const rss = (/** @type {number} */ of) => median(`${who} ${of}`, ({ rssMiB }) => rssMiB);
    return (rss(count) - rss(1)) / (count - 1);
  };
  const cells = counts.flatMap((count) =>
    hearers.map(([who, name]) => {
      const streams = (/** @type {Hearer} */ peer) => (cpu(peer, count) / cpu(who, count)).toFixed(2);
      // A peer whose memory does not grow with its streams has no ratio.
      const ratio = (/** @type {Hearer} */ peer) =>
        memory(peer, count) < leastMiB ? '–' : (memory(who, count) / memory(peer, count)).toFixed(2);
      return [
        ...[count, name, (1_000 * cpu(who, count)).toFixed(2), (1 / cpu(who, count)).toFixed(0)],
        ...[streams('sherpa-each'), streams('sherpa-batch')],
        ...[memory(who, count).toFixed(2), ratio('sherpa-each'), ratio('sherpa-batch')],
      ];
    }),
  );
  const most = Math.max(...counts);
  const ours = answers.get(`ours ${most}`)?.[0]?.units ?? [];
  const theirs = answers.get(`sherpa-each ${most}`)?.[0]?.units ?? [];
  const same = `Of ${ours.length} units that our front end and encoder heard in the first stream, the peer, whose front end has another window, heard ${ours.length - distance(ours, theirs)}.`;
  const text = [
    `asr-zh-16k in both, sherpa-onnx-node ${peerVersion}; one core, ${options.rounds} turns of ${pace.seconds} s each, slices of ${pace.sliceMs} ms, ${source}. ${machineLine()}.`,
    '',
    markdownTable(
      [
        ...['streams', 'who hears', 'CPU ms per s of audio', 'streams a core'],
        ...['× each', '× batch', 'MiB per stream', 'of each', 'of batch'],
      ],
      cells,
    ),
    '',
    `Goal beside the peer: ≥ ${goal.streams} × streams, ≤ ${goal.memory} × memory. ${same}`,
  ].join('\n');
  process.stdout.write(`${text}\n`);
  if (options.json) writeFileSync(options.json, JSON.stringify(Object.fromEntries(answers)));
  if (options.write) writeBlock('bench:peer', text);
}

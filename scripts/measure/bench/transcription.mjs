// npm run bench:transcription: offline transcription by one engine on one core, with the models that ship and without a
// gateway. Files are sentences with pauses, looped.
//   --hours 1,8            of the files whose memory is watched     --seconds S  of each run of live calls (30)
//   --streams 20           live calls beside a full queue           --rounds 3   without and with it, in turn
//   --cores E,C            engine, client (the last two)            --models DIR in place of the program's models/
//   --live                 only the live calls and the cancels
//   --json FILE  --write   into docs/measurements.md
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { limits } from '../../../dist/protocol/limits.js';
import { transcriptPieces } from '../../../dist/trans/result/write.js';
import { canPin, pin } from '../lib/cores.mjs';
import { usageOf } from '../lib/gateway.mjs';
import { writeBlock } from '../lib/page.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';
import { programModels, startEngine } from './asr/engine.mjs';
import { live } from './asr/live.mjs';
import { callOf, rateHz, sentencesOf } from './asr/sound.mjs';
import { percentile } from './tones/judge.mjs';

const last = cpus().length - 1;
const { values: options } = parseArgs({
  options: {
    hours: { type: 'string', default: '1,8' },
    seconds: { type: 'string', default: '30' },
    streams: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    cores: { type: 'string', default: `${last},${Math.max(0, last - 1)}` },
    models: { type: 'string' },
    live: { type: 'boolean', default: false },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [engineCore = 0, clientCore = 0] = options.cores.split(',').map(Number);
const hours = options.live ? [] : options.hours.split(',').map(Number);
const [seconds, count, rounds] = [Number(options.seconds), Number(options.streams), Number(options.rounds)];
const goal = { rssMiB: 400, worse: 0.1, cancelMs: 100 };
const pauseMs = 1_200;
const loopSeconds = 600;
const cancels = 20;

/** @typedef {import('../../../dist/protocol/engine/transcription.js').PcmFile} PcmFile */
/** @typedef {import('./asr/engine.mjs').Engines} Engines */

const off = {
  diarization: false,
  checkRole: false,
  channelRole: 'LEFT_AGENT',
  checkEmotion: false,
  outputSilence: false,
};
const request = /** @type {import('../../../dist/protocol/engine/transcription.js').TranscribeRequest} */ ({
  property: 'cn_8k_common',
  hotwords: [],
  sensitiveWords: [],
  options: {
    resultType: 'JSON',
    outputPinyin: false,
    words: { type: 'WORD', tpp: true },
    analysis: { ...off, outputSpeed: true, outputVolume: true, outputSilence: true },
    text: {
      ...{ addPunc: true, digitNorm: true, textSmooth: true, makeParagraph: true, wordFilter: false },
      puncWeight: 0,
    },
  },
});
const never = new AbortController().signal;
const folder = mkdtempSync(path.join(tmpdir(), 'bench-transcription-'));

/** @param {string} name @param {Int16Array} loop interleaved @param {number} times @param {object} [changes]
 * @returns {Promise<PcmFile>} */
async function fileOf(name, loop, times, changes = {}) {
  const file = path.join(folder, `${name}.pcm`);
  const out = createWriteStream(file);
  const bytes = new Uint8Array(loop.buffer, loop.byteOffset, loop.byteLength);
  for (let time = 0; time < times; time++) {
    if (!out.write(bytes)) await new Promise((resolve) => out.once('drain', () => resolve(undefined)));
  }
  await new Promise((resolve) => out.end(() => resolve(undefined)));
  const pcm = { path: file, sampleRateHz: /** @type {8000} */ (rateHz), channels: /** @type {1} */ (1), ...changes };
  const durationMs = (times * loop.length * 1_000) / pcm.channels / pcm.sampleRateHz;
  return { ...pcm, durationMs };
}

/** Two speakers in turn. @param {Int16Array} one @param {Int16Array} other */
function stereo(one, other) {
  const both = new Int16Array(2 * Math.min(one.length, other.length));
  const turn = 20 * rateHz;
  for (let at = 0; 2 * at < both.length; at++) {
    const isFirst = Math.floor(at / turn) % 2 === 0;
    both[2 * at] = isFirst ? (one[at] ?? 0) : 0;
    both[2 * at + 1] = isFirst ? 0 : (other[at] ?? 0);
  }
  return both;
}

/** Resamples 8 kHz to 16 kHz by linear interpolation. @param {Int16Array} samples */
function twiceTheRate(samples) {
  const twice = new Int16Array(2 * samples.length);
  for (let at = 0; at < twice.length; at++) {
    twice[at] = ((samples[at >> 1] ?? 0) + (samples[(at + 1) >> 1] ?? 0)) >> 1;
  }
  return twice;
}

/** @param {Engines} engines @param {number} pid @param {string} name @param {PcmFile} pcm @param {object} [changes] */
async function transcribed(engines, pid, name, pcm, changes = {}) {
  /** @type {{ percent: number, rssMiB: number }[]} */
  const memory = [];
  const before = usageOf(pid);
  const startMs = performance.now();
  const transcript = await engines.transcribe(
    pcm,
    { ...request, ...changes },
    (percent) => memory.push({ percent, rssMiB: usageOf(pid).rssMiB }),
    never,
  );
  const wallS = (performance.now() - startMs) / 1_000;
  const cpuS = usageOf(pid).cpuS - before.cpuS;
  let bytes = 0;
  for (const piece of transcriptPieces(transcript, request.options)) bytes += Buffer.byteLength(piece);
  const rssAt = (/** @type {number} */ wanted) => memory.find(({ percent }) => percent >= wanted)?.rssMiB ?? Number.NaN;
  return {
    ...{ name, audioS: pcm.durationMs / 1_000, wallS, cpuS, bytes, sentences: transcript.sentences.length },
    rssMiB: { before: before.rssMiB, at5: rssAt(5), at50: rssAt(50), end: rssAt(100) },
    mostMiB: Math.max(...memory.map(({ rssMiB }) => rssMiB)),
  };
}

/** Keeps an engine busy with as many files as it takes, until stopped. @param {Engines} engines @param {PcmFile} pcm */
function fullQueue(engines, pcm) {
  const cancel = new AbortController();
  const heard = Array.from({ length: limits.engine.filesPerEngine }, async () => {
    while (!cancel.signal.aborted) {
      await engines
        .transcribe(pcm, request, () => {}, cancel.signal)
        .catch((/** @type {Error} */ fault) => {
          if (!cancel.signal.aborted) throw fault;
        });
    }
  });
  return async () => {
    cancel.abort();
    await Promise.all(heard);
  };
}

/** CPU time of the main thread, in ms. @param {number} pid */
const ranMs = (pid) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** Time from the cancel to the last moment at which the engine works. @param {Engines} engines @param {number} pid
 * @param {PcmFile} pcm */
async function cancelMs(engines, pid, pcm) {
  const stop = fullQueue(engines, pcm);
  await sleep(300 + Math.random() * 300);
  const startMs = performance.now();
  await stop();
  let [busyMs, seen, quietSince] = [0, ranMs(pid), startMs];
  while (performance.now() - quietSince < 60) {
    await sleep(2);
    const now = ranMs(pid);
    if (now - seen > 0.5) [busyMs, quietSince] = [performance.now() - startMs, performance.now()];
    seen = now;
  }
  return busyMs;
}

pin(process.pid, clientCore);
const { engines, pid } = await startEngine(options.models ?? programModels);
pin(pid, engineCore);
try {
  const { sentences, source } = sentencesOf(60);
  const { samples: one } = callOf(sentences, 0, loopSeconds, pauseMs);
  const { samples: other } = callOf(sentences, 30, loopSeconds, pauseMs);
  const perHour = Math.ceil((3_600 * rateHz) / one.length);
  const hour = await fileOf('hour', one, perHour);
  const short = await fileOf('short', one, 1);
  await engines.transcribe(short, request, () => {}, never); // warm-up

  const runs = [];
  for (const each of hours) {
    const pcm = each === 1 ? hour : await fileOf(`hours-${each}`, one, Math.ceil(each * perHour));
    runs.push(await transcribed(engines, pid, `${each} h, 8 kHz`, pcm));
  }
  if (!options.live) {
    const both = stereo(one, other);
    const stereoFile = await fileOf('stereo', both, Math.ceil((3_600 * rateHz * 2) / both.length), { channels: 2 });
    runs.push(await transcribed(engines, pid, '1 h, 8 kHz, two channels that speak in turn', stereoFile));
    const wide = await fileOf('wide', twiceTheRate(one), perHour, { sampleRateHz: 16_000 });
    runs.push(await transcribed(engines, pid, '1 h, 16 kHz (upsampled)', wide, { property: 'cn_16k_common' }));
  }

  const calls = { alone: noCalls(), beside: noCalls() };
  for (let round = 0; round < rounds; round++) {
    for (const key of /** @type {const} */ (['alone', 'beside'])) {
      const stop = key === 'beside' ? fullQueue(engines, hour) : async () => {};
      const found = await live(engines, pid, sentences, { count, seconds, sliceMs: 100 });
      await stop();
      calls[key].firsts.push(...found.firsts);
      calls[key].finals.push(...found.finals);
      calls[key].busy.push(found.busy);
      calls[key].failures += found.failures;
    }
  }
  const cancelled = [];
  for (let time = 0; time < cancels; time++) cancelled.push(await cancelMs(engines, pid, hour));
  report({ source, runs, calls, cancelled });
} finally {
  await engines.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

function noCalls() {
  return {
    firsts: /** @type {number[]} */ ([]),
    finals: /** @type {number[]} */ ([]),
    busy: /** @type {number[]} */ ([]),
    failures: 0,
  };
}

/** @param {{ source: string, runs: Awaited<ReturnType<typeof transcribed>>[], cancelled: number[],
 *   calls: { alone: ReturnType<typeof noCalls>, beside: ReturnType<typeof noCalls> } }} measured */
function report({ source, runs, calls, cancelled }) {
  const whole = (/** @type {number} */ value) => `${Math.round(value)}`;
  const files = runs.map(({ name, audioS, wallS, cpuS, rssMiB, mostMiB, sentences, bytes }) => [
    name,
    whole(audioS / cpuS),
    whole(audioS / wallS),
    [rssMiB.before, rssMiB.at5, rssMiB.at50, rssMiB.end].map(whole).join(' / '),
    whole(mostMiB),
    `${sentences}`,
    `${(bytes / 2 ** 20).toFixed(1)} MiB`,
  ]);
  const fileHead = [
    'file',
    'hours an hour of CPU',
    'hours an hour',
    'engine RSS MiB before / at 5 / 50 / 100 %',
    'at most',
    'sentences',
    'JSON',
  ];
  const both = (/** @type {'firsts' | 'finals'} */ key, /** @type {number} */ part) =>
    [calls.alone, calls.beside].map((each) => percentile(each[key], part));
  const line = (/** @type {string} */ name, /** @type {'firsts' | 'finals'} */ key) => {
    const [p50, p95] = [both(key, 0.5), both(key, 0.95)];
    const shown = [0, 1].map((at) => `${whole(p50[at] ?? 0)} / ${whole(p95[at] ?? 0)} ms`);
    return [
      name,
      ...shown,
      `${(100 * ratio(p95)).toFixed(1)} %`,
      `${calls.alone[key].length}, ${calls.beside[key].length}`,
    ];
  };
  const busy = [calls.alone, calls.beside].map((each) => `${whole(100 * percentile(each.busy, 0.5))} %`);
  const rows = [
    line('first partial after the first sound, p50 / p95', 'firsts'),
    line('final after vadTail, p50 / p95', 'finals'),
    ['core busy', ...busy, '', ''],
    ['failed', `${calls.alone.failures}`, `${calls.beside.failures}`, '', ''],
  ];
  const p95 = percentile(cancelled, 0.95);
  const goals = [
    { holds: ratio(both('firsts', 0.95)) <= goal.worse, name: 'first partial p95 at most 10 % later' },
    { holds: ratio(both('finals', 0.95)) <= goal.worse, name: 'final p95 at most 10 % later' },
    { holds: Math.max(...runs.map(({ mostMiB }) => mostMiB)) <= goal.rssMiB, name: `RSS ≤ ${goal.rssMiB} MiB` },
    { holds: p95 <= goal.cancelMs, name: `cancel p95 ≤ ${goal.cancelMs} ms` },
    { holds: calls.alone.failures + calls.beside.failures === 0, name: 'no failures' },
  ];
  const where = canPin
    ? `engine on core ${engineCore}, client on ${clientCore}`
    : 'nothing pinned (taskset is missing)';
  const text = [
    `Files of ${source}, each followed by ${pauseMs} ms of silence, looped; ${where}. ${machineLine()}.`,
    ...(files.length > 0 ? [markdownTable(fileHead, files)] : []),
    `${count} live calls of ${seconds} s, ${rounds} times without and with ${limits.engine.filesPerEngine} files under way, in turn:`,
    markdownTable(['live', 'alone', 'beside a full queue', 'p95 later by', 'counted'], rows),
    `From a cancel of ${limits.engine.filesPerEngine} files to the end of all work, p50 / p95 of ${cancels}: ${whole(percentile(cancelled, 0.5))} / ${whole(p95)} ms; goal ${goal.cancelMs} ms.`,
  ].join('\n\n');
  process.stdout.write(`${text}\n`);
  if (options.write) writeBlock('bench:transcription', text);
  const failed = goals.filter(({ holds }) => !holds).map(({ name }) => name);
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ machine: machineLine(), files, rows, failed }, null, 1)}\n`);
  if (failed.length === 0) return;
  process.stderr.write(`required figure missed: ${failed.join('; ')}\n`);
  process.exitCode = 1;
}

/** @param {number[]} pair */
function ratio([before = 0, after = 0]) {
  return after / before - 1;
}

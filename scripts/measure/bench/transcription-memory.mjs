// npm run bench:transcription-memory: memory of the whole service while one long recording goes through the queue of a
// real gateway: its own process, its engine, and all processes that it starts, from the source to the downloaded
// result.
//   --hours 8              of A-law at 8 kHz, sentences with pauses, looped
//   --wav                  in a WAV file, which ffmpeg reads, in place of raw bytes
//   --stereo               two channels that speak in turn
//   --json FILE  --write   into docs/measurements.md
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { toAlaw } from '../eval/lib/audio.mjs';
import { wavHead } from '../eval/lib/recordings.mjs';
import { processesOf, startGateway, usageOf } from '../lib/gateway.mjs';
import { writeBlock } from '../lib/page.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';
import { callOf, rateHz, sentencesOf } from './asr/sound.mjs';
import { isReady, transcriberOf } from './transcribing.mjs';

/** @typedef {{ rss: number, pss: number }} Memory in MB */
/** @typedef {Memory & { atMs: number, of: Map<string, Memory> }} Sample of all processes, and of each role */

const { values: options } = parseArgs({
  options: {
    hours: { type: 'string', default: '8' },
    wav: { type: 'boolean', default: false },
    stereo: { type: 'boolean', default: false },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const hours = Number(options.hours);
const promisedMb = 400;
const sampleMs = 250;
const [pauseMs, loopSeconds] = [1_200, 600];
const [property, channels] = ['cn_8k_common', options.stereo ? 2 : 1];

const folder = mkdtempSync(path.join(tmpdir(), 'bench-transcription-memory-'));
const { sentences, source } = sentencesOf(60);
const file = recording();
const gateway = await startGateway({ settings: { TONEGATE_TRANS_FILE_ROOTS: folder } });
try {
  await isReady(gateway);
  const { upload, submit, finished, download } = transcriberOf(gateway, property);
  // One minute first: memory that the first recording loads is not growth.
  const minute = sound().subarray(0, 60 * rateHz * channels);
  await finished(await submit({ ...request('alaw_8k'), files: [await upload('warm.raw', minute)] }));

  const before = sample();
  /** @type {Sample[]} */
  const samples = [before];
  const watch = setInterval(() => samples.push(sample()), sampleMs);
  const startMs = performance.now();
  /** @type {Map<number, Sample>} */
  const atHours = new Map();
  const task = await submit({ ...request(options.wav ? 'auto' : 'alaw_8k'), files: [`file://${file}`] });
  const { files } = await finished(task, (state) => {
    const heard = Math.floor(((state.files[0]?.progress ?? 0) * hours) / 100);
    const last = samples.at(-1);
    if (heard > 0 && !atHours.has(heard) && last !== undefined) atHours.set(heard, last);
  });
  if (files[0]?.code !== 4000) throw new Error(`the file was not transcribed: ${JSON.stringify(files[0])}`);
  const result = await download(task, 0);
  const tookS = (performance.now() - startMs) / 1_000;
  clearInterval(watch);
  samples.push(sample());
  report({ before, samples, atHours, tookS, result });
} finally {
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

/** @param {string} audioFormat */
function request(audioFormat) {
  return {
    ...{ audioFormat, ...(audioFormat !== 'auto' && { channelCount: channels }) },
    ...{ words: { type: 'WORD', tpp: true }, sa: { outputSpeed: true, outputVolume: true, outputSilence: true } },
    tpp: { addPunc: true, digitNorm: true, textSmooth: true, makeParagraph: true },
  };
}

/** Ten minutes of sentences with pauses. @returns {Uint8Array} */
function sound() {
  const one = toAlaw(callOf(sentences, 0, loopSeconds, pauseMs).samples);
  if (channels === 1) return one;
  const other = toAlaw(callOf(sentences, 30, loopSeconds, pauseMs).samples);
  const turn = 20 * rateHz;
  const silent = /** @type {number} */ (toAlaw(new Int16Array(1))[0]);
  const both = new Uint8Array(2 * Math.min(one.length, other.length));
  for (let at = 0; 2 * at < both.length; at++) {
    const isFirst = Math.floor(at / turn) % 2 === 0;
    both[2 * at] = isFirst ? /** @type {number} */ (one[at]) : silent;
    both[2 * at + 1] = isFirst ? silent : /** @type {number} */ (other[at]);
  }
  return both;
}

function recording() {
  const made = path.join(folder, options.wav ? 'long.wav' : 'long.raw');
  const loop = sound();
  const bytes = hours * 3_600 * rateHz * channels;
  const out = openSync(made, 'w');
  if (options.wav) writeSync(out, wavHead({ coding: 'alaw', rateHz, channels, bytes }));
  for (let left = bytes; left > 0; left -= loop.length) writeSync(out, loop.subarray(0, Math.min(left, loop.length)));
  closeSync(out);
  return made;
}

/** @returns {Sample} */
function sample() {
  /** @type {Map<string, Memory>} */
  const of = new Map();
  for (const { pid } of processesOf(gateway.pid)) {
    try {
      const role = pid === gateway.pid ? 'gateway' : roleOf(pid);
      const { rssMiB, pssMiB } = usageOf(pid);
      const { rss = 0, pss = 0 } = of.get(role) ?? {};
      of.set(role, { rss: rss + rssMiB * 1.048576, pss: pss + pssMiB * 1.048576 });
    } catch {} // the process ended while it was read
  }
  const sum = (/** @type {'rss' | 'pss'} */ key) => [...of.values()].reduce((all, each) => all + each[key], 0);
  return { atMs: performance.now(), of, rss: sum('rss'), pss: sum('pss') };
}

/** @param {number} pid */
function roleOf(pid) {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  if (words.some((word) => word.includes('main/engine'))) return 'engine';
  if (words.some((word) => word.includes('raw-program'))) return 'converter';
  return path.basename(words[0] ?? 'process');
}

/**
 * @param {{ before: Sample, samples: readonly Sample[], atHours: ReadonlyMap<number, Sample>, tookS: number, result:
 * Buffer }} measured
 */
function report({ before, samples, atHours, tookS, result }) {
  const whole = (/** @type {number | undefined} */ value) => (value === undefined ? '–' : `${Math.round(value)}`);
  const roles = [...new Set(samples.flatMap(({ of }) => [...of.keys()]))];
  const most = samples.reduce((greatest, each) => (each.rss > greatest.rss ? each : greatest));
  const mostPss = Math.max(...samples.map(({ pss }) => pss));
  const mostOf = (/** @type {string} */ role) => Math.max(...samples.map(({ of }) => of.get(role)?.rss ?? 0));
  const row = (/** @type {string} */ name, /** @type {Sample} */ at) => [
    ...[name, whole(at.rss), whole(at.pss)],
    ...roles.map((role) => whole(at.of.get(role)?.rss)),
  ];
  const atLast = /** @type {Sample} */ (samples.at(-1));
  const rows = [
    row('before', before),
    ...[...atHours].map(([hour, at]) => row(`${hour} h heard`, at)),
    row('result downloaded', atLast),
    row('at the greatest sum', most),
    ['each at most', `**${whole(most.rss)}**`, whole(mostPss), ...roles.map((role) => whole(mostOf(role)))],
  ];
  const heard = JSON.parse(result.toString()).sentences.length;
  const kind = `A-law at 8 kHz${options.stereo ? ', two channels' : ''}, ${options.wav ? 'WAV' : 'raw'}`;
  const text = [
    `${hours} h of ${source}, pauses of ${pauseMs} ms, looped (${kind}), through the queue of a gateway with one engine and the models that ship: ${whole(tookS)} s, ${heard} sentences, ${(result.length / 2 ** 20).toFixed(1)} MiB of JSON. ${machineLine()}. MB of 10^6 bytes, looked at ${1_000 / sampleMs} times a second; the sum of RSS counts pages that processes share once for each.`,
    markdownTable(['', 'RSS, sum', 'PSS, sum', ...roles.map((role) => `RSS ${role}`)], rows),
    `Promised: at most ${promisedMb} MB in total; at most ${whole(most.rss)} MB.`,
  ].join('\n\n');
  process.stdout.write(`${text}\n`);
  if (options.write) writeBlock('bench:transcription-memory', text);
  if (options.json)
    writeFileSync(
      options.json,
      `${JSON.stringify({ machine: machineLine(), rows, tookS, series: samples.map(seriesOf) })}\n`,
    );
  if (most.rss <= promisedMb) return;
  process.stderr.write(`required figure missed: RSS ≤ ${promisedMb} MB in total\n`);
  process.exitCode = 1;
}

/** @param {Sample} sample */
function seriesOf({ atMs, rss, pss, of }) {
  return { atMs: Math.round(atMs), rss, pss, of: Object.fromEntries(of) };
}

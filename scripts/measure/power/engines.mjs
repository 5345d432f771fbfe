// npm run power:engines: kills and stops engines under load, and measures the time without screening.
//   --kills N     SIGKILL of the serving engine (200)        --stops N    SIGSTOP of it (50)
//   --calls N     live calls meanwhile (20)                  --spare on|off   a spare engine (on)
//   --no-poison   without the case of a poisoned model       --wave N     calls of a wave (400), for the
//                                                            memory after it
//   --write       put the table into docs/measurements.md (with a spare only)
//
// Each round: the serving engine gets its signal; one-shots and live calls that begin from then on try again until they
// are answered. The next round begins when the spare (or the engine) is ready again.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile } from '../bench/tones/judge.mjs';
import { startGateway, usageOf } from '../lib/gateway.mjs';
import { writeBlock } from '../lib/page.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';
import { LiveCalls, nextOneShot, verdictOfNextCall, wave } from './engines/callers.mjs';
import { poisoned } from './engines/poison.mjs';
import { enginesOf } from './engines/state.mjs';

/** @typedef {import('../lib/gateway.mjs').Gateway} Gateway */

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    stops: { type: 'string', default: '50' },
    calls: { type: 'string', default: '20' },
    spare: { type: 'string', default: 'on' },
    wave: { type: 'string', default: '400' },
    'no-poison': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [kills, stops, calls, waveCalls] = [options.kills, options.stops, options.calls, options.wave].map(Number);
const hasSpare = options.spare !== 'off';
const promised = { killMs: hasSpare ? 1_000 : 4_000, stopMs: 4_000, poisonMs: 60_000, restedMiB: 300 };
const readyMs = 60_000;
const waveSeconds = 20;
/** The wave is about memory, so every call is taken, however late its verdict comes. */
const everyCall = { TONEGATE_ADMISSION: 'off' };
const restedAfterMs = 60_000;

/** @type {string[]} */
const missed = [];
/** @param {boolean} holds @param {string} what */
const must = (holds, what) => void (holds || missed.push(what));

/** The pid of the serving engine, once it and the spare are ready. @param {Gateway} gateway */
async function servingEngine(gateway) {
  const wanted = hasSpare ? ['serving', 'spare'] : ['serving'];
  for (const endMs = performance.now() + readyMs; performance.now() < endMs; await sleep(100)) {
    const engines = await enginesOf(gateway);
    const isCalm = wanted.every((role) => engines.some((engine) => engine.role === role && engine.isReady));
    const serving = engines.find(({ role }) => role === 'serving');
    if (isCalm && serving !== undefined) return serving.pid;
  }
  throw new Error(`the engines are not ready after ${readyMs} ms`);
}

/** @param {Gateway} gateway @param {NodeJS.Signals} signal @param {number} rounds */
async function strikes(gateway, signal, rounds) {
  /** @type {number[]} */ const oneShotMs = [];
  /** @type {number[]} */ const verdictMs = [];
  for (let round = 0; round < rounds; round++) {
    const pid = await servingEngine(gateway);
    await sleep(Math.random() * 1_000); // at any point between two pings
    process.kill(pid, signal);
    const [oneShot, verdict] = await Promise.all([nextOneShot(gateway), verdictOfNextCall(gateway)]);
    oneShotMs.push(oneShot);
    verdictMs.push(verdict);
  }
  return { oneShotMs, verdictMs };
}

const figures = (/** @type {number[]} */ values) =>
  values.length === 0 ? '-' : [0.5, 0.95, 1].map((part) => `${percentile(values, part).toFixed(0)} ms`).join(' / ');

/** @type {string[][]} */
const rows = [];

/**
 * Runs on a gateway of its own, because engines that died before count against a model. @param {(gateway: Gateway) =>
 * Promise<void>} work @param {Record<string, string>} settings
 */
async function onGateway(work, settings = {}) {
  const gateway = await startGateway({ settings: { TONEGATE_SPARE_ENGINE: options.spare, ...settings } });
  try {
    await servingEngine(gateway);
    await work(gateway);
  } finally {
    await gateway.stop();
  }
}

await onGateway(async (gateway) => {
  const load = new LiveCalls(gateway, calls ?? 0);
  for (const [signal, rounds, mostMs] of /** @type {const} */ ([
    ['SIGKILL', kills ?? 0, promised.killMs],
    ['SIGSTOP', stops ?? 0, promised.stopMs],
  ])) {
    if (rounds === 0) continue;
    const { oneShotMs, verdictMs } = await strikes(gateway, signal, rounds);
    rows.push([`${signal} of the serving engine`, `${rounds} times`]);
    rows.push(['a one-shot is answered: p50 / p95 / max', figures(oneShotMs)]);
    rows.push(['a new live call has its verdict: p50 / p95 / max', figures(verdictMs)]);
    must(percentile(oneShotMs, 0.95) <= mostMs, `one-shots within ${mostMs} ms of ${signal}, p95`);
    must(percentile(verdictMs, 0.95) <= mostMs, `live calls within ${mostMs} ms of ${signal}, p95`);
  }
  await load.stop();
  rows.push(['live calls meanwhile: ended, lost with their engine', `${load.ended}, ${load.lost}`]);
});
if (!options['no-poison']) {
  await onGateway(async (gateway) => {
    const { tookMs, deaths } = await poisoned(gateway);
    rows.push([
      `poisoned model: from the first of ${deaths} deaths to its predecessor`,
      `${(tookMs / 1_000).toFixed(1)} s`,
    ]);
    must(tookMs <= promised.poisonMs, `the predecessor of a poisoned model within ${promised.poisonMs} ms`);
  });
}
if (waveCalls) {
  await onGateway(async (gateway) => {
    const pid = await servingEngine(gateway);
    const beforeMiB = usageOf(pid).rssMiB;
    const refused = await wave(gateway, waveCalls, waveSeconds);
    const wavedMiB = usageOf(pid).rssMiB;
    await sleep(restedAfterMs);
    const restedMiB = usageOf(pid).rssMiB;
    const sizes = [beforeMiB, wavedMiB, restedMiB].map((mebibytes) => mebibytes.toFixed(0)).join(', ');
    const about = `${waveCalls} calls of ${waveSeconds} s, ${refused} of them refused`;
    rows.push([`memory of the engine before, after, and 60 s after ${about}`, `${sizes} MiB`]);
    must(restedMiB <= promised.restedMiB, `the engine at ${promised.restedMiB} MiB a minute after a wave`);
    must(refused === 0, 'a wave of which no call is refused');
  }, everyCall);
}
const head = `Engines killed and stopped under ${calls} live calls, ${hasSpare ? 'with' : 'without'} a spare. ${machineLine()}.`;
const text = `${head}\n\n${markdownTable(['recovery', 'measured'], rows)}`;
process.stdout.write(`${text}\n`);
for (const each of missed) process.stderr.write(`required figure missed: ${each}\n`);
if (missed.length > 0) process.exitCode = 1;
if (options.write && hasSpare) writeBlock('power:engines', text);
process.exit();

// npm run soak: mixed load for a long time, with clients that crash in the middle; then a wave of calls.
//   --minutes M   length (120)        --warm-up M   part before the slopes are taken (15)
//   --lines N     screened calls at once (40); other kinds of work follow from it
//   --course FILE keep every look as a line of JSON
//   --write       put the table into docs/measurements.md
//
// Resident memory, descriptors and written bytes of each process are read every 15 s; a slope is the line of least
// squares after the warm-up. A process counts from its start to its end: those that come and go are not judged.
// Garbage moves the resident memory up and down by more than a slope in an hour, so it is also read every second, and
// the least of each five minutes, in which the gateway and the engine collect their garbage once, has a slope of its own.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { callSound, callsAtOnce } from '../bench/compare/load.mjs';
import { openSocket, processesOf, startGateway, usageOf } from '../lib/gateway.mjs';
import { writeBlock } from '../lib/page.mjs';
import { makeRandom } from '../lib/random.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';
import { SoakRobot } from './robot.mjs';
import { kinds } from './work.mjs';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    'warm-up': { type: 'string', default: '15' },
    lines: { type: 'string', default: '40' },
    course: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const minuteMs = 60_000;
const lastsMs = Number(options.minutes) * minuteMs;
const warmUpMs = Number(options['warm-up']) * minuteMs;
const lines = Number(options.lines);
const [lookMs, readMs, leastMs, abortShare] = [15_000, 1_000, 300_000, 0.01];
const wave = { calls: 400, lastsMs: 30_000, restMs: 60_000 };
const promised = { slopeMib: 1, afterWaveMib: 300 };

/**
 * Pieces of a kind that run side by side, the pause after each, and the pause during the warm-up if it is another: changed
 * robots fill caches and V8's old generation, which would take hours at the later pace. @type {Record<string, [atOnce: number,
 * pauseMs: number, warmUpPauseMs?: number]>}
 */
const mix = {
  'screened calls': [lines, 200],
  'recognised calls': [Math.ceil(lines / 8), 500],
  'spoken texts': [Math.ceil(lines / 20), 2_000],
  'clips in one request': [2, 700],
  'word lists made, read and removed': [1, 1_000],
  conversations: [Math.ceil(lines / 3), 1_000],
  'robots changed and put online': [1, 60_000, 2_000],
  recordings: [1, 15_000],
};

/** @param {number} pid the script that a process runs: engine, understanding, … */
function roleOf(pid) {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const script = words.find((word) => /\.m?js$/.test(word)) ?? words[0] ?? '';
  return script.endsWith('tonegate.mjs') ? 'gateway' : (/([^/]+)\.m?js$/.exec(script)?.[1] ?? script);
}

/** @param {number} pid */
function look(pid) {
  const io = readFileSync(`/proc/${pid}/io`, 'utf8');
  return {
    rssMib: usageOf(pid).rssMiB,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    writtenBytes: Number(/^write_bytes: (\d+)/m.exec(io)?.[1]),
  };
}

/** The process's time of start, which tells it from an earlier one of the same number; field 22 of proc_pid_stat(5). @param {number} pid */
const startOf = (pid) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')[19] ?? '';

/** The page size of every Linux that Node runs on, in MiB. */
const pageMib = 4 / 1_024;

/** Resident memory alone, which is quick to read. @param {number} pid */
const residentMib = (pid) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageMib;

/** The least resident memory of each five minutes. @param {{ atMs: number, leastMib: number }[]} looks */
function leastOfEach(looks) {
  /** @type {Map<number, { atMs: number, value: number }>} */
  const least = new Map();
  for (const { atMs, leastMib } of looks) {
    const part = Math.floor(atMs / leastMs);
    if (leastMib < (least.get(part)?.value ?? Number.POSITIVE_INFINITY)) least.set(part, { atMs, value: leastMib });
  }
  return [...least.values()];
}

/** Slope per hour, by least squares. @param {{ atMs: number, value: number }[]} points */
function slopePerHour(points) {
  const mean = (/** @type {number[]} */ values) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [x, y] = [mean(points.map(({ atMs }) => atMs)), mean(points.map(({ value }) => value))];
  const over = points.reduce((sum, { atMs, value }) => sum + (atMs - x) * (value - y), 0);
  const under = points.reduce((sum, { atMs }) => sum + (atMs - x) ** 2, 0);
  return (3_600_000 * over) / under;
}

/** The median of each quarter of the looks. @param {{ rssMib: number }[]} looks */
const quarters = (looks) =>
  [0, 1, 2, 3].map((quarter) => {
    const part = looks.slice((quarter * looks.length) / 4, ((quarter + 1) * looks.length) / 4);
    const sorted = part.map(({ rssMib }) => rssMib).sort((a, b) => a - b);
    return sorted[sorted.length >> 1]?.toFixed(0);
  });

const random = makeRandom('soak');
const gateway = await startGateway();
/** @type {Record<string, { done: number, failed: number }>} */
const counts = Object.fromEntries(Object.keys(mix).map((kind) => [kind, { done: 0, failed: 0 }]));
/** @type {Map<string, number>} */
const faults = new Map();
/** @typedef {ReturnType<typeof look> & { atMs: number, leastMib: number }} Look */
/** `leastMib`: the least since the last look. @type {Map<string, { pid: number, role: string, looks: Look[], leastMib: number }>} */
const watched = new Map();
let aborted = 0;
let isOver = false;
const aborts = () => {
  if (random.range(0, 1) >= abortShare) return false;
  aborted++;
  return true;
};

/** @param {SoakRobot} robot @param {string} kind @param {() => number} pauseMs */
async function worker(robot, kind, pauseMs) {
  const own = counts[kind] ?? { done: 0, failed: 0 };
  await sleep(random.range(0, 5_000));
  for (let number = 0; !isOver; number++) {
    await kinds[kind]?.({ gateway, robot, aborts }, number).then(
      () => own.done++,
      (/** @type {Error} */ fault) => {
        own.failed++;
        faults.set(fault.message.slice(0, 160), (faults.get(fault.message.slice(0, 160)) ?? 0) + 1);
      },
    );
    await sleep(pauseMs());
  }
}

function lookAtAll() {
  for (const { pid } of processesOf(gateway.pid)) {
    try {
      const key = `${pid} ${startOf(pid)}`;
      const own = watched.get(key) ?? { pid, role: roleOf(pid), looks: [], leastMib: Number.POSITIVE_INFINITY };
      watched.set(key, own);
      const now = look(pid);
      const seen = { atMs: performance.now(), ...now, leastMib: Math.min(own.leastMib, now.rssMib) };
      own.leastMib = Number.POSITIVE_INFINITY;
      own.looks.push(seen);
      if (options.course !== undefined)
        appendFileSync(options.course, `${JSON.stringify({ role: own.role, pid, ...seen })}\n`);
    } catch {} // the process ended just now
  }
}

function readResident() {
  for (const own of watched.values()) {
    try {
      own.leastMib = Math.min(own.leastMib, residentMib(own.pid));
    } catch {} // the process ended
  }
}

try {
  const robot = await SoakRobot.make(gateway);
  await sleep(5_000);
  lookAtAll();
  const startMs = performance.now();
  const workers = Object.entries(mix).flatMap(([kind, [atOnce, pauseMs, warmUpPauseMs = pauseMs]]) => {
    const pause = () => (performance.now() - startMs < warmUpMs ? warmUpPauseMs : pauseMs);
    return Array.from({ length: atOnce }, () => worker(robot, kind, pause));
  });
  for (let nextMs = startMs + lookMs; performance.now() - startMs < lastsMs; ) {
    await sleep(readMs);
    readResident();
    if (performance.now() < nextMs) continue;
    lookAtAll();
    nextMs += lookMs;
  }
  isOver = true;
  const overMs = performance.now();
  await Promise.all(workers);
  lookAtAll();

  /** @type {(string | number)[][]} */
  const rows = [];
  let holds = true;
  const calls = (counts['screened calls']?.done ?? 0) + (counts['recognised calls']?.done ?? 0);
  for (const { role, looks } of watched.values()) {
    const [first, last] = [looks[0], looks.at(-1)];
    const steady = looks.filter(({ atMs }) => atMs - startMs >= warmUpMs && atMs <= overMs);
    if (first === undefined || last === undefined || steady.length < 4 || first.atMs > startMs + warmUpMs) continue;
    const slope = slopePerHour(steady.map(({ atMs, rssMib }) => ({ atMs, value: rssMib })));
    const open = steady.map(({ descriptors }) => descriptors);
    if (slope >= promised.slopeMib) holds = false;
    rows.push([
      `${role}: resident MiB after warm-up, at the end, slope an hour`,
      `${steady[0]?.rssMib.toFixed(0)}, ${last.rssMib.toFixed(0)}, ${slope.toFixed(2)}`,
    ]);
    const held = leastOfEach(steady);
    rows.push([
      `${role}: least resident MiB of each five minutes: first, last, slope an hour`,
      `${held[0]?.value.toFixed(0)}, ${held.at(-1)?.value.toFixed(0)}, ${slopePerHour(held).toFixed(2)}`,
    ]);
    rows.push([`${role}: medians of resident MiB in the quarters after the warm-up`, quarters(steady).join(', ')]);
    rows.push([
      `${role}: descriptors least, most, at the end`,
      `${Math.min(...open)}, ${Math.max(...open)}, ${last.descriptors}`,
    ]);
    rows.push([
      `${role}: written to the disk a call`,
      `${((last.writtenBytes - first.writtenBytes) / calls / 1024).toFixed(2)} KiB`,
    ]);
  }

  const sockets = [];
  for (let at = 0; at < wave.calls; at++) sockets.push(await openSocket(gateway).catch(() => undefined));
  const open = sockets.filter((socket) => socket !== undefined);
  const running = callsAtOnce(open, callSound());
  await sleep(wave.lastsMs);
  const engines = () =>
    [...processesOf(gateway.pid)].filter(({ pid }) => roleOf(pid) === 'engine').map(({ pid }) => usageOf(pid).rssMiB);
  const peak = engines();
  await running.end();
  await sleep(wave.restMs);
  const rested = engines();
  if (rested.some((mib) => mib > promised.afterWaveMib)) holds = false;
  const mib = (/** @type {number[]} */ values) => values.map((value) => value.toFixed(0)).join(', ');
  const lasted = (performance.now() - startMs) / minuteMs;
  const table = [
    ...Object.entries(counts).map(([kind, { done, failed }]) => [kind, `${done} done, ${failed} failed`]),
    ['aborted in the middle', `${aborted}`],
    ...rows,
    [
      `wave of ${open.length} calls: resident MiB of engines, and ${wave.restMs / 1_000} s after it`,
      `${mib(peak)}; ${mib(rested)}`,
    ],
    ...[...faults].slice(0, 8).map(([words, times]) => [`failed ${times} times`, words]),
  ];
  const head = `Mixed load for ${(lastsMs / minuteMs).toFixed(0)} min (${lasted.toFixed(0)} with the wave), slopes after ${options['warm-up']} min. ${machineLine()}.`;
  const text = `${head}\n\n${markdownTable(['soak', 'measured'], table)}`;
  process.stdout.write(`${text}\n`);
  if (options.write) writeBlock('soak', text);
  if (!holds) process.exitCode = 1;
} finally {
  await gateway.stop();
}
process.exit();

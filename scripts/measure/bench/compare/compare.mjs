// npm run bench:compare -- --before DIR: this checkout beside an older one, both built, in turns on the same machine.
//   --before DIR   the older checkout (git worktree add DIR COMMIT; npm run build there)
//   --rounds N     turns of each (5)      --seconds S   length of each live part (12)
//   --write        put the table into docs/measurements.md
//
// Everything is asked over the public interface, so that the layout of the older checkout does not matter. A row holds
// the median of each checkout and the ratio of the medians; the last column is the promise.
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { onCore, pin } from '../../lib/cores.mjs';
import { openSocket, processesOf, startGateway, usageOf, watchUsage } from '../../lib/gateway.mjs';
import { writeBlock } from '../../lib/page.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { percentile } from '../tones/judge.mjs';
import { callSound, callsAtOnce, listTimes, postClips } from './load.mjs';

const { values: options } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '12' },
    write: { type: 'boolean', default: false },
  },
});
if (options.before === undefined) {
  process.stderr.write('--before DIR: the older checkout is required\n');
  process.exit(2);
}
const allowed = 1.03;
const seconds = Number(options.seconds);
const cores = { gateway: cpus().length - 1, client: cpus().length - 2 };
pin(process.pid, cores.client);
const here = path.resolve(import.meta.dirname, '../../../..');
const commitOf = (/** @type {string} */ checkout) =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: checkout, encoding: 'utf8' }).trim();

/** Smaller is better in every row. */
const rows = /** @type {const} */ ([
  ['start to ready, s', 's'],
  ['idle memory (PSS), MiB', 'MiB'],
  ['CPU for an hour of tones, ms', 'ms'],
  ['CPU of 200 live calls, % of a core', '%'],
  ['CPU of 20 recognition streams, % of a core', '%'],
  ['list p99, ms', 'ms'],
]);

/** One turn: the figures in the order of `rows`. @param {string} checkout @returns {Promise<number[]>} */
async function turn(checkout) {
  const startedMs = performance.now();
  const gateway = await startGateway({ pinTo: onCore(cores.gateway), settings: { TONEGATE_ENGINES: '1' }, checkout });
  try {
    while ((await fetch(`${gateway.admin}/readyz`)).status !== 200) await sleep(5);
    const readyS = (performance.now() - startedMs) / 1_000;
    await sleep(4_000);
    const processes = processesOf(gateway.pid);
    const idleMiB = processes.reduce((sum, { pid }) => sum + usageOf(pid).pssMiB, 0);
    const cpuS = () => processes.reduce((sum, { pid }) => sum + usageOf(pid).cpuS, 0);
    const beforeS = cpuS();
    const clipsS = await postClips(gateway);
    const tonesMs = ((cpuS() - beforeS) * 1_000 * 3_600) / clipsS;
    const shares = [];
    for (const [count, where] of /** @type {const} */ ([
      [200, 'ring/cn_8k_common/short_stream'],
      [20, 'freetalk/cn_8k_common/continue_stream'],
    ])) {
      const sockets = [];
      for (let opened = 0; opened < count; opened++) sockets.push(await openSocket(gateway, where));
      const calls = callsAtOnce(sockets, callSound());
      await sleep(3_000);
      const usage = watchUsage(processes);
      await sleep(seconds * 1_000);
      shares.push(usage().shares.reduce((sum, { percent }) => sum + percent, 0));
      await calls.end();
    }
    const times = await listTimes(gateway);
    return [readyS, idleMiB, tonesMs, ...shares, percentile(times, 0.99)];
  } finally {
    await gateway.stop();
  }
}

/** @type {{ before: number[][], after: number[][] }} */
const turns = { before: [], after: [] };
for (let round = 0; round < Number(options.rounds); round++) {
  for (const name of round % 2
    ? /** @type {const} */ (['after', 'before'])
    : /** @type {const} */ (['before', 'after'])) {
    turns[name].push(await turn(name === 'before' ? options.before : here));
    process.stderr.write(
      `${name}: ${turns[name]
        .at(-1)
        ?.map((figure) => figure.toFixed(1))
        .join('  ')}\n`,
    );
  }
}

const medians = (/** @type {number[][]} */ of) =>
  rows.map((_, at) =>
    percentile(
      of.map((each) => each[at] ?? Number.NaN),
      0.5,
    ),
  );
const [before, after] = [medians(turns.before), medians(turns.after)];
const lines = rows.map(([name], at) => {
  const [old, now] = [before[at] ?? Number.NaN, after[at] ?? Number.NaN];
  const ratio = now / old;
  return [name, old.toFixed(1), now.toFixed(1), ratio.toFixed(3), ratio <= allowed ? 'holds' : 'FAILS'];
});
const head = `${commitOf(options.before)} beside ${commitOf(here)}, ${options.rounds} turns of each, gateway and engine on one core. ${machineLine()}.`;
const table = markdownTable(['smaller is better', 'before', 'after', 'ratio', `ratio ≤ ${allowed}`], lines);
process.stdout.write(`${head}\n\n${table}\n`);
if (options.write) writeBlock('bench:compare', `${head}\n\n${table}`);

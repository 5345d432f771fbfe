// npm run bench:idle-memory: the memory of an idle box's processes, by process and by kind: a gateway, its engine with all models
// and the spare engine, started with the options of board/units, and a sync process whose upstream cannot be reached.
//   --minutes N      how long they idle (3)          --checkout DIR   another built checkout
//   --write          put the table into docs/measurements.md
// Anonymous memory is what the machine cannot take back; the pages of files are read again when they are needed. The C library's
// first heap is a mapping of its own; V8's heap, other heaps and large allocations cannot be told apart from outside.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { processesOf, startGateway, usageOf } from '../../lib/gateway.mjs';
import { writeBlock } from '../../lib/page.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    checkout: { type: 'string', default: fileURLToPath(new URL('../../../../', import.meta.url)) },
    write: { type: 'boolean', default: false },
  },
});
const { checkout } = options;
const startMs = 120_000;
const promised = { anonymousMiB: 165, readyRssMiB: 170 };

/** @typedef {{ pss: number, anonymous: number, cHeap: number, files: number }} Memory */

/** Memory by kind, in MiB. @param {number} pid @returns {Memory} */
function memoryOf(pid) {
  const memory = { pss: 0, anonymous: 0, cHeap: 0, files: 0 };
  let isCHeap = false;
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
    if (/^[0-9a-f]+-[0-9a-f]+ /.test(line)) isCHeap = line.endsWith('[heap]');
    const [, key, kib] = /^(Pss|Anonymous):\s+(\d+) kB$/.exec(line) ?? [];
    if (key === 'Pss') memory.pss += Number(kib) / 1024;
    if (key === 'Anonymous') memory.anonymous += Number(kib) / 1024;
    if (key === 'Anonymous' && isCHeap) memory.cHeap += Number(kib) / 1024;
  }
  memory.files = memory.pss - memory.anonymous;
  return memory;
}

/** @param {number} pid */
const roleOf = (pid) => {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  if (!words.some((word) => word.endsWith('main/engine.js'))) return 'gateway';
  return words.includes('--gently') ? 'spare engine' : 'engine';
};

/** @param {(processes: { pid: number, role: string }[]) => boolean} isDone @param {number} gatewayPid */
async function untilProcesses(gatewayPid, isDone) {
  const endMs = performance.now() + startMs;
  for (;;) {
    const processes = processesOf(gatewayPid).map(({ pid }) => ({ pid, role: roleOf(pid) }));
    if (isDone(processes)) return processes;
    if (performance.now() > endMs) throw new Error(`the gateway did not start its engines in ${startMs / 1_000} s`);
    await sleep(200);
  }
}

const gateway = await startGateway({
  checkout,
  settings: { TONEGATE_ENGINES: '1', TONEGATE_SPARE_ENGINE: 'on', TONEGATE_SYNC_WITH_SERVE: 'false' },
});
const syncData = join(gateway.data, 'sync-process');
const content = join(gateway.data, 'content');
for (const folder of [syncData, content]) mkdirSync(folder);
const sync = spawn(process.execPath, [join(checkout, 'scripts/tonegate.mjs'), 'sync'], {
  stdio: 'ignore',
  env: {
    ...process.env,
    TONEGATE_DATA: syncData,
    TONEGATE_UPSTREAM: 'https://127.0.0.1:9',
    TONEGATE_SYNC_CONTENT_DIRECTORY: content,
  },
});
try {
  const ready = async () => (await fetch(`${gateway.admin}/readyz`)).ok;
  while (!(await ready())) await sleep(200);
  const [engine] = (await untilProcesses(gateway.pid, (all) => all.length >= 2)).filter(
    ({ role }) => role === 'engine',
  );
  if (engine === undefined) throw new Error('the gateway has no engine');
  const readyRssMiB = usageOf(engine.pid).rssMiB;
  const processes = await untilProcesses(gateway.pid, (all) => all.some(({ role }) => role === 'spare engine'));
  await sleep(Number(options.minutes) * 60_000);
  if (sync.pid === undefined || !existsSync(`/proc/${sync.pid}`)) throw new Error('the sync process has ended');

  const measured = processes.map(({ pid, role }) => ({ role, memory: memoryOf(pid) }));
  const sum = (/** @type {keyof Memory} */ kind) => measured.reduce((total, { memory }) => total + memory[kind], 0);
  const total = { pss: sum('pss'), anonymous: sum('anonymous'), cHeap: sum('cHeap'), files: sum('files') };
  const row = (/** @type {string} */ role, /** @type {Memory} */ { pss, anonymous, cHeap, files }) => [
    role,
    ...[anonymous, cHeap, anonymous - cHeap, files, pss].map((mebibytes) => mebibytes.toFixed(1)),
  ];
  const rows = [
    ...measured.map(({ role, memory }) => row(role, memory)),
    row('**these together**', total),
    row('sync process, only with an upstream', memoryOf(sync.pid)),
  ];
  const misses = [
    ...(total.anonymous > promised.anonymousMiB ? [`anonymous memory is above ${promised.anonymousMiB} MiB`] : []),
    ...(readyRssMiB > promised.readyRssMiB ? [`the ready engine has more than ${promised.readyRssMiB} MiB`] : []),
  ];
  const text = [
    `All models, one engine and a spare, idle for ${options.minutes} minutes; MiB. ${machineLine()}.`,
    markdownTable(['process', 'anonymous', 'C heap in it', 'V8 and others in it', 'files (shared)', 'PSS'], rows),
    `The engine had ${readyRssMiB.toFixed(0)} MiB resident when it was ready. Promised: at most ${promised.readyRssMiB}; ` +
      `anonymous memory of the three at most ${promised.anonymousMiB} MiB.`,
  ].join('\n\n');
  process.stdout.write(`${text}\n`);
  for (const miss of misses) process.stdout.write(`FAILS: ${miss}\n`);
  if (options.write) writeBlock('bench:idle-memory', text);
  process.exitCode = misses.length === 0 ? 0 : 1;
} finally {
  sync.kill('SIGKILL');
  await gateway.stop();
}

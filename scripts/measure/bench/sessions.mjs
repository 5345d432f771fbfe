// npm run bench:sessions: live WebSocket sessions in real time, gateway and engine pinned to one core, the client to
// another.
//   --sessions N   connections at once (200)      --seconds S   length of the measured part (30)
//   --slice MS     slice length (100)             --json FILE   --write   put the table into docs/measurements.md
//
// A slice is handled when the decision that it causes has come back. So the client measures, for every session whose
// audio decides something, the time from sending the deciding slice to the RESULT: gateway in, engine, gateway out and
// both queues. Half of the connections hear busy, session after session; the other half hear ringback for the whole
// time.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { canPin, onCore, pin } from '../lib/cores.mjs';
import { loopDelayMs, openSocket, processesOf, startGateway, usageOf, watchUsage } from '../lib/gateway.mjs';
import { writeBlock } from '../lib/page.mjs';
import { makeRandom } from '../lib/random.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';
import { alawByte, quantise } from './tones/channel.mjs';
import { percentile } from './tones/judge.mjs';
import { renderBare } from './tones/render.mjs';
import { chinaTones, sampleRateHz } from './tones/signals.mjs';

const { values: options } = parseArgs({
  options: {
    sessions: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
    slice: { type: 'string', default: '100' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [count, seconds, sliceMs] = [Number(options.sessions), Number(options.seconds), Number(options.slice)];
const promised = { p99Ms: 20, sessions: 200 };
const warmUpMs = 5_000;

const cores = { gateway: cpus().length - 1, client: cpus().length - 2 };
pin(process.pid, cores.client);

/**
 * One clip for every connection of a kind: A-law, cut into slices. @param {'busy' | 'ringback'} kind @param {number}
 * lengthS
 */
function slicesOf(kind, lengthS) {
  const samples = renderBare(`sessions/${kind}`, chinaTones[kind], {
    seconds: lengthS,
    leadInMs: 200,
    levelDbm0: -15,
    snrDb: 35,
  });
  const bytes = Uint8Array.from(quantise(samples, 'linear'), alawByte);
  const step = (sampleRateHz * sliceMs) / 1000;
  return Array.from({ length: Math.floor(bytes.length / step) }, (_, i) => bytes.subarray(i * step, (i + 1) * step));
}
const sounds = { busy: slicesOf('busy', 8), ringback: slicesOf('ringback', 60) };

/** @type {number[]} */
const handlingMs = [];
const counts = { slices: 0, results: 0, wrong: 0, errors: 0, sessions: 0 };
let measuring = false;
let stopping = false;

/** @param {import('ws').WebSocket} socket @param {'busy' | 'ringback'} kind @param {number} offsetMs */
async function call(socket, kind, offsetMs) {
  const sound = sounds[kind];
  const expected = kind === 'busy' ? '#BUSY#' : '#WAIT#';
  const sentAt = new Float64Array(sound.length);
  let isOver = true;
  let seen = 0;
  socket.on('message', (/** @type {Buffer} */ data) => {
    const now = performance.now();
    const message = JSON.parse(data.toString());
    switch (message.respType) {
      case 'RESULT': {
        // The last sentence of a call that the client ends holds nothing new.
        const { decided } = message.sentence.evidence;
        const fresh = decided.slice(seen);
        seen = decided.length;
        if (message.sentence.result !== expected && !stopping) counts.wrong++;
        const deciding = fresh.at(-1);
        if (!deciding || !measuring) return;
        counts.results++;
        const at = Math.min(sound.length - 1, Math.max(0, Math.ceil(deciding.atMs / sliceMs) - 1));
        handlingMs.push(now - /** @type {number} */ (sentAt[at]));
        return;
      }
      case 'END':
        isOver = true;
        return;
      case 'ERROR':
      case 'FATAL_ERROR':
        counts.errors++;
        return;
    }
  });
  await sleep(offsetMs);
  let dueMs = performance.now();
  while (!stopping) {
    isOver = false;
    seen = 0;
    counts.sessions++;
    socket.send(JSON.stringify({ command: 'START', config: { audioFormat: 'alaw_8k' } }));
    for (let index = 0; index < sound.length && !isOver && !stopping; index++) {
      dueMs += sliceMs;
      await sleep(Math.max(0, dueMs - performance.now()));
      if (isOver) break;
      sentAt[index] = performance.now();
      socket.send(/** @type {Uint8Array} */ (sound[index]));
      if (measuring) counts.slices++;
    }
    if (!isOver) {
      socket.send(JSON.stringify({ command: 'END', cancel: true }));
      while (!isOver && socket.readyState === socket.OPEN) await sleep(5);
    }
  }
  socket.close();
}

const gateway = await startGateway({ pinTo: onCore(cores.gateway) });
try {
  await sleep(3_000);
  const processes = processesOf(gateway.pid);
  const idle = processes.map(({ pid, role }) => ({ role, ...usageOf(pid) }));
  const sockets = [];
  for (let i = 0; i < count; i++) sockets.push(await openSocket(gateway));
  const random = makeRandom('sessions/offsets');
  const calls = sockets.map((socket, i) => call(socket, i % 2 ? 'ringback' : 'busy', random.range(0, 2_000)));
  await sleep(warmUpMs);
  const clientTimerMs = 5; // the histogram holds the time between two ticks
  const clientDelay = monitorEventLoopDelay({ resolution: clientTimerMs });
  clientDelay.enable();
  await loopDelayMs(gateway); // drops the figures of the start
  measuring = true;
  const usage = watchUsage(processes);
  await sleep(seconds * 1000);
  measuring = false;
  const { lastedS, shares: busy } = usage();
  const lagMs = await loopDelayMs(gateway);
  stopping = true;
  await Promise.race([Promise.allSettled(calls), sleep(5_000)]);

  const p = (/** @type {number} */ part) => percentile(handlingMs, part);
  const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`;
  const lines = [
    ['connections, all with a running session', `${count}`],
    ['slices a second', `${Math.round(counts.slices / lastedS)} of ${sliceMs} ms A-law`],
    [
      'slice handling p50 / p95 / p99 / max',
      `${ms(p(0.5))} / ${ms(p(0.95))} / ${ms(p(0.99))} / ${ms(p(1))} (${handlingMs.length} deciding slices)`,
    ],
    ['CPU', busy.map(({ role, percent }) => `${role} ${percent.toFixed(0)} %`).join(', ')],
    ['RSS under load', busy.map(({ role, rssMiB }) => `${role} ${rssMiB.toFixed(0)} MiB`).join(', ')],
    [
      'RSS idle (PSS)',
      idle.map(({ role, rssMiB, pssMiB }) => `${role} ${rssMiB.toFixed(0)} (${pssMiB.toFixed(0)}) MiB`).join(', '),
    ],
    ['gateway event loop delay p99', ms(lagMs)],
    ['client event loop delay p99', ms(clientDelay.percentile(99) / 1e6 - clientTimerMs)],
    ['wrong results, errors', `${counts.wrong}, ${counts.errors}`],
  ];
  const pinned = canPin
    ? `gateway and engine on core ${cores.gateway}, client on core ${cores.client}`
    : 'nothing pinned (taskset is missing)';
  const head = `Live sessions for ${seconds} s, ${pinned}. ${machineLine()}.`;
  const text = `${head}\n\n${markdownTable(['live sessions', 'measured'], lines)}`;
  process.stdout.write(`${text}\n`);
  if (options.write) writeBlock('bench:sessions', text);
  const holds = p(0.99) < promised.p99Ms && counts.errors === 0 && counts.wrong === 0 && handlingMs.length > 0;
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ machine: machineLine(), lines, holds }, null, 1)}\n`);
  if (!holds && count <= promised.sessions) {
    process.stderr.write(
      `required figure missed: p99 slice handling < ${promised.p99Ms} ms at ${promised.sessions} sessions\n`,
    );
    process.exitCode = 1;
  }
} finally {
  await gateway.stop();
}
process.exit();

// npm run bench:recognition: live continue_stream calls in real time through the real gateway, with interim results.
// One engine has a core for itself, the gateway another, the client a third.
//   --calls N      at once (20)                  --seconds S   length of the measured part (60)
//   --slice MS     slice length (100)            --cores E,G,C engine, gateway, client (the last three)
//   --models DIR   in place of the models that ship      --json FILE
//   --authoring    beside the calls an author makes pairs, publishes and puts online (nlu/authoring.mjs)
//   --write        put the table into docs/measurements.md
//
// Speech: recorded sentences of ../shared where they lie beside the checkout, otherwise espeak-ng. All times count from
// the sound itself as it would leave a telephone: half a slice of waiting, on average, comes before the client can send
// it. The beginning and the end of a sentence's sound are taken from its level (asr/onset.mjs), not from the service.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { toAlaw } from '../eval/lib/audio.mjs';
import { canPin, onCore, pin } from '../lib/cores.mjs';
import { loopDelayMs, openSocket, processesOf, startGateway, watchUsage } from '../lib/gateway.mjs';
import { writeBlock } from '../lib/page.mjs';
import { makeRandom } from '../lib/random.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';
import { programModels, tailMs } from './asr/engine.mjs';
import { rateHz, sentencesOf, soundOf } from './asr/sound.mjs';
import { percentile } from './tones/judge.mjs';

const last = cpus().length - 1;
const { values: options } = parseArgs({
  options: {
    calls: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
    slice: { type: 'string', default: '100' },
    cores: { type: 'string', default: `${last},${Math.max(0, last - 1)},${Math.max(0, last - 2)}` },
    models: { type: 'string' },
    authoring: { type: 'boolean', default: false },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [count, seconds, sliceMs] = [Number(options.calls), Number(options.seconds), Number(options.slice)];
const [engineCore = 0, gatewayCore = 0, clientCore = 0] = options.cores.split(',').map(Number);
const chunkMs = 240;
const goal = { calls: 20, firstMs: 300 + chunkMs, finalMs: 250, lagMs: 10 };
const warmUpMs = 5_000;
const config = {
  audioFormat: 'alaw_8k',
  interimResults: true,
  addPunc: true,
  digitNorm: true,
  tppContextRange: 0, // a final waits for nothing that follows
  vadHead: 0,
  vadTail: tailMs,
};

/** @typedef {import('./asr/onset.mjs').Edges} Spoken */
/** One caller's sentences with pauses between. @param {readonly Int16Array[]} sentences @param {number} number */
function callOf(sentences, number) {
  const random = makeRandom(`recognition/${number}`);
  const length = (seconds + warmUpMs / 1_000 + 3) * rateHz;
  const placed = [];
  for (let at = Math.round(random.range(0.3, 3) * rateHz); ; ) {
    const sentence = random.pick(sentences);
    if (at + sentence.length > length) break;
    placed.push({ sentence, at });
    at += sentence.length + Math.round(random.range(0.9, 2) * rateHz);
  }
  const { samples, spoken } = soundOf(placed, length);
  return { bytes: toAlaw(samples), spoken };
}

const figures = {
  /** @type {number[]} from the service's VOICE_START */ firsts: [],
  /** @type {number[]} from the sentence's first sound */ firstsOfSound: [],
  /** @type {number[]} from the service's VOICE_END + vadTail */ finals: [],
  /** @type {number[]} from the sentence's last sound + vadTail */ finalsOfSound: [],
  /** @type {number[]} VOICE_START against the first sound */ starts: [],
  /** @type {number[]} VOICE_END against the last sound */ ends: [],
};
let errors = 0;
let measuring = false;
let stopping = false;

/** A voice that begins up to this long before the sentence, with a breath, still belongs to it. */
const beforeMs = 500;
/** Longest time between the end of the sound and the end of its voice. */
const afterMs = 500;

/**
 * @param {import('ws').WebSocket} socket @param {{ bytes: Uint8Array, spoken: Spoken[] }} sound @param {number}
 * offsetMs
 */
async function call(socket, { bytes, spoken }, offsetMs) {
  let startMs = 0;
  let isOver = false;
  let voiceMs = Number.NaN;
  /** @type {number[]} */
  const endsMs = [];
  // If a sentence is split, the first voice begins with it, and the last one ends with it.
  const [begun, over] = [[...spoken], [...spoken]];
  socket.on('message', (/** @type {Buffer} */ data) => {
    const message = JSON.parse(data.toString());
    const nowMs = performance.now() - startMs;
    if (message.respType === 'END') isOver = true;
    if (message.respType === 'ERROR' || message.respType === 'FATAL_ERROR') errors++;
    if (message.respType === 'EVENT' && message.event === 'VOICE_START') voiceMs = message.timestamp;
    if (message.respType === 'EVENT' && message.event === 'VOICE_END') endsMs.push(message.timestamp);
    if (message.respType !== 'RESULT') return;
    if (message.sentence.isFinal) {
      // Finals without text are not sent; the end of such a sentence is not this one's.
      while (endsMs.length > 1 && /** @type {number} */ (endsMs[0]) < message.sentence.endTime - 1) endsMs.shift();
      const endMs = endsMs.shift();
      const own = over.findIndex((each) => Math.abs(each.endMs - (endMs ?? Number.NaN)) < afterMs);
      const [sound] = own < 0 ? [] : over.splice(0, own + 1).slice(-1);
      record(figures.finals, figures.finalsOfSound, figures.ends, nowMs - tailMs, endMs, sound?.endMs);
    } else if (!Number.isNaN(voiceMs)) {
      const own = begun.findIndex(({ onsetMs, endMs }) => voiceMs >= onsetMs - beforeMs && voiceMs < endMs);
      const [sound] = own < 0 ? [] : begun.splice(0, own + 1).slice(-1);
      record(figures.firsts, figures.firstsOfSound, figures.starts, nowMs, voiceMs, sound?.onsetMs);
      voiceMs = Number.NaN;
    }
  });
  /** @param {number[]} told @param {number[]} sounded @param {number[]} differences @param {number} nowMs
   * @param {number | undefined} atMs @param {number | undefined} soundMs */
  function record(told, sounded, differences, nowMs, atMs, soundMs) {
    if (!measuring || atMs === undefined) return;
    told.push(nowMs - atMs);
    if (soundMs === undefined) return;
    sounded.push(nowMs - soundMs);
    differences.push(atMs - soundMs);
  }
  await sleep(offsetMs);
  socket.send(JSON.stringify({ command: 'START', config }));
  startMs = performance.now();
  const step = (rateHz * sliceMs) / 1_000;
  for (let slice = 1; slice * step <= bytes.length && !stopping && !isOver; slice++) {
    await sleep(Math.max(0, startMs + slice * sliceMs - performance.now()));
    socket.send(bytes.subarray((slice - 1) * step, slice * step));
  }
  socket.send(JSON.stringify({ command: 'END', cancel: true }));
  while (!isOver && socket.readyState === socket.OPEN) await sleep(5);
  socket.close();
}

pin(process.pid, clientCore);
const directory = options.models ?? programModels;
const { sentences, source } = sentencesOf(60);
const calls = Array.from({ length: count }, (_, number) => callOf(sentences, number));
const gateway = await startGateway({
  pinTo: onCore(gatewayCore),
  settings: { TONEGATE_SHIPPED_MODELS: directory, TONEGATE_ENGINES: '1' },
});
try {
  await waitForRecogniser();
  const processes = processesOf(gateway.pid);
  for (const { pid, role } of processes) if (role === 'engine') pin(pid, engineCore);
  const sockets = [];
  for (let number = 0; number < count; number++) {
    sockets.push(await openSocket(gateway, 'freetalk/cn_8k_common/continue_stream'));
  }
  const random = makeRandom('recognition/offsets');
  const running = sockets.map((socket, number) =>
    call(socket, /** @type {(typeof calls)[number]} */ (calls[number]), random.range(0, 1_000)),
  );
  const author = options.authoring ? await startAuthoring() : undefined;
  await sleep(warmUpMs);
  const clientTimerMs = 5; // the histogram holds the time between two ticks
  const clientDelay = monitorEventLoopDelay({ resolution: clientTimerMs });
  clientDelay.enable();
  await loopDelayMs(gateway); // drops the figures of the start
  measuring = true;
  const usage = watchUsage(processes);
  await sleep(seconds * 1_000);
  measuring = false;
  const { shares } = usage();
  const lagMs = await loopDelayMs(gateway);
  author?.kill();
  stopping = true;
  await Promise.race([Promise.allSettled(running), sleep(5_000)]);
  report(lagMs, shares, clientDelay.percentile(99) / 1e6 - clientTimerMs);
} finally {
  await gateway.stop();
}
process.exit();

/** An author at work, in a process of its own on the client's core. */
async function startAuthoring() {
  const program = new URL('nlu/authoring.mjs', import.meta.url).pathname;
  const author = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const { http, appkey, token } = gateway;
  author.stdin.end(JSON.stringify({ http, appkey, token }));
  await once(author.stdout, 'data');
  return author;
}

/** The engine is ready before the gateway says so, but its models may still be loading. */
async function waitForRecogniser() {
  for (let tries = 0; tries < 100; tries++) {
    const metrics = await (await fetch(`${gateway.admin}/metrics`)).text();
    if (/^tonegate_model\{[^}]*task="asr"/m.test(metrics)) return;
    await sleep(100);
  }
  throw new Error('no recogniser is active; see models/');
}

/**
 * @param {number} lagMs @param {readonly { role: string, percent: number, rssMiB: number }[]} shares @param {number}
 * clientLagMs
 */
function report(lagMs, shares, clientLagMs) {
  const ms = (/** @type {number} */ value) => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
  const three = (/** @type {number[]} */ values) =>
    `${[0.5, 0.95, 1].map((part) => ms(percentile(values, part))).join(' / ')} (${values.length})`;
  const goals = [
    { holds: percentile(figures.firstsOfSound, 0.95) <= goal.firstMs, name: `first partial p95 ≤ ${goal.firstMs} ms` },
    { holds: percentile(figures.finals, 0.95) <= goal.finalMs, name: `final p95 ≤ ${goal.finalMs} ms` },
    { holds: lagMs <= goal.lagMs, name: `gateway event loop delay p99 ≤ ${goal.lagMs} ms` },
    { holds: errors === 0, name: 'no errors' },
  ];
  const word = (/** @type {number} */ at) => (goals[at]?.holds ? 'holds' : 'FAILS');
  const lines = [
    ['calls, slices', `${count}, ${sliceMs} ms A-law`, ''],
    [
      `first partial after the first sound, p50 / p95 / max; goal p95 ≤ 300 ms + a chunk of ${chunkMs} ms`,
      three(figures.firstsOfSound),
      word(0),
    ],
    ['… after VOICE_START', three(figures.firsts), ''],
    [`final after VOICE_END + vadTail, p50 / p95 / max; goal p95 ≤ ${goal.finalMs} ms`, three(figures.finals), word(1)],
    ['… after the last sound + vadTail', three(figures.finalsOfSound), ''],
    ['VOICE_START after the first sound, p50 / p95 / max', three(figures.starts), ''],
    ['VOICE_END after the last sound, p50 / p95 / max', three(figures.ends), ''],
    [`gateway event loop delay p99; goal ≤ ${goal.lagMs} ms`, ms(lagMs), word(2)],
    ['client event loop delay p99', ms(clientLagMs), ''],
    ['CPU of a core', shares.map(({ role, percent }) => `${role} ${percent.toFixed(1)} %`).join(', '), ''],
    ['RSS', shares.map(({ role, rssMiB }) => `${role} ${rssMiB.toFixed(0)} MiB`).join(', '), ''],
    ['errors', `${errors}`, word(3)],
  ];
  const pinned = canPin
    ? `engine on core ${engineCore}, gateway on ${gatewayCore}, client on ${clientCore}`
    : 'nothing pinned (taskset is missing)';
  const beside = options.authoring ? ', beside an author who makes pairs, publishes and puts online' : '';
  const head = `continue_stream for ${seconds} s${beside}, ${pinned}; ${source}. ${machineLine()}.`;
  const text = `${head}\n\n${markdownTable(['live recognition', 'measured', ''], lines)}`;
  process.stdout.write(`${text}\n`);
  if (options.write) writeBlock('bench:recognition', text);
  const failed = goals.filter(({ holds }) => !holds).map(({ name }) => name);
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ machine: machineLine(), lines, failed }, null, 1)}\n`);
  if (failed.length === 0 || count > goal.calls) return;
  process.stderr.write(`required figure missed: ${failed.join('; ')}\n`);
  process.exitCode = 1;
}

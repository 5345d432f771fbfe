// npm run bench:fork: forks with 20 ms frames, and in the same run as many calls with 100 ms slices.
//   --calls N     calls at once, of each kind in turn (200)     --seconds S   length of each measured part (30)
//   --ring-seconds S  ringback before each busy tone in the calls that last longer (5)
//   --write       put the table into docs/measurements.md
//
// Gateway and engine are pinned to one core, the client to another. Half of the calls hear busy, again and again; the
// other half ringback. Busy comes at once (80 calls end and begin a second) or after some seconds of ringback (15).
// Handling is measured as in bench:sessions: from sending the frame that completes the deciding slice to the verdict.
// The gateway makes slices of 40 ms of frames, so that a frame may wait 20 ms for the next one in addition. Each call
// has a connection of its own.
import { once } from 'node:events';
import { cpus } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import WebSocket from 'ws';
import { canPin, onCore, pin } from '../../lib/cores.mjs';
import { openSocket, processesOf, startGateway, watchUsage } from '../../lib/gateway.mjs';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { alawByte, quantise } from '../tones/channel.mjs';
import { percentile } from '../tones/judge.mjs';
import { renderBare } from '../tones/render.mjs';
import { chinaTones, sampleRateHz } from '../tones/signals.mjs';

const { values: options } = parseArgs({
  options: {
    calls: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
    'ring-seconds': { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
const [count, seconds, ringSeconds] = [options.calls, options.seconds, options['ring-seconds']].map(Number);
const promised = { p99Ms: 20, calls: 200 };
const warmUpMs = 5_000;
const cores = { gateway: cpus().length - 1, client: cpus().length - 2 };
pin(process.pid, cores.client);

/** @typedef {'busy' | 'ringback' | 'ringback, then busy'} Kind */
/** @param {'busy' | 'ringback'} kind @param {number} lengthS @param {number} pieceMs */
function piecesOf(kind, lengthS, pieceMs) {
  const sound = { seconds: lengthS, leadInMs: 200, levelDbm0: -15, snrDb: 35 };
  const samples = renderBare(`fork/${kind}`, chinaTones[kind], sound);
  const bytes = Uint8Array.from(quantise(samples, 'linear'), alawByte);
  const step = (sampleRateHz * pieceMs) / 1000;
  return Array.from({ length: Math.floor(bytes.length / step) }, (_, i) => bytes.subarray(i * step, (i + 1) * step));
}

/** The sounds of the calls, in pieces. @param {number} pieceMs @returns {Record<Kind, Uint8Array[]>} */
function soundsOf(pieceMs) {
  const [busy, ringback] = [piecesOf('busy', 8, pieceMs), piecesOf('ringback', 100, pieceMs)];
  return { busy, ringback, 'ringback, then busy': [...ringback.slice(0, (ringSeconds * 1_000) / pieceMs), ...busy] };
}

/** Pieces that are due. One timer serves all calls, so that the client disturbs its own measurement as little as
 * possible.
 * @type {Set<{ dueMs: number, send: () => boolean }>} */
const speakers = new Set();
setInterval(() => {
  const nowMs = performance.now();
  for (const speaker of speakers) if (speaker.dueMs <= nowMs && !speaker.send()) speakers.delete(speaker);
}, 1).unref();

/** Sends piece after piece in real time until the call is over. @param {WebSocket} socket @param {readonly Uint8Array[]} pieces
 * @param {number} pieceMs @param {Part} part @param {() => boolean} isOver @param {Float64Array} sentAt @param {number}
 * startMs
 * @returns {Promise<number>} when the next piece would be due */
function speak(socket, pieces, pieceMs, part, isOver, sentAt, startMs) {
  return new Promise((resolve) => {
    let index = 0;
    const speaker = {
      dueMs: startMs + pieceMs,
      send: () => {
        if (index === pieces.length || isOver() || part.stopping || socket.readyState !== socket.OPEN) {
          resolve(speaker.dueMs);
          return false;
        }
        sentAt[index] = performance.now();
        socket.send(/** @type {Uint8Array} */ (pieces[index++]));
        if (part.measuring) part.pieces++;
        speaker.dueMs += pieceMs;
        return true;
      },
    };
    speakers.add(speaker);
  });
}

class Part {
  measuring = false;
  stopping = false;
  pieces = 0;
  wrong = 0;
  errors = 0;
  /** @type {number[]} */
  handlingMs = [];

  /**
   * @param {Float64Array} sentAt @param {number} atMs @param {number} pieceMs @param {number} heardMs what is heard at
   * once
   */
  decided(sentAt, atMs, pieceMs, heardMs) {
    if (!this.measuring) return;
    const at = Math.min(sentAt.length - 1, Math.max(0, (Math.ceil(atMs / heardMs) * heardMs) / pieceMs - 1));
    this.handlingMs.push(performance.now() - /** @type {number} */ (sentAt[at]));
  }
}

/** @typedef {import('../../lib/gateway.mjs').Gateway} Gateway */
/** @typedef {(gateway: Gateway, kind: Kind, part: Part, offsetMs: number) => Promise<void>} Call */

const frameMs = 20;
const frames = soundsOf(frameMs);
/** Sets a mask of zeros, so that nothing has to be masked. @param {Buffer} mask */
const generateMask = (mask) => mask.fill(0);
/** @type {Call} */
async function fork(gateway, kind, part, offsetMs) {
  await sleep(offsetMs);
  let dueMs = performance.now();
  const query = `appkey=${gateway.appkey}&format=alaw&maxMs=300000`;
  const url = `${gateway.http.replace(/^http/, 'ws')}/v10/asr/ring/cn_8k_common/fork?${query}`;
  while (!part.stopping) {
    const socket = new WebSocket(url, {
      headers: { 'X-Svc-Access-Token': gateway.token },
      perMessageDeflate: false,
      generateMask,
    });
    await once(socket, 'open');
    const sentAt = new Float64Array(frames[kind].length);
    let isOver = false;
    socket.on('message', (/** @type {Buffer} */ data) => {
      const { type, data: verdict } = JSON.parse(data.toString());
      if (type !== 'json') part.errors++;
      else if (verdict.kind === 'ringback' && kind === 'ringback, then busy')
        return; // an interim verdict
      else if (verdict.kind !== (kind === 'ringback' ? 'ringback' : 'busy')) part.wrong++;
      else if (!part.stopping) part.decided(sentAt, verdict.atMs, frameMs, 2 * frameMs);
    });
    socket.on('close', () => {
      isOver = true;
    });
    socket.send('{}');
    dueMs = await speak(socket, frames[kind], frameMs, part, () => isOver, sentAt, Math.max(dueMs, performance.now()));
    if (!isOver) socket.terminate();
  }
}

const sliceMs = 100;
const slices = soundsOf(sliceMs);
/** @type {Call} */
async function sliced(gateway, kind, part, offsetMs) {
  await sleep(offsetMs);
  let dueMs = performance.now();
  const marker = kind === 'ringback' ? '#WAIT#' : '#BUSY#';
  while (!part.stopping) {
    const socket = await openSocket(gateway); // one for each call, as a fork has
    const sentAt = new Float64Array(slices[kind].length);
    let isOver = false;
    socket.on('message', (/** @type {Buffer} */ data) => {
      const message = JSON.parse(data.toString());
      const result = message.respType === 'RESULT' ? message.sentence.keyword : undefined;
      if (result === '#WAIT#' && kind === 'ringback, then busy') return; // an interim verdict
      if (result !== undefined && result !== marker) part.wrong++;
      else if (message.respType === 'RESULT' && !part.stopping) {
        part.decided(sentAt, message.sentence.evidence.decided.at(-1).atMs, sliceMs, sliceMs);
      } else if (message.respType === 'END') isOver = true;
      else if (message.respType.includes('ERROR')) part.errors++;
    });
    socket.send(JSON.stringify({ command: 'START', config: { audioFormat: 'alaw_8k', audioMax: 300 } }));
    dueMs = await speak(socket, slices[kind], sliceMs, part, () => isOver, sentAt, Math.max(dueMs, performance.now()));
    socket.terminate();
  }
}

/** @param {Gateway} gateway @param {Call} call @param {Kind} busy */
async function measured(gateway, call, busy) {
  const part = new Part();
  const random = makeRandom('fork/offsets');
  const calls = Array.from({ length: count }, (_, i) =>
    call(gateway, i % 2 ? 'ringback' : busy, part, random.range(0, 2_000)).catch(() => part.errors++),
  );
  await sleep(warmUpMs);
  part.measuring = true;
  const clientLoop = monitorEventLoopDelay({ resolution: 1 });
  clientLoop.enable();
  const usage = watchUsage(processesOf(gateway.pid));
  await sleep(seconds * 1_000);
  part.measuring = false;
  const { lastedS, shares } = usage();
  part.stopping = true;
  await Promise.race([Promise.allSettled(calls), sleep(5_000)]);
  await sleep(1_000);
  const percent = shares.reduce((sum, share) => sum + share.percent, 0);
  clientLoop.disable();
  const clientP99Ms = clientLoop.percentile(99) / 1e6 - 1;
  return { part, percent, perS: part.pieces / lastedS, shares, clientP99Ms };
}

const gateway = await startGateway({ pinTo: onCore(cores.gateway) });
try {
  await sleep(3_000);
  const long = 'ringback, then busy';
  const bySlices = await measured(gateway, sliced, long);
  const byFrames = await measured(gateway, fork, long);
  const shortBySlices = await measured(gateway, sliced, 'busy');
  const shortByFrames = await measured(gateway, fork, 'busy');
  const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`;
  const row = (
    /** @type {string} */ name,
    /** @type {Awaited<ReturnType<typeof measured>>} */ { part, percent, perS, shares, clientP99Ms },
  ) => {
    const p = (/** @type {number} */ share) => ms(percentile(part.handlingMs, share));
    const cpu = shares.map(({ role, percent: own }) => `${role} ${own.toFixed(0)} %`).join(', ');
    return [
      ...[name, `${Math.round(perS)}`, `${p(0.5)} / ${p(0.95)} / ${p(0.99)}`, `${part.handlingMs.length}`],
      ...[`${percent.toFixed(0)} % (${cpu})`, `${part.wrong}, ${part.errors}`, ms(clientP99Ms)],
    ];
  };
  const pinned = canPin ? `gateway and engine on core ${cores.gateway}` : 'nothing pinned (taskset is missing)';
  const ratio = (byFrames.percent / bySlices.percent).toFixed(2);
  const shortRatio = (shortByFrames.percent / shortBySlices.percent).toFixed(2);
  const ofLong = `busy after ${ringSeconds} s of ringback`;
  const table = markdownTable(
    ['calls', 'messages a second', 'handling p50 / p95 / p99', 'decisions', 'CPU', 'wrong, errors', 'client late p99'],
    [
      row(`${count} calls of 100 ms slices, ${ofLong}`, bySlices),
      row(`${count} forks of 20 ms frames, ${ofLong}`, byFrames),
      row(`${count} calls of 100 ms slices, busy at once`, shortBySlices),
      row(`${count} forks of 20 ms frames, busy at once`, shortByFrames),
    ],
  );
  const text = `${count} calls at once, ${seconds} s of each kind, ${pinned}. ${machineLine()}. CPU of forks beside slices: ${ratio}, busy at once ${shortRatio}.\n\n${table}`;
  process.stdout.write(`${text}\n`);
  if (options.write) writeBlock('bench:fork', text);
  const { part } = byFrames;
  const holds = percentile(part.handlingMs, 0.99) < promised.p99Ms && part.wrong + part.errors === 0;
  if (!holds && count <= promised.calls) {
    process.stderr.write(`required figure missed: p99 of handling < ${promised.p99Ms} ms at ${promised.calls} forks\n`);
    process.exitCode = 1;
  }
} finally {
  await gateway.stop();
}
process.exit();

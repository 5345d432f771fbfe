// A customer of the gateway who does nothing wrong, at an address and with an application of its own, in a process of
// its own so that the attacker's work does not show in its times. One-shots of a busy tone go out at a fixed rate, each
// over a new connection, whether or not the one before was answered; live calls hear the same tone in real time. The
// settings are the first argument. Each line of standard input ends a phase; the answer is one line with that phase's
// figures.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import WebSocket from 'ws';
import { percentile } from '../bench/tones/judge.mjs';
import { sendOneShot } from './one-shot.mjs';

/**
 * @typedef {{ http: string, appkey: string, token: string, address: string, oneShotMs: number, calls: number }}
 * Settings
 */
/** @typedef {{ sent: number, served: number, statuses: Record<string, number>, p50Ms: number, p99Ms: number, calls: number,
 *   verdicts: number, verdictP95Ms: number, faults: string[] }} Phase */

/** @type {Settings} */
const settings = JSON.parse(process.argv[2] ?? '{}');
const { http, appkey, token, address } = settings;
const property = 'cn_8k_common';
const wav = readFileSync(fileURLToPath(new URL('../../../docs/examples/busy.wav', import.meta.url)));
const body = JSON.stringify({ audio: wav.toString('base64'), config: { audioFormat: 'auto' } });
const samples = wav.subarray(wav.indexOf('data') + 8);
const [sliceMs, bytesPerMs, giveUpMs] = [100, 8, 30_000];

/** @type {{ sent: number, times: number[], statuses: Record<string, number>, calls: number, open: number,
 *   verdictMs: number[], faults: string[] }} */
let phase;
const begin = () => {
  phase = { sent: 0, times: [], statuses: {}, calls: 0, open: 0, verdictMs: [], faults: [] };
};
begin();

const count = (/** @type {typeof phase} */ own, /** @type {string} */ status) => {
  own.statuses[status] = (own.statuses[status] ?? 0) + 1;
  own.open--;
};

function oneShot() {
  const own = phase;
  own.sent++;
  own.open++;
  const startMs = performance.now();
  const url = `${http}/v10/asr/ring/${property}/short_audio?appkey=${appkey}`;
  const asked = sendOneShot({ url, token, address, timeout: giveUpMs }, body, (reply) => {
    reply.resume();
    reply.on('end', () => {
      count(own, String(reply.statusCode));
      if (reply.statusCode === 200) own.times.push(performance.now() - startMs);
    });
  });
  asked.on('timeout', () => asked.destroy(Object.assign(new Error('no answer'), { code: 'NO_ANSWER' })));
  asked.on('error', (/** @type {NodeJS.ErrnoException} */ fault) => count(own, fault.code ?? 'fault'));
}

/** A call from its handshake to its verdict: ms from the first slice to the verdict. */
async function call() {
  const own = phase;
  own.calls++;
  own.open++;
  const url = `${http.replace(/^http/, 'ws')}/v10/asr/ring/${property}/short_stream?appkey=${appkey}`;
  const options = { headers: { 'X-Svc-Access-Token': token }, localAddress: address, handshakeTimeout: giveUpMs };
  const socket = new WebSocket(url, options);
  try {
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    let over = false;
    const verdict = new Promise((resolve, reject) => {
      socket.on('message', (/** @type {Buffer} */ data) => {
        const message = JSON.parse(data.toString());
        if (message.respType === 'RESULT') resolve(message.sentence.result);
        if (/ERROR/.test(message.respType)) reject(new Error(message.errMessage ?? data.toString()));
      });
      socket.once('close', () => reject(new Error('the gateway ended the connection')));
    }).finally(() => {
      over = true;
    });
    verdict.catch(() => {}); // looked at below
    socket.send(JSON.stringify({ command: 'START', config: { audioFormat: 'alaw_8k' } }));
    const startMs = performance.now();
    for (let index = 0; !over && (index + 1) * sliceMs * bytesPerMs <= samples.length; index++) {
      socket.send(samples.subarray(index * sliceMs * bytesPerMs, (index + 1) * sliceMs * bytesPerMs));
      await sleep(Math.max(0, startMs + (index + 1) * sliceMs - performance.now()));
    }
    if (!over) socket.send(JSON.stringify({ command: 'END', cancel: false }));
    const said = await Promise.race([verdict, sleep(giveUpMs, 'no verdict')]);
    if (said !== '#BUSY#') throw new Error(`the verdict is ${said}`);
    own.verdictMs.push(performance.now() - startMs);
  } catch (fault) {
    if (own.faults.length < 5) own.faults.push(/** @type {Error} */ (fault).message);
  } finally {
    own.open--;
    socket.terminate();
  }
}

/** @param {typeof phase} own @returns {Phase} */
function figures({ sent, times, statuses, calls, verdictMs, faults }) {
  const at = (/** @type {number[]} */ values, /** @type {number} */ part) =>
    values.length === 0 ? Number.POSITIVE_INFINITY : percentile(values, part);
  return {
    ...{ sent, served: times.length, statuses, p50Ms: at(times, 0.5), p99Ms: at(times, 0.99), calls },
    ...{ verdicts: verdictMs.length, verdictP95Ms: at(verdictMs, 0.95), faults },
  };
}

setInterval(oneShot, settings.oneShotMs);
for (let line = 0; line < settings.calls; line++) {
  void (async () => {
    await sleep((line * 2_000) / settings.calls);
    for (;;) {
      await call();
      await sleep(100);
    }
  })();
}
for await (const _ of createInterface({ input: process.stdin })) {
  const own = phase;
  begin();
  while (own.open > 0) await sleep(20); // each one times out in the end
  process.stdout.write(`${JSON.stringify(figures(own))}\n`);
}
process.exit();

// Starts the real gateway on a data directory of its own and talks to it as a dialer would.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import WebSocket from 'ws';
import { gatewayFlags } from '../../setup/node-flags.mjs';

/** @typedef {{ http: string, https: string, admin: string, pid: number, data: string, appkey: string, secret: string,
 *   token: string, stop(): Promise<void> }} Gateway */
/** @typedef {{ startTime: number, endTime: number, isFinal: boolean, result: string, exceededAudio: boolean,
 *   evidence: { decided: { kind: string, atMs: number }[] } }} Sentence */
/** @typedef {{ audioFormat: string, encParams?: string, audioMax?: number }} RingConfig */

const thisCheckout = fileURLToPath(new URL('../../../', import.meta.url));

/** @typedef {object} StartOptions
 * @property {string[]} [pinTo] a command that starts the gateway, such as taskset with its core
 * @property {Record<string, string>} [settings] environment variables
 * @property {object} [config] what config.json holds
 * @property {string[]} [appOptions] options of `tonegate apps add`
 * @property {string} [data] a data directory, which stays; a new one, which goes, unless given
 * @property {string} [checkout] the built checkout whose gateway it is; this one unless given
 * @property {boolean} [withApp] false: no application is added, so that `appkey`, `secret` and `token` are empty */

/** @param {StartOptions} [options] @returns {Promise<Gateway>} */
export async function startGateway({
  pinTo = [],
  settings = {},
  config,
  appOptions = [],
  data: kept,
  checkout = thisCheckout,
  withApp = true,
} = {}) {
  const cli = join(checkout, 'scripts/tonegate.mjs');
  const data = kept ?? mkdtempSync(join(tmpdir(), 'bench-gateway-'));
  if (config !== undefined) writeFileSync(join(data, 'config.json'), JSON.stringify(config));
  const command = [
    ...pinTo,
    process.execPath,
    ...gatewayFlags,
    cli,
    'serve',
    '--data',
    data,
    '--http',
    '0',
    '--https',
    '0',
    '--log-level',
    'warn',
  ];
  const child = spawn(command[0] ?? '', command.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A spare engine runs only where a measurement asks for it; elsewhere it would be one more process to count.
    env: { ...process.env, TONEGATE_SPARE_ENGINE: 'off', ...settings },
  });
  const errors = [''];
  child.stderr.setEncoding('utf8').on('data', (text) => errors.push(text));
  const exited = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await exited;
    if (kept === undefined) rmSync(data, { recursive: true, force: true });
  };
  try {
    const lines = createInterface({ input: child.stdout });
    const [line] = await Promise.race([
      once(lines, 'line'),
      exited.then(([code]) => Promise.reject(new Error(`tonegate serve ended with code ${code}: ${errors.join('')}`))),
    ]);
    const ready = JSON.parse(line);
    const http = typeof ready.http === 'number' ? `http://127.0.0.1:${ready.http}` : ready.http;
    const https = typeof ready.https === 'number' ? `https://127.0.0.1:${ready.https}` : ready.https;
    const none = { appkey: '', secret: '', token: '' };
    const { appkey, secret, token } = withApp ? await addApp({ https, data }, 'bench', appOptions, checkout) : none;
    return { http, https, admin: ready.admin, pid: child.pid ?? 0, data, appkey, secret, token, stop };
  } catch (fault) {
    await stop();
    throw fault;
  }
}

/** Adds an application to a gateway that runs, with an access token of its own.
 * @param {{ https: string, data: string }} gateway @param {string} name @param {string[]} [appOptions]
 * @param {string} [checkout] @returns {Promise<{ appkey: string, secret: string, token: string }>} */
export async function addApp({ https, data }, name, appOptions = [], checkout = thisCheckout) {
  const adding = [
    join(checkout, 'scripts/tonegate.mjs'),
    'apps',
    'add',
    name,
    '--json',
    '--show-secret',
    '--data',
    data,
    ...appOptions,
  ];
  const added = await promisify(execFile)(process.execPath, adding);
  const { appkey, secret } = JSON.parse(added.stdout);
  return { appkey, secret, token: await tokenOf(https, appkey, secret) };
}

/** @param {string} base @param {string} appkey @param {string} secret @returns {Promise<string>} */
async function tokenOf(base, appkey, secret) {
  const credentials = Buffer.from(`${appkey}:${secret}`).toString('base64');
  // The certificate is the gateway's own, made a second ago.
  const call = request(`${base}/v10/auth/get-access-token?appkey=${appkey}`, {
    headers: { authorization: `Basic ${credentials}` },
    rejectUnauthorized: false,
  });
  call.end();
  const [response] = await once(call, 'response');
  let body = '';
  for await (const part of response) body += part;
  if (response.statusCode !== 200) throw new Error(`get-access-token: ${response.statusCode} ${body}`);
  return JSON.parse(body).token;
}

/** @param {Gateway} gateway @param {string} [path] below /v10/asr @returns {Promise<WebSocket>} */
export async function openSocket(gateway, path = 'ring/cn_8k_common/short_stream') {
  const url = `${gateway.http.replace(/^http/, 'ws')}/v10/asr/${path}?appkey=${gateway.appkey}`;
  const socket = new WebSocket(url, { headers: { 'X-Svc-Access-Token': gateway.token }, perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}

/** One session from START to END, as fast as the gateway takes it.
 * @param {WebSocket} socket @param {RingConfig} config @param {Iterable<Uint8Array>} slices
 * @returns {Promise<{ sentences: Sentence[], reason: string }>} */
export async function screenOnce(socket, config, slices) {
  /** @type {Sentence[]} */
  const sentences = [];
  /** @type {(reason: string) => void} */
  let over = () => {};
  let isOver = false;
  const ended = new Promise((/** @type {(reason: string) => void} */ resolve) => (over = resolve));
  const onMessage = (/** @type {Buffer} */ data) => {
    const message = JSON.parse(data.toString());
    if (message.respType === 'RESULT') sentences.push(message.sentence);
    if (message.respType === 'ERROR' || message.respType === 'FATAL_ERROR') sentences.push(message);
    if (message.respType === 'END' || message.respType === 'FATAL_ERROR') {
      isOver = true;
      over(message.reason ?? message.errMessage);
    }
  };
  socket.on('message', onMessage);
  try {
    socket.send(JSON.stringify({ command: 'START', config }));
    for (const slice of slices) {
      if (isOver) break;
      socket.send(slice);
      // Yield so that a verdict can stop the stream, and keep the send queue short.
      do await new Promise((resolve) => setImmediate(resolve));
      while (socket.bufferedAmount > 1 << 18);
    }
    if (!isOver) socket.send(JSON.stringify({ command: 'END', cancel: false }));
    return { reason: await ended, sentences };
  } finally {
    socket.off('message', onMessage);
  }
}

/**
 * The gateway's own process and the processes that it started. @param {number} pid @returns {{ pid: number, role:
 * string }[]}
 */
export function processesOf(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {} // the process ended while the list was read
  }
  /** @param {number} parent @returns {number[]} */
  const below = (parent) => [...parents].filter(([, p]) => p === parent).flatMap(([child]) => [child, ...below(child)]);
  return [{ pid, role: 'gateway' }, ...below(pid).map((child) => ({ pid: child, role: 'engine' }))];
}

/** CPU seconds so far and resident memory. @param {number} pid */
export function usageOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const memory = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const mebibytes = (/** @type {string} */ key) =>
    Number(new RegExp(`^${key}:\\s+(\\d+) kB`, 'm').exec(memory)?.[1] ?? 0) / 1024;
  const ticksPerSecond = 100; // USER_HZ, the same on every Linux that Node runs on
  return {
    cpuS: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    rssMiB: mebibytes('Rss'),
    pssMiB: mebibytes('Pss'),
  };
}

/** Starts to measure; the returned function gives the CPU time since then, in percent of a core, and the memory.
 * @param {readonly { pid: number, role: string }[]} processes */
export function watchUsage(processes) {
  const before = processes.map(({ pid }) => usageOf(pid).cpuS);
  const startMs = performance.now();
  return () => {
    const lastedS = (performance.now() - startMs) / 1_000;
    const shares = processes.map(({ pid, role }, at) => {
      const { cpuS, rssMiB } = usageOf(pid);
      return { role, percent: (100 * (cpuS - (before[at] ?? 0))) / lastedS, rssMiB };
    });
    return { lastedS, shares };
  };
}

/** 99th percentile of the gateway's event loop delay since the last call. @param {Gateway} gateway */
export async function loopDelayMs({ admin }) {
  const metrics = await (await fetch(`${admin}/metrics`)).text().catch(() => '');
  // The histogram holds the time between two ticks of its own timer: the delay is what exceeds the period.
  const timerMs = 10;
  return 1_000 * Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics)?.[1] ?? Number.NaN) - timerMs;
}

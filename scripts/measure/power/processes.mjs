// The processes of the kill rounds: a gateway without engines, the sync process, and the calls of their clients.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {{ status: number, json: any }} Reply status 0: the connection ended without an answer */

const gatewayFile = fileURLToPath(new URL('gateway.mjs', import.meta.url));
const wholeGatewayFile = fileURLToPath(new URL('whole-gateway.mjs', import.meta.url));
const syncFile = fileURLToPath(new URL('../../../dist/main/sync/start.js', import.meta.url));

/** A restarted gateway must keep its port. The port lies below those that the system gives to connections, one
 * of which might have it by then. */
export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]).catch(() => false);
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Settings of a gateway that listens on ports chosen by the system. */
export const anyPorts = { TONEGATE_HTTP_PORT: '0', TONEGATE_HTTPS_PORT: '0', TONEGATE_ADMIN_PORT: '0' };

/** @type {Set<ChildProcess>} */
const children = new Set();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL'); // whichever way this program ends
});

/** A process that is killed and started again, as a service manager would. */
export class Victim {
  /** @type {ChildProcess | undefined} */ #child;
  #ended = Promise.resolve();
  #complaints = '';
  starts = 0;

  /** @param {string} name @param {string} file @param {Record<string, string>} env @param {boolean} saysReady */
  constructor(name, file, env, saysReady) {
    this.name = name;
    this.file = file;
    this.env = env;
    this.saysReady = saysReady;
  }

  /** Starts the process and returns the line that it printed when it was ready. */
  async start() {
    this.starts++;
    const stdio = /** @type {const} */ (['ignore', 'pipe', 'pipe']);
    const child = spawn(process.execPath, [this.file], { env: { ...process.env, ...this.env }, stdio });
    this.#child = child;
    children.add(child);
    child.stderr.setEncoding('utf8').on('data', (text) => {
      this.#complaints = `${this.#complaints}${text}`.slice(-4_000);
    });
    this.#ended = once(child, 'close').then(() => void children.delete(child));
    if (!this.saysReady) return {};
    const [line] = await Promise.race([
      once(createInterface({ input: child.stdout }), 'line'),
      this.#ended.then(() => Promise.reject(new Error(`${this.name} did not start: ${this.#complaints}`))),
    ]);
    return JSON.parse(line);
  }

  get pid() {
    return this.#child?.pid;
  }

  /** True while the process runs; a sync process may end by itself only when it is told to. */
  get isAlive() {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  get complaints() {
    return this.#complaints;
  }

  async kill() {
    this.#child?.kill('SIGKILL');
    await this.#ended;
  }
}

/** @param {string} data @param {Record<string, string>} [settings] */
export function gatewayVictim(data, settings = {}) {
  return new Victim(`gateway of ${data}`, gatewayFile, { TONEGATE_DATA: data, ...settings }, true);
}

/** A gateway with its engines. @param {string} data @param {Record<string, string>} [settings] */
export function wholeGatewayVictim(data, settings = {}) {
  return new Victim(`gateway of ${data}`, wholeGatewayFile, { TONEGATE_DATA: data, ...settings }, true);
}

/** @param {string} data @param {Record<string, string>} settings */
export function syncVictim(data, settings) {
  return new Victim('sync', syncFile, { TONEGATE_DATA: data, ...settings }, false);
}

/** @param {string} url @param {{ method?: string, headers?: Record<string, string>, body?: unknown }} [options]
 * @returns {Promise<Reply>} */
export function call(url, { method = 'GET', headers = {}, body } = {}) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const json = text === undefined ? {} : { 'content-type': 'application/json' };
  const request = url.startsWith('https:') ? secureRequest : plainRequest;
  return new Promise((resolve) => {
    const gone = () => resolve({ status: 0, json: undefined });
    const sent = request(
      url,
      { method, headers: { ...headers, ...json }, agent: false, rejectUnauthorized: false },
      (reply) => {
        let answer = '';
        reply.setEncoding('utf8').on('data', (part) => {
          answer += part;
        });
        reply.on('error', gone);
        reply.on('end', () => {
          try {
            resolve({ status: reply.statusCode ?? 0, json: answer === '' ? undefined : JSON.parse(answer) });
          } catch {
            gone(); // the connection was cut in the middle
          }
        });
      },
    );
    sent.on('error', gone);
    sent.end(text);
  });
}

/** One exchange of bytes; undefined if it ended without a whole answer. @param {string} url
 * @param {{ method?: string, headers?: Record<string, string>, body?: Uint8Array }} [options]
 * @returns {Promise<{ status: number, bytes: Buffer } | undefined>} */
export function exchange(url, { method = 'GET', headers = {}, body } = {}) {
  return new Promise((resolve) => {
    const gone = () => resolve(undefined);
    const sent = plainRequest(url, { method, headers, agent: false }, (reply) => {
      /** @type {Buffer[]} */ const parts = [];
      reply.on('data', (part) => parts.push(part));
      reply.on('error', gone);
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, bytes: Buffer.concat(parts) }));
    });
    sent.on('error', gone);
    sent.end(body);
  });
}

/** The admin listener of a data directory. @param {string} admin @param {string} data */
export function operator(admin, data) {
  const authorization = `Bearer ${readFileSync(join(data, 'admin.key'), 'utf8').trim()}`;
  return (/** @type {string} */ method, /** @type {string} */ path, /** @type {unknown} */ body = undefined) =>
    call(admin + path, { method, headers: { authorization }, ...(body === undefined ? {} : { body }) });
}

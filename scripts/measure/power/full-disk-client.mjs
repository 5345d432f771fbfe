// A gateway as `tonegate serve` runs it, and clients that remember what it acknowledged, for the rounds of a full disk.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { anyPorts, call, operator } from './processes.mjs';
import { sleep } from './rounds.mjs';

const program = fileURLToPath(new URL('../../tonegate.mjs', import.meta.url));
const busyTone = readFileSync(fileURLToPath(new URL('../../../docs/examples/busy.wav', import.meta.url))).toString(
  'base64',
);
const property = 'cn_8k_common';
const readyMs = 120_000;
const stopMs = 60_000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL'); // whichever way this program ends
});

/** @typedef {{ http: string, https: string, admin: string }} Addresses */

export class ServedGateway {
  /** @type {import('node:child_process').ChildProcess | undefined} */ #child;
  /** @type {Promise<unknown>} */ #ended = Promise.resolve();
  /** @type {Addresses} */ addresses = { http: '', https: '', admin: '' };
  app = { appkey: '', secret: '' };
  log = '';

  /** @param {string} data @param {Record<string, string>} env */
  constructor(data, env) {
    this.data = data;
    this.env = env;
  }

  /** False if the process ended before it was ready. */
  async start() {
    const env = { ...process.env, ...anyPorts, TONEGATE_DRAIN_MS: '1000', ...this.env };
    const child = spawn(
      process.execPath,
      [program, 'serve', '--show-demo-app', '--data', this.data, '--log-level', 'warn'],
      { env },
    );
    children.add(child);
    child.once('close', () => children.delete(child));
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', (text) => {
      this.log = `${this.log}${text}`.slice(-20_000);
      const [, appkey = '', secret = ''] = /appkey {2}(\S+)\n {2}secret {2}(\S+)/.exec(this.log) ?? [];
      if (secret !== '') this.app = { appkey, secret };
    });
    this.#ended = once(child, 'close');
    const line = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), this.#ended]);
    if (child.exitCode !== null) return false;
    this.addresses = JSON.parse(line[0]);
    for (const endMs = performance.now() + readyMs; performance.now() < endMs; await sleep(50)) {
      if ((await call(`${this.addresses.admin}/readyz`)).status === 200) return true;
    }
    return false;
  }

  /** The exit status; null if the process had to be killed. */
  async stop(signal = /** @type {NodeJS.Signals} */ ('SIGTERM')) {
    const child = this.#child;
    child?.kill(signal);
    await Promise.race([this.#ended, sleep(stopMs)]);
    if (child?.exitCode === null) child.kill('SIGKILL');
    return child?.exitCode ?? null;
  }
}

/** A client that records its requests to a gateway, and the answers. */
export class Client {
  /** Lists by id, as they were acknowledged last. @type {Map<string, string>} */ lists = new Map();
  /** Lists whose last change was not acknowledged. @type {Set<string>} */ unsure = new Set();
  /** @type {Set<string>} */ removed = new Set();
  /** @type {Set<string>} */ profiles = new Set();
  /** @type {Map<string, number>} */ statuses = new Map();
  /** @type {string[]} */ faults = [];
  token = '';
  refresh = '';
  #count = 0;

  /** Prefix of each fault. */
  about = '';

  /** @param {ServedGateway} gateway whose demo application it is */
  constructor(gateway) {
    this.gateway = gateway;
  }

  get appkey() {
    return this.gateway.app.appkey;
  }

  /** @param {string} what @param {Promise<import('./processes.mjs').Reply>} asked @param {number[]} [wanted] */
  async #told(what, asked, wanted = [200, 503]) {
    const reply = await asked;
    this.statuses.set(`${reply.status}`, (this.statuses.get(`${reply.status}`) ?? 0) + 1);
    if (!wanted.includes(reply.status)) {
      this.faults.push(`${this.about}: ${what}: ${reply.status} ${JSON.stringify(reply.json)?.slice(0, 300)}`);
    }
    return reply;
  }

  /** @param {number[]} [wanted] */
  async renewToken(wanted = [200]) {
    const query = new URLSearchParams({ appkey: this.appkey, ...(this.refresh && { refresh_token: this.refresh }) });
    const authorization = `Basic ${Buffer.from(`${this.appkey}:${this.gateway.app.secret}`).toString('base64')}`;
    const url = `${this.gateway.addresses.https}/v10/auth/get-access-token?${query}`;
    const { status, json } = await this.#told('token', call(url, { headers: { authorization } }), wanted);
    if (status !== 200) return;
    this.token = json.token;
    this.refresh = json.refresh_token;
  }

  /** One-shot screening of a busy tone, which must go on whatever the disk does. */
  async screen() {
    const url = `${this.gateway.addresses.http}/v10/asr/ring/${property}/short_audio?appkey=${this.appkey}`;
    const headers = { 'x-svc-access-token': this.token };
    const body = { audio: busyTone, config: { audioFormat: 'auto' } };
    const { status, json } = await this.#told('screening', call(url, { method: 'POST', headers, body }), [200]);
    if (status === 200 && json.id === undefined && json.result === undefined) {
      this.faults.push(`screening: no verdict in ${JSON.stringify(json)}`);
    }
  }

  /** @param {string} [id] */
  #listUrl(id) {
    return `${this.gateway.addresses.http}/v10/resource/user/asr/userword${id ? `/${id}` : ''}?appkey=${this.appkey}`;
  }

  /** @param {number} bytes */
  async addList(bytes) {
    const name = `list ${this.#count++}`;
    const content = Buffer.from(`张三 ${name}\n`.repeat(Math.ceil(bytes / 16)).slice(0, bytes / 2)).toString('base64');
    const body = { resource: { name, lang: 'cn', content } };
    const { status, json } = await this.#told('create', call(this.#listUrl(), { method: 'POST', body }));
    if (status !== 200) return undefined;
    this.lists.set(json.created.id, content);
    return String(json.created.id);
  }

  /** @param {string} id */
  async changeList(id) {
    const content = Buffer.from(`李四 ${this.#count++}\n`).toString('base64');
    this.unsure.add(id);
    const { status } = await this.#told(
      'update',
      call(this.#listUrl(id), { method: 'PUT', body: { resource: { content } } }),
    );
    if (status === 200) this.lists.set(id, content);
    if (status !== 0) this.unsure.delete(id);
  }

  /** @param {string} id @param {number[]} [wanted] */
  async removeList(id, wanted) {
    const { status } = await this.#told('delete', call(this.#listUrl(id), { method: 'DELETE' }), wanted);
    if (status !== 200) return false;
    this.lists.delete(id);
    this.removed.add(id);
    return true;
  }

  /** @param {string} name */
  async putProfile(name) {
    const admin = operator(this.gateway.addresses.admin, this.gateway.data);
    const { status } = await this.#told(
      'profile',
      admin('PUT', `/admin/profiles/${name}`, { values: { addPunc: true } }),
    );
    if (status === 200) this.profiles.add(name);
  }

  async prepareUpload() {
    const url = `${this.gateway.addresses.http}/v10/asr/trans/${property}/prepare_upload?appkey=${this.appkey}`;
    const headers = { 'x-svc-access-token': this.token };
    const { status, json } = await this.#told(
      'upload',
      call(url, { method: 'POST', headers, body: { name: 'a.wav', size: 1_000 } }),
      [200, 503, 404], // 404: no model, no transcription
    );
    return status === 200 ? String(json.fileId) : undefined;
  }

  /** Sends some requests of every kind. @param {number} number */
  async turn(number) {
    await this.renewToken();
    await this.screen();
    const [small, large] = [await this.addList(200), await this.addList(20_000)];
    if (small !== undefined) await this.changeList(small);
    if (large !== undefined && number % 2 === 0) await this.removeList(large);
    await this.putProfile(['outbound', 'survey', 'service'][number % 3] ?? '');
    await this.prepareUpload();
  }

  /** Checks that everything acknowledged is there. */
  async check() {
    for (const [id, content] of this.lists) {
      const { status, json } = await this.#told('download', call(this.#listUrl(id)), [200]);
      if (status === 200 && !this.unsure.has(id) && json.resource.content !== content) {
        this.faults.push(`${id}: another content than was acknowledged`);
      }
    }
    for (const id of this.removed) {
      const { status } = await call(this.#listUrl(id));
      if (status !== 404) this.faults.push(`${id}: deleted, and answers ${status}`);
    }
    const admin = operator(this.gateway.addresses.admin, this.gateway.data);
    for (const name of this.profiles) {
      const { status } = await admin('GET', `/admin/profiles/${name}`);
      if (status !== 200) this.faults.push(`profile ${name}: acknowledged, and answers ${status}`);
    }
  }

  /** The gateway's report about itself. */
  async health() {
    const { admin } = this.gateway.addresses;
    const [health, ready] = [await call(`${admin}/healthz`), await call(`${admin}/readyz`)];
    return { degraded: health.json?.degraded ?? [], ready: ready.status === 200 && ready.json?.ready === true };
  }
}

/** @param {string} data */
export const reserveOf = (data) => path.join(data, 'reserve');

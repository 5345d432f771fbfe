// Kill rounds: `npm run power:kill -- --rounds 200 [--seed N] [--write]`. Two gateways, the sync process between them,
// and clients that write on both sides while one of the three is killed (SIGKILL) at a random moment, and started
// again. At the end all changes arrive, and are compared with the ledger of acknowledged writes: no change is
// lost, half applied or there twice.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ledger } from './ledger.mjs';
import { anyPorts, call, freePort, gatewayVictim, operator, syncVictim } from './processes.mjs';
import { generator, killRounds, report, roundsOptions, sleep } from './rounds.mjs';

/** @typedef {import('./ledger.mjs').Content} Content */

const options = roundsOptions();
const rounds = Number(options.rounds);
const mostCalls = 12;
const longestWaitMs = 400;
/** Far beyond the needs of a loaded machine: a longer wait would never end. */
const quietMs = 600_000;

const random = generator(Number(options.seed));
const folder = mkdtempSync(join(tmpdir(), 'power-kill-'));

class Side {
  http = '';
  https = '';
  appkey = '';
  ledger = new Ledger();
  /** @type {ReturnType<typeof operator>} */ admin = () => Promise.reject(new Error('not started'));

  /** @param {string} name @param {Record<string, string>} settings */
  constructor(name, settings) {
    this.name = name;
    this.data = join(folder, name);
    this.victim = gatewayVictim(this.data, { ...anyPorts, TONEGATE_LOG_LEVEL: 'warn', ...settings });
  }

  async start() {
    const ready = await this.victim.start();
    this.http = ready.http;
    this.https = ready.https;
    this.appkey ||= ready.app.appkey;
    this.admin = operator(ready.admin, this.data);
  }

  /** One call of a client of this gateway; its outcome goes into the ledger. @param {number} number */
  async write(number) {
    const { living } = this.ledger;
    const content = `${this.name}${number}\n`;
    const base = `${this.http}/v10/resource/user/asr/userword`;
    const resource = { name: `${this.name} ${number}`, lang: 'cn', content: Buffer.from(content).toString('base64') };
    const kind = living.length === 0 ? 0 : random(3);
    if (kind === 0) {
      const { status, json } = await call(`${base}?appkey=${this.appkey}`, { method: 'POST', body: { resource } });
      if (status !== 0 && status !== 200) throw new Error(`create: ${status} ${JSON.stringify(json)}`);
      this.ledger.created(resource.name, json?.created?.id, content);
      return;
    }
    const name = /** @type {string} */ (living[random(living.length)]);
    const url = `${base}/${this.ledger.entries.get(name)?.id}?appkey=${this.appkey}`;
    const isRemoved = kind === 2 && living.length > 20;
    const { status, json } = isRemoved
      ? await call(url, { method: 'DELETE' })
      : await call(url, { method: 'PUT', body: { resource: { content: resource.content } } });
    if (status !== 0 && status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(json)}`);
    this.ledger.changed(name, isRemoved ? null : content, status === 200);
  }

  async state() {
    const { status, json } = await this.admin('GET', '/v10/admin/sync/state');
    if (status !== 200) throw new Error(`state of ${this.name}: ${status} ${JSON.stringify(json)}`);
    return json;
  }

  /** User lists with their content. */
  async lists() {
    const { items } = await this.state();
    /** @type {{ id: string, name: string, content: Content }[]} */
    const lists = [];
    for (const item of items) {
      if (item.kind !== 'resource' || item.category !== 'user') continue;
      const reply = item.content && (await this.admin('GET', `/admin/resources/${item.id}`));
      const content = reply && Buffer.from(reply.json.resource.content, 'base64').toString('utf8');
      lists.push({ id: item.id, name: item.name, content });
    }
    return lists;
  }
}

/** The operator of the upstream: a sys list, the profile that names it, now and then a ring table. After every step the
 * state is noted, so that every state of the box must be one of them, and a half-applied one would not be. */
class Operator {
  /** @type {Set<string>} */ seen = new Set();
  compared = 0;
  number = 0;

  /** @param {Side} upstream */
  async change(upstream) {
    const number = ++this.number;
    const resource = { name: `sys ${number}`, lang: 'cn', content: Buffer.from(`sys${number}\n`).toString('base64') };
    const { json } = await upstream.admin('POST', '/v10/resource/sys/asr/userword', { resource });
    const vocabId = json?.created?.id;
    if (vocabId === undefined) return; // the gateway was killed
    await this.note(upstream);
    const profile = { values: { vadTail: 200 + (number % 500) }, system: { vocabId } };
    await upstream.admin('PUT', '/admin/profiles/outbound', profile);
    await this.note(upstream);
    if (number % 4 > 0) return;
    await this.writeTable(upstream, `空号\t${1 + (number % 9)}\tEMPTY ${number}\n`);
  }

  /** @param {Side} upstream @param {string} table of ring keywords */
  async writeTable(upstream, table) {
    writeFileSync(join(upstream.data, 'ring', 'keywords.txt'), table);
    const sha256 = createHash('sha256').update(table).digest('hex');
    while ((await this.note(upstream))?.includes(sha256) === false) await sleep(100); // files are read at intervals
  }

  /** @param {Side} upstream */
  async note(upstream) {
    const { status, json } = await upstream.admin('GET', '/v10/admin/sync/state');
    if (status !== 200) return undefined;
    const part = partOf(json);
    this.seen.add(part);
    return part;
  }

  /** @param {Side} box @param {Side} upstream */
  async compare(box, upstream) {
    const { json } = await box.admin('GET', '/v10/admin/sync/status');
    if (json.applied === null) return;
    this.compared++;
    const part = partOf(await box.state());
    if (this.seen.has(part)) return;
    // The upstream may have seen its table after the state was noted, and may have told the box at once.
    await this.note(upstream);
    if (!this.seen.has(part)) throw new Error(`an incomplete state at revision ${json.applied.revision}`);
  }
}

/** The part of a state that only the upstream makes. @param {{ items: any[] }} state */
function partOf({ items }) {
  return JSON.stringify(items.filter((item) => item.kind !== 'resource' || item.category === 'sys'));
}

const port = await freePort();
const upstream = new Side('up', { TONEGATE_HTTPS_PORT: String(port) });
await upstream.start();
const { json: app } = await upstream.admin('POST', '/admin/apps', { name: 'box', rights: ['sync'] });
const secretFile = join(folder, 'secret');
writeFileSync(secretFile, app.secret, { mode: 0o600 });
const settings = {
  TONEGATE_UPSTREAM: `https://127.0.0.1:${port}`,
  TONEGATE_SYNC_APPKEY: app.appkey,
  TONEGATE_SYNC_SECRET_FILE: secretFile,
  TONEGATE_SYNC_CA_FILE: join(upstream.data, 'tls', 'cert.pem'),
  TONEGATE_SYNC_INTERVAL_S: '5',
};
const box = new Side('box', settings);
await box.start();
const upstreamOperator = new Operator();
mkdirSync(join(upstream.data, 'ring'));
// The state is noted before the box takes anything from here: a slow machine applies this state before the first change
// is made.
await upstreamOperator.writeTable(upstream, '空号\t1\tEMPTY\n');
const sync = syncVictim(box.data, { ...settings, TONEGATE_LOG_LEVEL: 'warn' });
await sync.start();
const startedMs = performance.now();
const kills = { up: 0, box: 0, sync: 0 };
let written = 0;

try {
  // Quiet first, so that every second kill meets a sync process that is well on its way.
  await killRounds(rounds, random, { longestWaitMs, settle: quiet, work, strike, look });
  await quiet();
  const faults = [];
  for (const side of [upstream, box]) {
    const other = side === upstream ? box : upstream;
    const lists = await side.lists();
    for (const { ledger, name } of [side, other]) {
      const its = lists.filter((list) => list.name.startsWith(`${name} `));
      faults.push(...ledger.faults(its).map((fault) => `${side.name}: ${fault}`));
    }
    const { json } = await side.admin('GET', '/v10/admin/sync/conflicts');
    // Nobody wrote to the other side's lists: a conflict would mean that one version was taken for another.
    faults.push(
      ...json.conflicts.map((/** @type {any} */ { lost }) => `${side.name}: conflict over ${lost.name ?? lost.id}`),
    );
  }
  tell(faults);
} finally {
  for (const victim of [sync, box.victim, upstream.victim]) await victim.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function work() {
  const calls = Array.from({ length: 1 + random(mostCalls) }, () => [upstream, box][random(2)] ?? box);
  await box.admin('POST', '/v10/admin/sync/now');
  await upstreamOperator.change(upstream);
  for (const side of calls) await side.write(written++);
}

async function strike() {
  const name = /** @type {const} */ (['up', 'box', 'sync'])[random(3)] ?? 'box';
  kills[name]++;
  if (name === 'sync') {
    await sync.kill();
    return () => sync.start();
  }
  const side = name === 'up' ? upstream : box;
  await side.victim.kill();
  return () => side.start();
}

async function look() {
  await upstreamOperator.note(upstream);
  await upstreamOperator.compare(box, upstream);
}

/** Waits until both gateways hold the same and nothing is pending. */
async function quiet() {
  for (const endMs = performance.now() + quietMs; ; ) {
    if (!sync.isAlive) throw new Error(`the sync process ended: ${sync.complaints}`);
    await box.admin('POST', '/v10/admin/sync/now');
    await sleep(100);
    const { json } = await box.admin('GET', '/v10/admin/sync/status');
    const [here, there] = [await box.state(), await upstream.state()];
    if (json.outbox.waiting === 0 && json.redo === 0 && JSON.stringify(here.items) === JSON.stringify(there.items))
      return;
    if (performance.now() > endMs)
      throw new Error(`the queues did not become empty: ${JSON.stringify(json)}\n${sync.complaints}`);
  }
}

/** @param {string[]} faults */
function tell(faults) {
  const acknowledged = upstream.ledger.acknowledged + box.ledger.acknowledged;
  const unanswered = upstream.ledger.unanswered + box.ledger.unanswered;
  const lists = upstream.ledger.entries.size + box.ledger.entries.size;
  const rows = [
    ['rounds, each with one SIGKILL', `${rounds}: upstream ${kills.up}, box ${kills.box}, sync process ${kills.sync}`],
    ['writes acknowledged / without an answer', `${acknowledged} / ${unanswered}, of ${lists} word lists`],
    ['states of the box held against those that the upstream had', `${upstreamOperator.compared}, all whole`],
    ['acknowledged writes lost, lists twice, conflicts', String(faults.length)],
  ];
  const head = `Kill rounds of sync, seed ${options.seed}`;
  report({ head, rows, faults, startedMs, block: options.write ? 'power:kill' : undefined });
}

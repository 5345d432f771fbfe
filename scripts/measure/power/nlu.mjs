// Kill rounds of the resources of dialog robots: `npm run power:nlu -- --rounds 200 [--seed N] [--write]`. A gateway
// takes random operations from several connections, each in a tenant of its own, is killed (SIGKILL) at a random moment
// and started again. Acknowledged operations are there; the others are there whole or not at all; no reference leads
// nowhere.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeStore, openStore } from '../../../dist/store/open.js';
import { LargeTenant } from './nlu/large-tenant.mjs';
import { Model } from './nlu/model.mjs';
import { difference, operationNames, outcome, plain, planned } from './nlu/operations.mjs';
import { referencesIn, rowFaults } from './nlu/rows.mjs';
import { viewsOf, viewsOfStore } from './nlu/views.mjs';
import { anyPorts, call, gatewayVictim, operator } from './processes.mjs';
import { generator, killRounds, report, roundsOptions } from './rounds.mjs';

const options = roundsOptions();
const rounds = Number(options.rounds);
const connections = 4;
const longestWaitMs = 600;
/** Operations after which a connection begins with an empty tenant: comparing large ones takes long. */
const mostOperations = 600;
const random = generator(Number(options.seed));
const folder = mkdtempSync(join(tmpdir(), 'power-nlu-'));
const data = join(folder, 'data');
const victim = gatewayVictim(data, { ...anyPorts, TONEGATE_LOG_LEVEL: 'warn' });
/** @type {string[]} */ const faults = [];
const counts = { succeeded: 0, refused: 0, unanswered: 0, whole: 0, absent: 0, compared: 0 };
let http = '';
let https = '';
let isOver = false;
/** @type {{ appkey: string, secret: string }} */ let app = { appkey: '', secret: '' };
/** @type {ReturnType<typeof operator>} */ let admin = () => Promise.reject(new Error('not started'));
let token = '';

async function start() {
  const ready = await victim.start();
  ({ http, https } = ready);
  if (app.appkey === '') app = ready.app;
  admin = operator(ready.admin, data);
  const authorization = `Basic ${Buffer.from(`${app.appkey}:${app.secret}`).toString('base64')}`;
  const { json } = await call(`${https}/v10/auth/get-access-token?appkey=${app.appkey}`, {
    headers: { authorization },
  });
  token = json.token;
}

/** @param {string} tenantId @param {string} method @param {string} path @param {unknown} [body] */
function ask(tenantId, method, path, body) {
  const url = `${http}/v10/nlu/resource/cn_common${path}${path.includes('?') ? '&' : '?'}appkey=${app.appkey}`;
  const headers = { 'x-svc-access-token': token, 'x-tenant-id': tenantId };
  return call(url, { method, headers, ...(body !== undefined && { body }) });
}

/** A client with a tenant that nobody else changes, so that it knows what must be in it. */
class Client {
  model = new Model();
  tenantId = '';
  operations = 0;
  /** @type {import('./nlu/picks.mjs').Planned | undefined} without an answer when the gateway was killed */ open;

  async begin() {
    const name = `client ${random(1_000_000_000)}`;
    const { status, json } = await admin('POST', '/v10/system/tenants', { name, appkeys: [app.appkey] });
    if (status !== 200) throw new Error(`no tenant: ${status} ${JSON.stringify(json)}`);
    this.tenantId = json.id;
    this.model = new Model();
    this.operations = 0;
  }

  /** @param {string} method @param {string} path @param {unknown} [body] */
  ask(method, path, body) {
    return ask(this.tenantId, method, path, body);
  }

  /** @param {string} path */
  async get(path) {
    const { status, json } = await this.ask('GET', path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(json)}`);
    return json;
  }

  async work() {
    while (!isOver) {
      const operation = planned(this.model, String(operationNames[random(operationNames.length)]), random(1_000_000));
      const reply = await this.ask(operation.method, operation.path, operation.body);
      if (reply.status === 0) {
        this.open = operation;
        counts.unanswered++;
        return;
      }
      this.operations++;
      counts[reply.status === 200 ? 'succeeded' : 'refused']++;
      const fault = outcome(operation, reply);
      if (fault !== undefined)
        faults.push(`${operation.method} ${operation.path} ${JSON.stringify(operation.body)} ${fault}`);
    }
  }

  /** Compares everything of the tenant with its model after the gateway was restarted. */
  async compare() {
    const { open, model } = this;
    this.open = undefined;
    const stored = await viewsOfStore((path) => this.get(path));
    counts.compared++;
    let fault = difference(stored, plain(viewsOf(model)));
    if (open !== undefined && open.method !== 'GET' && open.refusals.length === 0) {
      counts[fault === undefined ? 'absent' : 'whole']++;
      if (fault !== undefined) {
        const made = open.find?.[1](await this.get(open.find[0]));
        if (open.find === undefined || made) {
          open.apply(made);
          fault = difference(stored, plain(viewsOf(model)));
        }
        if (fault !== undefined) fault = `half of ${open.method} ${open.path} ${JSON.stringify(open.body)}: ${fault}`;
      }
    }
    if (fault !== undefined) faults.push(fault);
    if (fault !== undefined || this.operations > mostOperations) await this.begin();
  }
}

/**
 * The rows as a kill left them, in a copy: the gateway itself must find them so. @param {readonly Client[]} known
 * clients whose models are complete @param {boolean} [mayHide] a removal may be on its way
 */
function lookAtRows(known, mayHide = true) {
  const copy = join(folder, 'copy');
  mkdirSync(copy, { recursive: true });
  for (const suffix of ['', '-wal']) {
    const file = join(data, `tonegate.db${suffix}`);
    rmSync(join(copy, `tonegate.db${suffix}`), { force: true });
    if (existsSync(file)) copyFileSync(file, join(copy, `tonegate.db${suffix}`));
  }
  const { db } = openStore(join(copy, 'tonegate.db'));
  faults.push(...rowFaults(db));
  const hidden = db.prepare('SELECT count(*) FROM tenant WHERE removed = 1').pluck().get();
  if (!mayHide && hidden !== 0) faults.push(`${hidden} deleted tenants are still in the store`);
  for (const { model, tenantId } of known) {
    const fault = difference(referencesIn(db, tenantId), model.references());
    if (fault !== undefined) faults.push(`references: ${fault}`);
  }
  closeStore(db);
}

await start();
const large = new LargeTenant({ admin: (...asked) => admin(...asked), ask, appkey: () => app.appkey });
const clients = Array.from({ length: connections }, () => new Client());
for (const client of clients) await client.begin();
const startedMs = performance.now();
try {
  await killRounds(rounds, random, {
    longestWaitMs,
    settle: async () => {},
    work: async () => {
      isOver = false;
      await Promise.all([random(2) === 0 && large.work(() => isOver), ...clients.map((client) => client.work())]);
    },
    strike: async () => {
      await victim.kill();
      isOver = true;
      return async () => {
        lookAtRows([]);
        await start();
      };
    },
    look: async () => {
      for (const client of clients) await client.compare();
      const fault = await large.fault();
      if (fault !== undefined) faults.push(fault);
    },
  });
  await large.removalsOver();
  await victim.kill();
  lookAtRows(clients, false);
} finally {
  await victim.kill();
  rmSync(folder, { recursive: true, force: true });
}
const rows = [
  ['rounds, each with one SIGKILL', `${rounds}, ${connections} connections`],
  [
    'operations that succeeded, were refused, had no answer',
    `${counts.succeeded}, ${counts.refused}, ${counts.unanswered}`,
  ],
  ['changes without an answer that were there whole, not at all', `${counts.whole}, ${counts.absent}`],
  [
    'large tenants removed; after a kill there whole, not at all',
    `${large.counts.removed}; ${large.counts.whole}, ${large.counts.absent}`,
  ],
  ['tenants held against their models', String(counts.compared)],
  ['acknowledged changes lost, half changes, dangling references, wrong refusals', String(faults.length)],
];
const head = `Kill rounds of the resources of dialog robots, seed ${options.seed}`;
report({ head, rows, faults, startedMs, block: options.write ? 'power:nlu' : undefined });

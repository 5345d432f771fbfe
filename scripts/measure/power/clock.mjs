// A machine whose clock says 1970, 2026, 2000 and 2026: `npm run power:clock [-- --write]`. A gateway, and a box that
// follows it by its sync process, run under libfaketime (a package of Debian and others), which sets the clock of both
// while they run and from start to start; in each clock a robot is published and the gateway is killed in the middle of
// it. Tokens and lists must stay, every publish must come to its end, the certificate must be good, and what the
// upstream lists must come down to the box.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { parseArgs } from 'node:util';
import { anyPorts, call, freePort, gatewayVictim, operator, syncVictim } from './processes.mjs';
import { report, sleep } from './rounds.mjs';

const { values: options } = parseArgs({
  options: {
    library: {
      type: 'string',
      default: `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`,
    },
    write: { type: 'boolean', default: false },
  },
});
if (!existsSync(options.library)) {
  process.stderr.write(
    `${options.library} is not there: install the package libfaketime, or name the library with --library\n`,
  );
  process.exit(2);
}
const startedMs = performance.now();
const waitMs = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'power-clock-'));
const clockFile = join(folder, 'clock');
const today = Date.now();
const clocks = /** @type {const} */ ([
  ['1970', Date.UTC(1970, 0, 2)],
  ['2026', today],
  ['2000', Date.UTC(2000, 0, 1)],
  ['2026 again', today + 3_600_000],
]);
/** @type {string[]} */ const faults = [];
let about = '';
const expect = (/** @type {boolean} */ holds, /** @type {string} */ what) =>
  void (holds || faults.push(`${about}: ${what}`));

/** The difference to the true clock, in seconds, as libfaketime reads it. @param {number} wallMs */
const setClock = (wallMs) => {
  const seconds = Math.round((wallMs - Date.now()) / 1_000);
  writeFileSync(clockFile, `${seconds < 0 ? '' : '+'}${seconds}\n`);
};
const fake = {
  LD_PRELOAD: options.library,
  FAKETIME_TIMESTAMP_FILE: clockFile,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  TONEGATE_LOG_LEVEL: 'error',
  ...anyPorts,
};
const port = await freePort();
const up = { data: join(folder, 'up'), app: { appkey: '', secret: '' }, http: '', https: '', admin: '' };
const box = { data: join(folder, 'box'), admin: '' };
const upVictim = gatewayVictim(up.data, { ...fake, TONEGATE_HTTPS_PORT: String(port) });

async function startUp() {
  const ready = await upVictim.start();
  if (ready.app.appkey !== undefined) up.app = ready.app;
  Object.assign(up, { http: ready.http, https: ready.https, admin: ready.admin });
}

async function token() {
  const authorization = `Basic ${Buffer.from(`${up.app.appkey}:${up.app.secret}`).toString('base64')}`;
  const { status, json } = await call(`${up.https}/v10/auth/get-access-token?appkey=${up.app.appkey}`, {
    headers: { authorization },
  });
  expect(status === 200, `no token: ${status}`);
  return String(json?.token);
}

/** @param {string} its @param {string} method @param {string} path @param {unknown} [body] */
const nlu = (its, method, path, body) =>
  call(`${up.http}/v10/nlu/resource/cn_common${path}?appkey=${up.app.appkey}`, {
    ...{ method, headers: { 'X-Svc-Access-Token': its } },
    ...(body !== undefined && { body }),
  });

/** @param {() => Promise<boolean>} isSo */
async function until(isSo) {
  for (const endMs = performance.now() + waitMs; performance.now() < endMs; await sleep(200))
    if (await isSo()) return true;
  return false;
}

const certificate = () =>
  /** @type {Promise<import('node:tls').PeerCertificate>} */ (
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate());
        socket.destroy();
      }).once('error', reject);
    })
  );

/** @type {string[]} */ const tokens = [];
/** @type {string[]} */ const publishes = [];
/** @type {string[]} */ const lists = [];
let robot = '';

async function prepare() {
  const its = await token();
  const dir = (await nlu(its, 'POST', '/qa_domains', { name: 'domain' })).json.created.id;
  const pair = { question: { text: 'question' }, response: { answers: [{ type: 'TEXT', content: 'answer' }] } };
  await nlu(its, 'POST', `/qa_dirs/${dir}/qa_pairs`, pair);
  const skill = (await nlu(its, 'POST', '/skills', { name: 'skill', type: 'QABASE', dirId: dir })).json.created.id;
  robot = (await nlu(its, 'POST', '/robots', { name: 'robot' })).json.created.id;
  await nlu(its, 'POST', `/robots/${robot}/skills`, { skillId: skill });
  const admin = operator(up.admin, up.data);
  const made = await admin('POST', '/admin/apps', { name: 'box', rights: ['sync'] });
  const secretFile = join(folder, 'secret');
  writeFileSync(secretFile, made.json.secret);
  const pinnedKey = await keyHash();
  const settings = {
    ...fake,
    TONEGATE_UPSTREAM: `https://127.0.0.1:${port}`,
    TONEGATE_SYNC_APPKEY: made.json.appkey,
    TONEGATE_SYNC_SECRET_FILE: secretFile,
    TONEGATE_SYNC_PINNED_KEY: pinnedKey,
    TONEGATE_SYNC_INTERVAL_S: '5',
  };
  const boxVictim = gatewayVictim(box.data, settings);
  box.admin = (await boxVictim.start()).admin;
  const sync = syncVictim(box.data, settings);
  await sync.start();
  return { boxVictim, sync };
}

async function keyHash() {
  const { createHash, X509Certificate } = await import('node:crypto');
  const key = new X509Certificate((await certificate()).raw).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('hex');
}

/** Checks that everything from before is there and that everything goes on. */
async function look() {
  for (const its of tokens) expect((await nlu(its, 'GET', `/robots/${robot}`)).status === 200, 'a token is lost');
  const [its = ''] = tokens;
  const finished = async () => {
    const { json } = await nlu(its, 'GET', `/robots/${robot}/publishes`);
    const states = new Map((json?.publishes ?? []).map((/** @type {any} */ each) => [each.id, each.state]));
    return publishes.every((id) => states.get(id) === 'FINISHED');
  };
  expect(await until(finished), 'a publish is lost or stuck');
  const admin = operator(box.admin, box.data);
  const cameDown = async () => {
    const { json } = await admin('GET', '/admin/resources');
    const names = JSON.stringify(json);
    return lists.every((name) => names.includes(`"${name}"`));
  };
  expect(await until(cameDown), 'a list of the upstream did not come down');
  const { valid_from: from, valid_to: to } = await certificate();
  expect(
    Date.parse(from) < today && Date.parse(to) > today + 86_400_000,
    `the certificate is good from ${from} to ${to}`,
  );
}

async function work(/** @type {string} */ name) {
  tokens.push(await token());
  const admin = operator(up.admin, up.data);
  const resource = { name, lang: 'cn', content: Buffer.from('张三\n').toString('base64') };
  const made = await admin('POST', '/v10/resource/sys/asr/userword', { resource });
  expect(made.status === 200, `a list was refused: ${made.status}`);
  lists.push(name);
  const { status, json } = await nlu(tokens.at(-1) ?? '', 'POST', `/robots/${robot}/publishes`, {});
  expect(status === 200, `a publish was refused: ${status} ${JSON.stringify(json)}`);
  if (status === 200) publishes.push(json.created.id);
}

/** @type {string[][]} */ const told = [];
setClock(clocks[0][1]);
await startUp();
const others = await prepare();
for (const how of ['running', 'killed and started'])
  for (const [name, wallMs] of clocks) {
    about = `${name}, ${how}`;
    setClock(wallMs);
    if (how !== 'running') {
      await upVictim.kill();
      await startUp();
    }
    await work(`${name} ${how}`);
    if (how !== 'running') {
      await upVictim.kill(); // in the middle of the publish
      await startUp();
    }
    await look();
    const { json } = await call(`${up.admin}/readyz`);
    told.push([about, json.degraded.length === 0 ? 'believed' : 'not believed']);
  }
await Promise.all([others.sync.kill(), others.boxVictim.kill(), upVictim.kill()]);
rmSync(folder, { recursive: true, force: true });
const rows = [
  ...told.map(([clock = '', state = '']) => [`the clock says ${clock}`, state]),
  ['tokens, publishes and lists', `${tokens.length}, ${publishes.length} and ${lists.length}`],
  ['lost or stuck', String(faults.length)],
];
report({ head: 'A clock that is set', rows, faults, startedMs, block: options.write ? 'power:clock' : undefined });

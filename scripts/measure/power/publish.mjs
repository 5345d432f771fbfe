// Kill rounds of publishing: `npm run power:publish -- --rounds 200 [--seed N]`. An author publishes a robot, changes
// it, and puts its versions online, while the gateway is killed (SIGKILL) at a random moment and started again. After
// each start every package that is FINISHED or online is read whole, and the online version is the one acknowledged
// last or the one under way.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { plainSource } from '../../../dist/trust/plain-bytes.js';
import { openPackage } from '../../../dist/understanding/package/reader.js';
import { anyPorts, call, gatewayVictim } from './processes.mjs';
import { generator, killRounds, report, sleep } from './rounds.mjs';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
});
const rounds = Number(options.rounds);
const pairs = 200;
const longestWaitMs = 1_500;
const startedMs = performance.now();
const random = generator(Number(options.seed));
const data = mkdtempSync(join(tmpdir(), 'power-publish-'));
const victim = gatewayVictim(data, { ...anyPorts, TONEGATE_LOG_LEVEL: 'error' });
/** @type {string[]} */ const faults = [];
let app = { appkey: '', secret: '' };
let [http, token, robot, dir] = ['', '', '', 0];
let [read, finished, made] = [0, 0, 0];
/** The versions that may be online: the one acknowledged last, and the one under way. */
let online = new Set(['']);

async function start() {
  const ready = await victim.start();
  if (ready.app.appkey !== undefined) app = ready.app;
  http = ready.http;
  const authorization = `Basic ${Buffer.from(`${app.appkey}:${app.secret}`).toString('base64')}`;
  const path = `/v10/auth/get-access-token?appkey=${app.appkey}`;
  token = (await call(ready.https + path, { headers: { authorization } })).json.token;
}

/** @param {string} method @param {string} path @param {unknown} [body] */
const nlu = (method, path, body) =>
  call(`${http}/v10/nlu/resource/cn_common${path}?appkey=${app.appkey}`, {
    ...{ method, headers: { 'X-Svc-Access-Token': token } },
    ...(body !== undefined && { body }),
  });

const addPair = () =>
  nlu('POST', `/qa_dirs/${dir}/qa_pairs`, {
    question: { text: `question ${++made}` },
    response: { answers: [{ type: 'TEXT', content: `answer ${made}` }] },
  });

async function prepare() {
  dir = (await nlu('POST', '/qa_domains', { name: 'domain' })).json.created.id;
  for (let pair = 0; pair < pairs; pair++) await addPair();
  const skill = (await nlu('POST', '/skills', { name: 'skill', type: 'QABASE', dirId: dir })).json.created.id;
  robot = (await nlu('POST', '/robots', { name: 'robot' })).json.created.id;
  const bound = await nlu('POST', `/robots/${robot}/skills`, { skillId: skill });
  if (bound.status !== 200) throw new Error(JSON.stringify(bound.json));
}

/** Works until the gateway has ended. */
async function work() {
  for (;;) {
    const { status } = await nlu('POST', `/robots/${robot}/publishes`, {});
    if (status === 0) return;
    await addPair();
    const listed = await nlu('GET', `/robots/${robot}/publishes`);
    if (listed.status === 0) return;
    const ready = listed.json.publishes.filter((/** @type {any} */ each) => each.state === 'FINISHED');
    if (ready.length === 0) continue;
    const publishId = random(4) === 0 ? '' : ready[random(ready.length)].id;
    online.add(publishId);
    const set = await nlu('PATCH', `/robots/${robot}/online`, { publishId });
    if (set.status === 0) return;
    if (set.status === 200) online = new Set([publishId]);
    await sleep(random(50));
  }
}

/** @param {{ id: string, sha256: string, bytes: number }} publish */
function lookAt({ id, sha256, bytes }) {
  read++;
  try {
    const file = join(data, 'nlu', 'packages', sha256);
    const content = readFileSync(file);
    const isWhole = content.length === bytes && createHash('sha256').update(content).digest('hex') === sha256;
    if (!isWhole) faults.push(`publish ${id}: its package is not what its name says`);
    const source = plainSource(file, undefined);
    openPackage(source);
    source.close();
  } catch (fault) {
    faults.push(`publish ${id}: ${fault instanceof Error ? fault.message : String(fault)}`);
  }
}

async function look() {
  const { publishes } = (await nlu('GET', `/robots/${robot}/publishes`)).json;
  for (const publish of publishes) if (publish.state === 'FINISHED') lookAt(publish);
  for (const { id, error } of publishes.filter((/** @type {any} */ { state }) => state === 'ERROR')) {
    faults.push(`publish ${id} failed: ${error}`);
  }
  const { publishId } = (await nlu('GET', `/robots/${robot}/online`)).json;
  if (!online.has(publishId)) faults.push(`${publishId || 'nothing'} is online, expected ${[...online].join(' or ')}`);
  const isThere =
    publishId === '' || publishes.some((/** @type {any} */ { id, state }) => id === publishId && state === 'FINISHED');
  if (!isThere) faults.push(`publish ${publishId} is online and not FINISHED`);
  online = new Set([publishId]);
}

await start();
await prepare();
await killRounds(rounds, random, {
  longestWaitMs,
  settle: () => sleep(500),
  work,
  strike: async () => {
    await victim.kill();
    return start;
  },
  look,
});
for (;;) {
  const { publishes } = (await nlu('GET', `/robots/${robot}/publishes`)).json;
  finished = publishes.filter((/** @type {any} */ { state }) => state === 'FINISHED').length;
  if (publishes.every((/** @type {any} */ { state }) => state !== 'WORKING')) break;
  await sleep(50);
}
await look();
await victim.kill();
rmSync(data, { recursive: true, force: true });
report({
  head: `${rounds} kills of a gateway that publishes, seed ${options.seed}`,
  rows: [
    ['publishes that are FINISHED at the end', String(finished)],
    ['packages that were read whole after a start', String(read)],
    ['half packages in use, other versions online than acknowledged', String(faults.length)],
  ],
  ...{ faults, startedMs, block: undefined },
});

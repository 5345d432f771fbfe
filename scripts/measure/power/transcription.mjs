// Kill rounds of offline transcription: `npm run power:transcription -- --rounds 200 [--seed N] [--models DIR]
// [--write]`. A gateway with its engines is killed (SIGKILL) at a random moment, or its engine is, while clients
// upload, submit, cancel and restart. After every start, acknowledged tasks must be there and finished ones must
// be unchanged; at the end every file has its result, the same as without a kill, saved and reported as requested,
// and nothing else lies on the disk.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { anyPorts, call, exchange, freePort, wholeGatewayVictim } from './processes.mjs';
import { generator, killRounds, report, sleep } from './rounds.mjs';
import { TaskLedger } from './task-ledger.mjs';

/** @typedef {import('./task-ledger.mjs').Task} Task */

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    /** a directory of models in place of those that ship */
    models: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
const property = 'cn_8k_common';
const recordings = 6;
const sampleRateHz = 8_000;
const mostFiles = 4;
const mostTasks = 4;
/** tasks that are checked after each kill; at the end all of them are */
const looksBack = 40;
const longestWaitMs = 1_200;
/** The number of kills out of ten that hit only the engine. */
const engineKills = 1;
/** Engines that die one after another in one gateway: a third death would put its only model into quarantine. */
const mostDeathsInARow = 2;
let deathsInARow = 0;
/** Far beyond the needs of a loaded machine: a longer wait would never end. */
const quietMs = 1_200_000;

const random = generator(Number(options.seed));
const folder = mkdtempSync(path.join(tmpdir(), 'power-transcription-'));
const [sources, saved, data] = ['sources', 'saved', 'data'].map((name) => path.join(folder, name));

for (const each of [sources, saved]) mkdirSync(String(each));
const audio = Array.from({ length: recordings }, (_, number) => tones(number));
for (const [number, bytes] of audio.entries()) writeFileSync(path.join(String(sources), `${number}.raw`), bytes);

/** @type {string[]} */ const callbacks = [];
const listener = createServer((request, response) => {
  callbacks.push(String(request.url));
  response.writeHead(random(4) === 0 ? 503 : 200).end(); // 503: called again
});
const callbackPort = await freePort();
await new Promise((resolve) => listener.listen(callbackPort, '127.0.0.1', () => resolve(undefined)));

const victim = wholeGatewayVictim(String(data), {
  ...anyPorts,
  TONEGATE_LOG_LEVEL: 'error',
  TONEGATE_SHIPPED_MODELS: options.models,
  TONEGATE_TRANS_LOOPBACK: 'true',
  TONEGATE_TRANS_FILE_ROOTS: String(sources),
  TONEGATE_TRANS_SAVE_ROOTS: String(saved),
});
let base = '';
let admin = '';
let appkey = '';
/** @type {Record<string, string>} */ let token = {};
const ledger = new TaskLedger();
let copies = 0;
const kills = { gateway: 0, engine: 0 };
const startedMs = performance.now();

try {
  await start();
  await isReady();
  ledger.expected = await reference();
  // Ready first, so that every second kill meets engines at work.
  await killRounds(rounds, random, { longestWaitMs, settle: isReady, work, strike, look });
  await quiet();
  tell([...ledger.faults, ...(await finalFaults())]);
} finally {
  await victim.kill();
  listener.close();
  listener.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}

async function start() {
  const ready = await victim.start();
  base = `${ready.http}/v10/asr/trans/${property}`;
  admin = ready.admin;
  appkey ||= ready.app.appkey;
  if (token['x-svc-access-token'] !== undefined) return; // the token outlives its gateway
  const authorization = `Basic ${Buffer.from(`${appkey}:${ready.app.secret}`).toString('base64')}`;
  const { json } = await call(`${ready.https}/v10/auth/get-access-token?appkey=${appkey}`, {
    headers: { authorization },
  });
  token = { 'x-svc-access-token': json.token };
}

async function isReady() {
  while ((await call(`${admin}/readyz`)).status !== 200) await sleep(20);
}

/** @param {string} operation @param {Record<string, string>} query */
function url(operation, query = {}) {
  return `${base}/${operation}?${new URLSearchParams({ appkey, ...query })}`;
}

/** The result of each recording when nothing is killed. @returns {Promise<string[]>} */
async function reference() {
  const files = audio.map((_, number) => `file://${sources}/${number}.raw`);
  const body = { files, audioFormat: 'pcm_s16le_8k' };
  const { json } = await call(url('submit'), { method: 'POST', headers: token, body });
  for (;;) {
    const { json: state } = await call(url('query', { task: json.taskId }), { headers: token });
    if (state.finished) break;
    await sleep(50);
  }
  const texts = [];
  for (const index of files.keys()) {
    const reply = await exchange(url('download', { task: json.taskId, files: String(index) }), { headers: token });
    if (reply?.status !== 200) throw new Error(`no reference result for recording ${index}: ${reply?.bytes}`);
    texts.push(String(reply.bytes));
  }
  return texts;
}

/** The work of a round's clients until the gateway ends. */
async function work() {
  for (let count = 1 + random(mostTasks); count > 0; count--) {
    await submit();
    const [task] = ledger.tasks.slice(-1 - random(6));
    if (task === undefined) continue;
    const what = random(8);
    if (what === 0) {
      const { status } = await call(url('cancel', { task: task.id }), { headers: token });
      ledger.cancelled(task, status === 200);
    } else if (what === 1) {
      const { status, json } = await call(url('restart', { tasks: task.id }), { headers: token });
      ledger.restarted(task, status === 200, json?.tasks?.includes(task.id) === true);
    }
  }
}

async function strike() {
  if (random(10) < engineKills && deathsInARow < mostDeathsInARow) {
    deathsInARow++;
    killEngine();
    return undefined;
  }
  deathsInARow = 0;
  kills.gateway++;
  await victim.kill();
  return start;
}

async function look() {
  for (const task of ledger.tasks.slice(-looksBack)) ledger.seen(task, await query(task));
}

async function submit() {
  // Copies of a recording differ in their last three samples: after two deaths of engines with the same audio in a row, it is
  // refused.
  const copy = ++copies;
  const numbers = Array.from({ length: 1 + random(mostFiles) }, () => random(recordings + 1));
  const files = [];
  /** @type {number[]} */ const wanted = [];
  for (const number of new Set(numbers)) {
    const isMissing = number === recordings;
    const name = `${number}-${copy}.raw`;
    const isFile = isMissing || random(2) === 0;
    if (isFile && !isMissing) writeFileSync(path.join(String(sources), name), copyOf(number, copy));
    const address = isFile ? `file://${sources}/${name}` : await upload(name, copyOf(number, copy));
    if (address === undefined) return;
    files.push(address);
    wanted.push(isMissing ? -1 : number);
  }
  const isSaved = random(3) === 0;
  const isToldOf = random(2) === 0;
  const body = {
    ...{ files, audioFormat: 'pcm_s16le_8k', priority: random(5) - 2 },
    ...(isSaved && { saveTo: { path: saved, style: 'index' } }),
    ...(isToldOf && { notifyUrl: `http://127.0.0.1:${callbackPort}/done?from=power` }),
  };
  const { status, json } = await call(url('submit'), { method: 'POST', headers: token, body });
  if (status === 200) ledger.submitted({ id: json.taskId, wanted, isSaved, isToldOf });
  else if (status === 0 || status === 503) ledger.unanswered++;
  else throw new Error(`submit: ${status} ${JSON.stringify(json)}`);
}

/** The audio of a recording with last samples of its own. @param {number} number @param {number} copy */
function copyOf(number, copy) {
  const bytes = Buffer.from(/** @type {Buffer} */ (audio[number]));
  bytes.writeInt16LE(copy % 8, bytes.length - 2);
  bytes.writeInt16LE((copy >> 3) % 8, bytes.length - 4);
  bytes.writeInt16LE((copy >> 6) % 8, bytes.length - 6);
  return bytes;
}

/** @param {string} name @param {Buffer} bytes @returns {Promise<string | undefined>} */
async function upload(name, bytes) {
  const body = { name, size: bytes.length };
  const { json } = await call(url('prepare_upload'), { method: 'POST', headers: token, body });
  if (json?.fileId === undefined) return undefined;
  const headers = { ...token, 'content-type': 'application/octet-stream' };
  const sliceUrl = url('upload', { fileId: json.fileId, sliceIndex: '0' });
  const reply = await exchange(sliceUrl, { method: 'POST', headers, body: bytes });
  return reply?.status === 200 ? `upload://${json.fileId}` : undefined;
}

/** @param {Task} task */
async function query(task) {
  const { json } = await call(url('query', { task: task.id }), { headers: token });
  return json;
}

/** The engine alone: the gateway stays, and begins its files again. */
function killEngine() {
  const children = readFileSync(`/proc/${victim.pid}/task/${victim.pid}/children`, 'utf8').trim().split(' ');
  for (const child of children) {
    try {
      if (!readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('main/engine')) continue;
      process.kill(Number(child), 'SIGKILL');
      kills.engine++;
    } catch {
      // the engine ended by itself
    }
  }
}

/** Waits until every task is finished, saved and reported. */
async function quiet() {
  for (const endMs = performance.now() + quietMs; ; await sleep(100)) {
    const { json } = await call(url('status', { type: 'queued' }), { headers: token });
    const waiting = ledger.tasks.filter(({ isToldOf, isCut, id }) => isToldOf && !isCut && !wasToldOf(id));
    if (json?.tasks.length === 0 && waiting.length === 0) break;
    if (performance.now() > endMs)
      throw new Error(`the queues did not become empty: ${JSON.stringify(json)}\n${victim.complaints}`);
  }
  for (const task of ledger.tasks) ledger.seen(task, await query(task));
}

/** @param {string} id */
function wasToldOf(id) {
  return callbacks.some((each) => each.includes(`task=${id}`));
}

async function finalFaults() {
  const faults = [];
  for (const task of ledger.tasks) {
    const { files } = await query(task);
    for (const [index, number] of task.wanted.entries()) {
      const fault = ledger.faultOfEnd(task, files[index], number);
      if (fault !== undefined) faults.push(`${task.id} ${index}: ${fault}`);
      if (files[index].code !== 4000) continue;
      const reply = await exchange(url('download', { task: task.id, files: String(index) }), { headers: token });
      if (String(reply?.bytes) !== ledger.expected[number]) faults.push(`${task.id} ${index}: another text`);
      const copy = path.join(String(saved), task.id, `${index}.json`);
      if (!task.isSaved || task.isCut) continue;
      if (!existsSync(copy) || readFileSync(copy, 'utf8') !== ledger.expected[number])
        faults.push(`${copy}: not saved`);
    }
    const told = callbacks.filter((each) => each.includes(`task=${task.id}`));
    if (new Set(told).size > 1) faults.push(`${task.id}: told of in different words: ${told.join(' ')}`);
  }
  if (ledger.givenUp > kills.engine) faults.push(`${ledger.givenUp} files were given up`);
  await victim.kill();
  await start(); // which removes files that belong to nothing
  const { json } = await call(url('status'), { headers: token });
  const known = new Set(json.tasks.map((/** @type {any} */ { taskId }) => taskId));
  for (const task of readdirSync(path.join(String(data), 'trans', 'tasks'))) {
    if (!known.has(task)) faults.push(`${task}: files without a task`);
    const names = readdirSync(path.join(String(data), 'trans', 'tasks', task));
    const ended = new Set(names.filter((name) => name.endsWith('.result')).map((name) => name.split('.')[0]));
    const left = names.filter(
      (name) => name.endsWith('.part') || (ended.has(name.split('.')[0]) && !name.endsWith('.result')),
    );
    if (left.length > 0) faults.push(`${task}: left behind: ${left.join(' ')}`);
  }
  return faults;
}

/** Tones of 600 to 2200 Hz, 200 ms each, with silence around: the recogniser's text does not matter, only that
 * it is the same each time. @param {number} number */
function tones(number) {
  const samples = new Int16Array((4 + 3 * number) * sampleRateHz);
  const step = sampleRateHz / 5;
  for (let at = sampleRateHz; at < samples.length - sampleRateHz; at++) {
    const slot = Math.floor(at / step);
    if (slot % 8 > 5) continue;
    const hz = 600 + 200 * ((slot * 7 + number) % 9);
    samples[at] = 6_000 * Math.sin((2 * Math.PI * hz * at) / sampleRateHz);
  }
  return Buffer.from(samples.buffer);
}

/** @param {string[]} faults */
function tell(faults) {
  const files = ledger.tasks.reduce((count, { wanted }) => count + wanted.length, 0);
  const told = ledger.tasks.filter(({ isToldOf, isCut }) => isToldOf && !isCut).length;
  const rows = [
    ['rounds, each with one SIGKILL', `${rounds}: gateway ${kills.gateway}, engine ${kills.engine}`],
    [
      'tasks acknowledged / submitted without an answer',
      `${ledger.tasks.length} / ${ledger.unanswered}, ${files} files`,
    ],
    ['looks at files after a start', `${ledger.looks}, of finished ones ${ledger.looksAtFinished}`],
    ['tasks to be told of, callbacks that came', `${told}, ${callbacks.length}`],
    ['files given up, because two engines were killed at them', String(ledger.givenUp)],
    ['tasks or results lost or done twice, wrong states or texts, files left behind', String(faults.length)],
  ];
  const models = options.models === '' ? 'the models that ship' : 'the models of a test';
  const head = `Kill rounds of transcription, seed ${options.seed}, ${models}`;
  report({ head, rows, faults, startedMs, block: options.write ? 'power:transcription' : undefined });
}

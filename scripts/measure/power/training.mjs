// Kill rounds of training: `npm run power:training -- --rounds 100 [--seed N] [--write]`. Clients make, query and
// delete tasks of all kinds; the gateway or one of its work processes is killed (SIGKILL) at a random moment. After a
// kill every task that was acknowledged is there, one that has visibly ended is unchanged, callbacks of a task all say
// the same, and no directory below the training root that can be named holds a model that is not whole.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { processesOf } from '../lib/gateway.mjs';
import { anyPorts, call, exchange, gatewayVictim } from './processes.mjs';
import { generator, killRounds, report, roundsOptions, sleep } from './rounds.mjs';

const options = roundsOptions();
const rounds = Number(options.rounds);
const connections = 3;
const longestWaitMs = 1_500;
/** Most open tasks of a client; with more, the queue would only grow. */
const mostOpen = 8;
const longestSettleMs = 120_000;
const random = generator(Number(options.seed));
const folder = mkdtempSync(join(tmpdir(), 'power-training-'));
const data = join(folder, 'data');
const victim = gatewayVictim(data, { ...anyPorts, TONEGATE_LOG_LEVEL: 'error', TONEGATE_TRAINING_LOOPBACK: 'true' });
/** @type {string[]} */ const faults = [];
const counts = {
  ...{ acknowledged: 0, unanswered: 0, finished: 0, failed: 0, deleted: 0 },
  ...{ gateways: 0, processes: 0, none: 0, calls: 0, models: 0 },
};
let [http, token, isOver] = ['', '', false];
/** @type {{ appkey: string, secret: string }} */ let app = { appkey: '', secret: '' };

/**
 * @typedef {{ kind: string, id: string, seen?: any, isDeleted: boolean, mayBeDeleted: boolean, output?: string }} Task
 */
/** @type {Map<string, Task>} */ const tasks = new Map();
/** Tasks that no client knows of may end too. @type {Map<string, string[]>} */ const early = new Map();

const listener = createServer(async (request, response) => {
  let text = '';
  for await (const piece of request) text += piece;
  response.end();
  counts.calls++;
  const { taskId, status } = JSON.parse(text);
  if (status === 'WORKING') return;
  const calls = early.get(taskId) ?? [];
  early.set(taskId, [...calls, text]);
});
await new Promise((resolve) => listener.listen(0, '127.0.0.1', () => resolve(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (listener.address());
const notifyUrl = `http://127.0.0.1:${port}/told`;

async function start() {
  const ready = await victim.start();
  http = ready.http;
  if (app.appkey === '') app = ready.app;
  const authorization = `Basic ${Buffer.from(`${app.appkey}:${app.secret}`).toString('base64')}`;
  const { json } = await call(`${ready.https}/v10/auth/get-access-token?appkey=${app.appkey}`, {
    headers: { authorization },
  });
  token = json.token;
}

const base = '/v10/nlu/train/cn_common';
/** @param {string} method @param {string} path @param {unknown} [body] */
const ask = (method, path, body) =>
  call(`${http}${base}${path}`, {
    ...{ method, headers: { 'x-svc-access-token': token } },
    ...(body !== undefined && { body }),
  });

/** @param {string} name @param {string} text @returns {Promise<string>} its path */
async function put(name, text) {
  const headers = { 'x-svc-access-token': token, 'content-type': 'application/octet-stream' };
  const url = `${http}${base}/files?name=${name}`;
  const reply = await exchange(url, { method: 'POST', headers, body: Buffer.from(text) });
  if (reply?.status !== 200) throw new Error(`${name}: ${reply?.status} ${reply?.bytes}`);
  return JSON.parse(String(reply.bytes)).path;
}

const subjects = ['话费', '流量', '套餐', '发票', '积分', '密码', '地址', '账单', '宽带', '会员'];
const asks = ['怎么查', '怎么改', '在哪里看', '多少钱', '怎么取消', '帮我办理'];
const questions = subjects.flatMap((subject) => asks.map((ask) => `${ask}${subject}`));
const points = questions.map((q, i) => JSON.stringify({ q, i: String(i), e: [`我想知道${q}`, `请问${q}`, `${q}呢`] }));

async function putMaterial() {
  const kb = await put('kb.mjsn', points.join('\n'));
  await put('test.txt', questions.map((q) => `请帮我看看${q}\t${q}`).join('\n'));
  await put('records.txt', questions.flatMap((q) => [q, `你好${q}`, `那个${q}啊`]).join('\n'));
  await put('docs/a.txt', subjects.map((each, at) => `${at + 1}. ${each}\n${each}在营业厅办理。\n`).join('\n'));
  return kb.replace(/\/kb\.mjsn$/, '');
}

let outputs = 0;
/** @returns {[string, Record<string, unknown>, string?]} */
function draft() {
  const config = { notifyUrl };
  switch (random(4)) {
    case 0: {
      const output = `out-${outputs++}`;
      const paths = { kbPath: 'kb.mjsn', testSetPath: 'test.txt', outputPath: output };
      return ['model_train', { ...paths, config: { ...config, modelType: 'SMALL', maxEpochs: 3 } }, output];
    }
    case 1: {
      const less = {
        'kmeans.minSentencePerCluster': 2,
        'kmeans.sentencePerCluster': 5,
        'kmeans.minAverageDistance': 0.5,
      };
      return ['data_mining', { recordsPath: 'records.txt', kbPath: 'kb.mjsn', config: { ...config, ...less } }];
    }
    case 2:
      return ['doc_to_qa', { type: 'DIR', path: 'docs', config }];
    default:
      return ['generate_question', { questions: questions.slice(0, 5), config }];
  }
}

const openOnes = () =>
  [...tasks.values()].filter(({ seen, isDeleted, mayBeDeleted }) => !seen && !isDeleted && !mayBeDeleted);
const pick = () => [...tasks.values()][random(Math.max(1, tasks.size))];

/** The status of the reply; 0 without one. */
async function create() {
  const [kind, body, output] = draft();
  const { status, json } = await ask('POST', `/${kind}`, body);
  if (status === 0) {
    counts.unanswered++;
    return 0;
  }
  if (status !== 200) {
    faults.push(`${kind}: ${status} ${JSON.stringify(json)}`);
    return status;
  }
  counts.acknowledged++;
  const { taskId: id } = json.created;
  tasks.set(id, {
    kind,
    id,
    isDeleted: false,
    mayBeDeleted: false,
    ...(output !== undefined && { output }),
  });
  return status;
}

/** @param {Task} task */
async function look(task) {
  const { status, json } = await ask('GET', `/${task.kind}/${task.id}`);
  if (status === 0) return;
  if (task.isDeleted || task.mayBeDeleted) {
    if (task.isDeleted && status !== 404) faults.push(`${task.kind} ${task.id} was deleted, and answers ${status}`);
    return;
  }
  if (status !== 200) {
    faults.push(`${task.kind} ${task.id} was acknowledged, and answers ${status} ${JSON.stringify(json)}`);
    return;
  }
  if (task.seen !== undefined) {
    if (!isDeepStrictEqual(task.seen, json))
      faults.push(`${task.kind} ${task.id} ended twice: ${JSON.stringify(json).slice(0, 200)}`);
    return;
  }
  if (json.status !== 'FINISHED' && json.status !== 'ERROR') return;
  task.seen = json;
  if (json.status === 'FINISHED') counts.finished++;
  else {
    counts.failed++;
    if (!String(json.error.message).includes('ended early'))
      faults.push(`${task.kind} ${task.id}: ${json.error.message}`);
  }
}

/** @param {Task} task */
async function remove(task) {
  if (task.isDeleted || task.mayBeDeleted) return;
  task.mayBeDeleted = true;
  const { status } = await ask('DELETE', `/${task.kind}/${task.id}`);
  if (status === 0) return;
  if (status !== 200) faults.push(`${task.kind} ${task.id} could not be deleted: ${status}`);
  task.isDeleted = true;
  counts.deleted++;
}

async function client() {
  while (!isOver) {
    const choice = random(10);
    const task = pick();
    if (choice < 4 && openOnes().length < mostOpen) {
      if ((await create()) === 0) return;
    } else if (task !== undefined && choice < 9) await look(task);
    else if (task !== undefined) await remove(task);
    await sleep(random(30));
  }
}

/** The processes that work on tasks. */
const workers = () =>
  processesOf(Number(victim.pid)).flatMap(({ pid }) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('training/work/process.js') ? [pid] : [];
    } catch {
      return []; // the process has ended
    }
  });

/**
 * Checks that every model that can be named is whole, and belongs to a task that has succeeded. @param {string} root
 */
function lookAtModels(root) {
  for (const output of readdirSync(root).filter((name) => name.startsWith('out-'))) {
    for (const name of readdirSync(join(root, output))) {
      const directory = join(root, output, name);
      const manifest = join(directory, 'model.json');
      if (!existsSync(manifest)) {
        faults.push(`${output}/${name} has no manifest`);
        continue;
      }
      counts.models++;
      for (const { name: file, sha256 } of JSON.parse(readFileSync(manifest, 'utf8')).files) {
        const hash = createHash('sha256')
          .update(readFileSync(join(directory, file)))
          .digest('hex');
        if (hash !== sha256) faults.push(`${output}/${name}/${file} is not what its manifest says`);
      }
    }
    const task = [...tasks.values()].find((each) => each.output === output);
    if (task?.seen?.status === 'ERROR') faults.push(`${output} is there, and its task has failed`);
  }
}

const startedMs = performance.now();
let root = '';
try {
  await start();
  root = await putMaterial();
  await killRounds(rounds, random, {
    longestWaitMs,
    settle: async () => {},
    work: async () => {
      isOver = false;
      await Promise.all(Array.from({ length: connections }, client));
    },
    strike: async () => {
      const [worker] = workers();
      if (random(3) === 0 && worker !== undefined) {
        process.kill(worker, 'SIGKILL');
        counts.processes++;
        await sleep(random(300));
        isOver = true;
        return undefined;
      }
      if (worker === undefined) counts.none++;
      await victim.kill();
      counts.gateways++;
      isOver = true;
      return start;
    },
    look: async () => {
      for (const task of tasks.values()) await look(task);
      lookAtModels(root);
    },
  });
  const endMs = performance.now() + longestSettleMs;
  while (openOnes().length > 0 && performance.now() < endMs) {
    for (const task of openOnes()) await look(task);
    await sleep(200);
  }
  for (const { kind, id } of openOnes()) faults.push(`${kind} ${id} did not end`);
  lookAtModels(root);
  for (const name of readdirSync(root)) {
    if (name.startsWith('.training-') && workers().length === 0) faults.push(`${name} was left behind`);
  }
  for (const [id, calls] of early) {
    if (new Set(calls).size > 1) faults.push(`task ${id}: its callbacks say different things`);
    const { seen } = tasks.get(id) ?? {};
    if (seen !== undefined && !isDeepStrictEqual(JSON.parse(calls[0] ?? ''), seen))
      faults.push(`task ${id}: its callback differs`);
  }
  for (const { id, seen, isDeleted, mayBeDeleted } of tasks.values()) {
    if (seen !== undefined && !isDeleted && !mayBeDeleted && !early.has(id))
      faults.push(`task ${id} ended without a callback`);
  }
} finally {
  await victim.kill();
  listener.closeAllConnections();
  listener.close();
  rmSync(folder, { recursive: true, force: true });
}
const rows = [
  ['rounds: the gateway killed, a work process killed', `${counts.gateways}, ${counts.processes}`],
  [
    'tasks that were acknowledged, had no answer, were deleted',
    `${counts.acknowledged}, ${counts.unanswered}, ${counts.deleted}`,
  ],
  [
    'tasks seen to finish; given up because their process was killed again and again',
    `${counts.finished}, ${counts.failed}`,
  ],
  ['callbacks heard; looks at models', `${counts.calls}, ${counts.models}`],
  ['tasks lost, ended twice or never; callbacks that differ; models that are not whole', String(faults.length)],
];
const head = `Kill rounds of training, ${connections} connections, seed ${options.seed}`;
report({ head, rows, faults, startedMs, block: options.write ? 'power:training' : undefined });

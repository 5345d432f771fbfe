// npm run bench:nlu-training: the work of training through the interface of a real gateway. The gateway and its
// processes are pinned to one core and the client to another. The material is made up.
//   --records N (50000)   --turns N of dialog (300)   --write   put the table into docs/measurements.md
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { canPin, onCore, pin } from '../../lib/cores.mjs';
import { processesOf, startGateway } from '../../lib/gateway.mjs';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { sleep } from '../../power/rounds.mjs';
import { percentile } from '../tones/judge.mjs';
import { Author, newPair } from './author.mjs';

const { values: options } = parseArgs({
  options: {
    records: { type: 'string', default: '50000' },
    turns: { type: 'string', default: '300' },
    write: { type: 'boolean', default: false },
  },
});
const promised = { smallS: 2, largeS: 180, mineS: 180, mineMiB: 512, splitS: 5, askMs: 150, dialogShare: 0.2 };
const cores = { gateway: cpus().length - 1, client: cpus().length - 2 };
pin(process.pid, cores.client);
const random = makeRandom('nlu-training');

const verbs = ['查询', '办理', '取消', '修改', '开通', '暂停', '恢复', '退订', '升级', '补办'];
const things = ['话费套餐', '流量包', '电子发票', '宽带账户', '会员积分'];
const before = ['请问怎么', '我想', '帮我', '能不能', '麻烦', '我要', '在哪里可以', '怎样才能', '可以给我', '现在就'];
const after = ['', '吗', '呢', '谢谢', '啊', '一下', '好不好', '行吗'];
const classes = verbs.flatMap((verb) => things.map((thing) => `怎么${verb}${thing}`));
const said = (/** @type {string} */ q) => `${random.pick(before)}${q.slice(2)}${random.pick(after)}`;
const points = classes.map((q) => JSON.stringify({ q, e: [...new Set(Array.from({ length: 39 }, () => said(q)))] }));
const tests = classes.flatMap((q) => Array.from({ length: 4 }, () => `你好${said(q)}\t${q}`));
const records = Array.from(
  { length: Number(options.records) },
  (_, at) => `${said(random.pick(classes))}${at % 997}号`,
);
const paragraph = (/** @type {number} */ at) =>
  `${at + 1}. ${random.pick(classes)}${at}\n${random.pick(classes)}在第${at}号窗口办理，请带好证件。`;
const large = Array.from({ length: 9_000 }, (_, at) => `${paragraph(at)}\n`).join('\n');
const thousand = Array.from({ length: 1_000 }, (_, at) => `${paragraph(at)}\n`).join('\n');

const gateway = await startGateway({ pinTo: onCore(cores.gateway) });
const headers = { 'x-svc-access-token': gateway.token };
/** @param {string} method @param {string} path @param {unknown} [body] */
async function ask(method, path, body) {
  const isOctets = typeof body === 'string';
  const type = isOctets ? 'application/octet-stream' : 'application/json';
  const sent = body === undefined ? {} : { body: isOctets ? body : JSON.stringify(body) };
  const reply = await fetch(`${gateway.http}/v10/nlu/train/cn_common${path}`, {
    ...{ method, headers: { ...headers, ...(body !== undefined && { 'content-type': type }) }, ...sent },
  });
  const json = await reply.json();
  if (!reply.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
  return json;
}

/** The highest memory of the work process so far, in MiB; 0 without one. */
function peakMiB() {
  const peaks = processesOf(gateway.pid).map(({ pid }) => {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('training/work/process.js')) return 0;
      return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      return 0; // it has ended
    }
  });
  return Math.max(0, ...peaks);
}

/** Makes a task and waits for its end. @param {string} kind @param {object} body */
async function task(kind, body) {
  const startMs = performance.now();
  const { taskId } = (await ask('POST', `/${kind}`, body)).created;
  for (let mostMiB = 0; ; ) {
    const view = await ask('GET', `/${kind}/${taskId}`);
    mostMiB = Math.max(mostMiB, peakMiB());
    if (view.status === 'ERROR') throw new Error(`${kind}: ${view.error.message}`);
    if (view.status === 'FINISHED') return { seconds: (performance.now() - startMs) / 1_000, mostMiB, view };
    await sleep(50);
  }
}

/** Times of turns of a dialog, in ms. @param {string} sessionId @param {() => boolean} isOver */
async function turns(sessionId, isOver) {
  const times = [];
  while (times.length < Number(options.turns) && !isOver()) {
    const startMs = performance.now();
    const reply = await fetch(`${gateway.http}/v10/nlu/resource/cn_common/dialog?appkey=${gateway.appkey}`, {
      ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
      body: JSON.stringify({ sessionId, userQuery: random.pick(classes), config: {} }),
    });
    await reply.json();
    if (reply.ok) times.push(performance.now() - startMs);
    await sleep(20);
  }
  return percentile(times, 0.95);
}

try {
  await ask('POST', '/files?name=kb.mjsn', points.join('\n'));
  await ask('POST', '/files?name=test.txt', tests.join('\n'));
  await ask('POST', '/files?name=records.txt', records.join('\n'));
  await ask('POST', '/files?name=large.txt', large);
  await ask('POST', '/files?name=thousand.txt', thousand);
  const author = new Author(gateway);
  const { dir, robot } = await author.robot();
  for (let made = 0; made < 50; made++)
    await author.create(`/qa_dirs/${dir}/qa_pairs`, JSON.parse(newPair(3))).catch(() => {});
  const started = await fetch(`${gateway.http}/v10/nlu/resource/cn_common/start_session?appkey=${gateway.appkey}`, {
    ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
    body: JSON.stringify({ robotId: robot }),
  });
  const { sessionId } = (await started.json()).result;

  const model = (/** @type {string} */ modelType, /** @type {object} */ config = {}) => ({
    ...{ kbPath: 'kb.mjsn', testSetPath: 'test.txt', outputPath: `out-${modelType}` },
    config: { modelType, ...config },
  });
  const small = await task('model_train', model('SMALL'));
  const quietMs = await turns(sessionId, () => false);
  const isOver = { it: false };
  const training = task('model_train', { ...model('BIG'), verifySetPath: 'test.txt' }).finally(() => {
    isOver.it = true;
  });
  const busyMs = await turns(sessionId, () => isOver.it);
  const big = await training;
  const config = { kmeans: { minSentencePerCluster: 3 } };
  const mined = await task('data_mining', { recordsPath: 'records.txt', config });
  const split = await task('doc_to_qa', { type: 'FILE', path: 'large.txt' });
  const { sessionId: reader } = (await ask('POST', '/doc_reader', { type: 'FILE', path: 'thousand.txt' })).created;
  const answers = [];
  for (let asked = 0; asked < 50; asked++) {
    const startMs = performance.now();
    await ask('POST', `/doc_reader/${reader}`, { query: said(random.pick(classes)) });
    answers.push(performance.now() - startMs);
  }
  const askMs = percentile(answers, 0.95);

  const s = (/** @type {number} */ value) => `${value.toFixed(1)} s`;
  const grown = busyMs / quietMs - 1;
  const figures = [
    {
      name: `a small model of 2,000 utterances in 50 classes ≤ ${promised.smallS} s`,
      value: s(small.seconds),
      holds: small.seconds <= promised.smallS,
    },
    {
      name: `a large model of them ≤ ${promised.largeS / 60} min`,
      value: s(big.seconds),
      holds: big.seconds <= promised.largeS,
    },
    {
      name: `${records.length} records mined ≤ ${promised.mineS / 60} min`,
      value: s(mined.seconds),
      holds: mined.seconds <= promised.mineS,
    },
    {
      name: `in ≤ ${promised.mineMiB} MB`,
      value: `${mined.mostMiB.toFixed(0)} MiB`,
      holds: mined.mostMiB <= promised.mineMiB,
    },
    {
      name: `a document of ${(Buffer.byteLength(large) / 1e6).toFixed(1)} MB split ≤ ${promised.splitS} s`,
      value: s(split.seconds),
      holds: split.seconds <= promised.splitS,
    },
    {
      name: `an answer among 1,000 paragraphs, p95 ≤ ${promised.askMs} ms`,
      value: `${askMs.toFixed(0)} ms`,
      holds: askMs <= promised.askMs,
    },
    {
      name: `dialog p95 while a large model is trained, at most ${promised.dialogShare * 100} % more`,
      value: `${quietMs.toFixed(1)} ms → ${busyMs.toFixed(1)} ms`,
      holds: grown <= promised.dialogShare,
    },
  ];
  const pinned = canPin
    ? `gateway and its processes on core ${cores.gateway}, client on core ${cores.client}`
    : 'nothing pinned';
  const rows = figures.map(({ name, value }) => [name, value]);
  const text = `Synthetic material; ${pinned}. ${machineLine()}.\n\n${markdownTable(['training', 'measured'], rows)}`;
  process.stdout.write(`${text}\n`);
  if (options.write) writeBlock('bench:nlu-training', text);
  for (const { name, holds } of figures) {
    if (holds) continue;
    process.stderr.write(`required figure missed: ${name}\n`);
    process.exitCode = 1;
  }
} finally {
  await gateway.stop();
}
process.exit();

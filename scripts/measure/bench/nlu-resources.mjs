// npm run bench:nlu-resources: 10,000 question-answer pairs with 5 extended questions each, made and listed through the
// interface of a real gateway, which is pinned to one core and its client to another.
//   --pairs N (10000)   --seconds S   of each list (5)   --write   put the table into docs/measurements.md
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { ask } from '../lib/asking.mjs';
import { canPin, onCore, pin } from '../lib/cores.mjs';
import { loopDelayMs, startGateway } from '../lib/gateway.mjs';
import { writeBlock } from '../lib/page.mjs';
import { makeRandom } from '../lib/random.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';
import { percentile } from './tones/judge.mjs';

const { values: options } = parseArgs({
  options: {
    pairs: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
const [pairs, seconds] = [Number(options.pairs), Number(options.seconds)];
const extQuestions = 5;
const promised = { createdPerS: 500, listP99Ms: 20, loopP99Ms: 20 };
const connections = 4;

const cores = { gateway: cpus().length - 1, client: cpus().length - 2 };
pin(process.pid, cores.client);
const random = makeRandom('nlu-resources');
const characters = [
  ...'请问我想查询办理取消修改账单套餐流量余额话费宽带号码密码地址发票积分活动客服时间费用怎么能不能可以吗多少哪里什么时候',
];
const sentence = () => Array.from({ length: 6 + random.int(12) }, () => random.pick(characters)).join('');

const gateway = await startGateway({ pinTo: onCore(cores.gateway) });
try {
  const path = (/** @type {string} */ rest, query = '') =>
    `/v10/nlu/resource/cn_common${rest}?appkey=${gateway.appkey}${query}`;
  const headers = { 'X-Svc-Access-Token': gateway.token };
  const once = (/** @type {number} */ asked) => asked < 1;
  /** @param {string} rest @param {unknown} body @returns {Promise<{ id: number }>} */
  const create = async (rest, body) => {
    const { reply } = await ask(gateway, 1, () => ['POST', path(rest), headers, JSON.stringify(body)], 200, once);
    return JSON.parse(String(reply.body)).created;
  };
  const { id: dir } = await create('/qa_domains', { name: 'bench' });
  let made = 0;
  const pair = () => {
    const number = made++;
    const text = (/** @type {number} */ at) => `${sentence()}${number}-${at}`;
    const exts = Array.from({ length: extQuestions }, (_, at) => ({ text: text(at + 1) }));
    const answers = [{ type: 'TEXT', content: `${sentence()}。` }];
    return JSON.stringify({ question: { text: text(0), extQuestions: exts }, response: { answers } });
  };

  await loopDelayMs(gateway);
  const created = await ask(
    ...[gateway, connections, () => ['POST', path(`/qa_dirs/${dir}/qa_pairs`), headers, pair()], 200],
    (asked) => asked < pairs,
  );
  const createdDelayMs = await loopDelayMs(gateway);
  const list = (/** @type {string} */ query) => {
    const offset = () => `&offset=${random.int(Math.max(1, pairs - 1_000))}${query}`;
    const next = () => /** @type {const} */ (['GET', path(`/qa_dirs/${dir}/qa_pairs`, offset()), headers]);
    return ask(gateway, connections, next, 200, (_, elapsedMs) => elapsedMs < seconds * 1_000);
  };
  const lists = { usual: await list(''), ids: await list('&detail=false'), most: await list('&limit=1000') };
  const listDelayMs = await loopDelayMs(gateway);

  const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`;
  const row = (/** @type {string} */ name, /** @type {import('../lib/asking.mjs').Asked} */ figure) => {
    const p = [0.5, 0.95, 0.99].map((part) => ms(percentile(figure.times, part)));
    return [name, ...p, figure.perS.toFixed(0), `${figure.cpuMs.toFixed(2)} ms`, `${figure.times.length}`];
  };
  const rows = [
    row(`create a pair with ${extQuestions} extended questions, made to last`, created),
    row('list, a page of 50 anywhere', lists.usual),
    row('the same without detail', lists.ids),
    row('list, a page of 1,000 anywhere', lists.most),
  ];
  const lines = [
    { name: `created per second ≥ ${promised.createdPerS}`, holds: created.perS >= promised.createdPerS },
    { name: `list p99 ≤ ${promised.listP99Ms} ms`, holds: percentile(lists.usual.times, 0.99) <= promised.listP99Ms },
    {
      name: `delay of the event loop p99 ≤ ${promised.loopP99Ms} ms while creating`,
      holds: createdDelayMs <= promised.loopP99Ms,
    },
    {
      name: `delay of the event loop p99 ≤ ${promised.loopP99Ms} ms while listing`,
      holds: listDelayMs <= promised.loopP99Ms,
    },
  ];
  const pinned = canPin ? `gateway on core ${cores.gateway}, client on core ${cores.client}` : 'nothing pinned';
  const text = [
    `${made} pairs, ${connections} keep-alive connections, ${pinned}. ${machineLine()}.`,
    markdownTable(['request', 'p50', 'p95', 'p99', 'per second', 'CPU of the gateway each', 'requests'], rows),
    `Delay of the gateway's event loop, p99: ${ms(createdDelayMs)} while creating, ${ms(listDelayMs)} while listing.`,
  ].join('\n\n');
  process.stdout.write(`${text}\n`);
  if (options.write) writeBlock('bench:nlu-resources', text);
  for (const { name, holds } of lines) {
    if (holds) continue;
    process.stderr.write(`required figure missed: ${name}\n`);
    process.exitCode = 1;
  }
} finally {
  await gateway.stop();
}
process.exit();

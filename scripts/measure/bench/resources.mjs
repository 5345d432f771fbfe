// npm run bench:resources: the resource service with 10,000 resources in the store, the gateway pinned to one core and
// the client to another.
//   --resources N   hotword lists of the measured developer (10000)      --seconds S   of each part (5)
//   --json FILE     --write   put the table into docs/measurements.md
//
// Everything goes over keep-alive connections to a real gateway; the store is filled through its own interface. Times
// count from writing the request to the last byte of the reply, so the client's own delay is part of them.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { ask, loopHeldMs } from '../lib/asking.mjs';
import { canPin, onCore, pin } from '../lib/cores.mjs';
import { openSocket, startGateway } from '../lib/gateway.mjs';
import { KeepAlive } from '../lib/keep-alive.mjs';
import { writeBlock } from '../lib/page.mjs';
import { makeRandom } from '../lib/random.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';
import { percentile } from './tones/judge.mjs';

const { values: options } = parseArgs({
  options: {
    resources: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [lists, seconds] = [Number(options.resources), Number(options.seconds)];
const promised = { p99Ms: 20, notModifiedPerS: 3_000 };
const [waiting, saturating] = [4, 16]; // connections: for times, for the most per second

const cores = { gateway: cpus().length - 1, client: cpus().length - 2 };
pin(process.pid, cores.client);
const random = makeRandom('resources');

const surnames = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗'];
const given = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀兰霞平刚桂英华建国文玲宇浩然子轩梓涵雨欣思远晨曦'];
/** Names with weights, as a dialer keeps them. @param {number} bytes at most @param {number} [more] characters each */
function wordList(bytes, more = 0) {
  let text = '# names\n';
  for (let left = bytes - text.length; left >= 40; ) {
    let word = random.pick(surnames) + random.pick(given) + (random.chance(0.7) ? random.pick(given) : '');
    for (let added = 0; added < more; added++) word += random.pick(given);
    const line = `${word} ${random.int(6)}\n`;
    left -= Buffer.byteLength(line);
    text += line;
  }
  return text;
}
/** Most lists are short, few are full. */
const listBytes = () => {
  const part = random.next();
  if (part < 0.6) return 200 + random.int(1_500);
  if (part < 0.9) return 2_000 + random.int(10_000);
  return part < 0.99 ? 12_000 + random.int(40_000) : 102_400;
};
const base64 = (/** @type {string} */ text) => Buffer.from(text).toString('base64');

const run = promisify(execFile);
/** @param {string} data @param {string} developer @returns {Promise<string>} its appkey */
async function addDeveloper(data, developer) {
  const cli = new URL('../../tonegate.mjs', import.meta.url).pathname;
  const args = [cli, 'apps', 'add', developer, '--developer', developer, '--json', '--show-secret', '--data', data];
  return JSON.parse((await run(process.execPath, args)).stdout).appkey;
}

/** Live sessions that bring a full list of hotwords. @param {string[]} vocabularies */
async function startWith(vocabularies) {
  while ((await fetch(`${gateway.admin}/readyz`)).status !== 200) await sleep(100);
  const socket = await openSocket(gateway, 'freetalk/cn_8k_common/short_stream');
  const said = () => once(socket, 'message').then(([data]) => JSON.parse(String(data)));
  const figures = { answeredMs: /** @type {number[]} */ ([]), heldMs: /** @type {number[]} */ ([]) };
  for (const vocab of vocabularies) {
    await loopHeldMs(gateway);
    const startMs = performance.now();
    socket.send(JSON.stringify({ command: 'START', config: { audioFormat: 'alaw_8k', vocab } }));
    const { respType, warning } = await said();
    figures.answeredMs.push(performance.now() - startMs);
    if (respType !== 'START' || warning !== undefined) throw new Error(`${respType} ${JSON.stringify(warning)}`);
    figures.heldMs.push(await loopHeldMs(gateway));
    socket.send(JSON.stringify({ command: 'END', cancel: true }));
    while ((await said()).respType !== 'END');
  }
  socket.close();
  return figures;
}

const forSeconds = (/** @type {number} */ s) => (/** @type {number} */ _, /** @type {number} */ ms) => ms < s * 1_000;
const times = (/** @type {number} */ count) => (/** @type {number} */ asked) => asked < count;

const gateway = await startGateway({ pinTo: onCore(cores.gateway) });
try {
  const path = (/** @type {string} */ type, rest = '', query = '', appkey = gateway.appkey) =>
    `/v10/resource/user/asr/${type}${rest}?appkey=${appkey}${query}`;
  const body = (/** @type {string} */ name) =>
    JSON.stringify({
      resource: { name, lang: 'cn', desc: 'of the benchmark', content: base64(wordList(listBytes())) },
    });

  // Without a token a developer may store 2,000, and change 100 in a second.
  const withToken = { 'x-svc-access-token': gateway.token };
  // One developer has the 10,000; three others have some of every kind beside them.
  const others = [];
  for (const developer of ['second', 'third', 'fourth']) others.push(await addDeveloper(gateway.data, developer));
  const small = others.flatMap((appkey) => [
    ...Array.from({ length: 90 }, (_, at) => path('userword', '', `&userId=user-${at % 30}`, appkey)),
    ...Array.from({ length: 90 }, () => path('sensword', '', '', appkey)),
  ]);
  let made = 0;
  const created = await ask(
    gateway,
    waiting,
    () => ['POST', path('userword'), withToken, body(`list ${made++}`)],
    200,
    times(lists),
  );
  await ask(
    gateway,
    waiting,
    () => ['POST', /** @type {string} */ (small.pop()), {}, body(`list ${made++}`)],
    200,
    times(small.length),
  );

  const whole = await ask(gateway, 1, () => ['GET', path('userword', '', '&limit=10000')], 200, times(1));
  const all = JSON.parse(whole.reply.body.toString());
  const ids = all.resourceList.map((/** @type {{ id: string }} */ { id }) => id);
  /** @type {Map<string, string>} */
  const tags = new Map();
  const tagged = ids.slice(0, 1_000);
  const asker = await KeepAlive.open(gateway.http);
  for (const id of tagged) tags.set(id, (await asker.ask('GET', path('userword', `/${id}`))).etag);
  asker.close();
  const notModified = () => {
    const id = random.pick(tagged);
    return /** @type {const} */ (['GET', path('userword', `/${id}`), { 'If-None-Match': tags.get(id) ?? '' }]);
  };
  const offset = () => `&offset=${random.int(Math.max(1, lists - 100))}`;

  const figures = {
    list: await ask(gateway, waiting, () => ['GET', path('userword', '', offset())], 200, forSeconds(seconds)),
    download: await ask(
      gateway,
      waiting,
      () => ['GET', path('userword', `/${random.pick(ids)}`)],
      200,
      forSeconds(seconds),
    ),
    notModified: await ask(gateway, waiting, () => [...notModified()], 304, forSeconds(seconds)),
    most: await ask(gateway, saturating, () => [...notModified()], 304, forSeconds(seconds)),
    whole: await ask(gateway, 1, () => ['GET', path('userword', '', '&limit=10000')], 200, times(100)),
    update: await ask(
      gateway,
      waiting,
      () => ['PUT', path('userword', `/${random.pick(ids)}`), withToken, body('x')],
      200,
      times(500),
    ),
  };

  const unseen = Array.from({ length: 6 }, () => wordList(102_400, 4));
  const starts = { unseen: await startWith(unseen), known: await startWith(unseen.slice(1)) };

  const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`;
  const row = (/** @type {string} */ name, /** @type {import('../lib/asking.mjs').Asked} */ figure) => {
    const p = [0.5, 0.95, 0.99].map((part) => ms(percentile(figure.times, part)));
    return [name, ...p, figure.perS.toFixed(0), `${figure.cpuMs.toFixed(2)} ms`, `${figure.times.length}`];
  };
  const rows = [
    row(`list, a page of 100 anywhere in ${lists}`, figures.list),
    row('download', figures.download),
    row('conditional download, 304', figures.notModified),
    row(`the same over ${saturating} connections`, figures.most),
    row(`list, a page of ${all.resourceList.length} (one connection)`, figures.whole),
    row('create, each made to last (while filling)', created),
    row('update, each made to last', figures.update),
  ];
  const startRow = (/** @type {string} */ name, /** @type {Awaited<ReturnType<typeof startWith>>} */ figure) => [
    name,
    figure.answeredMs.map((each) => each.toFixed(0)).join(', '),
    figure.heldMs.map((each) => each.toFixed(0)).join(', '),
  ];
  const startRows = [
    startRow('that nobody had before', starts.unseen),
    startRow('the last five of them again', starts.known),
  ];
  const p99 = (/** @type {{ times: number[] }} */ figure) => percentile(figure.times, 0.99);
  const lines = [
    ...[/** @type {const} */ (['list', figures.list]), /** @type {const} */ (['download', figures.download])].map(
      ([name, figure]) => ({ name: `${name} p99 ≤ ${promised.p99Ms} ms`, holds: p99(figure) <= promised.p99Ms }),
    ),
    {
      name: `conditional download p99 ≤ ${promised.p99Ms} ms`,
      holds: p99(figures.notModified) <= promised.p99Ms,
    },
    {
      name: `304 path ≥ ${promised.notModifiedPerS} per second`,
      holds: figures.most.perS >= promised.notModifiedPerS,
    },
  ];
  const pinned = canPin
    ? `gateway on core ${cores.gateway}, client on core ${cores.client}`
    : 'nothing pinned (taskset is missing)';
  const text = [
    `${made} resources, ${waiting} keep-alive connections where no other number stands, ${pinned}. ${machineLine()}.`,
    markdownTable(['request', 'p50', 'p95', 'p99', 'per second', 'CPU of the gateway each', 'requests'], rows),
    markdownTable(['START with 100K of hotwords', 'answered after ms', "gateway's loop held ms"], startRows),
  ].join('\n\n');
  process.stdout.write(`${text}\n`);
  if (options.write) writeBlock('bench:resources', text);
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ machine: machineLine(), rows, startRows, lines }, null, 1)}\n`);
  for (const { name, holds } of lines) {
    if (holds) continue;
    process.stderr.write(`required figure missed: ${name}\n`);
    process.exitCode = 1;
  }
} finally {
  await gateway.stop();
}
process.exit();

// npm run bench:nlu-resources: 10,000 question-answer pairs with 5 extended questions each, made and listed through the
// interface of a real gateway, which is pinned to one core and its client to another.
//   --pairs N (10000)   --seconds S   of each list (5)   --write   put the table into docs/measurements.md
//   --long   only the time for which one change of many rows (import, export, removal) holds the event loop
//   --checkout DIR   of another build
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { plainSource } from '../../../../dist/trust/plain-bytes.js';
import { openPackage } from '../../../../dist/understanding/package/reader.js';
import { ask, loopHeldMs } from '../../lib/asking.mjs';
import { canPin, onCore, pin } from '../../lib/cores.mjs';
import { loopDelayMs, startGateway, usageOf } from '../../lib/gateway.mjs';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { percentile } from '../tones/judge.mjs';
import { Author, newPair, nluHeaders, nluPath } from './author.mjs';

const { values: options } = parseArgs({
  options: {
    pairs: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    checkout: { type: 'string' },
  },
});
const [pairs, seconds] = [Number(options.pairs), Number(options.seconds)];
const extQuestions = 5;
const promised = { createdPerS: 500, listP99Ms: 20, loopP99Ms: 20, publishMs: 20_000, openMs: 2_000, onlineMs: 1_000 };
const connections = 4;

const cores = { gateway: cpus().length - 1, client: cpus().length - (options.long ? 1 : 2) };
pin(process.pid, cores.client);
const random = makeRandom('nlu-resources/offsets');

if (options.long) {
  await longChanges();
  process.exit();
}
const gateway = await startGateway({ pinTo: onCore(cores.gateway) });
try {
  const author = new Author(gateway);
  const { dir, robot } = await author.robot();
  const headers = nluHeaders(gateway);
  const path = (/** @type {string} */ query) => nluPath(gateway, `/qa_dirs/${dir}/qa_pairs`, query);

  await loopDelayMs(gateway);
  const nextPair = () => /** @type {const} */ (['POST', path(''), headers, newPair(extQuestions)]);
  const created = await ask(gateway, connections, nextPair, 200, (asked) => asked < pairs);
  const createdDelayMs = await loopDelayMs(gateway);
  const list = (/** @type {string} */ query) => {
    const offset = () => `&offset=${random.int(Math.max(1, pairs - 1_000))}${query}`;
    const next = () => /** @type {const} */ (['GET', path(offset()), headers]);
    return ask(gateway, connections, next, 200, (_, elapsedMs) => elapsedMs < seconds * 1_000);
  };
  const lists = { usual: await list(''), ids: await list('&detail=false'), most: await list('&limit=1000') };
  const listDelayMs = await loopDelayMs(gateway);

  const first = await author.publish(robot);
  const publishDelayMs = await loopDelayMs(gateway);
  await author.create(`/qa_dirs/${dir}/qa_pairs`, JSON.parse(newPair(extQuestions)));
  const second = await author.publish(robot);
  const online = [];
  for (const { id } of [first, second, first, second, first]) {
    online.push((await author.ask('PATCH', `/robots/${robot}/online`, { publishId: id })).ms);
  }
  const file = join(gateway.data, 'nlu', 'packages', second.publish.sha256);
  const openStartMs = performance.now();
  const source = plainSource(file, undefined);
  const opened = openPackage(source);
  for (const _ of opened.verify());
  const verifiedMs = performance.now() - openStartMs;
  const questions = [...opened.records('questions')].length;
  const readMs = performance.now() - openStartMs;
  source.close();
  if (questions < pairs) throw new Error(`the package has ${questions} questions`);

  const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`;
  const row = (/** @type {string} */ name, /** @type {import('../../lib/asking.mjs').Asked} */ figure) => {
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
    {
      name: `delay of the event loop p99 ≤ ${promised.loopP99Ms} ms while publishing`,
      holds: publishDelayMs <= promised.loopP99Ms,
    },
    { name: `publish ≤ ${promised.publishMs / 1_000} s`, holds: first.doneMs <= promised.publishMs },
    { name: `package open ≤ ${promised.openMs / 1_000} s`, holds: readMs <= promised.openMs },
    { name: `online and rollback ≤ ${promised.onlineMs / 1_000} s`, holds: Math.max(...online) <= promised.onlineMs },
  ];
  const pinned = canPin ? `gateway on core ${cores.gateway}, client on core ${cores.client}` : 'nothing pinned';
  const text = [
    `${pairs} pairs, ${connections} keep-alive connections, ${pinned}. ${machineLine()}.`,
    markdownTable(['request', 'p50', 'p95', 'p99', 'per second', 'CPU of the gateway each', 'requests'], rows),
    `Delay of the gateway's event loop, p99: ${ms(createdDelayMs)} while creating, ${ms(listDelayMs)} while listing, ${ms(publishDelayMs)} while publishing.`,
    markdownTable(
      ['robot of these pairs', 'measured'],
      [
        ['publish answered after', ms(first.answeredMs)],
        [
          'publish finished after',
          `${(first.doneMs / 1_000).toFixed(1)} s, ${(first.publish.bytes / 2 ** 20).toFixed(1)} MiB`,
        ],
        ['package opened and every byte verified', ms(verifiedMs)],
        ['… and all questions read', ms(readMs)],
        ['online and rollback, longest of five', ms(Math.max(...online))],
      ],
    ),
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

/** Measures the longest hold of the loop in each change of many rows, and the gateway's memory after it. */
async function longChanges() {
  const { checkout } = options;
  const one = await startGateway({ pinTo: onCore(cores.gateway), ...(checkout !== undefined && { checkout }) });
  try {
    const author = new Author(one);
    const rows = [];
    /** @template T @param {string} name @param {() => Promise<T>} work */
    const measured = async (name, work) => {
      await sleep(500);
      await loopHeldMs(one);
      const startMs = performance.now();
      const value = await work();
      const tookMs = performance.now() - startMs;
      const held = await loopHeldMs(one);
      const { rssMiB } = usageOf(one.pid);
      rows.push([name, `${held.toFixed(0)} ms`, `${tookMs.toFixed(0)} ms`, `${rssMiB.toFixed(0)} MiB`]);
      return value;
    };
    const parts = Array.from({ length: pairs }, () => JSON.parse(newPair(extQuestions)));
    const robotOf = (/** @type {object} */ rest) => ({ format: 'tonegate-robot/1', robot: { name: 'long' }, ...rest });
    const words = Array.from({ length: 5 * pairs }, (_, at) => `${at}号词`);
    const lexicon = { name: 'words', description: '', type: 'STANDARD', entries: words };
    const qa = { name: 'pairs', key: 'pairs', type: 'QABASE', dir: ['long'] };
    const robot = { name: 'long', skills: [{ skill: 'pairs' }] };
    const document = robotOf({ robot, skills: [qa], dirs: [{ path: ['long'], pairs: parts }] });
    const refused = robotOf({ dirs: [{ path: ['no'], pairs: [...parts, { ...parts[0], question: { text: '{' } }] }] });
    const imported = (/** @type {unknown} */ body) => author.ask('POST', '/robots/import', body);
    await imported(robotOf({ dirs: [{ path: ['first'], pairs: parts.slice(0, 100) }] }));
    const { json } = await measured(`import of ${pairs} pairs`, () => imported(document));
    const refusal = (/** @type {Error} */ fault) => fault.message;
    await measured('the same, refused at its last pair', () => imported(refused).catch(refusal));
    const { id } = json.created;
    await measured('export', () => author.ask('GET', `/robots/${id}/export`));
    await measured('check', () => author.ask('POST', `/robots/${id}/check`, {}));
    await author.ask('DELETE', `/robots/${id}`);
    for (const { id: skill } of (await author.ask('GET', '/skills')).json.skills) {
      await author.ask('DELETE', `/skills/${skill}`);
    }
    const { qaDomains } = (await author.ask('GET', '/qa_domains')).json;
    const dir = qaDomains.find((/** @type {{ name: string }} */ each) => each.name === 'long').id;
    await measured('removal of the directory with the pairs', () => author.ask('DELETE', `/qa_dirs/${dir}`));
    await measured(`import of a lexicon of ${words.length} entries`, () => imported(robotOf({ lexicons: [lexicon] })));
    await measured('the same again, when it is there', () => imported(robotOf({ lexicons: [lexicon] })));
    const [{ id: made }] = (await author.ask('GET', '/lexicons')).json.lexicons;
    await measured('its entries, listed', () => author.ask('GET', `/lexicons/${made}/words`));
    await measured('removal of the lexicon', () => author.ask('DELETE', `/lexicons/${made}`));
    const authorization = `Bearer ${readFileSync(join(one.data, 'admin.key'), 'utf8').trim()}`;
    const tenants = async (/** @type {string} */ method, /** @type {string} */ path, /** @type {object} */ body) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const reply = await fetch(`${one.admin}/v10/system/tenants${path}`, sent);
      if (!reply.ok) throw new Error(`${method} tenants${path}: ${reply.status} ${await reply.text()}`);
      return reply.json();
    };
    const { id: tenantId } = await tenants('POST', '', { name: 'long', appkeys: [one.appkey] });
    const inside = new Author({ ...one, tenantId });
    await inside.ask('POST', '/robots/import', { ...document, lexicons: [lexicon] });
    inside.close();
    await measured('deletion of a tenant with these pairs and this lexicon', () => tenants('DELETE', `/${tenantId}`));
    author.close();
    process.stdout.write(
      `${[
        `${pairs} pairs with ${extQuestions} extended questions each, gateway and client ${canPin ? `on core ${cores.gateway}` : 'not pinned'}. ${machineLine()}.`,
        markdownTable(['change', 'longest hold of the loop', 'took', 'memory after it'], rows),
      ].join('\n\n')}\n`,
    );
  } finally {
    await one.stop();
  }
}

// npm run eval:nlu-mining [-- --vectors FILE]: the share of questions known to be in the records that mining finds.
//
// Records without labels: the project's own replies and questions (scripts/measure/eval/dialog/sets), among foreign
// sentences. A reply or question stands there in the wordings of its set, and each wording with the beginnings and ends
// that callers add (synthetic).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mine } from '../../../../dist/understanding/learning/mining/mine.js';
import { WordVectors } from '../../../../dist/understanding/matching/word-vectors.js';
import { makeRandom } from '../../lib/random.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';

/** @typedef {{ text: string, point: string }} Planted `point`: '' for a sentence that belongs to none. */

const here = fileURLToPath(new URL('.', import.meta.url));
const { values } = parseArgs({ options: { vectors: { type: 'string' } } });
const vectors = new WordVectors(
  readFileSync(values.vectors ?? path.join(here, '../../../../models/sent-zh/words.bin')),
);
const defaults = {
  overlookThreshold: 0.7,
  discardThreshold: 0.95,
  minKeepThreshold: 0.85,
  maxKeepThreshold: 0.7,
  minKeepCount: 1,
  minSentencePerCluster: 10,
  minAverageDistance: 0.85,
  sentencePerCluster: 30,
  minBatchSize: 50_000,
};

/** @param {string} name @returns {string[][]} */
const rows = (name) =>
  readFileSync(path.join(here, '../dialog/sets', name), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t'));

const foreign = rows('foreign.tsv').map(([text]) => ({ text, point: '' }));
const replies = rows('intents.tsv').map(([text, point]) => ({ text, point }));
const questions = ['faq-bank.tsv', 'faq-shop.tsv', 'faq-telecom.tsv'].flatMap((name) => {
  const pairs = rows(name);
  const standards = [...new Set(pairs.map(([, question]) => question))];
  return [...pairs.map(([text, point]) => ({ text, point })), ...standards.map((text) => ({ text, point: text }))];
});

const before = [
  '请问',
  '我想问一下',
  '想咨询下',
  '那个',
  '麻烦问下',
  '你们这边',
  '我朋友问',
  '就是说',
  '现在',
  '帮我看看',
];
const after = ['呀', '呢', '谢谢', '啊', '麻烦了', '你知道吗', '我不太懂', '给我讲讲', '急', '好吗'];

/**
 * Each text as it is, and `times - 1` times with a beginning, an end, or both. @param {readonly Planted[]} list @param
 * {number} times
 */
function asCallersSay(list, times) {
  const random = makeRandom('mining');
  return list.flatMap(({ text, point }) => {
    const said = new Set([text]);
    while (said.size < times) {
      const head = random.chance(0.7) ? random.pick(before) : '';
      const tail = random.chance(0.6) ? random.pick(after) : '';
      said.add(`${head}${text}${tail}`);
    }
    return [...said].map((each) => ({ text: each, point }));
  });
}

/** @param {readonly Planted[]} list */
function shuffled(list) {
  const random = makeRandom('order');
  const order = [...list];
  for (let left = order.length - 1; left > 0; left--) {
    const other = random.int(left + 1);
    [order[left], order[other]] = [order[other], order[left]];
  }
  return order;
}

const percent = (/** @type {number} */ part, /** @type {number} */ whole) =>
  whole === 0 ? '-' : ((100 * part) / whole).toFixed(1);

/** @param {string} name @param {readonly Planted[]} planted @param {Partial<typeof defaults>} settings */
function newPointsRow(name, planted, settings) {
  const records = shuffled([...planted, ...foreign]);
  const pointOf = new Map(records.map(({ text, point }) => [text, point]));
  const input = { records: records.map(({ text }) => text), ignored: [], knowledge: undefined };
  const { newKb } = mine(input, { ...defaults, ...settings }, vectors, () => {});
  const found = new Set();
  let [all, own, strangers] = [0, 0, 0];
  for (const { q, e } of newKb) {
    const counts = new Map();
    for (const text of [q, ...e]) counts.set(pointOf.get(text), (counts.get(pointOf.get(text)) ?? 0) + 1);
    const [[point, count]] = [...counts].sort((a, b) => b[1] - a[1]);
    if (point !== '') found.add(point);
    all += 1 + e.length;
    own += point === '' ? 0 : count;
    strangers += counts.get('') ?? 0;
  }
  const points = new Set(planted.map(({ point }) => point)).size;
  return [
    ...[name, `${records.length}`, `${points}`, `${newKb.length}`, percent(found.size, points), percent(own, all)],
    ...[percent(all - strangers, planted.length), percent(strangers, foreign.length)],
  ];
}

/** Every other point is known by its first wording. @param {string} name @param {readonly Planted[]} planted */
function knownRow(name, planted) {
  const points = [...new Set(planted.map(({ point }) => point))];
  const known = points.filter((_, at) => at % 2 === 0);
  const knowledge = known.map((point, at) => ({
    q: /** @type {Planted} */ (planted.find((each) => each.point === point)).text,
    ...{ e: [], i: `${at}`, line: at + 1 },
  }));
  const records = shuffled([...planted, ...foreign]);
  const pointOf = new Map(records.map(({ text, point }) => [text, point]));
  const input = { records: records.map(({ text }) => text), ignored: [], knowledge };
  const { kb = [], newKb } = mine(input, defaults, vectors, () => {});
  let [all, right, again] = [0, 0, 0];
  for (const { i, e } of kb) {
    all += e.length;
    right += e.filter((text) => pointOf.get(text) === known[Number(i)]).length;
  }
  const isKnown = new Set(known);
  for (const { q } of newKb) if (isKnown.has(pointOf.get(q) ?? '')) again++;
  return [name, `${known.length}`, `${all}`, percent(right, all), `${newKb.length}`, `${again}`];
}

const small = { minSentencePerCluster: 4, sentencePerCluster: 8 };
const manyWays = asCallersSay(questions, 12);
process.stdout.write(`${machineLine()}\n\nNew points:\n\n`);
process.stdout.write(
  markdownTable(
    [
      'records',
      'in all',
      'planted points',
      'points found',
      'planted ones found %',
      'purity %',
      'planted records in points %',
      'foreign ones in points %',
    ],
    [
      newPointsRow('questions as callers say them, defaults', manyWays, {}),
      newPointsRow('the same, minAverageDistance 0.75', manyWays, { minAverageDistance: 0.75 }),
      newPointsRow('replies, defaults', replies, {}),
      newPointsRow('replies, clusters from 4 records, 8 in the mean', replies, small),
      newPointsRow('the same, minAverageDistance 0.75', replies, { ...small, minAverageDistance: 0.75 }),
      newPointsRow('the same, minAverageDistance 0.65', replies, { ...small, minAverageDistance: 0.65 }),
    ],
  ),
);
process.stdout.write('\n\nEvery other point is known by one wording:\n\n');
process.stdout.write(
  markdownTable(
    [
      'records',
      'known points',
      'further questions',
      'of the right point %',
      'new points',
      'of them known by other wordings',
    ],
    [knownRow('questions as callers say them, defaults', manyWays), knownRow('replies, defaults', replies)],
  ),
);
process.stdout.write('\n');

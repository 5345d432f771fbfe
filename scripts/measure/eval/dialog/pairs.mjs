// Do two sentences mean the same?

import { finished } from '../../../../dist/protocol/steps.js';
import { meaningShare } from '../../../../dist/understanding/matching/scope-ranker.js';
import { TextField } from '../../../../dist/understanding/matching/text-field.js';
import { makeRandom } from '../../lib/random.mjs';
import { shuffled } from './intents.mjs';
import { lineOf, mean, percent } from './scopes.mjs';

/** @typedef {import('./scopes.mjs').WordVectors} WordVectors */

/** @param {readonly string[][]} rows @param {readonly number[]} seeds @param {WordVectors | undefined} vectors */
export function pairTable(rows, seeds, vectors) {
  const line = lineOf(true);
  const texts = rows
    .flatMap((row) => row.slice(0, 2))
    .map((text, question) => ({
      ...{ question, line: line(text), spoken: line(text), hasSlots: false, hasGap: false },
    }));
  const field = finished(TextField.of(texts, vectors));
  const pairs = rows.map(([a, , same], at) => {
    const text = line(a);
    const reading = field.read({ line: text, spoken: text, slotLine: text, slotSpoken: text });
    const [cosine, meaning] = [reading.cosines[2 * at + 1], field.meaning(reading, 2 * at + 1)];
    return {
      same: same === '1',
      cosine,
      meaning,
      both: (cosine + meaning) / 2,
      ranked: cosine + meaningShare * meaning,
    };
  });
  const majority = mean(pairs.map(({ same }) => (same ? 1 : 0)));
  const table = [
    ['', 'accuracy'],
    ['the more frequent answer', percent(Math.max(majority, 1 - majority))],
  ];
  for (const [key, name] of /** @type {const} */ ([
    ['cosine', 'characters'],
    ['meaning', 'word vectors'],
    ['both', 'both in equal parts'],
    ['ranked', 'both as the ranking weighs them'],
  ])) {
    const accuracies = seeds.flatMap((seed) => {
      const order = shuffled(pairs, makeRandom(`pairs ${seed}`));
      const [first, second] = [order.slice(0, order.length >> 1), order.slice(order.length >> 1)];
      return [accuracy(second, key, threshold(first, key)), accuracy(first, key, threshold(second, key))];
    });
    table.push([name, percent(mean(accuracies))]);
  }
  return table;
}

/** @typedef {{ same: boolean, cosine: number, meaning: number, both: number, ranked: number }} Pair */
/** @typedef {'cosine' | 'meaning' | 'both' | 'ranked'} Key */

/** @param {readonly Pair[]} pairs @param {Key} key @param {number} limit */
const accuracy = (pairs, key, limit) => mean(pairs.map((pair) => (pair[key] >= limit === pair.same ? 1 : 0)));

/** The limit that separates the most pairs correctly. @param {readonly Pair[]} pairs @param {Key} key */
function threshold(pairs, key) {
  const order = [...pairs].sort((a, b) => b[key] - a[key]);
  let right = order.filter(({ same }) => !same).length;
  let [most, limit] = [right, Number.POSITIVE_INFINITY];
  for (const pair of order) {
    right += pair.same ? 1 : -1;
    if (right > most) [most, limit] = [right, pair[key]];
  }
  return limit;
}

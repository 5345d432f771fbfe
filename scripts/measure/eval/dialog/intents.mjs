// Replies of callers: which intent they mean, and which replies belong to no intent.
import { makeRandom } from '../../lib/random.mjs';
import { levers, mean, percent, searchOf } from './scopes.mjs';

/** @typedef {import('./scopes.mjs').WordVectors} WordVectors */
/** @typedef {readonly string[][]} Rows */

const examples = [5, 10, Number.POSITIVE_INFINITY];

/** @template T @param {readonly T[]} items @param {{ int(below: number): number }} random @returns {T[]} */
export function shuffled(items, random) {
  const list = [...items];
  for (let left = list.length - 1; left > 0; left--) {
    const other = random.int(left + 1);
    [list[left], list[other]] = [list[other], list[left]];
  }
  return list;
}

/** @param {Rows} rows */
function byIntent(rows) {
  const texts = new Map();
  for (const [text, intent] of rows) {
    if (!texts.has(intent)) texts.set(intent, []);
    texts.get(intent).push(text);
  }
  return texts;
}

/** @param {Rows} rows @param {number} count @param {number} seed */
function splitOf(rows, count, seed) {
  const random = makeRandom(`eval:dialog ${seed} ${count}`);
  /** @type {{ question: number, text: string }[]} */
  const learnt = [];
  /** @type {{ question: number, text: string }[]} */
  const asked = [];
  for (const [question, texts] of [...byIntent(rows).values()].entries()) {
    const order = shuffled(texts, random);
    for (const [at, text] of order.entries()) {
      (at < Math.min(count, order.length - 1) ? learnt : asked).push({ question, text });
    }
  }
  return { learnt, asked };
}

/** @param {Rows} rows @param {readonly number[]} seeds @param {WordVectors | undefined} vectors */
export function intentTable(rows, seeds, vectors) {
  const table = [['', ...examples.map((count) => `${Number.isFinite(count) ? count : 'all'} examples`)]];
  for (const of of levers(vectors)) {
    const cells = examples.map((count) => {
      const [top1, top5] = [[], []];
      for (const seed of seeds) {
        const { learnt, asked } = splitOf(rows, count, seed);
        const search = searchOf(learnt, of);
        const places = asked.map(({ question, text }) => search(text).order.indexOf(question));
        top1.push(mean(places.map((place) => (place === 0 ? 1 : 0))));
        top5.push(mean(places.map((place) => (place >= 0 && place < 5 ? 1 : 0))));
      }
      return `${percent(mean(top1))} / ${percent(mean(top5))}`;
    });
    table.push([of.name, ...cells]);
  }
  return table;
}

/** @param {Rows} train @param {Rows} test @param {WordVectors | undefined} vectors */
export function trainTestTable(train, test, vectors) {
  const table = [['', 'accuracy', 'macro recall', 'Top-5', 'seconds to learn']];
  const intents = [...new Set(train.map(([, intent]) => intent))];
  const learnt = train.map(([text, intent]) => ({ question: intents.indexOf(intent), text }));
  for (const of of levers(vectors)) {
    const startedMs = performance.now();
    const search = searchOf(learnt, of);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    /** @type {Map<string, number[]>} */
    const right = new Map();
    let inFive = 0;
    for (const [text, intent] of test) {
      const place = search(text).order.indexOf(intents.indexOf(intent));
      if (!right.has(intent)) right.set(intent, []);
      right.get(intent)?.push(place === 0 ? 1 : 0);
      if (place >= 0 && place < 5) inFive++;
    }
    const all = [...right.values()];
    table.push([
      of.name,
      percent(mean(all.flat())),
      percent(mean(all.map(mean))),
      percent(inFive / test.length),
      seconds,
    ]);
  }
  return table;
}

const keptShare = 0.93;
const leftOutShare = 0.2;

/**
 * @param {Rows} rows @param {readonly string[]} foreign @param {readonly number[]} seeds @param {WordVectors |
 * undefined} vectors
 */
export function refusalTable(rows, foreign, seeds, vectors) {
  const table = [
    [
      '',
      'foreign refused, 93 % of own kept',
      'foreign AUROC',
      'left-out intents AUROC',
      'at 0.55: own kept',
      'foreign refused',
    ],
  ];
  for (const of of levers(vectors)) {
    /** @type {number[][]} */
    const measured = [];
    for (const seed of seeds) {
      const { learnt, asked } = splitOf(rows, 10, seed);
      const search = searchOf(learnt, of);
      const own = asked.map(({ text }) => search(text).confidence);
      const others = foreign.map((text) => search(text).confidence);
      const least = [...own].sort((a, b) => a - b)[Math.floor((1 - keptShare) * own.length)];
      const out = new Set(
        shuffled([...new Set(learnt.map(({ question }) => question))], makeRandom(`left out ${seed}`)).slice(
          0,
          Math.round(byIntent(rows).size * leftOutShare),
        ),
      );
      const partial = searchOf(
        learnt.filter(({ question }) => !out.has(question)),
        of,
      );
      const [known, unknown] = [false, true].map((isOut) =>
        asked.filter(({ question }) => out.has(question) === isOut).map(({ text }) => partial(text).confidence),
      );
      const below = (/** @type {number[]} */ list, /** @type {number} */ limit) =>
        mean(list.map((each) => (each < limit ? 1 : 0)));
      measured.push([
        below(others, least),
        auroc(own, others),
        auroc(known, unknown),
        1 - below(own, 0.55),
        below(others, 0.55),
      ]);
    }
    const cells = measured[0].map((_, at) => percent(mean(measured.map((each) => each[at]))));
    table.push([of.name, ...cells]);
  }
  return table;
}

/**
 * The probability that one of the first is above one of the second. @param {readonly number[]} above @param {readonly
 * number[]} below
 */
function auroc(above, below) {
  let sum = 0;
  for (const one of above) for (const other of below) sum += one > other ? 1 : one === other ? 0.5 : 0;
  return sum / above.length / below.length;
}

// node scripts/train/sentence/priors.mjs DATA [--vectors FILE] [--replies FILE] [--robots 60]: the weights by which a hit is sure before a robot's
// own texts say more (`priors` in src/understanding/matching/confidence.ts). DATA/text holds the dialogs of CrossWOZ and KdConv.
//
// Robots are made of CrossWOZ: utterances with the same acts, values left out, are the texts of one question. Other utterances of the
// same acts are asked, those of acts that the robot lacks are to be refused, and so are utterances of KdConv and sentences of news.
// Every second robot is made of telephone replies: FILE has TEXT<TAB>INTENT, by default the replies that models are trained with in
// eval:nlu-training. Those of eval:dialog are left for judging. Whether an input means a question that was left out is learnt from these
// robots alone: acts of CrossWOZ that differ are often said in the same words.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  belongingOf,
  fitted,
  meaningOf,
  priorOf,
  scores,
  termAtThreshold,
  unscaled,
} from '../../../dist/understanding/matching/confidence.js';
import { rankerOf } from '../../../dist/understanding/matching/learn-scope.js';
import { plainText } from '../../../dist/understanding/matching/plain-text.js';
import { WordVectors } from '../../../dist/understanding/matching/word-vectors.js';
import { makeRandom } from '../../measure/lib/random.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { vectors: { type: 'string' }, replies: { type: 'string' }, robots: { type: 'string', default: '60' } },
});
const [data] = positionals;
if (data === undefined)
  throw new Error('name the directory of the data: node scripts/train/sentence/priors.mjs ../shared/data');
const shipped = fileURLToPath(new URL('../../../models/sent-zh/words.bin', import.meta.url));
const vectorFile = values.vectors ?? shipped;
const vectors = existsSync(vectorFile) ? new WordVectors(readFileSync(vectorFile)) : undefined;

const table = (/** @type {string} */ name) =>
  readFileSync(path.join(data, 'text', name), 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));

const least = { characters: 4, most: 30 };
const fits = (/** @type {string} */ text) => text.length >= least.characters && text.length <= least.most;

/** @type {Map<string, Set<string>>} */
const groups = new Map();
for (const [, , , role, acts = '', text = ''] of table('crosswoz-utt.tsv')) {
  if (role !== 'usr' || !fits(text)) continue;
  const signature = [...new Set(acts.split(';').map((act) => act.split('-').slice(0, 3).join('-')))].sort().join(';');
  if (!groups.has(signature)) groups.set(signature, new Set());
  groups.get(signature)?.add(text);
}
const questions = [...groups.values()].map((texts) => [...texts]).filter((texts) => texts.length >= 4);
const repliesFile =
  values.replies ?? fileURLToPath(new URL('../../measure/eval/training/sets/more-intents.tsv', import.meta.url));
/** @type {Map<string, string[]>} */
const intents = new Map();
for (const [text = '', intent = ''] of readFileSync(repliesFile, 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))) {
  if (intent !== '') intents.set(intent, [...(intents.get(intent) ?? []), text]);
}
const replies = [...intents.values()];
const foreign = [
  table('kdconv-utt.tsv').map((row) => row.at(-1) ?? ''),
  readFileSync(path.join(data, 'text/news-sentences.txt'), 'utf8').split('\n'),
].map((texts) => texts.filter(fits));

const random = makeRandom('priors');
/** @template T @param {readonly T[]} items @param {number} count @returns {T[]} */
const drawn = (items, count) => {
  const left = [...items];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.int(left.length), 1)[0]);
};
const lineOf = (/** @type {string} */ text) => plainText(text).core.text;
const query = (/** @type {string} */ text) => {
  const line = lineOf(text);
  return { line, spoken: line, slotLine: line, slotSpoken: line };
};

/** @typedef {import('../../../dist/understanding/matching/scope-ranker.js').Ranking} Ranking */

/** @param {boolean} hasHead @param {WordVectors | undefined} of */
function asked(hasHead, of) {
  /** @type {{ ranking: Ranking, kind: 'own' | 'wrong' | 'leftOut' | 'foreign', isReply: boolean }[]} */
  const found = [];
  for (let robot = 0; robot < Number(values.robots); robot++) {
    const isReply = robot % 2 === 1;
    const all = isReply ? replies : questions;
    const some = hasHead ? all.filter((texts) => texts.length >= 8) : all;
    const most = isReply ? 34 : hasHead ? 30 : 60;
    const chosen = drawn(some, 3 + random.int(most));
    const texts = [];
    const own = [];
    for (const [question, all] of chosen.entries()) {
      const order = drawn(all, 14);
      const few = 1 + random.int(Math.min(3, order.length - 1));
      const count = hasHead ? Math.min(order.length - 2, 4 + random.int(7)) : few;
      for (const [at, text] of order.entries()) {
        const line = lineOf(text);
        if (at < count) texts.push({ question, line, spoken: line, hasSlots: false, hasGap: false });
        else if (at < count + 3) own.push({ question, text });
      }
    }
    const { rank } = rankerOf(texts, of, hasHead);
    for (const { question, text } of own) {
      const ranking = rank(query(text));
      if (ranking === undefined) continue;
      found.push({ ranking, isReply, kind: ranking.ranked[0]?.question === question ? 'own' : 'wrong' });
    }
    const unknown = drawn(
      some.filter((each) => !chosen.includes(each)),
      20,
    );
    const others = foreign.flatMap((texts) => drawn(texts.slice(robot * 100, robot * 100 + 400), 20));
    for (const [kind, list] of /** @type {const} */ ([
      ['leftOut', unknown.map((each) => each[random.int(each.length)] ?? '')],
      ['foreign', others],
    ])) {
      for (const text of list) {
        const ranking = rank(query(text));
        if (ranking !== undefined) found.push({ ranking, isReply, kind });
      }
    }
  }
  return found;
}

for (const [of, named] of /** @type {const} */ ([
  [vectors, 'with word vectors'],
  [undefined, 'without'],
])) {
  for (const hasHead of [true, false]) {
    const all = asked(hasHead, of);
    const rankings = (/** @type {string[]} */ ...kinds) =>
      all.filter(({ kind }) => kinds.includes(kind)).map(({ ranking }) => ranking);
    const [own, leftOut, others] = [rankings('own', 'wrong'), rankings('leftOut'), rankings('foreign')];
    const against = (
      /** @type {Ranking[]} */ list,
      /** @type {(f: readonly number[]) => number[]} */ read,
      /** @type {Ranking[]} */ kept = own,
    ) => [
      ...kept.map(({ features }) => ({ features: read(features), target: 1, weight: 1 })),
      ...list.map(({ features }) => ({ features: read(features), target: 0, weight: kept.length / list.length })),
    ];
    const start = priorOf(hasHead, of !== undefined);
    const nothing = (/** @type {readonly number[]} */ list) => list.map(() => 0);
    const belonging = fitted(against(others, belongingOf), nothing(start.belonging), 1);
    const ofReplies = all.filter(({ isReply }) => isReply);
    const known = ofReplies.filter(({ kind }) => kind === 'own' || kind === 'wrong').map(({ ranking }) => ranking);
    const unknown = ofReplies.filter(({ kind }) => kind === 'leftOut').map(({ ranking }) => ranking);
    const meaning = fitted(against(unknown, meaningOf, known), nothing(start.meaning), 1);
    const bare = { belonging, meaning, scale: [1, 0] };
    const term = Math.round(termAtThreshold(own, others, bare) * 100) / 100;
    const calibration = { ...bare, scale: [1, term] };
    const passing = (/** @type {Ranking[]} */ list) =>
      `${((100 * list.filter((each) => (scores(each, calibration, hasHead)[0] ?? 0) >= 0.55).length) / list.length).toFixed(1)} %`;
    const logit = ({ features }) => unscaled(features, calibration);
    const keep = own.map(logit).sort((a, b) => a - b)[Math.floor(0.07 * own.length)] ?? 0;
    const refused = (/** @type {Ranking[]} */ list) =>
      `${((100 * list.filter((each) => logit(each) < keep).length) / list.length).toFixed(1)} %`;
    process.stdout.write(
      `${hasHead ? 'head' : 'plain'}, ${named}: ${JSON.stringify(calibration)}\n` +
        `  at 0.55: own ${passing(own)} of ${own.length}, left out ${passing(leftOut)}, foreign ${passing(others)}; ` +
        `93 % of own kept: foreign refused ${refused(others)}, left out ${refused(leftOut)}\n`,
    );
  }
}

// npm run eval:nlu-training -- [DIR] [--seeds 3] [--examples 5,10,20,all] [--write]: the benefit of training.
//
// DIR holds kb.mjsn, test.tsv and, where there are any, negatives.txt, as tasks of training read them; without DIR, the
// project's own replies of callers (scripts/measure/eval/dialog/sets/intents.tsv and sets/more-intents.tsv) and its
// foreign sentences. It prints
//   - the accuracy without a model (the nearest text), with a small one and with a large one, by examples a question;
//   - the effect of negative samples: half of them are learnt and the other half is asked, and the other way round;
//   - the accuracy of a robot that has enabled the model, beside the one that training measured.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { paraphraseParts } from '../../../../dist/nlu/training/work/phrases.js';
import { paraphrase } from '../../../../dist/understanding/learning/paraphrasing/paraphrase.js';
import { materialOf } from '../../../../dist/understanding/learning/training/material.js';
import { measureOf } from '../../../../dist/understanding/learning/training/measure.js';
import { trainModel } from '../../../../dist/understanding/learning/training/train.js';
import { WordVectors } from '../../../../dist/understanding/matching/word-vectors.js';
import { writeBlock } from '../../lib/page.mjs';
import { mean, percent } from '../dialog/scopes.mjs';
import { found, robotWith } from './robots.mjs';
import { ownSets, setsIn } from './sets.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '3' },
    examples: { type: 'string', default: '5,10,20' },
    types: { type: 'string', default: 'SMALL,BIG' },
    write: { type: 'boolean', default: false },
  },
});
const shipped = fileURLToPath(new URL('../../../../models/sent-zh/words.bin', import.meta.url));
const vectors = new WordVectors(readFileSync(shipped));
const ofModel = (/** @type {string} */ name) => fileURLToPath(new URL(`../../../../models/${name}`, import.meta.url));
const phrases = paraphraseParts(
  {
    phrases: { words: ofModel('phrases-zh/words.tsv'), phrases: ofModel('phrases-zh/phrases.tsv') },
    language: { lexicon: ofModel('lm-zh/lexicon.bin'), model: ofModel('lm-zh/lm.bin') },
  },
  vectors,
);
/** Draws share most of their texts. @type {Map<string, readonly string[]>} */
const known = new Map();
const paraphrases = (/** @type {string} */ text, /** @type {number} */ topBeams) => {
  const found = known.get(text) ?? paraphrase([text], { topBeams }, phrases, () => {})[0].e;
  known.set(text, found);
  return found;
};
const sets = positionals[0] === undefined ? ownSets() : setsIn(positionals[0]);
const seeds = Array.from({ length: Number(values.seeds) }, (_, seed) => seed + 1);
const counts = values.examples.split(',').map((count) => (count === 'all' ? undefined : Number(count)));
const types = /** @type {('SMALL' | 'BIG')[]} */ (values.types.split(','));

/** The defaults of the interface. @param {'SMALL' | 'BIG'} type */
const configOf = (type) => ({
  ...{ maxEpochs: type === 'SMALL' ? 10 : 300, keepModels: 1, batchSize: type === 'SMALL' ? 512 : 32 },
  ...{ numBatchs: undefined, saveModelStep: 1000, learningRate: 0.00005 },
});

/** @param {import('./sets.mjs').Split} split @param {'SMALL' | 'BIG'} type @param {readonly string[]} negatives */
function trained({ knowledge, test }, type, negatives = []) {
  const given = { knowledge, verify: undefined, test, negatives, weak: [], base: undefined };
  const { models } = trainModel(
    { ...given, type, config: configOf(type), vectors, paraphrase: paraphrases },
    { onProgress: () => {} },
  );
  return models[0];
}

const table = [['', ...counts.map((count) => `${count ?? 'all'} examples`)]];
/** @type {Map<string, string[]>} */
const rows = new Map([['none: the nearest text', []], ...types.map((type) => /** @type {const} */ ([type, []]))]);
for (const count of counts) {
  const splits = sets.splits(count, seeds);
  const none = splits.map(({ knowledge, test }) => {
    const material = materialOf({ knowledge, test, verify: undefined, negatives: [], weak: [] });
    return measureOf(material, vectors, material.test)(undefined);
  });
  rows.get('none: the nearest text')?.push(cell(none));
  for (const type of types) rows.get(type)?.push(cell(splits.map((split) => trained(split, type).eval.rate)));
}
for (const [name, cells] of rows) table.push([name, ...cells]);
const parts = [titled('Top-1 / Top-5 in % of the test set, models as they are trained by default', table)];

const refusal = [['', 'Top-1', 'right and accepted', 'foreign accepted']];
const halves = [0, 1].map((half) => sets.negatives.filter((_, at) => at % 2 === half));
for (const type of sets.negatives.length === 0 ? [] : types) {
  for (const isTaught of [false, true]) {
    const measured = [0, 1].map((half) => {
      const split = sets.splits(counts.at(-1), seeds)[half] ?? sets.splits(counts.at(-1), seeds)[0];
      const made = trained(split, type, isTaught ? halves[half] : []);
      const robot = robotWith(split.knowledge, made.model, vectors);
      const own = split.test.map(({ text, answer }) => ({ ...found(robot, text), answer }));
      const foreign = halves[1 - half].map((text) => found(robot, text));
      return [
        mean(own.map(({ nearest, answer }) => (nearest === answer ? 1 : 0))),
        mean(own.map(({ hit, answer }) => (hit === answer ? 1 : 0))),
        mean(foreign.map(({ hit }) => (hit === undefined ? 0 : 1))),
      ];
    });
    const name = `${type}, ${isTaught ? 'with' : 'without'} negative samples`;
    refusal.push([name, ...[0, 1, 2].map((at) => percent(mean(measured.map((each) => each[at]))))]);
  }
}
if (refusal.length > 1) parts.push(titled('Negative samples: in % of the test set and of foreign sentences', refusal));

const agreement = [['', 'training said', 'the robot finds']];
for (const type of types) {
  const [split] = sets.splits(counts.at(-1), seeds);
  const made = trained(split, type);
  const robot = robotWith(split.knowledge, made.model, vectors);
  const right = split.test.map(({ text, answer }) => (found(robot, text).nearest === answer ? 1 : 0));
  agreement.push([type, percent(made.eval.rate[0]), percent(mean(right))]);
}
parts.push(titled('A robot that has enabled the model: Top-1 in % of the test set', agreement));
const text = parts.join('\n');
process.stdout.write(`${text}\n`);
if (values.write) writeBlock('eval:nlu-training', text);

/** @param {readonly (readonly number[])[]} measured */
function cell(measured) {
  return [0, 4].map((at) => percent(mean(measured.map((rate) => rate[at])))).join(' / ');
}

/** @param {string} title @param {readonly (readonly string[])[]} given */
function titled(title, [head, ...body]) {
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |\n`;
  return `${title}\n\n${line(head)}${line(head.map(() => '---'))}${body.map(line).join('')}`;
}

// The sets of the evaluation of training: the project's own, or a directory of files as tasks of training read them.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseKnowledgeBase } from '../../../../dist/understanding/learning/inputs/knowledge-base.js';
import { parseLabelled } from '../../../../dist/understanding/learning/inputs/labelled.js';
import { parseLines } from '../../../../dist/understanding/learning/inputs/lines.js';
import { makeRandom } from '../../lib/random.mjs';
import { shuffled } from '../dialog/intents.mjs';

/** @typedef {{ line: number, q: string, e: readonly string[] }} Point */
/** @typedef {{ line: number, text: string, answer: string }} Labelled */
/** @typedef {{ knowledge: Point[], test: Labelled[] }} Split */
/**
 * @typedef {{ splits: (examples: number | undefined, seeds: readonly number[]) => Split[], negatives: string[] }} Sets
 */

const here = fileURLToPath(new URL('.', import.meta.url));
const dialogSets = path.join(here, '../dialog/sets');

/** @param {string} file */
const rowsOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/\r$/, '').split('\t'));

/**
 * Replies of callers; a number of each intent are learnt, the first one as its standard question, and the rest is
 * asked. @returns {Sets}
 */
export function ownSets() {
  /** @type {Map<string, string[]>} */
  const texts = new Map();
  for (const file of [path.join(dialogSets, 'intents.tsv'), path.join(here, 'sets/more-intents.tsv')]) {
    for (const [text, intent] of rowsOf(file)) texts.set(intent, [...(texts.get(intent) ?? []), text]);
  }
  return {
    splits: (examples = 20, seeds) =>
      seeds.map((seed) => {
        const random = makeRandom(`eval:nlu-training ${seed} ${examples}`);
        const parts = [...texts.values()].map((all) => {
          const order = shuffled(all, random);
          const learnt = Math.min(examples, order.length - 1);
          return { learnt: order.slice(0, learnt), asked: order.slice(learnt) };
        });
        return {
          knowledge: parts.map(({ learnt: [q = '', ...e] }, line) => ({ line, q, e })),
          test: parts.flatMap(({ learnt: [answer = ''], asked }) => asked.map((text) => ({ line: 0, text, answer }))),
        };
      }),
    negatives: rowsOf(path.join(dialogSets, 'foreign.tsv')).map(([text = '']) => text),
  };
}

/**
 * kb.mjsn, test.tsv and, where there are any, negatives.txt. With fewer examples, some are chosen by chance. @param
 * {string} directory @returns {Sets}
 */
export function setsIn(directory) {
  /** @template T @param {string} name @param {(bytes: Uint8Array, name: string) => T} parse */
  const read = (name, parse) => parse(readFileSync(path.join(directory, name)), name);
  const all = read('kb.mjsn', (bytes, name) => parseKnowledgeBase(bytes, name, { needsIds: false }));
  const test = read('test.tsv', parseLabelled);
  return {
    splits: (examples, seeds) =>
      (examples === undefined ? [0] : seeds).map((seed) => {
        const random = makeRandom(`eval:nlu-training ${seed} ${examples}`);
        const some = (/** @type {readonly string[]} */ e) =>
          examples === undefined ? e : shuffled(e, random).slice(0, examples - 1);
        return { knowledge: all.map(({ line, q, e }) => ({ line, q, e: some(e) })), test };
      }),
    negatives: existsSync(path.join(directory, 'negatives.txt')) ? read('negatives.txt', parseLines) : [],
  };
}

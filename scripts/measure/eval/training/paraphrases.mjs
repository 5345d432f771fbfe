// npm run eval:nlu-paraphrases [-- --seeds 5] [--added 5,10,20] [--show] [--write]: extended questions that are made
// from questions.
//
// 1. Of sets/paraphrase-questions.txt, the ten best of each question: do they keep numbers and names (as the
//    recognisers of entities read them), slots, negations, and the meaning (asked of a robot that has all of the
//    questions, each is its own question's)?
// 2. Of the replies in ../dialog/sets: three examples of each question are learnt, alone and with the paraphrases of
//    the three. Replies in sets/texts-looked-at.txt were seen before the phrases of phrases-zh were written: a second
//    row asks only the others.
//
// --show prints the paraphrases; --without-phrases leaves out the project's own phrases, which were written after a
// look at some of the replies; --write puts the tables into docs/measurements.md.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addon } from '../../../../dist/native/index.js';
import { likelihoodOf } from '../../../../dist/native/likelihood.js';
import { EntityFinder } from '../../../../dist/understanding/entities/finder.js';
import { sampled } from '../../../../dist/understanding/learning/inputs/sampled.js';
import { paraphrase } from '../../../../dist/understanding/learning/paraphrasing/paraphrase.js';
import { PhraseTable } from '../../../../dist/understanding/learning/paraphrasing/phrase-table.js';
import { WordVectors } from '../../../../dist/understanding/matching/word-vectors.js';
import { systemLexicons } from '../../../../dist/understanding/notation/system-lexicons.js';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { shuffled } from '../dialog/intents.mjs';
import { levers, mean, percent, searchOf } from '../dialog/scopes.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = path.join(here, '../../../..');
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    added: { type: 'string', default: '5,10,20' },
    show: { type: 'boolean', default: false },
    'without-phrases': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const model = (/** @type {string} */ name) => path.join(root, 'models', name);
const read = (/** @type {string} */ name) => readFileSync(name, 'utf8');
const vectors = new WordVectors(readFileSync(model('sent-zh/words.bin')));
const parts = {
  phrases: new PhraseTable(
    read(model('phrases-zh/words.tsv')),
    values['without-phrases'] ? '' : read(model('phrases-zh/phrases.tsv')),
  ),
  vectors,
  likelihood: likelihoodOf(
    new addon.Lexicon(model('lm-zh/lexicon.bin')),
    new addon.LanguageModel(model('lm-zh/lm.bin')),
  ),
};
const made = (/** @type {readonly string[]} */ questions, /** @type {number} */ topBeams) =>
  paraphrase(questions, { topBeams }, parts, () => {});
/** @type {Map<string, { q: string, e: string[] }>} */
const known = new Map();
const madeOnce = (/** @type {string} */ text, /** @type {number} */ count) => {
  const key = `${count} ${text}`;
  const found = known.get(key) ?? made([text], count)[0];
  known.set(key, found);
  return found;
};
const best = levers(vectors).at(-1);
const rows = (/** @type {string} */ name) =>
  read(name)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t'));

const shown = 10;
const questions = rows(path.join(here, 'sets/paraphrase-questions.txt')).map(([text]) => text);
const startedMs = performance.now();
const paraphrased = made(questions, shown);
const eachMs = (performance.now() - startedMs) / questions.length;
if (values.show)
  for (const { q, e } of paraphrased) process.stdout.write(`${q}\n${e.map((each) => `    ${each}\n`).join('')}`);

const finder = new EntityFinder([], []);
const lexicons = systemLexicons.map(({ name }) => name).filter((name) => !name.includes('{'));
const moment = { nowMs: Date.UTC(2026, 10, 22), timeZone: 'Asia/Shanghai' };
const entities = (/** @type {string} */ text) =>
  finder
    .settle(finder.find(text, lexicons, { moment, variables: () => undefined }))
    .map(({ lexicon, normValue }) => `${lexicon} ${normValue}`)
    .sort()
    .join();
/** @param {RegExp} form @param {string} text */
const all = (form, text) => (text.match(form) ?? []).sort().join();
const digits = (/** @type {string} */ text) => all(/[0-9]+|[A-Z]{2,}/g, text);
const slots = (/** @type {string} */ text) => all(/\{[^}]*\}/g, text);
/** 能不能 and similar words deny nothing, nor do 特别 and 非常. */
const denials = (/** @type {string} */ text) =>
  (
    text
      .replace(/(.)[不没]\1|可不可以|需不需要|有没有|(?<=有.*)没有$|特别|非常|别人|性别|区别|差别/gu, '')
      .match(/[不没别无未]|\bnot\b/gu) ?? []
  ).length;
const search = searchOf(
  questions.map((text, question) => ({ question, text: sampled(text) })),
  { ...best, head: false },
);

/** @type {{ check: string, fails: (q: string, e: string, at: number) => boolean }[]} */
const checks = [
  {
    check: 'numbers, dates and names',
    fails: (q, e) => entities(sampled(q)) !== entities(sampled(e)) || digits(q) !== digits(e),
  },
  { check: 'negation', fails: (q, e) => denials(q) !== denials(e) },
  { check: 'slots', fails: (q, e) => slots(q) !== slots(e) },
  { check: 'meaning: its own question is the nearest of all', fails: (_, e, at) => search(sampled(e)).order[0] !== at },
];
const pairs = paraphrased.flatMap(({ q, e }, at) => e.map((each) => ({ q, e: each, at })));
const failed = checks.map(({ fails }) => pairs.filter(({ q, e, at }) => fails(q, e, at)));
if (values.show)
  for (const [at, list] of failed.entries())
    for (const { q, e } of list) process.stdout.write(`fails ${checks[at]?.check}: ${q} -> ${e}\n`);
const anyFailed = new Set(failed.flat());
const kept = [
  ['kept', '% of the paraphrases'],
  ...checks.map(({ check }, at) => [check, percent(1 - (failed[at]?.length ?? 0) / pairs.length)]),
  ['all of them', percent(1 - anyFailed.size / pairs.length)],
];
const few = paraphrased.filter(({ e }) => e.length < shown).length;
const about = `${pairs.length} paraphrases of ${questions.length} questions; ${few} have fewer than ${shown}; ${eachMs.toFixed(0)} ms a question`;

const learntEach = 3;
const lookedAt = new Set(rows(path.join(here, 'sets/texts-looked-at.txt')).map(([text]) => text));
const sets = ['intents', 'faq-bank', 'faq-shop', 'faq-telecom'];
const added = values.added.split(',').map(Number);
const accuracy = [['set', 'Top-1 with 3 examples', ...added.map((count) => `with ${count} paraphrases of each`)]];
for (const name of sets) {
  const texts = rows(path.join(here, `../dialog/sets/${name}.tsv`));
  const isFaq = name.startsWith('faq');
  /** @type {number[][]} */
  const figures = [0, ...added].map(() => []);
  /** @type {number[][]} */
  const unseen = [0, ...added].map(() => []);
  for (let seed = 1; seed <= Number(values.seeds); seed++) {
    const { learnt, asked } = splitOf(texts, isFaq, seed);
    for (const [at, count] of [0, ...added].entries()) {
      const more = count === 0 ? [] : learnt.map(({ text }) => madeOnce(text, count));
      const own = new Set(learnt.map(({ text }) => text));
      const extended = more.flatMap(({ e }, index) =>
        e.filter((text) => !own.has(text)).map((text) => ({ question: learnt[index]?.question ?? 0, text })),
      );
      const find = searchOf([...learnt, ...extended], best);
      const isRight = asked.map(({ question, text }) => (find(text).order[0] === question ? 1 : 0));
      figures[at]?.push(mean(isRight));
      unseen[at]?.push(mean(isRight.filter((_, index) => !lookedAt.has(asked[index]?.text ?? ''))));
    }
  }
  accuracy.push(accuracyRow(name, figures.map(mean)), accuracyRow(`${name}, not looked at`, unseen.map(mean)));
}

/** @param {string} name @param {number[]} figures */
function accuracyRow(name, [base = 0, ...others]) {
  return [
    name,
    percent(base),
    ...others.map((each) => `${percent(each)} (${each >= base ? '+' : ''}${percent(each - base)})`),
  ];
}

/**
 * The examples that are learnt: three replies of each intent, or each question of a FAQ with two of its queries. @param
 * {readonly string[][]} texts @param {boolean} isFaq @param {number} seed
 */
function splitOf(texts, isFaq, seed) {
  const random = makeRandom(`eval:nlu-paraphrases ${seed}`);
  const groups = new Map();
  for (const [text, question] of texts) groups.set(question, [...(groups.get(question) ?? []), text]);
  const learnt = [];
  const asked = [];
  for (const [question, [name, all]] of [...groups].entries()) {
    const order = shuffled(all, random);
    const some = isFaq ? [name, ...order.slice(0, learntEach - 1)] : order.slice(0, learntEach);
    learnt.push(...some.map((text) => ({ question, text })));
    asked.push(...order.slice(isFaq ? learntEach - 1 : learntEach).map((text) => ({ question, text })));
  }
  return { learnt, asked };
}

const [kHead = [], ...kRows] = kept;
const [aHead = [], ...aRows] = accuracy;
const report = `${about} on ${machineLine()}.\n\n${markdownTable(kHead, kRows)}\n\nTop-1 in %, means of ${values.seeds} draws:\n\n${markdownTable(aHead, aRows)}\n`;
process.stdout.write(`\n${report}`);
if (values.write) writeBlock('nlu-paraphrases', report);

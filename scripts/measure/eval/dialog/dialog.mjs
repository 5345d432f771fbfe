// npm run eval:dialog -- DIR [--vectors FILE] [--seeds 10] [--write]: how well questions are matched, on the sets in DIR:
//
//   intents*.tsv      TEXT<TAB>INTENT. 5, 10 or all examples of each intent are learnt, the rest is asked (with all: one is asked).
//   NAME.train.tsv and NAME.test.tsv, both TEXT<TAB>INTENT: the first is learnt, the second asked.
//   foreign*.tsv      TEXT: sentences that belong to no intent of the other sets.
//   faq*.tsv          QUERY<TAB>QUESTION. All questions of the file are learnt, and those of a file NAME.questions.tsv, one a line.
//   pairs*.tsv        A<TAB>B<TAB>1 where they mean the same, else 0.
//
// Without DIR, the project's own sets in sets/. Each row of a table adds one thing to the row above it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { WordVectors } from '../../../../dist/understanding/matching/word-vectors.js';
import { faqTable } from './faq.mjs';
import { intentTable, refusalTable, trainTestTable } from './intents.mjs';
import { pairTable } from './pairs.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { vectors: { type: 'string' }, seeds: { type: 'string', default: '10' } },
});
const directory = positionals[0] ?? path.join(here, 'sets');
const vectorFile = values.vectors ?? path.join(here, '../../../../models/sent-zh/words.bin');
const vectors = existsSync(vectorFile) ? new WordVectors(readFileSync(vectorFile)) : undefined;
if (vectors === undefined) process.stdout.write(`without word vectors: ${vectorFile} does not exist\n`);
const seeds = Array.from({ length: Number(values.seeds) }, (_, seed) => seed + 1);

const files = readdirSync(directory).filter((name) => name.endsWith('.tsv'));
const rows = (/** @type {string} */ name) =>
  readFileSync(path.join(directory, name), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/\r$/, '').split('\t'));
const named = (/** @type {RegExp} */ form) => files.filter((name) => form.test(name));

const foreign = named(/^foreign/).flatMap((name) => rows(name).map(([text]) => text));
for (const name of named(/^(?!foreign|faq|pairs).*\.train\.tsv$/)) {
  const test = name.replace('.train.', '.test.');
  print(`${name} and ${test}`, trainTestTable(rows(name), rows(test), vectors));
}
for (const name of named(/^intents(?!.*\.(train|test)\.)/)) {
  print(`${name}: Top-1 / Top-5 in % of the replies`, intentTable(rows(name), seeds, vectors));
  print(`${name}: what is refused, 10 examples an intent`, refusalTable(rows(name), foreign, seeds, vectors));
}
const faqs = named(/^faq(?!.*\.questions\.)/).map((name) => {
  const more = name.replace('.tsv', '.questions.tsv');
  return { name, pairs: rows(name), questions: files.includes(more) ? rows(more).map(([text]) => text) : [] };
});
if (faqs.length > 0) print('faq: Top-1 / Top-5 in % of the queries', faqTable(faqs, vectors));
for (const name of named(/^pairs/))
  print(`${name}: accuracy, threshold from the other half`, pairTable(rows(name), seeds, vectors));

/** @param {string} title @param {string[][]} table */
function print(title, table) {
  const [head, ...body] = table;
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |\n`;
  process.stdout.write(`\n${title}\n\n${line(head)}${line(head.map(() => '---'))}${body.map(line).join('')}`);
}

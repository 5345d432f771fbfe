// npm run eval:nlu-split -- [DIR] [--write]: the share of headed sections of documents that get a pair of question and
// answer, and the share of the pairs with the right section. DIR (else the project's own in sets/) has split/NAME.txt
// and split-sections.tsv: NAME, a tab, words of the heading, a tab, words of the section's own text that no other
// section has.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { splitDocument } from '../../../../dist/understanding/learning/documents/split.js';
import { writeBlock } from '../../lib/page.mjs';
import { markdownTable } from '../../lib/report.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
const directory = positionals[0] ?? fileURLToPath(new URL('./sets', import.meta.url));
const sections = readFileSync(path.join(directory, 'split-sections.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const [name, heading, words] = line.split('\t');
    return { name, heading, words };
  });
const names = [...new Set(sections.map(({ name }) => name))];
let [found, pairs, right] = [0, 0, 0];
for (const name of names) {
  const own = sections.filter((section) => section.name === name);
  const { qa } = splitDocument(name, readFileSync(path.join(directory, 'split', `${name}.txt`), 'utf8'));
  for (const { heading, words } of own) {
    // a table also has a pair for each row: the section's own pair is the one with its words
    if (qa.some(({ q, a }) => q.includes(heading) && a.includes(words))) found += 1;
    else process.stderr.write(`${name}: no pair for ${heading}\n`);
  }
  for (const { q, a } of qa) {
    // the last heading that the question names is its own; a row of a table is one more pair of the section that has it
    const section = own
      .filter(({ heading }) => q.includes(heading))
      .sort((one, other) => q.lastIndexOf(other.heading) - q.lastIndexOf(one.heading))[0];
    const others = own.filter((each) => each !== section && a.includes(each.words));
    pairs += 1;
    const isWhole = (/** @type {{ q: string, a: string }} */ pair) =>
      section !== undefined && pair.q.includes(section.heading) && pair.a.includes(section.words);
    const isRight = section === undefined ? others.length <= 1 : others.length === 0 && qa.some(isWhole);
    if (isRight) right += 1;
    else process.stderr.write(`${name}: ${q} has the text of ${others.map(({ heading }) => heading)}\n`);
  }
}
const share = (/** @type {number} */ part, /** @type {number} */ all) =>
  `${((100 * part) / all).toFixed(1)} % of ${all}`;
const table = markdownTable(
  [`${names.length} documents`, ''],
  [
    ['headed sections with text that got a pair', share(found, sections.length)],
    ['pairs with the text of their section and of no other', share(right, pairs)],
  ],
);
process.stdout.write(`${table}\n`);
if (values.write) writeBlock('eval:nlu-split', table);

// `npm run fuzz:training -- [--lines 1000000] [--seed N] [--write]`: material by chance for every parser of training optimisation, in
// files of up to 24 lines. Only InputFault may be thrown, with the name of the file; documents are split whatever they are.
// Ends with status 1 and the files that broke a rule.
import { parseArgs } from 'node:util';
import { splitDocument } from '../../dist/understanding/learning/documents/split.js';
import { InputFault } from '../../dist/understanding/learning/fault.js';
import { parseKnowledgeBase } from '../../dist/understanding/learning/inputs/knowledge-base.js';
import { parseLabelled } from '../../dist/understanding/learning/inputs/labelled.js';
import { parseLines } from '../../dist/understanding/learning/inputs/lines.js';
import { sampled } from '../../dist/understanding/learning/inputs/sampled.js';
import { writeBlock } from './lib/page.mjs';
import { machineLine, markdownTable } from './lib/report.mjs';
import { generator } from './power/rounds.mjs';

const { values: options } = parseArgs({
  options: {
    lines: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const lines = Number(options.lines);
const random = generator(Number(options.seed));
const oneOf = (/** @type {readonly string[]} */ values) => values[random(values.length)] ?? '';
const name = 'file';

const json = [
  '{"q":"',
  '"',
  '","e":[',
  ']}',
  '"甲"',
  ',',
  '"i":"1"',
  '"i":1',
  '\\',
  '\\u00',
  'null',
  '{}',
  '[',
  '乙',
  '{"q":"丙","e":[]}',
];
const tables = [
  '\t',
  '怎么退款',
  '营业时间',
  ' ',
  '\r',
  '\u00a0',
  '{',
  '{北京:city@SYS.city}',
  '}',
  'RE:',
  '\u0000',
  '😀',
];
const headings = [
  '第一章',
  '第 2 节',
  '一、',
  '（二）',
  '1.',
  '1.1 ',
  '(3)',
  '①',
  '# ',
  '## ',
  '====',
  '----',
  '问：',
  '答：',
  'Q: ',
  '| a | b |',
  '|--|--|',
];
const texts = [
  '退票的手续费是多少',
  '？',
  '。',
  '如下：',
  '    ',
  '　　',
  '* ',
  '2026年',
  '3.5元',
  '目录',
  '……12',
  '\t',
  'int main() {',
  '第一章',
];

/** Most lines are nearly right: only those reach the later rules. @param {readonly string[]} pieces */
function pieceByPiece(pieces) {
  let line = '';
  for (let left = random(8); left > 0; left--)
    line += random(12) === 0 ? String.fromCharCode(random(random(2) === 0 ? 128 : 65_536)) : oneOf(pieces);
  return line;
}
const word = () => `${oneOf(tables)}${random(1_000)}`;
const knowledgeLine = () => {
  if (random(24) === 0) return pieceByPiece(json);
  const point = { q: word(), e: Array.from({ length: random(3) }, word), ...(random(4) !== 0 && { i: word() }) };
  return JSON.stringify(point);
};
const labelledLine = () => (random(24) === 0 ? pieceByPiece(tables) : `${word().replaceAll('\t', '')}\t${random(9)}好`);

/** @type {Record<string, { line: () => string, parse: (bytes: Buffer) => unknown }>} */
const parsers = {
  'knowledge base': {
    line: knowledgeLine,
    parse: (bytes) => parseKnowledgeBase(bytes, name, { needsIds: random(8) === 0 }),
  },
  'test set': { line: labelledLine, parse: (bytes) => parseLabelled(bytes, name) },
  'lines with slot notation': {
    line: () => pieceByPiece(tables),
    parse: (bytes) => parseLines(bytes, name).map(sampled),
  },
  document: {
    line: () => pieceByPiece([...headings, ...texts]),
    parse: (bytes) => splitDocument(name, bytes.toString('utf8')),
  },
};

/** @param {() => string} line @param {number} count */
function fileByChance(line, count) {
  const file = Array.from({ length: count }, line);
  const bytes = Buffer.from(`${random(8) === 0 ? '\ufeff' : ''}${file.join(random(4) === 0 ? '\r\n' : '\n')}`);
  if (random(10) === 0 && bytes.length > 0) bytes[random(bytes.length)] = random(256);
  return bytes;
}

/** @type {string[]} */ const faults = [];
const rows = Object.entries(parsers).map(([kind, { line, parse }]) => {
  const startedMs = performance.now();
  const outcomes = { taken: 0, refused: 0 };
  for (let done = 0; done < lines; ) {
    const count = 1 + random(24);
    done += count;
    const bytes = fileByChance(line, count);
    try {
      parse(bytes);
      outcomes.taken++;
    } catch (fault) {
      outcomes.refused++;
      const isInWords = fault instanceof InputFault && fault.message.startsWith(`${name}: `);
      if (!isInWords) faults.push(`${kind}: ${bytes.toString('base64')}: ${fault}`);
    }
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  return [kind, String(lines), String(outcomes.taken), String(outcomes.refused), `${seconds.toFixed(0)} s`];
});
const table = markdownTable(['parser', 'lines', 'files taken', 'files refused', 'time'], rows);
const text = `Material by chance, seed ${options.seed}: ${faults.length} faults other than InputFault. ${machineLine()}.\n\n${table}`;
process.stdout.write(`${text}\n`);
if (options.write) writeBlock('fuzz:training', text);
for (const fault of faults.slice(0, 20)) process.stderr.write(`${fault.slice(0, 500)}\n`);
if (faults.length > 0) process.exitCode = 1;

// `npm run fuzz:notation -- [--inputs 1000000] [--seed N] [--write]`: texts by chance for every parser of dialog robots, then
// 64 KB of every nasty kind. Only NotationFault may be thrown, with a place that lies in the text; a text of 64 KB may take 50 ms.
// Ends with status 1 and the texts that broke a rule.
import { parseArgs } from 'node:util';
import { limits } from '../../dist/protocol/limits.js';
import { parseRecommendation, parseSimpleEntry, parseWordEntry } from '../../dist/understanding/notation/entries.js';
import { evaluate, holds, parseAssignment, parseCondition } from '../../dist/understanding/notation/expression.js';
import { NotationFault } from '../../dist/understanding/notation/fault.js';
import { checkedLexiconName } from '../../dist/understanding/notation/names.js';
import { compilePattern } from '../../dist/understanding/notation/pattern.js';
import { parseQuestion, plainText } from '../../dist/understanding/notation/question.js';
import { fillTemplate, parseTemplate } from '../../dist/understanding/notation/template.js';
import { variablesIn } from '../../dist/understanding/notation/variables.js';
import { longTexts, longUnits, patterns, pieces, targets } from './fuzz-notation-texts.mjs';
import { writeBlock } from './lib/page.mjs';
import { machineLine, markdownTable } from './lib/report.mjs';
import { generator } from './power/rounds.mjs';

const { values: options } = parseArgs({
  options: {
    inputs: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const inputs = Number(options.inputs);
const mostMs = 50;
const random = generator(Number(options.seed));
const oneOf = (/** @type {readonly any[]} */ values) => values[random(values.length)];

const values = ['', 'x', 0, 1.5, -1, true, false, null, undefined, [], [1, 'x'], {}, { a: 1 }];
/** @param {readonly string[]} path */
const lookUp = (path) => values[path.join('.').length % values.length];

/** Every parser with what is done with its product. @type {Record<string, (text: string) => unknown>} */
const parsers = {
  parseQuestion: (text) => plainText(parseQuestion(text)),
  parseCondition: (text) => {
    const condition = parseCondition(text);
    return [holds(condition, lookUp), [...variablesIn(condition)].length];
  },
  parseAssignment: (text) => evaluate(parseAssignment(text).value, lookUp),
  parseTemplate: (text) => fillTemplate(parseTemplate(text), lookUp),
  parseWordEntry,
  parseSimpleEntry,
  parseRecommendation,
  checkedLexiconName,
};

function textByChance() {
  const kind = random(4);
  const length = random(24);
  let text = kind === 0 ? oneOf(['a = ', 'RE:', '{"menuIds":[1', 'x == ', '{{ ', '']) : '';
  for (let at = 0; at < length; at++) {
    text += kind === 3 ? String.fromCharCode(random(random(2) === 0 ? 128 : 65_536)) : oneOf(pieces);
  }
  return text;
}

/** @type {string[]} */ const faults = [];
const outcomes = { taken: 0, refused: 0 };

/** @param {string} name @param {string} text */
function tryText(name, text) {
  try {
    parsers[name]?.(text);
    outcomes.taken++;
  } catch (fault) {
    outcomes.refused++;
    const isPlaced = fault instanceof NotationFault && fault.at >= 0 && fault.at <= text.length;
    if (!isPlaced) faults.push(`${name} of ${JSON.stringify(text.slice(0, 200))}: ${fault} at ${fault?.at}`);
    else fault.in(text);
  }
}

/** The longest of several calls would count a pause of the machine; the shortest counts the parser. @param {() => void} run */
function fewestMs(run) {
  let fewest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 || (fewest > mostMs && round < 10); round++) {
    const fromMs = performance.now();
    run();
    fewest = Math.min(fewest, performance.now() - fromMs);
  }
  return fewest;
}

const startedMs = performance.now();
const names = Object.keys(parsers);
for (let input = 0; input < inputs; input++)
  tryText(/** @type {string} */ (names[input % names.length]), textByChance());
const fuzzS = (performance.now() - startedMs) / 1_000;
const { taken, refused } = outcomes;

/** @type {{ ms: number, what: string }[]} */ const parsed = [];
for (const [kind, text] of Object.entries(longTexts)) {
  for (const name of names) parsed.push({ ms: fewestMs(() => tryText(name, text)), what: `${name}, ${kind}` });
}
/** Matches of every pattern on so many units of every target. @param {number} units */
function matches(units) {
  /** @type {{ ms: number, what: string }[]} */ const matched = [];
  for (const source of patterns) {
    const pattern = compilePattern(source, 0);
    for (const [kind, text] of Object.entries(targets)) {
      const part = text.slice(0, units);
      matched.push({ ms: fewestMs(() => pattern.matcher(part).find()), what: `${source} on ${kind}` });
    }
  }
  return matched;
}

const [matched, matchedShort] = [matches(longUnits), matches(limits.nlu.questionBytes)];

const slowest = (/** @type {{ ms: number, what: string }[]} */ all, count = 5) =>
  all.toSorted((a, b) => b.ms - a.ms).slice(0, count);
const shown = (/** @type {{ ms: number, what: string }[]} */ all) =>
  all.map(({ ms, what }) => `${ms.toFixed(1)} ms: ${what.replaceAll('|', '\\|')}`).join('<br>');
for (const { ms, what } of parsed) if (ms > mostMs) faults.push(`${ms.toFixed(0)} ms: ${what}`);
const table = markdownTable(
  ['parsers of notation', 'measured'],
  [
    [
      'inputs by chance; taken, refused',
      `${inputs}, seed ${options.seed}, ${fuzzS.toFixed(0)} s; ${taken}, ${refused}`,
    ],
    ['faults other than NotationFault, places outside the text, texts over the limit', String(faults.length)],
    [`slowest of ${parsed.length} parses of 64 KB`, shown(slowest(parsed))],
    [`slowest of ${matched.length} matches of RE2 patterns on 64 KB`, shown(slowest(matched))],
    [`those over ${mostMs} ms`, String(matched.filter(({ ms }) => ms > mostMs).length)],
    [`slowest on the ${limits.nlu.questionBytes} units of a long question`, shown(slowest(matchedShort, 2))],
  ],
);
const text = `Texts for the parsers of notation. ${machineLine()}.\n\n${table}`;
process.stdout.write(`${text}\n`);
if (options.write) writeBlock('fuzz:notation', text);
for (const fault of faults.slice(0, 20)) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;

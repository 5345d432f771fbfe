// `npm run bench:synthesis-text`: the cost of the synthesis front end for one sentence, in ms of CPU time. It runs in
// the gateway, whose loop it must not hold up. The text is made of the project's own cases; the first sentence, which
// loads the dictionary of readings, is counted apart.
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { performance } from 'node:perf_hooks';

const promisedMs = 5;
const rounds = 20;

const { openText } = await import('../../../dist/tts/front-end.js');

function casesOf(file) {
  const lines = readFileSync(new URL(`../../../test/pure/tts/${file}`, import.meta.url), 'utf8').split('\n');
  return lines
    .filter((line) => line.includes('=') && !line.startsWith('#'))
    .map((line) => line.slice(0, line.lastIndexOf('=')));
}

const numbers = casesOf('number-cases.txt');
const words = casesOf('tone-cases.txt');
const texts = {
  'a short sentence, 12 characters': numbers
    .map((number, at) => `您的${words[at % words.length]}是${number.slice(0, 6)}。`)
    .join(''),
  'a long sentence, 60 characters': '您好我想查一下我的订单什么时候能送到因为我明天就要出差了'.repeat(40),
  'numbers only': numbers.join('，'),
  English: 'Please call the customer service department at 10:30 on 2026-11-21 and pay $12.50. '.repeat(40),
};

function measure(text) {
  let sentences = 0;
  let longestMs = 0;
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round++) {
    const { sentences: said } = openText(
      { text, isMarkup: false, language: 'cn', digitMode: 0, speakPunctuation: false },
      () => false,
    );
    for (let at = performance.now(); !said.next().done; at = performance.now()) {
      longestMs = Math.max(longestMs, performance.now() - at);
      sentences++;
    }
  }
  const { user, system } = process.cpuUsage(before);
  return { meanMs: (user + system) / 1_000 / sentences, longestMs, sentences };
}

const beforeFirst = process.cpuUsage();
const first = openText(
  { text: '你好。', isMarkup: false, language: 'cn', digitMode: 0, speakPunctuation: false },
  () => false,
);
first.sentences.next();
const { user, system } = process.cpuUsage(beforeFirst);
console.log(`${os.cpus()[0]?.model}, Node ${process.version}; ms of CPU time for one sentence`);
console.log(`${'the first one'.padEnd(32)} ${((user + system) / 1_000).toFixed(2)}`);
let isKept = true;
for (const [name, text] of Object.entries(texts)) {
  measure(text);
  const { meanMs, longestMs, sentences } = measure(text);
  console.log(
    `${name.padEnd(32)} ${meanMs.toFixed(3)}  (longest ${longestMs.toFixed(1)} by the clock, ${sentences} sentences)`,
  );
  isKept &&= meanMs <= promisedMs;
}
if (!isKept) {
  console.log(`a sentence takes more than ${promisedMs} ms`);
  process.exit(1);
}

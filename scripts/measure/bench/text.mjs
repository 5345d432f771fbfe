// `npm run bench:text`: CPU time of the text layer for 1,000 characters. The text is made of the project's own
// number cases between plain sentences, so that every eighth sentence or so has a number.
import { readFileSync } from 'node:fs';
import os from 'node:os';

const { normaliseNumbers } = await import('../../../dist/text/itn/normalise.js');
const { beginText, finishText, makeTextRules } = await import('../../../dist/text/finish.js');

const characters = 1_000;
const promisedMs = 1;
const rounds = 300;

const plain = [
  '我想查一下我的订单',
  '请问什么时候能送到',
  '好的我知道了谢谢你',
  '他说今天可能会下雨',
  '这个问题我需要问一下',
  '我们公司在火车站旁边',
  '你先等一等我看看',
];
const cases = readFileSync(new URL('../../../test/pure/text/number-cases.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('=')[0]);

const texts = [];
let text = '';
for (const [at, each] of cases.entries()) {
  text += plain.map((_, step) => plain[(at + step) % plain.length]).join('') + each;
  if (text.length < characters) continue;
  texts.push(text.slice(0, characters));
  text = '';
}

const off = {
  addPunc: false,
  digitNorm: false,
  textSmooth: false,
  makeParagraph: false,
  outputPinyin: false,
  wordType: 'DISABLED',
  wordTpp: true,
  tppContextRangeMs: 0,
  sensitiveWords: [],
};
const words = texts.map((whole) =>
  whole
    .match(/.{1,2}/gsu)
    .map((each, at) => ({ text: each, startMs: at * 400, endMs: at * 400 + 400, confidence: 0.9 })),
);
const marks = Array.from({ length: characters * 2 }, (_, at) => (at % 12 === 11 ? '，' : ''));

function layer(params) {
  const rules = makeTextRules({ ...off, ...params }, []);
  return (at) => finishText(rules, beginText(rules, words[at]), { marks, isFinal: true });
}

function cpuMsEach(work) {
  for (let round = 0; round < rounds; round++) work(round % texts.length);
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round++) work(round % texts.length);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / rounds;
}

const figures = [
  ['numbers, as text', cpuMsEach((at) => normaliseNumbers(texts[at]))],
  ['units and joining alone', cpuMsEach(layer({}))],
  ['with digitNorm', cpuMsEach(layer({ digitNorm: true }))],
  ['with textSmooth', cpuMsEach(layer({ textSmooth: true }))],
  ['with wordFilter', cpuMsEach(layer({ sensitiveWords: ['坏蛋', '三十五'] }))],
  ['with words', cpuMsEach(layer({ wordType: 'WORD' }))],
  [
    'all but pinyin',
    cpuMsEach(
      layer({
        addPunc: true,
        digitNorm: true,
        textSmooth: true,
        makeParagraph: true,
        wordType: 'WORD',
        sensitiveWords: ['坏蛋'],
      }),
    ),
  ],
  ['pinyin from the dictionary', cpuMsEach(layer({ outputPinyin: true }))],
];
console.log(`${os.cpus()[0]?.model}, Node ${process.version}; ms of CPU time for ${characters} characters`);
for (const [name, ms] of figures) console.log(`${name.padEnd(28)} ${ms.toFixed(3)}`);
const [, numbersMs] = figures[0];
if (numbersMs > promisedMs) {
  console.log(`number conversion takes more than ${promisedMs} ms`);
  process.exit(1);
}

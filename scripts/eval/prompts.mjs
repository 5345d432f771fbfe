// npm run eval:prompts [-- DIR]: announcements in voices never trained on, through 8 kHz A-law with noise, to verdicts of
// the ring screening; and thirty minutes of other sounds that must not give any.
//   DIR             reference data: recorded syllables, words, sentences, dialog texts; default ../shared/data
//   --model DIR     default models/asr-zh-8k      --lm DIR  default models/lm-zh      --vad DIR  default models/vad
//   --limit N       voices; also thins out the other sounds
//   --snr DB        white noise; default 20
//   --misses        what was heard instead
//   --write         put the table into docs/measurements.md
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { defaultKeywordRows } from '../../dist/ring/default-tables.js';
import { compileKeywords, findKeyword } from '../../dist/ring/keywords.js';
import { writeBlock } from '../bench/page.mjs';
import { makeRandom } from '../bench/tones/random.mjs';
import { machineLine, markdownTable } from '../bench/tones/report.mjs';
import { addNoise, toAlaw } from './audio.mjs';
import { shipped } from './models.mjs';
import { otherCalls } from './other-sounds.mjs';
import { concatenated, generatedVoices, recordedVoices } from './prompt-voices.mjs';
import { announcements } from './prompt-wordings.mjs';
import { openScreening } from './screening.mjs';

const promisedShare = 0.97;
const promisedFalse = 1;
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string', default: path.join(shipped, 'asr-zh-8k') },
    lm: { type: 'string', default: path.join(shipped, 'lm-zh') },
    vad: { type: 'string', default: path.join(shipped, 'vad') },
    limit: { type: 'string', default: '100' },
    snr: { type: 'string', default: '20' },
    misses: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const data = positionals[0] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
const limit = Number(options.limit);
const screen = await openScreening({ asr: options.model, lm: options.lm, vad: options.vad });
const keywords = compileKeywords(defaultKeywordRows);
const lead = new Int16Array(8_000 * 0.4);

/** @param {Int16Array} samples @param {string} seed */
const onLine = (samples, seed) =>
  toAlaw(addNoise(concatenated([lead, samples, lead]), Number(options.snr), makeRandom(seed)));

/** @typedef {{ voice: string, keyword: string, isRight: boolean, text: string, heard: string, found: string }} Said */
/** @param {import('./prompt-voices.mjs').Voice[]} voices */
async function sayAll(voices) {
  /** @type {Said[]} */
  const all = [];
  for (const voice of voices) {
    for (const [keyword, texts] of Object.entries(announcements)) {
      for (const text of texts) {
        const samples = voice.say(text, makeRandom(text));
        const expected = findKeyword(keywords, text);
        if (samples === undefined || expected === undefined) continue;
        const { keyword: found, resultId, heard } = await screen(onLine(samples, `${voice.name} ${text}`));
        const isRight = found !== '' && resultId === expected.resultId;
        all.push({ voice: voice.name, keyword, isRight, text, heard, found });
      }
    }
    const own = all.filter((said) => said.voice === voice.name);
    process.stderr.write(`${voice.name}: ${own.filter((said) => said.isRight).length}/${own.length}\n`);
  }
  return all;
}

const generated = await sayAll(generatedVoices().slice(0, limit));
const recorded = await sayAll(recordedVoices(data).slice(0, limit));
/** @type {Map<string, { calls: number, seconds: number, wrong: string[] }>} */
const others = new Map();
let number = 0;
for (const { kind, samples } of otherCalls(
  data,
  (text) => findKeyword(keywords, text) === undefined,
  Math.min(1, limit / 12),
)) {
  const { keyword, heard } = await screen(onLine(samples, `other ${number++}`));
  const before = others.get(kind) ?? { calls: 0, seconds: 0, wrong: [] };
  const wrong = keyword === '' ? before.wrong : [...before.wrong, `${keyword} in ${heard}`];
  others.set(kind, { calls: before.calls + 1, seconds: before.seconds + samples.length / 8_000, wrong });
}

const share = (/** @type {readonly Said[]} */ said) => {
  const right = said.filter(({ isRight }) => isRight).length;
  return `${right}/${said.length}${said.length > 0 ? ` (${((100 * right) / said.length).toFixed(1)} %)` : ''}`;
};
const voicesOf = (/** @type {readonly Said[]} */ said) => new Set(said.map(({ voice }) => voice)).size;
const rows = Object.keys(announcements).map((keyword) => [
  keyword,
  share(generated.filter((said) => said.keyword === keyword)),
  share(recorded.filter((said) => said.keyword === keyword)),
]);
const wrongs = [...others.values()].flatMap(({ wrong }) => wrong);
const minutes = [...others.values()].reduce((sum, { seconds }) => sum + seconds / 60, 0);
const foundShare = generated.filter(({ isRight }) => isRight).length / Math.max(1, generated.length);
const table = [
  `\`npm run eval:prompts${limit < 100 ? ` -- --limit ${limit}` : ''}\`, A-law at 8 kHz, white noise at ${options.snr} dB. ${machineLine()}`,
  markdownTable(
    ['announcements with the verdict of their text', 'measured', ''],
    [
      [
        `${voicesOf(generated)} espeak-ng voices never trained on (synthetic) ≥ 97 %`,
        share(generated),
        foundShare >= promisedShare ? 'holds' : 'fails',
      ],
      [`${voicesOf(recorded)} voices of recorded syllables, joined (trained on)`, share(recorded), ''],
      [
        `false keywords in ${minutes.toFixed(0)} min of other sounds ≤ 1`,
        `${wrongs.length}`,
        wrongs.length <= promisedFalse ? 'holds' : 'fails',
      ],
    ],
  ),
  markdownTable(
    ['other sounds', 'calls', 'minutes', 'false keywords'],
    [...others].map(([kind, { calls, seconds, wrong }]) => [kind, calls, (seconds / 60).toFixed(1), wrong.length]),
  ),
  markdownTable(['keyword', 'espeak-ng', 'recorded syllables'], rows),
].join('\n\n');
process.stdout.write(`${table}\n`);
if (options.misses) {
  for (const said of [...generated, ...recorded].filter(({ isRight }) => !isRight)) {
    process.stdout.write(`${said.voice} | ${said.text} | ${said.heard} | ${said.found}\n`);
  }
  for (const wrong of wrongs) process.stdout.write(`false: ${wrong}\n`);
}
if (options.write) writeBlock('eval:prompts', table);
process.exitCode = foundShare >= promisedShare && wrongs.length <= promisedFalse ? 0 : 1;

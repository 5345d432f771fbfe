// npm run eval:prompts [-- DIR]: announcements in voices never trained on, through 8 kHz A-law with noise, to verdicts
// of the ring screening; and sounds that must not give a verdict: thirty minutes of speech, music and tones as
// recordings, and more than an hour of songs, singing, babble, foreign speech and customers as live calls.
//   DIR             reference data: recorded syllables, words, sentences, dialog texts; default ../shared/data
//   --model DIR     default models/asr-zh-8k      --lm DIR  default models/lm-zh      --vad DIR  default models/vad
//   --limit N       voices; also thins out the other sounds
//   --snr DB        white noise; default 20
//   --confidence C  ring.keywordConfidence
//   --part PART     of the live calls: reported (default), or chosen, the other half, on which rules are chosen
//   --live-only     the live calls alone
//   --misses        the texts that were heard instead, and every keyword that was heard and rejected
//   --write         put the table into docs/measurements.md
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { localSpeech } from '../../../../dist/local/synthesis.js';
import { defaultKeywordRows } from '../../../../dist/ring/default-tables.js';
import { compileKeywords, findKeyword } from '../../../../dist/ring/keywords.js';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { addNoise, toAlaw } from '../lib/audio.mjs';
import { shipped } from '../lib/models.mjs';
import { openScreening } from '../lib/screening.mjs';
import { keywordlessCalls, sayWith } from './keywordless.mjs';
import { otherCalls } from './other-sounds.mjs';
import { concatenated, generatedVoices, recordedVoices } from './prompt-voices.mjs';
import { announcements } from './prompt-wordings.mjs';

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
    confidence: { type: 'string' },
    part: { type: 'string', default: 'reported' },
    'live-only': { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const data = positionals[0] ?? fileURLToPath(new URL('../../../../../shared/data', import.meta.url));
const limit = Number(options.limit);
const part = options.part === 'chosen' ? 'chosen' : 'reported';
const screening = await openScreening(
  { asr: options.model, lm: options.lm, vad: options.vad },
  options.confidence === undefined ? {} : { keywordConfidence: Number(options.confidence) },
);
const keywords = compileKeywords(defaultKeywordRows);
const lead = new Int16Array(8_000 * 0.4);

/** @param {Int16Array} samples @param {string} seed */
const onLine = (samples, seed) =>
  toAlaw(addNoise(concatenated([lead, samples, lead]), Number(options.snr), makeRandom(seed)));

/** @typedef {{ voice: string, keyword: string, isRight: boolean, text: string, heard: string, found: string,
 *   confidence: number }} Said */
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
        const {
          keyword: found,
          resultId,
          heard,
          evidence,
        } = await screening.whole(onLine(samples, `${voice.name} ${text}`));
        const isRight = found !== '' && resultId === expected.resultId;
        const confidence = evidence?.keyword?.confidence ?? 0;
        all.push({ voice: voice.name, keyword, isRight, text, heard, found, confidence });
      }
    }
    const own = all.filter((said) => said.voice === voice.name);
    process.stderr.write(`${voice.name}: ${own.filter((said) => said.isRight).length}/${own.length}\n`);
  }
  return all;
}

const said = options['live-only'] ? 0 : limit;
const generated = await sayAll(generatedVoices().slice(0, said));
const recorded = await sayAll(recordedVoices(data).slice(0, said));

/** @type {string[]} */
const doubts = [];
/** @typedef {Map<string, { calls: number, seconds: number, wrong: string[] }>} Kinds */
/**
 * @param {Kinds} kinds @param {import('./other-sounds.mjs').Call} call @param {import('../lib/screening.mjs').Screened}
 * screened
 */
function note(kinds, { kind, samples }, { keyword, heard, evidence }) {
  const before = kinds.get(kind) ?? { calls: 0, seconds: 0, wrong: [] };
  const trust = JSON.stringify(evidence?.keyword ?? {});
  for (const doubted of evidence?.doubted ?? [])
    doubts.push(`${kind} ${before.calls}: ${doubted.word} ${doubted.confidence}`);
  const wrong = keyword === '' ? before.wrong : [...before.wrong, `${kind} ${before.calls}: ${heard} ${trust}`];
  kinds.set(kind, { calls: before.calls + 1, seconds: before.seconds + samples.length / 8_000, wrong });
}

const isFree = (/** @type {string} */ text) => findKeyword(keywords, text) === undefined;
const share = Math.min(1, limit / 12);
/** @type {Kinds} */
const others = new Map();
if (!options['live-only']) {
  let number = 0;
  for (const call of otherCalls(data, isFree, share))
    note(others, call, await screening.whole(onLine(call.samples, `other ${number++}`)));
}
/** @type {Kinds} */
const live = new Map();
const speech = await localSpeech(undefined);
for await (const call of keywordlessCalls({ part, data, isFree, say: sayWith(speech), share }))
  note(live, call, await screening.live(toAlaw(call.samples)));
await speech.close();

const rightOf = (/** @type {readonly Said[]} */ said) => {
  const right = said.filter(({ isRight }) => isRight).length;
  return `${right}/${said.length}${said.length > 0 ? ` (${((100 * right) / said.length).toFixed(1)} %)` : ''}`;
};
/** @param {readonly Said[]} said */
function quantiles(said) {
  const found = said.filter(({ isRight }) => isRight).map(({ confidence }) => confidence);
  found.sort((a, b) => a - b);
  return [0.01, 0.05, 0.25, 0.5].map((share) => found[Math.floor(share * found.length)] ?? '-').join(', ');
}
const voicesOf = (/** @type {readonly Said[]} */ said) => new Set(said.map(({ voice }) => voice)).size;
const rows = Object.keys(announcements).map((keyword) => [
  keyword,
  rightOf(generated.filter((said) => said.keyword === keyword)),
  rightOf(recorded.filter((said) => said.keyword === keyword)),
]);
const wrongsIn = (/** @type {Kinds} */ kinds) => [...kinds.values()].flatMap(({ wrong }) => wrong);
const minutesIn = (/** @type {Kinds} */ kinds) =>
  [...kinds.values()].reduce((sum, { seconds }) => sum + seconds / 60, 0).toFixed(0);
/** @param {Kinds} kinds @param {string} sounds */
const falseRow = (kinds, sounds) => {
  const { length } = wrongsIn(kinds);
  return [
    `false keywords in ${minutesIn(kinds)} min of ${sounds} ≤ 1`,
    length,
    length <= promisedFalse ? 'holds' : 'fails',
  ];
};
const kindRows = (/** @type {Kinds} */ kinds) =>
  [...kinds].map(([kind, { calls, seconds, wrong }]) => [kind, calls, (seconds / 60).toFixed(1), wrong.length]);
const foundShare = generated.filter(({ isRight }) => isRight).length / Math.max(1, generated.length);
const table = [
  `\`npm run eval:prompts${limit < 100 ? ` -- --limit ${limit}` : ''}\`, A-law at 8 kHz, white noise at ${options.snr} dB. ${machineLine()}`,
  markdownTable(
    ['announcements with the verdict of their text', 'measured', ''],
    [
      [
        `${voicesOf(generated)} espeak-ng voices never trained on (synthetic) ≥ 97 %`,
        rightOf(generated),
        foundShare >= promisedShare ? 'holds' : 'fails',
      ],
      ['their confidence: 1 %, 5 %, 25 %, half of them have at most', quantiles(generated), ''],
      [`${voicesOf(recorded)} voices of recorded syllables, joined (trained on)`, rightOf(recorded), ''],
      falseRow(others, 'other sounds, as recordings'),
      falseRow(live, 'songs, singing, babble, foreign speech, customers, live'),
    ],
  ),
  markdownTable(['other sounds, as recordings', 'calls', 'minutes', 'false keywords'], kindRows(others)),
  markdownTable([`live calls (${part})`, 'calls', 'minutes', 'false keywords'], kindRows(live)),
  markdownTable(['keyword', 'espeak-ng', 'recorded syllables'], rows),
].join('\n\n');
process.stdout.write(`${table}\n`);
if (options.misses) {
  for (const said of [...generated, ...recorded].filter(({ isRight }) => !isRight)) {
    process.stdout.write(`${said.voice} | ${said.text} | ${said.heard} | ${said.found}\n`);
  }
  for (const wrong of [...wrongsIn(others), ...wrongsIn(live)]) process.stdout.write(`false: ${wrong}\n`);
  for (const doubt of doubts) process.stdout.write(`doubted: ${doubt}\n`);
}
if (options.write) writeBlock('eval:prompts', table);
const isFalse = Math.max(wrongsIn(others).length, wrongsIn(live).length) > promisedFalse;
process.exitCode = !isFalse && (options['live-only'] || foundShare >= promisedShare) ? 0 : 1;

// npm run eval:answered: sentences of people who have answered, with keywords of the default table in ordinary use,
// through live screening: without ANSWERED, and with ANSWERED before they speak.
//   --limit N    at most N of the 200 sentences, spread evenly
//   --misses     the words that ended a call after ANSWERED
//   --write      put the table into docs/measurements.md
// The project's own voices speak, one after the other, at 8 kHz; then A-law with white noise at 20 dB: synthetic.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { localSpeech } from '../../../../dist/local/synthesis.js';
import { SynthesisConfig } from '../../../../dist/protocol/wire/synthesis-config.js';
import { defaultKeywordRows } from '../../../../dist/ring/default-tables.js';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { addNoise, toAlaw } from '../lib/audio.mjs';
import { shipped } from '../lib/models.mjs';
import { openScreening } from '../lib/screening.mjs';
import { concatenated } from './prompt-voices.mjs';

const { values: options } = parseArgs({
  options: {
    limit: { type: 'string', default: '200' },
    misses: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const rateHz = 8_000;
const noiseDb = 20;
const answeredAtMs = 400; // a person answers, and speaks half a second later

/** @returns {{ keyword: string, text: string }[]} */
function sentences() {
  const lines = readFileSync(new URL('answered-sentences.txt', import.meta.url), 'utf8').split('\n');
  let keyword = '';
  const all = lines.flatMap((line) => {
    if (line.startsWith('#') || line === '') return [];
    if (!line.endsWith(':')) return [{ keyword, text: line }];
    keyword = line.slice(0, -1);
    return [];
  });
  const step = Math.max(1, Math.floor(all.length / Number(options.limit)));
  return all.filter((_, at) => at % step === 0);
}

const speech = await localSpeech(undefined);
const voices = speech.voices.filter((voice) => voice.startsWith('cn_'));
const config = SynthesisConfig.parse({ format: 'pcm', sampleRate: rateHz });

/** @param {string} voice @param {string} text */
async function spoken(voice, text) {
  /** @type {Uint8Array[]} */
  const slices = [];
  await speech.speak({ text, voice, config }, (slice) => void slices.push(slice.slice()));
  const bytes = Uint8Array.from(Buffer.concat(slices));
  return new Int16Array(bytes.buffer, 0, bytes.length >> 1);
}

const screening = await openScreening({
  asr: path.join(shipped, 'asr-zh-8k'),
  lm: path.join(shipped, 'lm-zh'),
  vad: path.join(shipped, 'vad'),
});
const quiet = new Int16Array(rateHz * 0.9);
/** @type {{ keyword: string, text: string, voice: string, before: string, after: string }[]} */
const heard = [];
for (const [number, { keyword, text }] of sentences().entries()) {
  const voice = /** @type {string} */ (voices[number % voices.length]);
  const samples = concatenated([quiet, await spoken(voice, text), quiet]);
  const alaw = toAlaw(addNoise(samples, noiseDb, makeRandom(text)));
  const without = await screening.live(alaw);
  const answered = await screening.live(alaw, answeredAtMs);
  const endedBy = (/** @type {typeof without} */ { keyword: found, isEnded }) => (isEnded ? found || 'a tone' : '');
  heard.push({ keyword, text, voice, before: endedBy(without), after: endedBy(answered) });
}
await speech.close();

const ended = (/** @type {typeof heard} */ some, /** @type {'before' | 'after'} */ when) =>
  some.filter((one) => one[when] !== '').length;
const rows = defaultKeywordRows
  .map(({ word, resultId }) => ({ word, resultId, own: heard.filter(({ keyword }) => keyword === word) }))
  .filter(({ own }) => own.length > 0)
  .map(({ word, resultId, own }) => [word, resultId, own.length, ended(own, 'before'), ended(own, 'after')]);
const endings = ended(heard, 'after');
const table = [
  `\`npm run eval:answered${options.limit === '200' ? '' : ` -- --limit ${options.limit}`}\`, ${heard.length} sentences in ${new Set(heard.map(({ voice }) => voice)).size} voices of the project (synthetic), A-law at 8 kHz, white noise at ${noiseDb} dB. ${machineLine()}`,
  markdownTable(
    ['keyword in the sentence', 'RESULTID', 'sentences', 'calls ended without ANSWERED', 'calls ended after ANSWERED'],
    [...rows, ['all', '', heard.length, ended(heard, 'before'), `${endings} (0 wanted)`]],
  ),
].join('\n\n');
process.stdout.write(`${table}\n`);
if (options.misses) {
  for (const one of heard.filter(({ after }) => after !== '')) {
    process.stdout.write(`${one.voice} | ${one.text} | ${one.after}\n`);
  }
}
if (options.write) writeBlock('eval:answered', table);
process.exitCode = endings === 0 ? 0 : 1;

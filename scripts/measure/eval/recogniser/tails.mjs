// npm run eval:tails -- DATA: speech that ends with the audio.
//   DATA           directory in the form of the reference data
//   --limit N      at most N recordings, spread evenly (40)
//   --voices N     at most N voices (6)
//   --misses       keywords without the verdict of the silence behind them
//   --write        put the tables into docs/measurements.md
// The default keywords, said by voices of the program (synthetic) and screened: a given number of ms of silence follows
// the last 10 ms within 30 dB of the loudest. Then recordings that are cut where a vowel still sounds, after the last
// 10 ms within 14 or 20 dB of the loudest, as one-shot requests and in the streaming modes, alone and with 300 ms of
// silence behind them.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { localSpeech } from '../../../../dist/local/synthesis.js';
import { SynthesisConfig } from '../../../../dist/protocol/wire/synthesis-config.js';
import { defaultKeywordRows } from '../../../../dist/ring/default-tables.js';
import { writeBlock } from '../../lib/page.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { atRate, toAlaw } from '../lib/audio.mjs';
import { readFolder, thinned } from '../lib/corpus.mjs';
import { shipped } from '../lib/models.mjs';
import { openScreening } from '../lib/screening.mjs';
import { openSessions } from '../lib/sessions.mjs';
import { spokenCharacters } from '../lib/spoken.mjs';

const tailsMs = [0, 20, 40, 60];
const behindMs = 300;
const voices = ['zhixingjing', 'roumeijuan', 'jiangsong', 'youmoxiong', 'qingchunwei', 'shuhuankun'];
const speaker = 'S0252';
const modes = /** @type {const} */ (['clip', 'short', 'utterance', 'continue']);
const rates = /** @type {const} */ ([8_000, 16_000]);
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string', default: '40' },
    voices: { type: 'string', default: `${voices.length}` },
    misses: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [data] = positionals;
if (data === undefined) {
  process.stderr.write('eval:tails needs DATA\n');
  process.exit(2);
}
const foldersFor = (/** @type {8_000 | 16_000} */ rateHz) => ({
  asr: path.join(shipped, rateHz === 8_000 ? 'asr-zh-8k' : 'asr-zh-16k'),
  lm: path.join(shipped, 'lm-zh'),
  vad: path.join(shipped, 'vad'),
});

/** The first and the last 10 ms within so many dB of the loudest, and what lies between.
 * @param {Int16Array} samples @param {number} rateHz @param {number} db */
function sounding(samples, rateHz, db) {
  const frame = rateHz / 100;
  const powers = Array.from({ length: Math.floor(samples.length / frame) }, (_, at) =>
    samples.subarray(at * frame, (at + 1) * frame).reduce((sum, sample) => sum + sample * sample, 0),
  );
  const least = powers.reduce((most, power) => Math.max(most, power), 0) / 10 ** (db / 10);
  const isLoud = (/** @type {number} */ power) => power >= least;
  return { from: powers.findIndex(isLoud) * frame, to: (powers.findLastIndex(isLoud) + 1) * frame };
}

/** @param {Int16Array} samples @param {number} rateHz @param {number} beforeMs @param {number} afterMs */
function amidSilence(samples, rateHz, beforeMs, afterMs) {
  const all = new Int16Array(samples.length + ((beforeMs + afterMs) * rateHz) / 1_000);
  all.set(samples, (beforeMs * rateHz) / 1_000);
  return all;
}

/** Each keyword in each voice, without silence around it. */
async function saidKeywords() {
  const speech = await localSpeech(undefined);
  const config = SynthesisConfig.parse({ sampleRate: 16_000 });
  const said = [];
  for (const voice of voices.slice(0, Number(options.voices))) {
    for (const { word, resultId } of defaultKeywordRows) {
      /** @type {Uint8Array[]} */
      const slices = [];
      await speech.speak({ text: word, voice: `cn_${voice}_common`, config }, (bytes) => void slices.push(bytes));
      const bytes = Uint8Array.from(Buffer.concat(slices));
      const samples = new Int16Array(bytes.buffer);
      const { from, to } = sounding(samples, 16_000, 30);
      said.push({ voice, word, resultId, samples: samples.subarray(from, to) });
    }
  }
  await speech.close();
  return said;
}

/** @type {string[][]} */
const keywordRows = [];
/** @type {string[]} */
const misses = [];
let holds = true;
const said = await saidKeywords();
for (const rateHz of rates) {
  const screening = await openScreening(foldersFor(rateHz), { rateHz });
  const verdict = async (/** @type {Int16Array} */ samples, /** @type {number} */ tailMs) => {
    const line = amidSilence(atRate({ samples, rateHz: 16_000 }, rateHz), rateHz, behindMs, tailMs);
    return screening.whole(rateHz === 8_000 ? toAlaw(line) : new Uint8Array(line.buffer));
  };
  const counts = tailsMs.map(() => ({ same: 0, right: 0 }));
  let right = 0;
  for (const { voice, word, resultId, samples } of said) {
    const wanted = await verdict(samples, behindMs);
    if (wanted.keyword !== '' && wanted.resultId === resultId) right++;
    for (const [at, tailMs] of tailsMs.entries()) {
      const count = /** @type {{ same: number, right: number }} */ (counts[at]);
      const found = await verdict(samples, tailMs);
      if (found.keyword !== '' && found.resultId === resultId) count.right++;
      if (found.keyword === wanted.keyword && found.resultId === wanted.resultId) count.same++;
      else misses.push(`${rateHz} ${voice} ${word} + ${tailMs} ms: ${found.heard} not ${wanted.heard}`);
    }
  }
  process.stderr.write(`keywords at ${rateHz} Hz: ${JSON.stringify(counts)}, ${right} right of ${said.length}\n`);
  holds &&= counts.every(({ same }) => same === said.length);
  keywordRows.push([
    `${rateHz / 1_000} kHz`,
    ...counts.map((count) => `${count.same}/${said.length}, ${count.right}`),
    `${right}`,
  ]);
}

/** @type {string[][]} */
const cutRows = [];
const recordings = thinned(
  readFolder(path.join(data, 'aishell-sample')).filter((each) => each.speaker === speaker),
  Number(options.limit),
).map((each) => ({ samples: each.read().samples, last: spokenCharacters(each.text).at(-1) }));
for (const rateHz of rates) {
  const hear = await openSessions(foldersFor(rateHz), rateHz);
  for (const db of [20, 14]) {
    const cells = [];
    for (const mode of modes) {
      const right = { cut: 0, behind: 0, same: 0 };
      for (const { samples, last } of recordings) {
        const whole = atRate({ samples, rateHz: 16_000 }, rateHz);
        const cut = whole.subarray(0, sounding(whole, rateHz, db).to);
        const text = async (/** @type {number} */ tailMs) =>
          (await hear(amidSilence(cut, rateHz, 0, tailMs), mode)).map(({ candidates }) => candidates[0]?.text).join('');
        const [alone, behind] = [await text(0), await text(behindMs)];
        if (alone.at(-1) === last) right.cut++;
        if (behind.at(-1) === last) right.behind++;
        if (alone === behind) right.same++;
      }
      holds &&= right.cut >= right.behind;
      process.stderr.write(`${rateHz} Hz, ${db} dB, ${mode}: ${JSON.stringify(right)}\n`);
      cells.push(`${right.cut} / ${right.behind}, ${right.same}`);
    }
    cutRows.push([`${rateHz / 1_000} kHz, ${db} dB`, ...cells]);
  }
}

const table = [
  `\`npm run eval:tails -- ../shared/data\`. ${machineLine()}.`,
  `The ${defaultKeywordRows.length} default keywords in ${said.length / defaultKeywordRows.length} voices of the program (synthetic), screened: verdicts that are those with ${behindMs} ms of silence behind, and how many are right.`,
  markdownTable(['line', ...tailsMs.map((ms) => `${ms} ms behind`), `right with ${behindMs} ms`], keywordRows),
  `${recordings.length} recordings of ${speaker}, cut while a vowel sounds: last character right as they are / with ${behindMs} ms of silence behind, and equal texts.`,
  markdownTable(['model, cut at', 'one-shot', 'short_stream', 'utterance_stream', 'continue_stream'], cutRows),
].join('\n\n');
process.stdout.write(`${table}\n`);
if (options.misses) for (const miss of misses) process.stdout.write(`${miss}\n`);
if (options.write) writeBlock('eval:tails', table);
process.exit(holds ? 0 : 1);

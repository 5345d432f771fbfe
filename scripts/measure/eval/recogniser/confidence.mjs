// npm run eval:confidence -- DIR: how well confidence predicts errors, sentence by sentence and word by word.
//   DIR                directory in the form of the reference data
//   --model ID_OR_DIR  default asr-zh-8k
//   --lm DIR           lexicon and language model; default models/lm-zh
//   --speaker S        again for more; default S0150, on whom the calibration was fitted, and S0252
//   --condition NAME   clean, alaw, alaw20, alaw10; default alaw
//   --limit N          at most N of each speaker, spread evenly
//   --fit              also print the calibration that fits all heard texts best
//   --write            put the table into docs/measurements.md
import path from 'node:path';
import { parseArgs } from 'node:util';
import { evidenceOf, scoreNats } from '../../../../dist/engine/runtime/recogniser/confidence.js';
import { readHypothesis } from '../../../../dist/engine/runtime/recogniser/hypotheses.js';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { conditions, heardAs } from '../lib/audio.mjs';
import { readCorpus } from '../lib/corpus.mjs';
import { logProbabilities, openRecogniser, shipped } from '../lib/models.mjs';
import { distance, rate } from '../lib/score.mjs';
import { makeBest, openLanguage } from '../lib/search.mjs';
import { spokenCharacters } from '../lib/spoken.mjs';
import { commandLine } from './asr-table.mjs';
import { fitted, parts, rightCharacters } from './calibration.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'asr-zh-8k' },
    lm: { type: 'string', default: path.join(shipped, 'lm-zh') },
    speaker: { type: 'string', multiple: true, default: ['S0150', 'S0252'] },
    condition: { type: 'string', default: 'alaw' },
    limit: { type: 'string' },
    fit: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [directory] = positionals;
const limit = Number(options.limit ?? Number.POSITIVE_INFINITY);
if (directory === undefined || positionals.length > 1 || !(limit >= 1) || !(options.condition in conditions)) {
  process.stderr.write('eval:confidence needs one DIR, a number for --limit, a condition that eval:asr knows\n');
  process.exit(2);
}

/** @typedef {{ confidence: number, wrong: number, total: number }} Sentence */
/** @typedef {{ confidence: number, isRight: boolean, evidence: import('./calibration.mjs').Evidence }} Word */

const model = await openRecogniser(options.model, path.resolve(directory));
const knowledge = openLanguage(options.lm);
const bestOf = makeBest(model.units, knowledge);
const reading = {
  units: model.units,
  wordText: (/** @type {number} */ word) => knowledge.lexicon.text(word),
  hotwordText: () => '',
  startMs: (/** @type {number} */ frame) => 30 * frame,
  endMs: (/** @type {number} */ frame) => 30 * frame,
};

/** @param {string} speaker */
async function listen(speaker) {
  /** @type {Sentence[]} */
  const sentences = [];
  /** @type {Word[]} */
  const words = [];
  for (const utterance of readCorpus(path.resolve(/** @type {string} */ (directory)), speaker, limit)) {
    const said = spokenCharacters(utterance.text);
    if (said.length === 0) continue;
    const condition = /** @type {import('../lib/audio.mjs').Condition} */ (options.condition);
    const samples = heardAs(utterance.read(), condition, model.manifest.sampleRateHz, makeRandom(utterance.id));
    const best = bestOf(await logProbabilities(model, samples));
    if (best === undefined) continue;
    const heard = readHypothesis(best, reading);
    const characters = spokenCharacters(heard.text);
    const right = rightCharacters(said, characters);
    const ofSentence = scoreNats(heard.score, Array.from(heard.text).length);
    let at = 0;
    let weighted = 0;
    for (const word of heard.words) {
      const own = right.slice(at, at + spokenCharacters(word.text).length);
      at += own.length;
      weighted += own.length * word.confidence;
      if (own.length > 0)
        words.push({
          confidence: word.confidence,
          isRight: own.every(Boolean),
          evidence: evidenceOf(word.units, ofSentence),
        });
    }
    // The mean over syllables, as in src/text/finish.ts.
    const confidence = weighted / Math.max(1, at);
    sentences.push({ confidence, wrong: distance(said, characters), total: said.length });
  }
  return { speaker, sentences, words };
}

const percent = (/** @type {number} */ share) => (100 * share).toFixed(1);
const rows = [];
/** @type {Word[]} */
const all = [];
for (const speaker of options.speaker) {
  const { sentences, words } = await listen(speaker);
  all.push(...words);
  const quarters = parts(sentences, 4).map((quarter) => rate(quarter));
  const wordQuarters = parts(words, 4);
  const wrong = (/** @type {Word[]} */ some) => some.filter((word) => !word.isRight).length / some.length;
  const off = parts(words, 10).map((part) => {
    const meant = part.reduce((sum, word) => sum + word.confidence, 0) / part.length;
    return Math.abs(meant - (1 - wrong(part)));
  });
  rows.push(
    `| ${speaker}, ${sentences.length} sentences, character error | ${quarters.map(percent).join(' | ')} | ${((quarters[0] ?? 0) / (quarters[3] ?? 1)).toFixed(2)} | – |`,
    `| ${speaker}, ${words.length} words, wrong | ${wordQuarters.map((quarter) => percent(wrong(quarter))).join(' | ')} | ${(wrong(wordQuarters[0] ?? []) / wrong(wordQuarters[3] ?? [])).toFixed(2)} | ${percent(off.reduce((a, b) => a + b, 0) / off.length)} |`,
  );
}
await model.release();
const table = [
  `${commandLine(directory, options).replace('eval:asr', 'eval:confidence')}, ${model.manifest.id} ${model.manifest.version}. Quarters by confidence, surest first, errors in %; "off": what confidence promises against what was right, mean of tenths of the words, in points.`,
  '',
  '| | surest quarter | second | third | least sure | first / last; goal ≤ 0.33 | off |',
  '| --- | --- | --- | --- | --- | --- | --- |',
  ...rows,
].join('\n');
process.stdout.write(`${table}\n`);
if (options.fit) process.stdout.write(`${JSON.stringify(fitted(all))}\n`);
if (options.write) writeBlock('eval:confidence', table);

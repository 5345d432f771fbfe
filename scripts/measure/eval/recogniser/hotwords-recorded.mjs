// npm run eval:recorded-hotwords -- DATA --model DIR: terms of three and four characters from recorded sentences, given
// to the recogniser as hotwords beside a hundred others: the number found without and with the list, and the number
// written that nobody said. Through A-law, the product's front end, recogniser and search.
//   DATA           directory in the form of the reference data
//   --model DIR    a recogniser that was not trained with the speaker (scripts/train/checkpoints/without-S0252)
//   --speaker S    S0252
//   --weight W     of the list's lines (3)
//   --part NAME    tuning: sentences that the weights were chosen with; test (default): others
//   --misses       the texts that were heard instead
//   --write        put the table into docs/measurements.md
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hotwordsOf } from '../../../../dist/engine/pipeline/recognition/recognition-parts.js';
import { loadLanguage } from '../../../../dist/engine/runtime/recogniser/language.js';
import { Recogniser } from '../../../../dist/engine/runtime/recogniser/recogniser.js';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { heardAs } from '../lib/audio.mjs';
import { readFolder } from '../lib/corpus.mjs';
import { modelIn, openRecogniser, shipped } from '../lib/models.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string' },
    speaker: { type: 'string', default: 'S0252' },
    weight: { type: 'string', default: '3' },
    part: { type: 'string', default: 'test' },
    misses: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [data] = positionals;
if (data === undefined || options.model === undefined) {
  process.stderr.write('eval:recorded-hotwords needs DATA and --model DIR\n');
  process.exit(2);
}

/** The sentences that were seen while the weights were chosen: the first 300, and two in five of the others. */
const isTuning = (/** @type {number} */ at) => at < 301 || at % 5 === 2 || at % 5 === 4;
const language = loadLanguage(modelIn(path.join(shipped, 'lm-zh')));
const model = await openRecogniser(options.model, data);
const recogniser = Recogniser.open(model, language);
const recordings = readFolder(path.join(data, 'aishell-sample'))
  .filter(({ speaker }) => speaker === options.speaker)
  .map((utterance) => ({ utterance, text: utterance.text.replace(/[^\u4e00-\u9fff]/g, '') }));
const allText = recordings.map(({ text }) => text).join('|');

/** The least likely run of words that no other sentence has. @param {string} text */
function termOf(text) {
  const { lexicon, language: ngrams } = language;
  const words = Array.from(lexicon.split(text), (word) => lexicon.text(word));
  let best = { term: '', score: 0 };
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + 3); to++) {
      const term = words.slice(from, to).join('');
      if (term.length < 3 || term.length > 4 || allText.split(term).length !== 2) continue;
      const score = ngrams.score(lexicon.split(term), false) / term.length;
      if (score < best.score) best = { term, score };
    }
  }
  return best.term;
}

/** @param {Int16Array} samples @param {readonly string[]} terms @returns {Promise<string>} */
function hear(samples, terms) {
  const entries = terms.map((text) => ({ kind: /** @type {const} */ ('weighted'), text, weight, readings: [] }));
  const hotwords = lists.get(terms) ?? hotwordsOf(recogniser, entries);
  lists.set(terms, hotwords);
  return new Promise((resolve, reject) => {
    let text = '';
    const stream = recogniser.open(
      { nBest: 1, hotwords, interim: false },
      {
        partial: () => {},
        final: ([best]) => {
          text += best?.text ?? '';
        },
        ended: () => resolve(text),
        failed: reject,
      },
    );
    stream.push(samples);
    stream.end();
  });
}

/** @type {Map<readonly string[], ReturnType<typeof hotwordsOf>>} */
const lists = new Map();
const weight = Number(options.weight);
const chosen = recordings
  .map((recording, at) => ({ ...recording, term: termOf(recording.text), at }))
  .filter(({ at }) => isTuning(at) === (options.part === 'tuning'));
// The terms of these sentences, and a hundred of sentences that are not played.
const own = chosen.map(({ term }) => term).filter((term) => term !== '');
const others = recordings
  .filter((_, at) => !chosen.some((one) => one.at === at))
  .map(({ text }) => termOf(text))
  .filter((term) => term !== '');
const list = [...own, ...others.slice(0, 100)];
const none = /** @type {string[]} */ ([]);
const counts = { said: 0, base: 0, found: 0, wrong: 0 };
/** @type {string[]} */
const misses = [];
for (const { utterance, text, term } of chosen) {
  const samples = heardAs(utterance.read(), 'alaw', model.manifest.sampleRateHz, makeRandom(utterance.id));
  const [before, after] = [await hear(samples, none), await hear(samples, list)];
  const isSaid = list.includes(term);
  if (isSaid) counts.said++;
  if (isSaid && before.includes(term)) counts.base++;
  if (isSaid && after.includes(term)) counts.found++;
  const wrong = list.filter((other) => !text.includes(other) && after.includes(other));
  counts.wrong += wrong.length;
  if (wrong.length > 0 || (isSaid && !after.includes(term)))
    misses.push(`${term} | ${text} | ${after} | ${wrong.join(' ')}`);
}
const { said, base, found, wrong } = counts;
const gained = (found - base) / Math.max(1, said - base);
const precision = found / Math.max(1, found + wrong);
const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`;
const table = [
  `Terms of 3 and 4 characters in recorded sentences of ${options.speaker}, whom the recogniser was not trained with: ${chosen.length} sentences that nothing was tuned with, 8 kHz A-law, a list of ${list.length} terms of weight ${weight}, ${said} of them said. ${machineLine()}.`,
  markdownTable(
    ['found without', 'found with', 'of what was missed', 'written but not said', 'precision'],
    [[`${base}/${said}`, `${found}/${said}`, percent(gained), `${wrong}`, precision.toFixed(3)]],
  ),
].join('\n\n');
process.stdout.write(`${table}\n`);
if (options.misses) for (const line of misses) process.stdout.write(`${line}\n`);
if (options.write) writeBlock('eval:recorded-hotwords', table);
process.exit(gained >= 0.5 && precision >= 0.97 ? 0 : 1);

// npm run eval:olm -- DATA --model DIR: recorded sentences with sample text of the same subject, of another, and
// without. Through A-law, the product's front end, recogniser, search and compiler of sample text.
//   DATA           directory in the form of the reference data
//   --model DIR    a recogniser that was not trained with the speaker (scripts/train/checkpoints/without-S0252,
//                  made a model by scripts/train/asr/export_onnx.py)
//   --speaker S    S0252
//   --write        put the table into docs/measurements.md
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadLanguage } from '../../../../dist/engine/runtime/recogniser/language.js';
import { Recogniser } from '../../../../dist/engine/runtime/recogniser/recogniser.js';
import { compileSmallCorpus } from '../../../../dist/engine/runtime/recogniser/small-corpus.js';
import { addon } from '../../../../dist/native/index.js';
import { corpusShare } from '../../../../dist/native/search.js';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { heardAs } from '../lib/audio.mjs';
import { parseTable, readFolder, thinned } from '../lib/corpus.mjs';
import { modelIn, openRecogniser, shipped } from '../lib/models.mjs';
import { distance, rate } from '../lib/score.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string' },
    speaker: { type: 'string', default: 'S0252' },
    write: { type: 'boolean', default: false },
  },
});
const [data] = positionals;
if (data === undefined || options.model === undefined) {
  process.stderr.write('eval:olm needs DATA and --model DIR\n');
  process.exit(2);
}

const language = loadLanguage(modelIn(path.join(shipped, 'lm-zh')));
const model = await openRecogniser(options.model, data);
const recogniser = Recogniser.open(model, language);
const han = (/** @type {string} */ text) => text.replace(/[^\u4e00-\u9fff]/g, '');
const own = readFolder(path.join(data, 'aishell-sample')).filter(({ speaker }) => speaker === options.speaker);
// Every fourth sentence is played; those around it, which may come from the same piece of news, are the related text.
const played = own.filter((_, at) => at % 4 === 0);
const related = own.filter((_, at) => at % 4 !== 0).map(({ text }) => han(text));
const dialogs = parseTable(readFileSync(path.join(data, 'text', 'kdconv-utt.tsv'), 'utf8'));
const unrelated = thinned(dialogs, related.length).map(({ text = '' }) => han(text));

const folder = mkdtempSync(path.join(tmpdir(), 'tonegate-eval-olm-'));
const vocabulary = readFileSync(path.join(shipped, 'lm-zh', 'lexicon.bin')).readBigUInt64LE(8);

/** @param {readonly string[]} sentences @param {string} name */
function compiled(sentences, name) {
  const file = path.join(folder, `${name}.bin`);
  const startedMs = performance.now();
  const bytes = compileSmallCorpus(sentences.join('\n'), language.lexicon, vocabulary);
  const ms = performance.now() - startedMs;
  writeFileSync(file, bytes);
  const characters = sentences.reduce((sum, text) => sum + text.length, 0);
  return { corpus: new addon.LanguageModel(file), ms, bytes: bytes.length, characters };
}

/** @param {Int16Array} samples @param {import('../../../../dist/native/search-addon.js').NativeLanguageModel} [corpus]
 * @returns {Promise<string>} */
function hear(samples, corpus) {
  return new Promise((resolve, reject) => {
    let text = '';
    const stream = recogniser.open(
      { nBest: 1, interim: false, ...(corpus && { corpus }) },
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

const kinds = [
  { name: 'none', text: undefined },
  { name: 'sentences around them', text: compiled(related, 'related') },
  { name: 'talk about films, music and travel', text: compiled(unrelated, 'unrelated') },
].map((kind) => ({ ...kind, errors: /** @type {import('../lib/score.mjs').Errors[]} */ ([]) }));
for (const utterance of played) {
  const samples = heardAs(utterance.read(), 'alaw', model.manifest.sampleRateHz, makeRandom(utterance.id));
  const reference = [...han(utterance.text)];
  for (const { text, errors } of kinds) {
    const heard = [...han(await hear(samples, text?.corpus))];
    errors.push({ wrong: distance(reference, heard), total: reference.length });
  }
}
rmSync(folder, { recursive: true, force: true });

const [none, around, another] = kinds.map(({ errors }) => rate(errors));
const characters = kinds[0]?.errors.reduce((sum, { total }) => sum + total, 0);
const table = [
  `${played.length} sentences of ${options.speaker} (${characters} characters), whom the recogniser was not trained with, 8 kHz A-law; share ${corpusShare}. ${machineLine()}.`,
  markdownTable(
    ['sample text', 'its characters', 'compiled in', 'bytes', 'characters wrong'],
    kinds.map(({ name, text, errors }) => [
      name,
      text === undefined ? '' : `${text.characters}`,
      text === undefined ? '' : `${(text.ms / 1_000).toFixed(1)} s`,
      text === undefined ? '' : `${text.bytes}`,
      `${(100 * rate(errors)).toFixed(2)} %`,
    ]),
  ),
].join('\n\n');
process.stdout.write(`${table}\n`);
if (options.write) writeBlock('eval:olm', table);
// Related text must help; other text may cost a hundredth of what is right.
process.exit(Number(around) < Number(none) && Number(another) <= Number(none) + 0.01 ? 0 : 1);

// npm run eval:asr -- DIR: character and syllable error of recognisers, through the product's front end, runtime and search.
//   DIR                     directory in the form of the reference data, or a folder with recordings and a .tsv
//   --model ID_OR_DIR       again for more; default: the shipped asr-zh models and DIR's foreign one
//   --foreign DIR           where third-party-models lies; default: DIR
//   --lm DIR                lexicon and language model; default models/lm-zh
//   --speaker S             a speaker or a set alone; default: all, of dspspeech20-zh the eight test speakers
//   --condition NAME        clean, alaw, alaw20, alaw10; again for more; default clean and alaw
//   --limit N               at most N of each set, spread evenly
//   --json FILE             every text that was heard
//   --write                 put the table into docs/measurements.md
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { conditions, heardAs } from '../lib/audio.mjs';
import { readCorpus } from '../lib/corpus.mjs';
import { defaultModels, isThere, logProbabilities, openRecogniser, shipped } from '../lib/models.mjs';
import { distance } from '../lib/score.mjs';
import { makeGreedy, makeSearch, openLanguage } from '../lib/search.mjs';
import { makeReader, spokenCharacters, syllablesOf, withoutTones } from '../lib/spoken.mjs';
import { asrTable, commandLine } from './asr-table.mjs';

/** @typedef {import('../lib/audio.mjs').Condition} Condition */
/** @typedef {import('./asr-table.mjs').Scored} Scored */

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string', multiple: true },
    foreign: { type: 'string' },
    lm: { type: 'string', default: path.join(shipped, 'lm-zh') },
    speaker: { type: 'string' },
    condition: { type: 'string', multiple: true, default: ['clean', 'alaw'] },
    limit: { type: 'string' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [directory] = positionals;
const limit = Number(options.limit ?? Number.POSITIVE_INFINITY);
if (directory === undefined || positionals.length > 1 || !(limit >= 1))
  fail('eval:asr needs one DIR; --limit is a number');
const wanted = options.condition.map((name) => (name in conditions ? name : fail(`there is no condition ${name}`)));

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

const data = path.resolve(directory);
const foreign = path.resolve(options.foreign ?? directory);
const knowledge = openLanguage(options.lm);
const read = makeReader(knowledge.lexicon);
const utterances = readCorpus(data, options.speaker, limit);
const names = options.model ?? defaultModels(foreign);
if (names.length === 0) fail('there is no model: none ships, and DIR has no third-party one; give --model');
for (const name of names)
  if (!isThere(name))
    fail(`there is no model ${name}: name the id of a shipped model, or a directory with manifest.json`);
/** @type {Scored[]} */
const scored = [];

for (const name of names) {
  const model = await openRecogniser(name, foreign);
  const byPhones = model.units.kind === 'phones';
  const greedy = makeGreedy(model.units);
  const search = byPhones ? makeSearch(model.units, knowledge) : greedy;
  for (const condition of /** @type {Condition[]} */ (wanted)) {
    const started = performance.now();
    for (const utterance of utterances) {
      const characters = spokenCharacters(utterance.text);
      const rateHz = model.manifest.sampleRateHz;
      const samples = heardAs(utterance.read(), condition, rateHz, makeRandom(utterance.id));
      const before = process.cpuUsage();
      const rows = await logProbabilities(model, samples);
      const heard = search(rows);
      const { user, system } = process.cpuUsage(before);
      const syllables = read(characters);
      const hasLetters = /\p{Script=Latin}/u.test(utterance.text);
      const isReadable = !syllables.includes('?') && !hasLetters;
      const own = byPhones ? syllablesOf(greedy(rows).units) : read(spokenCharacters(heard.text));
      const found = spokenCharacters(heard.text);
      const errors = (/** @type {readonly string[]} */ reference, /** @type {readonly string[]} */ other) => ({
        wrong: distance(reference, other),
        total: reference.length,
      });
      scored.push({
        model: byPhones ? `${model.manifest.id} ${model.manifest.version}` : model.manifest.id,
        condition,
        set: utterance.set,
        speaker: utterance.speaker,
        id: utterance.id,
        text: characters.join(''),
        heard: found.join(''),
        characters: errors(characters, found),
        toneless: isReadable ? errors(withoutTones(syllables), withoutTones(own)) : undefined,
        tonal: isReadable && byPhones ? errors(syllables, own) : undefined,
        searched: isReadable && byPhones ? errors(withoutTones(syllables), withoutTones(read(found))) : undefined,
        cpuS: (user + system) / 1e6,
        audioS: samples.length / rateHz,
      });
    }
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stderr.write(`${name} ${condition}: ${utterances.length} utterances in ${seconds} s\n`);
  }
  await model.release();
}

const table = asrTable(scored, commandLine(directory, options));
process.stdout.write(`${table}\n`);
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(scored)}\n`);
if (options.write) writeBlock('eval:asr', table);

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
import {
  defaultModels,
  foreignName,
  foreignSearches,
  isThere,
  logProbabilities,
  openRecogniser,
  shipped,
} from '../lib/models.mjs';
import { distance } from '../lib/score.mjs';
import { makeGreedy, makeProduct, makeSearch, openLanguage } from '../lib/search.mjs';
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

/** @typedef {import('../lib/models.mjs').CtcModel} CtcModel */
/** @typedef {{ key: string, model: CtcModel, isGreedy: boolean, isJoined: boolean }} Way */

/** Two models may have one id: each row has a key of its own. @type {Set<string>} */
const keys = new Set();
const keyOf = (/** @type {string} */ wish) => {
  let key = wish;
  for (let number = 2; keys.has(key); number++) key = `${wish} (${number})`;
  keys.add(key);
  return key;
};

/** @param {string} name @returns {Promise<Way[]>} */
async function waysOf(name) {
  const model = await openRecogniser(name, foreign);
  const { id, version, search } = model.manifest;
  if (model.units.kind === 'phones') {
    return [{ key: keyOf(`${id} ${version}`), model, isGreedy: false, isJoined: true }];
  }
  const greedy = { key: keyOf(`${id}, best path`), model, isGreedy: true, isJoined: false };
  const joining = search.joining ?? 'none';
  if (name !== foreignName) {
    const key = keyOf(joining === 'none' ? `${id}, search off` : `${id}, joined by ${joining}`);
    return [greedy, { key, model, isGreedy: false, isJoined: joining !== 'none' }];
  }
  const { off, units, readings } = foreignSearches;
  const way = async (/** @type {string} */ wish, /** @type {object} */ how, isJoined = true) => ({
    key: keyOf(wish),
    model: await openRecogniser(name, foreign, how),
    isGreedy: false,
    isJoined,
  });
  return [
    greedy,
    await way(`${id}, search off`, off, false),
    await way(`${id}, characters as words`, units),
    await way('FSMN with the same lexicon and language model', readings),
  ];
}

const ways = [];
for (const name of names) ways.push(...(await waysOf(name)));

for (const { key, model, isGreedy, isJoined } of ways) {
  const byPhones = model.units.kind === 'phones';
  const greedy = makeGreedy(model.units);
  const inRows = byPhones ? makeSearch(model.units, knowledge) : greedy;
  const inAudio = byPhones || isGreedy ? undefined : makeProduct(model, knowledge);
  for (const condition of /** @type {Condition[]} */ (wanted)) {
    const started = performance.now();
    for (const utterance of utterances) {
      const characters = spokenCharacters(utterance.text);
      const rateHz = model.manifest.sampleRateHz;
      const samples = heardAs(utterance.read(), condition, rateHz, makeRandom(utterance.id));
      const before = process.cpuUsage();
      const rows = inAudio === undefined ? await logProbabilities(model, samples) : new Float32Array(0);
      const heardText = inAudio === undefined ? inRows(rows).text : await inAudio(samples);
      const { user, system } = process.cpuUsage(before);
      const syllables = read(characters);
      const hasLetters = /\p{Script=Latin}/u.test(utterance.text);
      const isReadable = !syllables.includes('?') && !hasLetters;
      const own = byPhones ? syllablesOf(greedy(rows).units) : read(spokenCharacters(heardText));
      const found = spokenCharacters(heardText);
      const errors = (/** @type {readonly string[]} */ reference, /** @type {readonly string[]} */ other) => ({
        wrong: distance(reference, other),
        total: reference.length,
      });
      scored.push({
        model: key,
        condition,
        set: utterance.set,
        speaker: utterance.speaker,
        id: utterance.id,
        text: characters.join(''),
        heard: found.join(''),
        characters: errors(characters, found),
        toneless:
          isReadable && (byPhones || !isJoined) ? errors(withoutTones(syllables), withoutTones(own)) : undefined,
        tonal: isReadable && byPhones ? errors(syllables, own) : undefined,
        searched: isReadable && isJoined ? errors(withoutTones(syllables), withoutTones(read(found))) : undefined,
        cpuS: (user + system) / 1e6,
        audioS: samples.length / rateHz,
      });
    }
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stderr.write(`${key} ${condition}: ${utterances.length} utterances in ${seconds} s\n`);
  }
}
for (const model of new Set(ways.map((way) => way.model))) await model.release();

const table = asrTable(scored, commandLine(directory, options));
process.stdout.write(`${table}\n`);
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(scored)}\n`);
if (options.write) writeBlock('eval:asr', table);

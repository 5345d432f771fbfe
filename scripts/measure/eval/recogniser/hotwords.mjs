// npm run eval:hotwords: rare names by voices never trained on, through 8 kHz A-law and an engine of the product: the
// number found without and with hotwords, and the number written that nobody said.
//   --models DIR   in place of the models that ship    --voices N   of espeak-ng (4)    --snr DB   white noise (25)
//   --weights A,B  of the list's lines (0,2,3,5)       --judged W   the weight that the goals are for (3)
//   --non-speech N minutes of sound without speech (30)                  --misses     the texts that were heard instead
//   --part NAME    tuning: names and voices that the weights were chosen with; test (default): others
//   --each N       of the four kinds of names on the list (25): fewer for a quick look
//   --write        put the table into docs/measurements.md
//
// Three in five of the list's names are said, the others never. Half of the sentences say names of no list.
// Sentences are generated; this is no figure for real speech.
import { parseArgs } from 'node:util';
import { parseHotwords } from '../../../../dist/text/word-lists/hotwords.js';
import { clipParams, programModels, startEngine } from '../../bench/asr/engine.mjs';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { addNoise, toAlaw } from '../lib/audio.mjs';
import { callsWithoutSpeech } from '../screening/other-sounds.mjs';
import { concatenated, generatedVoices } from '../screening/prompt-voices.mjs';
import { rareNames, sentenceWith } from './hotword-words.mjs';

/** @typedef {{ text: string, name: string, voice: string, alaw: Uint8Array }} Said */

const { values: options } = parseArgs({
  options: {
    models: { type: 'string' },
    voices: { type: 'string', default: '4' },
    snr: { type: 'string', default: '25' },
    weights: { type: 'string', default: '0,2,3,5' },
    judged: { type: 'string', default: '3' },
    'non-speech': { type: 'string', default: '30' },
    part: { type: 'string', default: 'test' },
    each: { type: 'string', default: '25' },
    misses: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [minutes, judged, each] = [Number(options['non-speech']), Number(options.judged), Number(options.each)];
const part = /** @type {const} */ ({ tuning: { seed: 'listed', first: 0 }, test: { seed: 'heard', first: 2 } })[
  options.part === 'tuning' ? 'tuning' : 'test'
];
const weights = [...new Set([...options.weights.split(',').map(Number), judged])].sort((a, b) => a - b);
const goal = { precision: 0.97, ofMissed: 0.5 };
const replaced = 60;
const marker = '甲丁';

const listed = rareNames(part.seed, each);
const said = listed.filter((_, at) => at % 5 < 3);
const unlisted = rareNames(`un${part.seed}`, each)
  .filter(({ text }) => listed.every((name) => name.text !== text))
  .slice(0, said.length);
const lead = new Int16Array(8_000 * 0.3);
const voices = generatedVoices()
  .filter((_, at) => at % 4 === part.first)
  .slice(0, Number(options.voices));

/** Every voice says every name, each time in another sentence.
 * @param {readonly import('./hotword-words.mjs').Name[]} names
 * @returns {Said[]} */
function spoken(names) {
  return voices.flatMap((voice, number) =>
    names.map((name, at) => {
      const text = sentenceWith(name, at + number);
      const random = makeRandom(`${voice.name} ${text}`);
      const samples = voice.say(text, random) ?? new Int16Array(0);
      const line = addNoise(concatenated([lead, samples, lead]), Number(options.snr), random);
      return { text, name: name.text, voice: voice.name, alaw: toAlaw(line) };
    }),
  );
}

const sets = { with: spoken(said), without: spoken(unlisted) };
const { engines } = await startEngine(options.models ?? programModels);
const plain = /** @type {const} */ ({ ...clipParams().text, addPunc: false, digitNorm: false });

/** @param {Uint8Array} alaw @param {string} [list] as clients write it @param {object} [text] */
async function hear(alaw, list = '', text = {}) {
  const hotwords = parseHotwords(list, { ignoreTone: false }).rules;
  const params = clipParams({ format: 'alaw_8k', hotwords, text: { ...plain, ...text } });
  const { sentence } = await engines.hear(params, alaw);
  return /** @type {import('../../../../dist/protocol/engine/recognition.js').Candidate} */ (sentence.candidates[0]);
}

/** @param {string} list */
async function score(list) {
  let found = 0;
  /** @type {string[]} */
  const wrong = [];
  /** @type {string[]} */
  const missed = [];
  for (const { text, name, voice, alaw } of [...sets.with, ...sets.without]) {
    const heard = (await hear(alaw, list)).text;
    if (heard.includes(name)) found += sets.with.some((one) => one.alaw === alaw) ? 1 : 0;
    else missed.push(`${voice} | ${text} | ${heard}`);
    for (const other of listed) {
      if (other.text !== name && heard.includes(other.text))
        wrong.push(`${voice} | ${text} | ${heard} | ${other.text}`);
    }
  }
  return {
    found,
    wrong,
    missed,
    recall: found / sets.with.length,
    precision: found / Math.max(1, found + wrong.length),
  };
}

/** Corrects two characters of the heard text, by their text and by their sound. */
async function replacements() {
  const counts = { texts: 0, phonemes: 0, tried: 0 };
  /** @type {string[]} */
  const failed = [];
  for (const { alaw } of sets.without) {
    if (counts.tried === replaced) break;
    const heard = await hear(alaw, '', { outputPinyin: true, wordType: 'CHAR' });
    const at = heard.words.findIndex(({ pinyin }, place) => place > 1 && pinyin && heard.words[place + 1]?.pinyin);
    const [one, two] = [heard.words[at], heard.words[at + 1]];
    if (one === undefined || two === undefined) continue;
    counts.tried++;
    const expected = heard.text.replaceAll(one.text + two.text, marker);
    const byText = (await hear(alaw, `${marker} (${one.text}${two.text})`)).text;
    const bySound = (await hear(alaw, `${marker} ([${one.pinyin} ${two.pinyin}])`)).text;
    if (byText === expected) counts.texts++;
    else failed.push(`${expected} | ${byText}`);
    if (bySound.includes(marker)) counts.phonemes++;
    else failed.push(`[${one.pinyin} ${two.pinyin}] ${heard.text} | ${bySound}`);
  }
  return { ...counts, failed };
}

const listOf = (/** @type {number} */ weight) => listed.map(({ text }) => `${text} ${weight}`).join('\n');
const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`;
const base = await score('');
const rows = [['none', `${base.found}/${sets.with.length} (${percent(base.recall)})`, '', '0']];
let atJudged = base;
for (const weight of weights) {
  const scored = await score(listOf(weight));
  if (weight === judged) atJudged = scored;
  rows.push([
    `${weight}`,
    `${scored.found}/${sets.with.length} (${percent(scored.recall)})`,
    percent(scored.precision),
    `${scored.wrong.length}`,
  ]);
  process.stderr.write(`weight ${weight}: ${rows.at(-1)?.slice(1).join(', ')}\n`);
}
/** @type {string[]} */
const inserted = [];
let silentS = 0;
if (minutes > 0) {
  const highest = listOf(Math.max(...weights));
  for (const { kind, samples } of callsWithoutSpeech(minutes)) {
    silentS += samples.length / 8_000;
    const heard = (await hear(toAlaw(samples), highest)).text;
    if (listed.some(({ text }) => heard.includes(text))) inserted.push(`${kind} | ${heard}`);
  }
}
const { texts, phonemes, tried, failed } = await replacements();
await engines.stop();

const gained = (atJudged.recall - base.recall) / Math.max(1e-9, 1 - base.recall);
const promises = [
  {
    line: `weight ${judged}: of what was missed without hotwords, found ≥ 50 %`,
    figure: percent(gained),
    holds: gained >= goal.ofMissed,
  },
  {
    line: `weight ${judged}: precision ≥ ${goal.precision}`,
    figure: atJudged.precision.toFixed(3),
    holds: atJudged.precision >= goal.precision,
  },
  {
    line: `hotwords in ${Math.round(silentS / 60)} min of noise, music and tones at weight ${Math.max(...weights)}: 0`,
    figure: `${inserted.length}`,
    holds: inserted.length === 0,
  },
  {
    line: 'replacements by text, by sound: always',
    figure: `${texts}/${tried}, ${phonemes}/${tried}`,
    holds: texts === tried && phonemes === tried && tried > 0,
  },
];
const table = [
  `Hotwords: ${said.length} rare names by ${voices.length} espeak-ng voices never trained on (synthetic), 8 kHz A-law, white noise at ${options.snr} dB; a list of ${listed.length} names, and as many sentences with names of no list; names and voices that nothing was tuned with. ${machineLine()}.`,
  markdownTable(
    ['must show', 'measured', ''],
    promises.map(({ line, figure, holds }) => [line, figure, holds ? 'holds' : 'FAILS']),
  ),
  markdownTable(['weight', 'names found', 'precision', 'written but not said'], rows),
].join('\n\n');
process.stdout.write(`${table}\n`);
if (options.misses) {
  for (const line of atJudged.missed) process.stdout.write(`missed: ${line}\n`);
  for (const line of [...atJudged.wrong, ...inserted, ...failed]) process.stdout.write(`wrong: ${line}\n`);
}
if (options.write) writeBlock('eval:hotwords', table);
process.exitCode = promises.every(({ holds }) => holds) ? 0 : 1;

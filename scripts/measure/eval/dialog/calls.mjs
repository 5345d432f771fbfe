// npm run eval:dialog-calls: the sample robots on the telephone. Callers of scripts, spoken by voices that no recogniser of this project
// was trained with (synthetic), through 8 kHz A-law and the product's recognition, without hotwords and with the robot's own. How many
// calls reach the end that their script names?
//   --part tuning   the first scripts, in other voices: what the robots may be tuned with; unseen: the others (default: all)
//   --robot NAME    one robot alone       --weight N   of the hotwords (2)      --snr DB   white noise (25)
//   --heard FILE    keeps what was heard: with the same recogniser, a change of the robots or of their understanding is measured in seconds
//   --failures      what was said and heard in calls that failed                --write    put the table into docs/measurements.md
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { LocalRobots } from '../../../../dist/local/dialog.js';
import { hotwordsAt } from '../../../../dist/local/robot-hotwords.js';
import { addon, encodings } from '../../../../dist/native/index.js';
import { parseHotwords } from '../../../../dist/text/word-lists/hotwords.js';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { addNoise, toAlaw } from '../lib/audio.mjs';
import { distance, rate } from '../lib/score.mjs';
import { openSessions } from '../lib/sessions.mjs';
import { concatenated, generatedVoices } from '../screening/prompt-voices.mjs';
import { playCall } from './calls/play.mjs';
import { reaches, readScripts } from './calls/scripts.mjs';

/** @typedef {import('./calls/play.mjs').PlayedTurn} PlayedTurn */
/** @typedef {{ robot: string, part: 'tuning' | 'unseen', voice: string, title: string, reached: boolean, turns: PlayedTurn[], reference: PlayedTurn[] }} Call */

const { values: options } = parseArgs({
  options: {
    part: { type: 'string', default: 'all' },
    robot: { type: 'string' },
    weight: { type: 'string', default: '2' },
    snr: { type: 'string', default: '25' },
    heard: { type: 'string' },
    failures: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const isTuning = options.part === 'tuning';
const goal = 0.85;
/** Places in the list of generated voices. */
const places = isTuning ? [3, 7] : [1, 5, 9];
const robotNames = ['payment-reminder', 'appointment', 'survey'].filter((name) => (options.robot ?? name) === name);
const slower = 0.9;

const models = (/** @type {string} */ name) => path.join(root, 'models', name);
const listen = await openSessions({ asr: models('asr-zh-8k'), lm: models('lm-zh'), vad: models('vad') }, 8_000);
const everyone = generatedVoices();
const voices = places.map((place) => /** @type {import('../screening/prompt-voices.mjs').Voice} */ (everyone[place]));
const [before, after] = [new Int16Array(8_000 * 0.3), new Int16Array(8_000 * 0.7)];

/** The line: 8 kHz A-law with white noise. @param {typeof voices[number]} voice @param {string} text @param {number} attempt */
function spoken(voice, text, attempt) {
  const random = makeRandom(`${voice.name} ${text} ${attempt}`);
  const samples = voice.say(text, random, slower ** attempt) ?? new Int16Array(0);
  const line = addNoise(concatenated([before, samples, after]), Number(options.snr), random);
  return addon.decode(encodings.alaw, toAlaw(line));
}

/** The texts of a `--heard` file, keyed by models, noise and hotwords, then by voice, text and attempt.
 * @type {Record<string, Record<string, string>>} */
const kept =
  options.heard !== undefined && existsSync(options.heard) ? JSON.parse(readFileSync(options.heard, 'utf8')) : {};
const recogniser = ['asr-zh-8k', 'lm-zh', 'vad'].map((name) =>
  JSON.parse(readFileSync(path.join(models(name), 'manifest.json'), 'utf8'))
    .files.map((/** @type {{ sha256: string }} */ { sha256 }) => sha256.slice(0, 8))
    .join(' '),
);

/** The recogniser's texts of everything that is said, with one list of hotwords: equal sounds are heard once. */
class Listener {
  /** @type {Map<string, string>} */
  #heard;

  /** @param {string} list */
  constructor(list) {
    this.hotwords = parseHotwords(list, { ignoreTone: false }).rules;
    this.name = [...recogniser, options.snr, list].join('\n');
    this.#heard = new Map(Object.entries(kept[this.name] ?? {}));
  }

  keep() {
    kept[this.name] = Object.fromEntries(this.#heard);
  }

  /** @param {typeof voices[number]} voice @param {string} text @param {number} attempt */
  async hear(voice, text, attempt) {
    const key = `${voice.name}\n${text}\n${attempt}`;
    const known = this.#heard.get(key);
    if (known !== undefined) return known;
    const asked = { hotwords: this.hotwords, text: { addPunc: true, digitNorm: false } };
    const sentences = await listen(spoken(voice, text, attempt), 'utterance', asked);
    const heard = sentences.map(({ candidates }) => candidates[0]?.text ?? '').join('');
    this.#heard.set(key, heard);
    return heard;
  }
}

const robots = new LocalRobots();
/** @type {Record<'typed' | 'without' | 'with', Call[]>} */
const calls = { typed: [], without: [], with: [] };
for (const name of robotNames) {
  const directory = path.join(root, 'docs/examples/robots', name);
  const file = fileURLToPath(new URL(`calls/${name}.txt`, import.meta.url));
  if (!existsSync(file)) throw new Error(`${file}: does not exist`);
  const { userVars, scripts } = readScripts(file);
  const robot = robots.at(directory);
  const listeners = {
    without: new Listener(''),
    with: new Listener(hotwordsAt(directory, Number(options.weight)).content),
  };
  for (const script of scripts) {
    if (options.part !== 'all' && script.part !== options.part) continue;
    const { title, part, end } = script;
    const reference = await playCall(robot, script, userVars, async (text) => text);
    const ended = (/** @type {PlayedTurn[]} */ turns) => reaches(end, turns.at(-1)?.cmd ?? '');
    const about = { robot: name, part, title, reference };
    calls.typed.push({ ...about, voice: 'typed', reached: ended(reference), turns: reference });
    for (const kind of /** @type {const} */ (['without', 'with'])) {
      for (const voice of voices) {
        const hear = (/** @type {string} */ text, /** @type {number} */ attempt) =>
          listeners[kind].hear(voice, text, attempt);
        const turns = await playCall(robot, script, userVars, hear, reference);
        calls[kind].push({ ...about, voice: voice.name, reached: ended(turns), turns });
      }
    }
  }
  if (options.heard !== undefined) {
    for (const listener of Object.values(listeners)) listener.keep();
    writeFileSync(options.heard, JSON.stringify(kept));
  }
  process.stderr.write(`${name}: ${scripts.length} scripts\n`);
}
robots.close();

const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`;
const share = (/** @type {Call[]} */ list) => list.filter(({ reached }) => reached).length / Math.max(1, list.length);
const figure = (/** @type {Call[]} */ list) =>
  `${list.filter(({ reached }) => reached).length}/${list.length} (${percent(share(list))})`;

const plain = (/** @type {string} */ text) => [...text.replace(/[\p{P}\s]/gu, '')];
/** The character error between the callers' words and those heard; both sides are compared with their numbers as numerals. */
function characterError(/** @type {Call[]} */ list) {
  return rate(
    list.flatMap(({ turns }) =>
      turns.map(({ said, heard }) => ({
        wrong: distance(plain(said), plain(numerals(heard))),
        total: plain(said).length,
      })),
    ),
  );
}

const digits = '零一二三四五六七八九';
/** 25 as 二十五; longer figures digit by digit. @param {string} text */
function numerals(text) {
  return text.replace(/\d+/g, (run) => spelled(Number(run), run));
}

/** @param {number} value @param {string} run */
function spelled(value, run) {
  if (run.length > 4) return [...run].map((digit) => digits[Number(digit)]).join('');
  let text = '';
  for (const [unit, name] of /** @type {const} */ ([
    [1000, '千'],
    [100, '百'],
    [10, '十'],
  ])) {
    const count = Math.floor(value / unit) % 10;
    if (count > 0) text += (unit === 10 && count === 1 && text === '' ? '' : digits[count]) + name;
  }
  return text + (value % 10 > 0 || value === 0 ? digits[value % 10] : '');
}

/** The first turn whose replies are not those of the typed call. @param {Call} call */
function divergence({ turns, reference, robot, voice, title }) {
  let place = 0;
  for (const turn of turns) {
    const expected = reference[place];
    if (expected !== undefined && turn.said !== expected.said && turn !== turns[place]) continue;
    if (expected === undefined || JSON.stringify(turn.replies) !== JSON.stringify(expected.replies)) {
      const wanted = expected?.replies.at(-1) ?? 'the end';
      return `${robot}, ${title}, ${voice}: said ${turn.said}, heard ${turn.heard}: ${turn.replies.join(' ')} ${turn.cmd} (typed: ${wanted} ${expected?.cmd ?? ''})`;
    }
    place++;
  }
  return `${robot}, ${title}, ${voice}: the call has no end, or another than the script's: ${turns.at(-1)?.cmd}`;
}

const kinds = /** @type {const} */ ([
  ['typed, without a recogniser', 'typed'],
  ['spoken, without hotwords', 'without'],
  ['spoken, with hotwords', 'with'],
]);
const parts = /** @type {const} */ (['tuning', 'unseen']).filter(
  (part) => options.part === 'all' || options.part === part,
);
const rows = kinds.map(([title, kind]) => {
  const list = calls[kind];
  return [
    title,
    figure(list),
    ...parts.map((part) => figure(list.filter((call) => call.part === part))),
    ...robotNames.map((name) => figure(list.filter(({ robot }) => robot === name))),
    percent(characterError(list)),
  ];
});
const holds = share(calls.without) >= goal && share(calls.with) >= goal;
const table = [
  `Calls of ${robotNames.length} sample robots: ${calls.typed.length} scripts in ${voices.length} espeak-ng voices never trained on (synthetic: ${voices.map(({ name }) => name.split(' ')[0]).join(', ')}), 8 kHz A-law, white noise at ${options.snr} dB, utterance streams; hotwords of weight ${options.weight}. ${machineLine()}.`,
  markdownTable(
    ['calls that reach their end', 'all', ...parts.map((part) => `${part} scripts`), ...robotNames, 'character error'],
    rows,
  ),
  `Goal: at least ${percent(goal)} of the spoken calls, without hotwords and with them: ${holds ? 'holds' : 'FAILS'}.`,
].join('\n\n');
process.stdout.write(`${table}\n`);
for (const [, kind] of kinds) {
  for (const call of calls[kind].filter(({ reached }) => !reached)) {
    // what the robots are not tuned with stays unread until the end
    if (call.part === 'unseen' && !options.failures) continue;
    process.stdout.write(`${kind}: ${divergence(call)}\n`);
    if (!options.failures) continue;
    for (const { said, heard, replies, cmd } of call.turns) {
      process.stdout.write(`    > ${said} | ${heard}\n    < ${replies.join(' ')} ${cmd}\n`);
    }
  }
}
if (options.write) writeBlock('eval:dialog-calls', table);
process.exitCode = holds ? 0 : 1;

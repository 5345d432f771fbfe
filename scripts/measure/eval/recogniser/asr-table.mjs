// The table of eval:asr.
import os from 'node:os';
import { makeRandom } from '../../lib/random.mjs';
import { conditions } from '../lib/audio.mjs';
import { interval, rate } from '../lib/score.mjs';

/** @typedef {import('../lib/score.mjs').Errors} Errors */
/** @typedef {{ model: string, condition: import('../lib/audio.mjs').Condition, set: string, speaker: string, id: string,
 *   text: string, heard: string, characters: Errors, toneless: Errors | undefined, tonal: Errors | undefined,
 *   searched: Errors | undefined, cpuS: number, audioS: number }} Scored
 *   toneless and tonal: syllables of the best path; searched: of the search's text, without tones */

const percent = (/** @type {number} */ share) => (Number.isNaN(share) ? '–' : (100 * share).toFixed(1));

/** @param {readonly Errors[]} errors */
function withInterval(errors) {
  if (errors.length === 0) return '–';
  const [low, high] = interval(errors, makeRandom('eval:asr'));
  return `${percent(rate(errors))} (${percent(low)}–${percent(high)})`;
}

/** @template T @param {readonly T[]} items @param {(item: T) => string} key */
function grouped(items, key) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return [...groups.values()];
}

/** The eight students are one row: a dozen words of one student say nothing about him. @param {Scored} item */
const rowOf = (item) => (item.set === 'dspspeech20-zh' ? item.set : `${item.set} ${item.speaker}`.trim());

/** @param {string} directory @param {{ speaker?: string | undefined, limit?: string | undefined }} options */
export function commandLine(directory, { speaker, limit }) {
  const shown = directory.replace(/^.*?shared\/data$/, '../shared/data').replace(/^\/.*$/, 'DIR');
  return ['npm run eval:asr --', shown, speaker && `--speaker ${speaker}`, limit && `--limit ${limit}`]
    .filter(Boolean)
    .join(' ');
}

/** @param {readonly Scored[]} scored @param {string} command @param {Date} [now] */
export function asrTable(scored, command, now = new Date()) {
  const head = [
    'set',
    'condition',
    'model',
    'characters',
    'syllables, no tones',
    'with tones',
    'after the search',
    'CPU s per s',
  ];
  const rows = grouped(scored, (item) => `${rowOf(item)}|${item.condition}|${item.model}`)
    .sort((a, b) => compare(a[0], b[0]))
    .map((group) => {
      const [first] = group;
      const pick = (/** @type {'toneless' | 'tonal' | 'searched'} */ what) => group.flatMap((item) => item[what] ?? []);
      const seconds = group.reduce((sum, item) => sum + item.audioS, 0);
      return [
        `${rowOf(/** @type {Scored} */ (first))}, ${group.length}`,
        conditions[/** @type {Scored} */ (first).condition],
        /** @type {Scored} */ (first).model,
        withInterval(group.map((item) => item.characters)),
        withInterval(pick('toneless')),
        percent(rate(pick('tonal'))),
        percent(rate(pick('searched'))),
        (group.reduce((sum, item) => sum + item.cpuS, 0) / seconds).toFixed(4),
      ];
    });
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const machine = `${os.cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`;
  return `\`${command}\`, ${now.toISOString().slice(0, 10)}, ${machine}. Error in %, in brackets the middle 95 % of 1,000 draws of the sentences.\n\n${lines.join('\n')}`;
}

/** @param {Scored | undefined} a @param {Scored | undefined} b */
function compare(a, b) {
  if (a === undefined || b === undefined) return 0;
  const keys = (/** @type {Scored} */ item) => [
    rowOf(item),
    item.condition === 'clean' ? '0' : item.condition,
    item.model,
  ];
  const [one, two] = [keys(a), keys(b)];
  const at = one.findIndex((key, index) => key !== two[index]);
  return at < 0 ? 0 : /** @type {string} */ (one[at]) < /** @type {string} */ (two[at]) ? -1 : 1;
}

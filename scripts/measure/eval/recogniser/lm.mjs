// npm run eval:lm -- FILE... [--lm DIR]... [--limit N] [--wrong]: the text that lexicon and language model find for
// syllables that were heard perfectly. Text (a sentence a line) → its syllables by the product's own reader → frames
// that are sure of them → the product's search → characters. This is the floor of the character error: no recogniser
// runs. Three kinds of frames: with tones; without (a final's five tones are equally likely); and unsure, where 12 % of
// the units are heard as others (test/helpers/models/posteriors.ts has the same shape).
//   --lm DIR    again for more; default models/lm-zh
//   --limit N   at most N sentences of each file, spread evenly
//   --wrong     also every sentence that was not found from frames with tones
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { phonesOf } from '../../../../dist/engine/pipeline/recognition/syllables.js';
import { readTexts } from '../../../../dist/text/pinyin.js';
import { makeRandom } from '../../lib/random.mjs';
import { thinned } from '../lib/corpus.mjs';
import { shipped } from '../lib/models.mjs';
import { distance, interval, rate } from '../lib/score.mjs';
import { makeSearch, openLanguage } from '../lib/search.mjs';
import { spokenCharacters } from '../lib/spoken.mjs';

/** @typedef {'tones' | 'toneless' | 'unsure'} Kind */

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lm: { type: 'string', multiple: true, default: [path.join(shipped, 'lm-zh')] },
    limit: { type: 'string' },
    wrong: { type: 'boolean', default: false },
  },
});
const limit = Number(options.limit ?? Number.POSITIVE_INFINITY);
if (positionals.length === 0 || !(limit >= 1)) {
  process.stderr.write('eval:lm needs at least one FILE with one sentence on each line; --limit is a number from 1\n');
  process.exit(2);
}

const kinds = /** @type {const} */ (['tones', 'toneless', 'unsure']);
const mistakes = 0.12;
const framesPerUnit = 2;
const confused = ['zh z', 'ch c', 'sh s', 'n l', 'an ang', 'en eng', 'in ing', 'b p', 'd t', 'g k', 'j q'];

/** @param {readonly string[]} names */
function otherTones(names) {
  return names.map((name) =>
    /[1-5]$/.test(name) ? ['1', '2', '3', '4', '5'].map((tone) => names.indexOf(name.slice(0, -1) + tone)) : [],
  );
}

/** @param {readonly string[]} names @param {number[][]} tones */
function alike(names, tones) {
  return names.map((name, at) => {
    const [body, tone] = /[1-5]$/.test(name) ? [name.slice(0, -1), name.slice(-1)] : [name, ''];
    const others = confused
      .map((pair) => pair.split(' '))
      .flatMap(([a, b]) => (a === body ? [b] : b === body ? [a] : []));
    const near = others.map((other) => names.indexOf(other + tone)).filter((unit) => unit >= 0);
    return [...(tones[at] ?? []).filter((unit) => unit !== at), ...near];
  });
}

/**
 * @param {readonly number[]} run @param {Kind} kind @param {readonly string[]} names @param
 * {import('../../lib/random.mjs').Random} random
 */
function framesOf(run, kind, names, random) {
  const tones = otherTones(names);
  const near = alike(names, tones);
  /** @type {number[]} */
  const rows = [];
  const frame = (/** @type {[number, number][]} */ shares) => {
    const row = new Array(names.length).fill(1e-6);
    for (const [unit, share] of shares) row[unit] += share;
    for (const share of row) rows.push(Math.log(share));
  };
  for (const unit of run) {
    const group = kind === 'toneless' && tones[unit]?.length ? tones[unit] : [unit];
    const others = near[unit] ?? [];
    const away = kind === 'unsure' && others.length > 0 ? (random.next() < mistakes ? 0.7 : 0.1) : 0;
    const most = others[random.int(Math.max(1, others.length))] ?? unit;
    for (let at = 0; at < framesPerUnit; at++) {
      frame([
        ...group.map((each) => /** @type {[number, number]} */ ([each, (1 - away) / group.length])),
        [most, away],
      ]);
    }
    frame([[0, 1]]);
  }
  return Float32Array.from(rows);
}

for (const folder of options.lm) {
  const knowledge = openLanguage(folder);
  const names = knowledge.lexicon.units;
  const search = makeSearch({ kind: 'phones', names, blank: 0 }, knowledge);
  process.stdout.write(
    `${folder}\n| set | sentences | characters | ${kinds.join(' | ')} |\n|---|---|---|---|---|---|\n`,
  );
  for (const file of positionals) {
    /** @type {Record<Kind, { wrong: number, total: number }[]>} */
    const errors = { tones: [], toneless: [], unsure: [] };
    const misread = [];
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .map(spokenCharacters)
      .filter((line) => line.length > 0);
    for (const characters of thinned(lines, limit)) {
      const phones = readTexts(characters).map(phonesOf);
      const run = phones.flatMap(
        (/** @type {readonly string[] | undefined} */ each) => each?.map((name) => names.indexOf(name)) ?? [-1],
      );
      if (run.includes(-1)) continue; // a character without a reading
      for (const kind of kinds) {
        const { text } = search(framesOf(run, kind, names, makeRandom(characters.join(''))));
        errors[kind].push({ wrong: distance(characters, [...text]), total: characters.length });
        if (kind === 'tones' && text !== characters.join('')) misread.push(`${characters.join('')} → ${text}`);
      }
    }
    const total = errors.tones.reduce((sum, each) => sum + each.total, 0);
    const cells = kinds.map((kind) => {
      const [low, high] = interval(errors[kind], makeRandom(kind), 300);
      return `${(100 * rate(errors[kind])).toFixed(1)} (${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}) %`;
    });
    const name = path.basename(file, '.txt');
    process.stdout.write(`| ${name} | ${errors.tones.length} | ${total} | ${cells.join(' | ')} |\n`);
    if (options.wrong) for (const line of misread) process.stdout.write(`    ${line}\n`);
  }
}

// Writes the dictionary of readings (src/text/readings/characters.ts and words.ts) from the data of pinyin-pro:
//   node scripts/train/readings.mjs
// pinyin-pro itself keeps 9 MB in each process that loads it, most of it for functions that this project does not use.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pinyin } from 'pinyin-pro';

const root = fileURLToPath(new URL('../..', import.meta.url));
const packageAt = path.join(root, 'node_modules/pinyin-pro');
const { version } = JSON.parse(readFileSync(path.join(packageAt, 'package.json'), 'utf8'));
const data = (name) => import(pathToFileURL(path.join(packageAt, 'dist/esm/data', name)).href);
const { default: characters } = await data('dict1.mjs');
const { PatternsNormal: patterns } = await data('patterns.mjs');

const normalPriority = 1; // the others are surnames, which are used only on request
const ruleProbability = 1e-12;
const lineWidth = 200;

/** Syllables with tone digits, 5 for the neutral tone. */
const syllablesOf = (text) =>
  pinyin(text, { type: 'array', toneType: 'num', v: true, toneSandhi: false, nonZh: 'spaced' }).map((syllable) =>
    syllable.replace(/ü/g, 'v').replace(/0$/, '5'),
  );

/** @param {Map<string, string[]>} map @param {string} key @param {string} value */
const add = (map, key, value) => (map.get(key) ?? map.set(key, []).get(key)).push(value);

const byReading = new Map();
const codes = [...characters.NumberDICT.keys()].filter((code) => characters.NumberDICT[code] !== undefined);
for (const character of [...codes.map((code) => String.fromCharCode(code)), ...characters.StringDICT.keys()]) {
  // 了 alone is read liao3, after another character le5; dictionary.ts knows the difference
  const [syllable] = character === '了' ? syllablesOf('好了').slice(1) : syllablesOf(character);
  if (character !== '々') add(byReading, syllable, character);
}
const charactersText = [...byReading].sort().map(([syllable, all]) => `${syllable}${all.join('')}`);

const words = new Map();
for (const { zh, priority, probability } of patterns) {
  if (priority === normalPriority) words.set(zh, Math.max(words.get(zh) ?? 0, probability));
}
const wordsText = { usual: [], rare: [] };
for (const [word, probability] of words) {
  const syllables = syllablesOf(word);
  if (syllables.length !== [...word].length || [...word].length < 2) throw new Error(`${word}: ${syllables}`);
  wordsText[probability === ruleProbability ? 'rare' : 'usual'].push(`${word}=${syllables.join(' ')}`);
}

/** Joins entries with `separator`, in lines. */
function wrapped(entries, separator) {
  const lines = [''];
  for (const entry of entries) {
    const last = lines.at(-1);
    const longer = last === '' ? entry : `${last}${separator}${entry}`;
    if (longer.length > lineWidth && last !== '') lines.push(entry);
    else lines[lines.length - 1] = longer;
  }
  return lines.join('\n');
}

const source = `Made by scripts/train/readings.mjs from pinyin-pro ${version} (MIT, see NOTICE).`;
const write = (name, text) => writeFileSync(path.join(root, 'src/text/readings', name), text);
write(
  'characters.ts',
  `// The most common reading of each character: a syllable, then the characters that are read so.
// ${source}
export const charactersByReading = \`
${wrapped(charactersText, ' ')}
\`;
`,
);
write(
  'words.ts',
  `// Words whose characters are not all read in their most common way.
// ${source}
export const usualWords = \`
${wrapped(wordsText.usual, ';')}
\`;

/** Numbers before measure words. Any other word that overlaps with them takes precedence. */
export const numberWords = \`
${wrapped(wordsText.rare, ';')}
\`;
`,
);

// npm run eval:entities: entities of the project's own phrases (entities/*.tsv), written by hand: the share whose
// lexicon, words and normValue are all found, by lexicon, and the entities that are found in texts without any.
import { readdirSync, readFileSync } from 'node:fs';
import { EntityFinder } from '../../../../dist/understanding/entities/finder.js';
import { systemLexicons } from '../../../../dist/understanding/notation/system-lexicons.js';

const moment = { nowMs: Date.UTC(2026, 10, 18, 2), timeZone: 'Asia/Shanghai' };
const finder = new EntityFinder([], []);
const named = ['country', 'province', 'city', 'address', 'person', 'org', 'fight', 'train', 'combine'].map(
  (name) => `SYS.${name}`,
);
const quantities = systemLexicons
  .map(({ name }) => name)
  .filter((name) => !named.includes(name) && !name.includes('{'));
const folder = new URL('./entities/', import.meta.url);
const isVerbose = process.argv.includes('--misses');

const share = (part, all) => `${part}/${all} ${((100 * part) / all).toFixed(1)} %`;
const shown = ({ lexicon, value, normValue }) => `${lexicon} ${value} ${normValue}`;

for (const file of readdirSync(folder).filter((name) => name.endsWith('.tsv'))) {
  const rows = readFileSync(new URL(file, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
  const lexicons = file.includes('names') ? named : quantities;
  const byLexicon = new Map();
  let withFalse = 0;
  for (const [text, lexicon, value, normValue] of rows) {
    const found = finder.find(text, lexicons, { moment, variables: () => undefined });
    if (lexicon === undefined) {
      if (found.length > 0) withFalse++;
      if (isVerbose && found.length > 0) console.log(`  false: ${text}: ${found.map(shown).join('; ')}`);
      continue;
    }
    const counts = byLexicon.get(lexicon) ?? { right: 0, all: 0 };
    const isRight = found.some(
      (each) => each.lexicon === lexicon && each.value === value && each.normValue === normValue,
    );
    byLexicon.set(lexicon, { right: counts.right + (isRight ? 1 : 0), all: counts.all + 1 });
    if (isVerbose && !isRight) {
      const same = found.filter((each) => each.lexicon === lexicon);
      console.log(
        `  missed: ${text}: ${lexicon} ${value} ${normValue}; found: ${same.map(shown).join('; ') || 'nothing'}`,
      );
    }
  }
  console.log(file);
  if (byLexicon.size === 0) console.log(`  texts with a false find  ${share(withFalse, rows.length)}`);
  for (const [lexicon, { right, all }] of byLexicon) console.log(`  ${lexicon.padEnd(18)} ${share(right, all)}`);
  if (byLexicon.size > 0) {
    const all = [...byLexicon.values()].reduce((sum, each) => sum + each.right, 0);
    console.log(`  ${'all'.padEnd(18)} ${share(all, rows.length)}`);
  }
}

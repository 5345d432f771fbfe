// Words whose spelling does not tell their sound, and the most common words. Written by hand for this project.
import type { Phone } from '../../protocol/engine/synthesis.js';
import { commonWords } from './common-words.js';
import { phonesOf } from './letters.js';
import { furtherWordsToL } from './lexicon-a-l.js';
import { furtherWordsFromM } from './lexicon-m-z.js';

/** Abbreviations that are read as words. */
const readable = new Set(
  'sim pin wifi app nasa nato opec unesco unicef apec asean laser radar covid asap jpeg bios ram rom gif java ikea sars lidar hello'.split(
    ' ',
  ),
);

const entries: ReadonlyMap<string, readonly Phone[]> = new Map(
  [commonWords, furtherWordsToL, furtherWordsFromM]
    .map((words) => words.trim())
    .join('\n')
    .split(/[;\n]\s*/)
    .map((line) => {
      const [word = '', phones = ''] = line.split('=');
      return [word, phonesOf(phones)];
    }),
);

export function isReadable(word: string): boolean {
  return readable.has(word);
}

/** The phones of a listed word or of a regular form of one (orders, called, calling); undefined: unknown. */
export function lookUp(word: string): readonly Phone[] | undefined {
  return entries.get(word) ?? inflected(word);
}

function inflected(word: string): readonly Phone[] | undefined {
  const possessive = /^(.+)'s?$/.exec(word);
  if (possessive) return withEnding(possessive[1], withS);
  if (/[^s]s$/.test(word)) {
    const plural = withEnding(word.slice(0, -1), withS);
    if (plural) return plural;
  }
  if (word.endsWith('ies')) return withEnding(`${word.slice(0, -3)}y`, withS);
  if (word.endsWith('es')) return withEnding(word.slice(0, -2), withS);
  if (word.endsWith('ied')) return withEnding(`${word.slice(0, -3)}y`, withD);
  if (word.endsWith('ed')) return fromStem(word.slice(0, -2), withD);
  if (word.endsWith('ing')) return fromStem(word.slice(0, -3), (stem) => [...stem, 'IH0', 'NG']);
  if (word.endsWith('ly'))
    return withEnding(word.slice(0, -2), (stem) => [...stem, ...(stem.at(-1) === 'L' ? [] : ['L' as const]), 'IY0']);
  if (word.endsWith('er')) return fromStem(word.slice(0, -2), (stem) => [...stem, 'ER0']);
  return undefined;
}

type Ending = (stem: readonly Phone[]) => readonly Phone[];

function withEnding(stem: string | undefined, ending: Ending): readonly Phone[] | undefined {
  const phones = stem === undefined ? undefined : entries.get(stem);
  return phones && ending(phones);
}

/**
 * Finds the stem of an inflected word: sav-ing comes from save, stopp-ing from stop. The form with e comes first: used
 * is from use, because us with its short vowel would double its letter.
 */
function fromStem(stem: string, ending: Ending): readonly Phone[] | undefined {
  const single = /([b-df-hj-np-tv-z])\1$/.test(stem) ? stem.slice(0, -1) : undefined;
  return withEnding(`${stem}e`, ending) ?? withEnding(stem, ending) ?? withEnding(single, ending);
}

const hissing: ReadonlySet<string> = new Set(['S', 'Z', 'SH', 'ZH', 'CH', 'JH']);
const voiceless: ReadonlySet<string> = new Set(['P', 'T', 'K', 'F', 'TH', 'S', 'SH', 'CH']);

/** Adds a plural or third-person s. */
export function withS(stem: readonly Phone[]): readonly Phone[] {
  const last = stem.at(-1) ?? '';
  if (hissing.has(last)) return [...stem, 'IH0', 'Z'];
  return [...stem, voiceless.has(last) ? 'S' : 'Z'];
}

/** Adds a past ed. */
export function withD(stem: readonly Phone[]): readonly Phone[] {
  const last = stem.at(-1) ?? '';
  if (last === 'T' || last === 'D') return [...stem, 'IH0', 'D'];
  return [...stem, voiceless.has(last) ? 'T' : 'D'];
}

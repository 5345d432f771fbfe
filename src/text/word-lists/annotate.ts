// Readings for words whose list gives none: by context, and for names also as surnames; letters by their names.
import { pinyin } from 'pinyin-pro';
import { readTexts } from '../pinyin.js';
import { isTonalSyllable } from './syllables.js';

/** How the names of letters sound to one who speaks Mandarin: facts of usage, approximate as the specification allows. */
const letterNames: Readonly<Record<string, string>> = {
  a: 'ei1',
  b: 'bi4',
  c: 'xi1',
  d: 'di4',
  e: 'yi4',
  f: 'ai2 fu5',
  g: 'ji4',
  h: 'ei1 chi5',
  i: 'ai4',
  j: 'jie4',
  k: 'kei4',
  l: 'ai1 lou5',
  m: 'ai1 mu5',
  n: 'en1',
  o: 'ou1',
  p: 'pi1',
  q: 'qiu1',
  r: 'a1 er5',
  s: 'ai1 si5',
  t: 'ti4',
  u: 'you1',
  v: 'wei1',
  w: 'da2 bu5 liu5',
  x: 'ai1 ke5 si5',
  y: 'wai1',
  z: 'zei4',
};

const digitNames: Readonly<Record<string, readonly string[]>> = {
  0: ['ling2'],
  1: ['yi1', 'yao1'],
  2: ['er4'],
  3: ['san1'],
  4: ['si4'],
  5: ['wu3'],
  6: ['liu4'],
  7: ['qi1'],
  8: ['ba1'],
  9: ['jiu3'],
};

/** Tonal syllables with a space between; none where a part of the word cannot be read (an English word). */
export function automaticReadings(word: string): string[] {
  const parts = word.match(/[A-Za-z]+|[^A-Za-z]/gu) ?? [];
  const plain = readParts(parts, readTexts(parts), 0);
  if (!plain) return [];
  const readings = [plain];
  if (/^\p{Script=Han}{2,4}$/u.test(word)) {
    const asName = pinyin(word, { type: 'array', toneType: 'num', v: true, toneSandhi: false, mode: 'surname' });
    const first = (asName[0] ?? '').replace(/ü/g, 'v').replace(/0$/, '5');
    const surname = [first, ...plain.split(' ').slice(1)].join(' ');
    if (isTonalSyllable(first)) readings.push(surname);
  }
  const byPhone = readParts(parts, readTexts(parts), 1);
  if (byPhone) readings.push(byPhone);
  return [...new Set(readings)];
}

function readParts(parts: readonly string[], read: readonly string[], digitName: number): string | undefined {
  const syllables: string[] = [];
  for (const [at, part] of parts.entries()) {
    const digit = digitNames[part];
    if (/^[A-Z]+$/.test(part)) {
      syllables.push(...[...part.toLowerCase()].map((letter) => letterNames[letter] ?? ''));
    } else if (digit) {
      syllables.push(digit[digitName] ?? digit[0] ?? '');
    } else if (/^\p{Script=Han}$/u.test(part)) {
      const syllable = read[at] ?? '';
      if (!isTonalSyllable(syllable)) return undefined;
      syllables.push(syllable);
    } else if (/^[\p{L}\p{N}]/u.test(part)) {
      return undefined;
    }
  }
  return syllables.length === 0 ? undefined : syllables.join(' ');
}

// Readings for words whose list gives none: by context, for names also as surnames, and for letters by their names.
import { limits } from '../../protocol/limits.js';
import { readTexts } from '../pinyin.js';
import { isTonalSyllable } from './syllables.js';

/** Letter names as Mandarin speakers say them, approximate as the specification allows. */
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

/** Characters that are read differently as surnames. */
const surnameList =
  '单 shan4 朴 piao2 区 ou1 查 zha1 仇 qiu2 解 xie4 任 ren2 华 hua4 盖 ge3 乐 yue4 员 yun4 覃 qin2 缪 miao4 翟 zhai2 葛 ge3 ' +
  '种 chong2 繁 po2 召 shao4 黑 he4 洗 xian3 曾 zeng1 盛 sheng4 应 ying1 燕 yan1 令 ling2 那 na1 哈 ha3 过 guo1 牟 mu4 秘 bi4 ' +
  '车 che1 纪 ji3 藏 zang1 薄 bo2';
const surnames = new Map(
  [...surnameList.matchAll(/(\S) (\S+)/gu)].map(([, name = '', syllable = '']) => [name, syllable]),
);

/** Known readings. Sessions send the same lists again and again, and reading a full one takes a quarter of a second. */
const known = new Map<string, readonly string[]>();

/**
 * The readings of a word, each as tonal syllables separated by spaces; none if a part of the word cannot be read (an
 * English word).
 */
export function automaticReadings(word: string): readonly string[] {
  const before = known.get(word);
  if (before) return before;
  const readings = readWord(word);
  if (known.size >= limits.wordList.knownReadings) known.clear();
  known.set(word, readings);
  return readings;
}

function readWord(word: string): readonly string[] {
  const parts = word.match(/[A-Za-z]+|[^A-Za-z]/gu) ?? [];
  const read = readTexts(parts);
  const plain = readParts(parts, read, 0);
  if (!plain) return [];
  const readings = [plain];
  const surname = /^\p{Script=Han}{2,4}$/u.test(word) ? surnames.get(parts[0] ?? '') : undefined;
  if (surname) readings.push([surname, ...plain.split(' ').slice(1)].join(' '));
  const byPhone = /1/.test(word) ? readParts(parts, read, 1) : undefined;
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

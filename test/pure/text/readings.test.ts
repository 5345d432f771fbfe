import fc from 'fast-check';
import { pinyin } from 'pinyin-pro';
import { expect, test } from 'vitest';
import { charactersByReading } from '../../../src/text/readings/characters.js';
import { readCharacters } from '../../../src/text/readings/dictionary.js';
import { numberWords, usualWords } from '../../../src/text/readings/words.js';

/** The readings of the library from whose data the dictionary was made. */
const expected = (text: string): string[] =>
  pinyin(text, { type: 'array', toneType: 'num', v: true, toneSandhi: false, nonZh: 'spaced' }).map((syllable) =>
    syllable.replace(/ü/g, 'v').replace(/0$/, '5'),
  );

const characters = [...charactersByReading].filter((character) => /\p{Script=Han}/u.test(character));
const words = [usualWords, numberWords].flatMap((text) =>
  text
    .trim()
    .split(/[;\n]/)
    .map((entry) => entry.split('=')[0] as string),
);

test('every character of the dictionary has its most common reading', () => {
  for (const character of [...characters, '々', '〇', '㐀']) {
    expect(readCharacters([character]), character).toEqual(expected(character));
  }
});

test('every word of the dictionary has the readings of the word', () => {
  for (const word of words) expect(readCharacters([...word]), word).toEqual(expected(word));
});

test('words that overlap, rare characters, gaps and long texts are read as by the library of the data', () => {
  const beginnings = words.map((word) => [...word].slice(0, -1).join(''));
  const endings = words.map((word) => [...word].slice(1).join(''));
  const piece = fc.oneof(
    fc.constantFrom(...words),
    fc.constantFrom(...beginnings),
    fc.constantFrom(...endings),
    fc.constantFrom(...characters),
    fc.constantFrom(' ', '了', '一', '不', '々', '的', '行', '重', '十', '第', '𠀀'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      expect(readCharacters([...text]), text).toEqual(expected(text));
    }),
    { numRuns: 300 },
  );
});

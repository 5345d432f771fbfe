// English phones, and the names of the letters.
import { consonants, type Phone, vowels } from '../../protocol/engine/synthesis.js';

const known: ReadonlySet<string> = new Set([
  ...consonants,
  ...vowels.flatMap((vowel) => [0, 1, 2].map((stress) => `${vowel}${stress}`)),
]);

/**
 * Parses phones such as `HH AH0 L OW1`; undefined if one of them is no phone. A vowel without a digit is unstressed.
 */
export function parsePhones(text: string): Phone[] | undefined {
  const phones = text
    .toUpperCase()
    .split(/[\s.]+/)
    .filter((each) => each !== '')
    .map((each) => (vowels.some((vowel) => vowel === each) ? `${each}0` : each));
  return phones.length > 0 && phones.every((each) => known.has(each)) ? (phones as Phone[]) : undefined;
}

/** Parses phones of built-in tables. Throws for a mistake, which is then a bug in the table. */
export function phonesOf(text: string): readonly Phone[] {
  const phones = parsePhones(text);
  if (!phones) throw new Error(`not a list of phones: ${text}`);
  return phones;
}

const names: Readonly<Record<string, string>> = {
  ...{
    a: 'EY1',
    b: 'B IY1',
    c: 'S IY1',
    d: 'D IY1',
    e: 'IY1',
    f: 'EH1 F',
    g: 'JH IY1',
    h: 'EY1 CH',
    i: 'AY1',
    j: 'JH EY1',
  },
  ...{ k: 'K EY1', l: 'EH1 L', m: 'EH1 M', n: 'EH1 N', o: 'OW1', p: 'P IY1', q: 'K Y UW1', r: 'AA1 R', s: 'EH1 S' },
  ...{ t: 'T IY1', u: 'Y UW1', v: 'V IY1', w: 'D AH1 B AH0 L Y UW0', x: 'EH1 K S', y: 'W AY1', z: 'Z IY1' },
};

const phonesByLetter = new Map(Object.entries(names).map(([letter, phones]) => [letter, phonesOf(phones)]));

/** The phones of a letter's name; undefined: it is no letter. */
export function letterPhones(letter: string): readonly Phone[] | undefined {
  return phonesByLetter.get(letter.toLowerCase());
}

// The names of the system lexicons (specification 3, section 2.3) in telephone phrases written by hand.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EntityFinder } from '../../../../src/understanding/entities/finder.js';

const moment = { nowMs: Date.UTC(2026, 10, 22), timeZone: 'Asia/Shanghai' };
const finder = new EntityFinder([], []);
const kinds = ['country', 'province', 'city', 'address', 'person', 'org', 'fight', 'train', 'combine'];
const lexicons = kinds.map((kind) => `SYS.${kind}`);
const found = (text: string, names: readonly string[]) =>
  finder
    .find(text, names, { moment, variables: () => undefined })
    .map(({ lexicon, value, normValue }) => `${lexicon} ${value} ${normValue}`);

const rowsOf = (name: string) =>
  readFileSync(new URL(`../../../../scripts/measure/eval/dialog/entities/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

/** The finds of a lexicon in a text, by both. */
const wanted = new Map<string, { text: string; lexicon: string; finds: string[] }>();
for (const [text = '', lexicon = '', value, norm] of rowsOf('names.tsv')) {
  const key = `${lexicon} in ${text}`;
  const finds = [...(wanted.get(key)?.finds ?? []), `${lexicon} ${value} ${norm}`];
  wanted.set(key, { text, lexicon, finds });
}

describe('a name', () => {
  it.each([...wanted])('of %s', (_, { text, lexicon, finds }) => {
    expect(found(text, [lexicon])).toEqual(finds);
  });
});

describe('no name', () => {
  it.each(rowsOf('no-names.tsv'))('stands in %s', (text) => {
    expect(found(text, lexicons)).toEqual([]);
  });
});

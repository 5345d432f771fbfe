// The names of the system lexicons (specification 3, section 2.3) in telephone phrases written by hand.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
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

describe('every find', () => {
  const parts = fc.constantFrom(
    ...[
      '我叫',
      '张伟',
      '王',
      '先生',
      '苏州',
      '市',
      '人民',
      '路',
      '一百',
      '二十号',
      '医院',
      '公司',
      '工行',
      'G',
      'MU',
      '五幺零幺',
      '次',
      '-',
      ' ',
      '·',
      '阿',
      '，',
    ],
    ...[
      'Ａ',
      'e\u0301',
      '😀',
      '京',
      '12345',
      '高铁',
      '东航',
      '的',
      '是',
      '大理',
      '中山',
      '三明治',
      '栋',
      '室',
      '@',
      '\ud800',
    ],
  );

  it('lies in the text and overlaps no other of its lexicon', () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 25 }), (words) => {
        const text = words.join('');
        for (const lexicon of lexicons) {
          let free = 0;
          for (const { start, end, value, normValue } of finder.find(text, [lexicon], {
            moment,
            variables: () => undefined,
          })) {
            expect(start).toBeGreaterThanOrEqual(free);
            expect(end).toBeGreaterThan(start);
            expect(text.slice(start, end)).toBe(value);
            expect(normValue).not.toBe('');
            free = end;
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

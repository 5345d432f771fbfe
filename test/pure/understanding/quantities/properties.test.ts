// Rules that hold for every text: places, order, no overlap within a lexicon, numbers as they were said, linear time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCardinal } from '../../../../src/text/itn/numerals.js';
import { Reading } from '../../../../src/understanding/entities/quantities/reading.js';
import { findQuantities } from '../../../../src/understanding/entities/quantities.js';
import { found, moment } from './find.js';

const pieces = [
  ...'零〇一二两三四五六七八九十廿百千万亿幺点半多几第个元块毛角分年月日号时周星期下上午今明后前昨大每从到至的，。 -+%$¥/:.0123456789aA',
  ...[
    '百分之',
    '分之',
    '小时',
    '三天后',
    '下周三',
    '农历',
    '正月',
    '初',
    'half an hour',
    'two thirds',
    '几百',
    '上百块',
    '当天',
    '第二天',
    '出头',
    '么',
    '日元',
    'twenty',
    ' hundred ',
    ' pm',
    '工作日',
    '😀',
  ],
];
const anyText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const digits = '零一二三四五六七八九';

/** A whole number below 10^8 as it is said in full. */
function spoken(value: number): string {
  const section = (part: number): string => {
    let said = '';
    for (const [unit, name] of [
      [1000, '千'],
      [100, '百'],
      [10, '十'],
      [1, ''],
    ] as const) {
      const digit = Math.floor(part / unit) % 10;
      if (digit > 0) said += digits.charAt(digit) + name;
      else if (said !== '' && part % unit > 0 && !said.endsWith('零')) said += '零';
    }
    return said;
  };
  const high = Math.floor(value / 10_000);
  const low = value % 10_000;
  if (high === 0) return section(low);
  return `${section(high)}万${low === 0 ? '' : (low < 1_000 ? '零' : '') + section(low)}`;
}

describe('Quantities of any text', () => {
  it('lie in the text, in order, and never overlap within a lexicon', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const ends = new Map<string, number>();
        let before = 0;
        for (const { lexicon, start, end, value, normValue } of findQuantities(text, moment)) {
          expect(start).toBeGreaterThanOrEqual(Math.max(before, ends.get(lexicon) ?? 0));
          expect(end).toBeGreaterThan(start);
          expect(value).toBe(text.slice(start, end));
          expect(normValue).not.toMatch(/NaN|undefined|Infinity/);
          before = start;
          ends.set(lexicon, end);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('are numbers that are read back as they are said', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 99_999_999 }), (value) => {
        const said = spoken(value);
        expect(found(`一共${said}份`, 'SYS.number')).toEqual([`${said} = ${value}`]);
        expect(found(said, 'SYS.number')).toEqual([`${said} = ${value}`]);
      }),
    );
  });

  it('are numbers that are read back as inverse text normalisation writes them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 999_999_999_999 }), (value) => {
        const written = writeCardinal(value);
        expect(found(`一共${written}份`, 'SYS.number')).toEqual([`${written} = ${value}`]);
      }),
    );
  });

  it('are mobile numbers that are read back digit by digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 13_000_000_000, max: 19_999_999_999 }), (number) => {
        const said = [...String(number)].map((digit) => (digit === '1' ? '幺' : digits.charAt(Number(digit)))).join('');
        expect(found(`电话${said}`, 'SYS.phone')).toEqual([`${said} = ${number}`]);
      }),
    );
  });
});

describe('The work for a text', () => {
  const repeated = [
    '一',
    '九十九年',
    '三到',
    '一刻',
    '负',
    '1',
    '1,',
    '周一到',
    '半',
    '三分之',
    '138 ',
    'one hundred ',
    '每',
    '正月初',
    '几百',
    '三块到',
    '日元五',
    '二 ',
    '上百',
    '么一',
    '第二天',
  ];

  /** Places at which a number is read: the costliest step, and the one that all readers share. */
  function reads(text: string): number {
    let count = 0;
    const { prototype } = Reading;
    const amount = prototype.amount;
    prototype.amount = function counted(this: Reading, at: number) {
      count++;
      return amount.call(this, at);
    };
    try {
      findQuantities(text, moment);
    } finally {
      prototype.amount = amount;
    }
    return count;
  }

  it.each(repeated)('grows as its length does: %s', (piece) => {
    const short = reads(piece.repeat(200));
    const long = reads(piece.repeat(800));
    expect(long).toBeLessThanOrEqual(4.2 * short + 40);
  });
});

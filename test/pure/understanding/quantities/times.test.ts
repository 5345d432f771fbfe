// Specification 3, section 2.3: SYS.date, SYS.time, SYS.duration and SYS.date-duration, on Wednesday 18 November 2026 at 10:00
// in Shanghai. docs/entities.md has the forms.
import { describe, expect, it } from 'vitest';
import { findQuantities } from '../../../../src/understanding/entities/quantities.js';
import { found, moment } from './find.js';

const cases: Readonly<Record<string, readonly (readonly [text: string, ...expected: string[]])[]>> = {
  'SYS.date': [
    ['今天不行大后天吧', '今天 = 2026-11-18', '大后天 = 2026-11-21'],
    ['周一鸣先生'],
    ['周一李先生来', '周一 = 2026-11-23'],
    ['我叫周日升'],
    ['五月初五', '五月初五 = 2027-06-09'],
    ['十一长假', '十一长假 = 2027-10-01'],
    ['下下周三', '下下周三 = 2026-12-02'],
    ['上星期天', '上星期天 = 2026-11-15'],
    ['周三', '周三 = 2026-11-18'],
    ['五号', '五号 = 2026-12-05'],
    ['三十一号', '三十一号 = 2026-12-31'],
    ['下個月五號', '下個月五號 = 2026-12-05'],
    ['二零二六年十二月一日', '二零二六年十二月一日 = 2026-12-01'],
    ['2026年2月29日'],
    ['月底前', '月底 = 2026-11-30'],
    ['春节和除夕', '春节 = 2027-02-06', '除夕 = 2027-02-05'],
    ['闰月以后的中秋', '中秋 = 2027-09-15'],
    ['清明节', '清明节 = 2027-04-05'],
    ['大年初二', '大年初二 = 2027-02-07'],
    ['大后儿', '大后儿 = 2026-11-21'],
    ['正月初八', '正月初八 = 2027-02-13'],
    ['三个工作日后', '三个工作日后 = 2026-11-23'],
    ['每周三', '每周三 = R/2026-11-18/P1W'],
    ['next Monday', 'next Monday = 2026-11-23'],
    ['明天上午九点', '明天 = 2026-11-19'],
    ['当天', '当天 = 2026-11-18'],
    ['第二天再来', '第二天 = 2026-11-19'],
    ['十二月一号入住第二天退房', '十二月一号 = 2026-12-01', '第二天 = 2026-12-02'],
    ['元旦当天', '元旦 = 2027-01-01', '当天 = 2027-01-01'],
    ['当天气变冷'],
    ['十二月五号星期六', '十二月五号星期六 = 2026-12-05'],
    ['周六十二月五号', '周六十二月五号 = 2026-12-05'],
    ['去年中秋节', '去年中秋节 = 2025-10-06'],
  ],
  'SYS.time': [
    ['幺洞洞弯，下午三点', '下午三点 = T15:00:00'],
    ['七十二小时后', '七十二小时后 = 2026-11-21T10:00:00+08:00'],
    ['差五分八点', '差五分八点 = T07:55:00'],
    ['下午三点一刻', '下午三点一刻 = T15:15:00'],
    ['半夜', '半夜 = T00:00:00/T05:00:00'],
    ['下下周三上午九点半', '下下周三上午九点半 = 2026-12-02T09:30:00+08:00'],
    ['明天晚上十二点', '明天晚上十二点 = 2026-11-20T00:00:00+08:00'],
    ['周末下午三点', '周末下午三点 = 2026-11-21T15:00:00+08:00'],
    ['下午三四点', '下午三四点 = T15:00:00'],
    ['午夜十二点', '午夜十二点 = T00:00:00'],
    ['两三点意见'],
    ['半小时后', '半小时后 = 2026-11-18T10:30:00+08:00'],
    ['tomorrow at 3 pm', 'tomorrow at 3 pm = 2026-11-19T15:00:00+08:00'],
    ['三点一五'],
    ['两点建议'],
  ],
  'SYS.duration': [
    ['一个半小时', '一个半小时 = PT1H30M'],
    ['three to five days', 'three to five days = P3D/P5D'],
    ['一刻钟', '一刻钟 = PT15M'],
    ['两年三个月', '两年三个月 = P2Y3M'],
    ['半个月', '半个月 = P15D'],
    ['一分半钟', '一分半钟 = PT1M30S'],
    ['三到五天', '三到五天 = P3D/P5D'],
    ['几十年', '几十年 = P20Y'],
    ['半个多小时', '半个多小时 = PT30M'],
    ['个把月', '个把月 = P1M'],
    ['一两天', '一两天 = P1D'],
    ['三年级'],
    ['2026年'],
  ],
  'SYS.date-duration': [
    ['周一到周三', '周一到周三 = 2026-11-23/2026-11-25'],
    ['前三季度', '前三季度 = 2026-01-01/2026-09-30'],
    ['12月1-5日', '12月1-5日 = 2026-12-01/2026-12-05'],
    ['May 2027', 'May 2027 = 2027-05-01/2027-05-31'],
    ['三月到五月', '三月到五月 = 2027-03-01/2027-05-31'],
    ['下午两点到四点', '下午两点到四点 = T14:00:00/T16:00:00'],
    ['明天上午九点到十一点', '明天上午九点到十一点 = 2026-11-19T09:00:00+08:00/2026-11-19T11:00:00+08:00'],
    ['12月1日-3日', '12月1日-3日 = 2026-12-01/2026-12-03'],
    ['2026-12', '2026-12 = 2026-12-01/2026-12-31'],
    ['双休日', '双休日 = 2026-11-21/2026-11-22'],
    ['月底前', '月底前 = 2026-11-18/2026-11-30'],
    ['2026年上半年', '2026年上半年 = 2026-01-01/2026-06-30'],
    ['最近三天', '最近三天 = 2026-11-15/2026-11-18'],
  ],
};

describe.each(Object.entries(cases))('%s', (lexicon, rows) => {
  it.each(rows.map(([text, ...expected]) => ({ text, expected })))('finds $expected in $text', ({ text, expected }) => {
    expect(found(text, lexicon)).toEqual(expected);
  });
});

describe('The moment of the request', () => {
  const dateOf = (nowMs: number, timeZone: string): string | undefined =>
    findQuantities('明天', { nowMs, timeZone }).find(({ lexicon }) => lexicon === 'SYS.date')?.normValue;

  it('is that of its time zone', () => {
    const nowMs = Date.UTC(2026, 11, 31, 20);
    expect(dateOf(nowMs, 'Asia/Shanghai')).toBe('2027-01-02');
    expect(dateOf(nowMs, 'America/New_York')).toBe('2027-01-01');
  });

  it('gives the offset of the day that is meant, not of today', () => {
    const moment = { nowMs: Date.UTC(2026, 9, 31, 12), timeZone: 'America/New_York' };
    const times = findQuantities('明天上午九点', moment).filter(({ lexicon }) => lexicon === 'SYS.time');
    expect(times.map(({ normValue }) => normValue)).toEqual(['2026-11-01T09:00:00-05:00']);
  });
});

describe('A length of time that leads out of the calendar', () => {
  it.each(['7亿三天后', '三千年前', '未来九万年', '过一亿个工作日', 'within 9000000 hours and 900000000 days'])(
    'gives no date: %s',
    (text) => {
      const written = findQuantities(text, moment).filter(({ lexicon }) => /date|time/.test(lexicon));
      for (const { normValue } of written) expect(normValue).toMatch(/^(?:\d{4}-\d{2}-\d{2}|T\d{2}|\.\.)/);
      expect(written.filter(({ value }) => value === text)).toEqual([]);
    },
  );

  it('ends with the last day that four digits can name', () => {
    expect(found('七千九百年后', 'SYS.date')).toEqual(['七千九百年后 = 9926-11-18']);
    expect(found('八千年后', 'SYS.date')).toEqual([]);
  });
});

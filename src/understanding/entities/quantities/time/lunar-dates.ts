// Dates of the lunar calendar: 正月初八, 腊月二十三, 农历八月十五.
import { matchAt } from '../../../../text/itn/measures.js';
import type { Reading } from '../reading.js';
import type { DateSaid } from '../said.js';
import type { Day } from './calendar.js';
import { lunarDay, lunarYearOf } from './lunar.js';
import { single, smallDigit } from './spans.js';

const ordinary = /^(?:\d|[零一二三四五六七八九十])/;

const lunarHead = /(?:农历|阴历|旧历)(?:的?)/y;
const lunarMonth = /(?:(正|腊|冬)|闰?([一二三四五六七八九]|十[一二]?))月/y;
const lunarDate31 =
  /(?:初([一二三四五六七八九十])|(十[一二三四五六七八九]|二十[一二三四五六七八九]?|廿[一二三四五六七八九]?|三十|十)[日号]?)/y;

/** Reads a lunar date: 正月初八, 腊月二十三, 农历八月十五, 初五; undefined: there is none. */
export function lunarDate(reading: Reading, at: number, year: number | undefined, anchor: Day): DateSaid | undefined {
  const { text } = reading;
  const head = matchAt(lunarHead, text, at)?.[0] ?? '';
  const from = at + head.length;
  const month = matchAt(lunarMonth, text, from);
  const date = matchAt(lunarDate31, text, from + (month?.[0].length ?? 0));
  const isLunar = head !== '' || month?.[1] !== undefined || date?.[1] !== undefined;
  if (!date || !isLunar || (!month && !isPlainLunarDay(text, at, date))) return undefined;
  const end = from + (month?.[0].length ?? 0) + date[0].length;
  if (ordinary.test(text.slice(end))) return undefined;
  const number = lunarNumber(date[1] ?? date[2] ?? '');
  const months = month ? [lunarMonthNumber(month)] : [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  const first = year ?? lunarYearOf(anchor);
  for (const each of year === undefined ? [first, first + 1] : [first])
    for (const inMonth of months) {
      const day = lunarDay(each, inMonth, number);
      if (day !== undefined && (year !== undefined || day >= anchor)) return single(end, day);
    }
  return undefined;
}

/** True if a lunar day without month is a date. 初一 to 初三 alone are as often school classes. */
function isPlainLunarDay(text: string, at: number, date: RegExpExecArray): boolean {
  return date[1] !== undefined && !/[一二三]/.test(date[1]) && !/[当最月年]/.test(text[at - 1] ?? '');
}

function lunarMonthNumber([, name, number]: RegExpExecArray): number {
  if (name !== undefined) return { 正: 1, 冬: 11, 腊: 12 }[name] ?? 1;
  return lunarNumber(number ?? '');
}

function lunarNumber(said: string): number {
  const tens = { 廿: 20, 三: 30, 二: 20, 十: 10 }[said.charAt(0)] ?? 0;
  if (said.length === 1) return said === '十' ? 10 : said === '廿' ? 20 : smallDigit(said);
  const last = said.charAt(said.length - 1);
  return tens + (last === '十' ? 0 : smallDigit(last));
}

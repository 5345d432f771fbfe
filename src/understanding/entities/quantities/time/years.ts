// Years, and the small numbers of months and days.
import { matchAt } from '../../../../text/itn/measures.js';
import { cardinalAt, isNumeral, plainDigits } from '../../../../text/itn/numerals.js';
import type { Reading } from '../reading.js';

export interface YearSaid {
  readonly end: number;
  readonly year: number;
  /** The number of years: 10 for a decade. */
  readonly years: number;
  /** The year counts only if a month follows; 26年 alone is a length of time. */
  readonly needsMore: boolean;
}

const relative = /(大前|大后|[今明去前后本来]|上一?|下一?)年度?(?!级|代|轻|龄|货|薪|会|夜)/y;
const offsets: Readonly<Record<string, number>> = {
  ...{ 今: 0, 本: 0, 明: 1, 来: 1, 下: 1, 下一: 1, 后: 2, 大后: 3, 去: -1, 上: -1, 上一: -1, 前: -2, 大前: -3 },
};
const figures = /(?:公元)?(\d{4}|\d{2}) ?年(?!级|代|纪|轻|龄)/y;
const digits = /(?:公元)?([一二][零〇一二三四五六七八九]{3}|[零〇一二三四五六七八九]{2})年(?!级|代|纪|轻|龄)/y;
const decade = /((?:19|20)?(\d)0|(?:(?:二十|上)世纪)?([一二三四五六七八九])十)年代/y;
const century = /(?:([12]\d)|(二十一|二十|十[六七八九])|本|上)(?:个)?世纪/y;

/** Reads the year at `at`; undefined: there is none. */
export function yearAt(reading: Reading, at: number, thisYear: number): YearSaid | undefined {
  const { text } = reading;
  const before = text[at - 1] ?? '';
  const year = (length: number, value: number, years = 1, needsMore = false): YearSaid => ({
    end: at + length,
    year: value,
    years,
    needsMore,
  });
  const said = matchAt(relative, text, at);
  if (said) {
    if (/^[前后]/.test(said[0]) && /[\d一二两三四五六七八九十几半多以之]/.test(before)) return undefined;
    return year(said[0].length, thisYear + (offsets[said[1] ?? ''] ?? 0));
  }
  if (/\d/.test(before) || isNumeral(before)) return undefined;
  const inDecade = matchAt(decade, text, at);
  if (inDecade) {
    const tens = Number(inDecade[2] ?? plainDigits(inDecade[3] ?? ''));
    const base = /^\d{4}/.test(inDecade[0]) ? Number(inDecade[0].slice(0, 2)) * 100 : tens < 3 ? 2000 : 1900;
    return year(inDecade[0].length, base + 10 * tens, 10);
  }
  const inCentury = matchAt(century, text, at);
  if (inCentury) {
    const ofNow = Math.floor(thisYear / 100) + (inCentury[0].startsWith('上') ? 0 : 1);
    const count = Number(inCentury[1] ?? (inCentury[2] ? cardinalAt(text, at)?.value : ofNow));
    return year(inCentury[0].length, 100 * (count - 1) + 1, 100);
  }
  const inFigures = matchAt(figures, text, at);
  if (inFigures) {
    const value = Number(inFigures[1]);
    if (inFigures[1]?.length === 4) return year(inFigures[0].length, value);
    return year(inFigures[0].length, fullYear(value), 1, value <= 50 && !inFigures[1]?.startsWith('0'));
  }
  const inDigits = matchAt(digits, text, at);
  if (inDigits) return digitYear(inDigits[1] ?? '', inDigits[0].length, year);
  return cardinalYear(text, at, year);
}

function fullYear(two: number): number {
  return two > 50 ? 1900 + two : 2000 + two;
}

function digitYear(
  said: string,
  length: number,
  year: (length: number, value: number, years?: number, needsMore?: boolean) => YearSaid,
): YearSaid {
  const value = Number(plainDigits(said));
  if (said.length === 4) return year(length, value);
  const [first = 0, second = 0] = [...plainDigits(said)].map(Number);
  // 两三年, 三五年 and 七八年 are lengths of time
  const isRough = first > 0 && second > first && second - first <= 2;
  return year(length, fullYear(value), 1, isRough);
}

/** A year as a cardinal, such as 两千零八年. */
function cardinalYear(
  text: string,
  at: number,
  year: (length: number, value: number) => YearSaid,
): YearSaid | undefined {
  if (!/[一二两]/.test(text[at] ?? '') || text[at + 1] !== '千') return undefined;
  const number = cardinalAt(text, at);
  if (!number || text[number.end] !== '年' || number.value < 1_800 || number.value > 2_199 || number.isElliptic)
    return undefined;
  if (number.value === 2_000 || /^[级代纪轻龄]/.test(text.slice(number.end + 1))) return undefined;
  return year(number.end + 1 - at, number.value);
}

export interface SmallNumber {
  readonly end: number;
  readonly value: number;
}

const smallFigures = /\d{1,2}(?![\d,])/y;
const pair = /[零〇一二三][零〇一二三四五六七八九](?![零一二三四五六七八九十百千万亿])/y;

/** Reads a whole number from 0 to `most`: 3, 03, 十五, 二五, 零三; undefined: there is none. */
export function smallNumberAt({ text }: Reading, at: number, most: number): SmallNumber | undefined {
  const inFigures = matchAt(smallFigures, text, at)?.[0];
  if (inFigures !== undefined) {
    return Number(inFigures) <= most ? { end: at + inFigures.length, value: Number(inFigures) } : undefined;
  }
  const found = cardinalAt(text, at);
  if (found && found.value <= most && !found.isElliptic && !isNumeral(text[found.end])) return found;
  const two = matchAt(pair, text, at)?.[0];
  if (two === undefined)
    return found && found.value <= most && /[十廿卅]/.test(text.slice(at, found.end)) ? found : undefined;
  const value = Number(plainDigits(two));
  return value <= most ? { end: at + 2, value } : undefined;
}

const month = / ?月(?:份)?(?!饼|球|亮|嫂|子|经|老|牙|光)/y;

/** Reads a month: 十一月, 3月份, 零三月; undefined: there is none. */
export function monthNumberAt(reading: Reading, at: number): SmallNumber | undefined {
  const { text } = reading;
  const isAfterWeekday = /(?:周|星期|礼拜)[一二三四五六]$/.test(text.slice(Math.max(0, at - 3), at));
  if (!isAfterWeekday && /[\d零一二三四五六七八九十百千万亿.第]/.test(text[at - 1] ?? '')) return undefined;
  const number = smallNumberAt(reading, at, 12);
  const named = number && number.value > 0 && text[at] !== '两' ? matchAt(month, text, number.end) : undefined;
  return number && named ? { end: number.end + named[0].length, value: number.value } : undefined;
}

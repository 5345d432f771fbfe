// Constructors for the results of the date readers, and small helpers that they share.
import type { DateSaid } from '../said.js';
import { civilOf, type Day } from './calendar.js';

export const single = (end: number, day: Day): DateSaid => ({ end, from: day, to: day, isPeriod: false });
export const period = (end: number, from: Day, to: Day): DateSaid => ({ end, from, to, isPeriod: true });

/** The first day at or after the anchor, in the anchor's year or the next. */
export function nextInYear(anchor: Day, inYear: (year: number) => Day): Day {
  const { year } = civilOf(anchor);
  const day = inYear(year);
  return day >= anchor ? day : inYear(year + 1);
}

/** The value of a single numeral or digit. */
export function smallDigit(character: string | undefined): number {
  if (character === '两') return 2;
  const place = '零一二三四五六七八九'.indexOf(character ?? '');
  return place < 0 ? Number(character) : place;
}

/** The number of periods that 上 and 下 count back or forward: 上上 is -2, 下 is 1. */
export function steps(prefix: string): number {
  const count = [...prefix].filter((each) => /[上下]/.test(each)).length;
  return prefix.startsWith('上') ? -count : prefix.startsWith('下') ? count : 0;
}

// Days and periods in English: tomorrow, next Monday, November 3rd, this weekend, last year.
import { matchAt } from '../../../../text/itn/measures.js';
import type { Reading } from '../reading.js';
import type { DateSaid } from '../said.js';
import { civilOf, type Day, dayOf, exists, monthsLater, weekdayOf } from './calendar.js';

const months = 'january february march april may june july august september october november december'.split(' ');
const weekdays = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const dayWord = /(the day after tomorrow|the day before yesterday|today|tonight|tomorrow|yesterday)(?![a-z])/y;
const dayOffsets: Readonly<Record<string, number>> = {
  ...{ today: 0, tonight: 0, tomorrow: 1, yesterday: -1, 'the day after tomorrow': 2, 'the day before yesterday': -2 },
};
const relative = new RegExp(
  `(?:on )?(?:(next|this|last) )?(${weekdays.join('|')}|weekend|week|month|year|${months.join('|')})(?![a-z])`,
  'y',
);
const monthName = `(${months.join('|')}|${months.map((name) => name.slice(0, 3)).join('|')})\\.?`;
const monthFirst = new RegExp(
  `(?:on )?${monthName} (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?(?![a-z\\d:])`,
  'y',
);
const dayFirst = new RegExp(
  `(?:on )?(?:the )?(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${monthName}(?:,? (\\d{4}))?(?![a-z\\d:])`,
  'y',
);
/** Months of a year, such as May 2027. */
const monthOfYear = new RegExp(`${monthName},? ((?:19|20)\\d\\d)(?![a-z\\d:])`, 'y');
const begins = /[toawnlmsfjdy\d]/;

/** Reads the English date at `at`; undefined: there is none. */
export function englishDateAt({ text, clock }: Reading, at: number, anchor: Day): DateSaid | undefined {
  if (!begins.test(text[at] ?? '') || /[a-z\d]/.test(text[at - 1] ?? '')) return undefined;
  const word = matchAt(dayWord, text, at);
  if (word) {
    // "tonight" is a time as well
    const day = clock.today + (dayOffsets[word[1] ?? ''] ?? 0);
    return { end: at + word[0].length, from: day, to: day, isPeriod: false };
  }
  const first = matchAt(monthFirst, text, at);
  if (first) return onDay(at + first[0].length, first[1], first[2], first[3], anchor);
  const last = matchAt(dayFirst, text, at);
  if (last) return onDay(at + last[0].length, last[2], last[1], last[3], anchor);
  const ofYear = matchAt(monthOfYear, text, at);
  if (ofYear) {
    const month = months.findIndex((each) => each.startsWith((ofYear[1] ?? '').slice(0, 3))) + 1;
    const from = dayOf(Number(ofYear[2]), month, 1);
    return { end: at + ofYear[0].length, from, to: monthsLater(from, 1) - 1, isPeriod: true };
  }
  const found = matchAt(relative, text, at);
  return found ? relativeDate(found, at, clock.today, anchor) : undefined;
}

function onDay(end: number, name = '', date = '', year: string | undefined, anchor: Day): DateSaid | undefined {
  const month = months.findIndex((each) => each.startsWith(name.slice(0, 3))) + 1;
  const ofAnchor = civilOf(anchor).year;
  for (const each of year === undefined ? [ofAnchor, ofAnchor + 1] : [Number(year)]) {
    if (!exists(each, month, Number(date))) continue;
    const day = dayOf(each, month, Number(date));
    if (year !== undefined || day >= anchor) return { end, from: day, to: day, isPeriod: false };
  }
  return undefined;
}

function relativeDate(found: RegExpExecArray, at: number, today: Day, anchor: Day): DateSaid | undefined {
  const [all, prefix, name = ''] = found;
  const end = at + all.length;
  const step = prefix === 'next' ? 1 : prefix === 'last' ? -1 : 0;
  const monday = today - weekdayOf(today) + 7 * step;
  const { year, month } = civilOf(today);
  const weekday = weekdays.indexOf(name);
  if (weekday >= 0) {
    const day = prefix === undefined ? anchor + ((weekday - weekdayOf(anchor) + 7) % 7) : monday + weekday;
    return { end, from: day, to: day, isPeriod: false };
  }
  const named = months.indexOf(name);
  if (named >= 0) {
    // may and march are also ordinary words
    if (prefix === undefined && /^ma/.test(name) && !all.startsWith('on ')) return undefined;
    const first = dayOf(year + step + (step === 0 && named + 1 < month ? 1 : 0), named + 1, 1);
    return { end, from: first, to: monthsLater(first, 1) - 1, isPeriod: true };
  }
  if (prefix === undefined) return undefined;
  switch (name) {
    case 'weekend':
      return { end, from: monday + 5, to: monday + 6, isPeriod: true };
    case 'week':
      return { end, from: monday, to: monday + 6, isPeriod: true };
    case 'month':
      return { end, from: dayOf(year, month + step, 1), to: dayOf(year, month + step + 1, 1) - 1, isPeriod: true };
    default:
      return { end, from: dayOf(year + step, 1, 1), to: dayOf(year + step, 12, 31), isPeriod: true };
  }
}

// Holidays and their days in a given year: fixed dates, weekdays of a month, lunar dates and solar terms.
import { type Day, dayOf, weekdayOf } from './calendar.js';
import { lunarDay, lunarYearEnd } from './lunar.js';

/** The day in a year; undefined: the year is outside the table of the lunar calendar. */
type DayInYear = (year: number) => Day | undefined;

const fixed =
  (month: number, date: number): DayInYear =>
  (year) =>
    dayOf(year, month, date);
const lunar =
  (month: number, date: number): DayInYear =>
  (year) =>
    lunarDay(year, month, date);

/** The nth given weekday of a month; Thursday is 3, Sunday 6. */
const weekday =
  (month: number, nth: number, day: number): DayInYear =>
  (year) => {
    const first = dayOf(year, month, 1);
    return first + ((day - weekdayOf(first) + 7) % 7) + 7 * (nth - 1);
  };

/** The day of a solar term by the sun's mean motion. It is correct for the 21st century, with the known exceptions. */
const solarTerm = (month: number, constant: number, exceptions: Readonly<Record<number, number>> = {}): DayInYear => {
  return (year) => {
    const inCentury = ((year % 100) + 100) % 100;
    const leapDays = month <= 2 ? Math.floor((inCentury - 1) / 4) : Math.floor(inCentury / 4);
    return dayOf(year, month, Math.floor(inCentury * 0.2422 + constant) - leapDays + (exceptions[year] ?? 0));
  };
};

/** Easter by the Gregorian computus, as Meeus and others give it. */
const easter: DayInYear = (year) => {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const epact = (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) % 30;
  const moon = epact - (epact > 28 || (epact === 28 && golden > 10) ? 1 : 0);
  const march = dayOf(year, 3, 21) + moon;
  return march + ((6 - weekdayOf(march) + 7) % 7 || 7);
};

const named: readonly (readonly [names: string, day: DayInYear])[] = [
  ['元旦节 元旦', fixed(1, 1)],
  ['情人节', fixed(2, 14)],
  ['三八妇女节 妇女节 三八节 女神节', fixed(3, 8)],
  ['植树节', fixed(3, 12)],
  ['愚人节', fixed(4, 1)],
  ['五一国际劳动节 五一劳动节 国际劳动节 劳动节 五一节 五一', fixed(5, 1)],
  ['五四青年节 青年节', fixed(5, 4)],
  ['护士节', fixed(5, 12)],
  ['六一儿童节 国际儿童节 儿童节 六一', fixed(6, 1)],
  ['七一建党节 建党节', fixed(7, 1)],
  ['八一建军节 建军节', fixed(8, 1)],
  ['教师节', fixed(9, 10)],
  ['十一国庆节 十一国庆 十一长假 十一黄金周 国庆节 国庆', fixed(10, 1)],
  ['程序员节', fixed(10, 24)],
  ['万圣节前夜 万圣夜', fixed(10, 31)],
  ['万圣节', fixed(11, 1)],
  ['双十一 光棍节', fixed(11, 11)],
  ['双十二', fixed(12, 12)],
  ['平安夜', fixed(12, 24)],
  ['圣诞节 圣诞 christmas', fixed(12, 25)],
  ['母亲节', weekday(5, 2, 6)],
  ['父亲节', weekday(6, 3, 6)],
  ['感恩节 thanksgiving', weekday(11, 4, 3)],
  ['复活节 easter', easter],
  ['大年初一 春节 农历新年', lunar(1, 1)],
  ...[...'二三四五六七八九十'].map((day, at): [string, DayInYear] => [`大年初${day}`, lunar(1, at + 2)]),
  ['元宵节 元宵 上元节', lunar(1, 15)],
  ['龙抬头', lunar(2, 2)],
  ['端午节 端午', lunar(5, 5)],
  ['七夕节 七夕', lunar(7, 7)],
  ['中元节', lunar(7, 15)],
  ['中秋节 中秋', lunar(8, 15)],
  ['重阳节 重阳', lunar(9, 9)],
  ['腊八节 腊八', (year) => lunarDay(year - 1, 12, 8)],
  ['小年', (year) => lunarDay(year - 1, 12, 23)],
  ['大年三十 年三十 大年夜 除夕夜 除夕', (year) => lunarYearEnd(year - 1)],
  ['立春', solarTerm(2, 3.87)],
  ['春分', solarTerm(3, 20.646, { 2084: 1 })],
  ['清明节 清明', solarTerm(4, 4.81)],
  ['立夏', solarTerm(5, 5.52)],
  ['夏至', solarTerm(6, 21.37)],
  ['立秋', solarTerm(8, 7.5)],
  ['秋分', solarTerm(9, 23.042)],
  ['立冬', solarTerm(11, 7.438)],
  ['冬至', solarTerm(12, 21.94, { 2021: -1 })],
];

const byName = new Map<string, DayInYear>();
for (const [names, day] of named) {
  for (const name of names.split(' ')) byName.set(name, day);
}
const longest = [...byName.keys()].sort((a, b) => b.length - a.length);
const firsts = new Set(longest.map((name) => name[0]));

export interface Feast {
  readonly end: number;
  readonly inYear: DayInYear;
}

/** The holiday with the longest name that begins at `at`: 春节, 国庆节, 中秋; undefined: there is none. */
export function feastAt(text: string, at: number): Feast | undefined {
  if (!firsts.has(text[at])) return undefined;
  const name = longest.find((each) => text.startsWith(each, at));
  const inYear = name === undefined ? undefined : byName.get(name);
  if (name === undefined || !inYear || isOtherWord(text, at, name)) return undefined;
  return { end: at + name.length, inYear };
}

/** True for other names that contain a holiday's name: 五一路, 六一班, 清明上河图, 小年轻, 国庆哥. */
function isOtherWord(text: string, at: number, name: string): boolean {
  const after = text.slice(at + name.length, at + name.length + 3);
  if (/^(?:路|大道|街|广场|村|镇|小学|中学|公园|桥|山|湖|上河|轻|班|店)/.test(after)) return true;
  return (
    /^[五六]一$/.test(name) && /[\d零一二三四五六七八九十百千万亿点第块]/.test((text[at - 1] ?? '') + (after[0] ?? ''))
  );
}

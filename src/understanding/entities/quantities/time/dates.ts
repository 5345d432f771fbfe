// Spoken days and calendar periods: 下周三, 十一月三号, 月底, 去年, 第三季度, 春节. A date without year, month or week means the next one
// that has not passed.
import { matchAt } from '../../../../text/itn/measures.js';
import type { Reading } from '../reading.js';
import type { DateSaid } from '../said.js';
import { civilOf, type Day, dayOf, weekdayOf } from './calendar.js';
import { englishDateAt } from './english-dates.js';
import { feastAt } from './holidays.js';
import { lunarDate } from './lunar-dates.js';
import { dayOfMonth, monthAndMore } from './months.js';
import { period, single, smallDigit } from './spans.js';
import { weekAt, weekdayNumber } from './weeks.js';
import { writtenDate } from './written-dates.js';
import { type YearSaid, yearAt } from './years.js';

const relativeDay =
  /(大后[天日儿]|大前[天日儿]|今[天日儿]个?|明[天日儿]个?|后[天日儿]|昨[天日儿]个?|前[天日儿]|[次翌]日|当[天日](?![气空使然线本]|下(?!午))|(?<![的节期后前来去这那十百千万])第二[天日]|今|明|昨|当)(?!年|月|白|显|确|细|亮|星|朝|非|时|地|场|前|初|然|务|事|天的我|日香|日头条)/y;
const dayOffsets: Readonly<Record<string, number>> = {
  今: 0,
  明: 1,
  后: 2,
  大后: 3,
  昨: -1,
  前: -2,
  大前: -3,
  次: 1,
  翌: 1,
  当: 0,
};
/** The characters with which a date may begin. */
export const dateBegins =
  /[\d零〇一二两三四五六七八九十廿卅今明后昨前大上下这本当去来周星礼双每第春夏秋冬次翌月年初正腊农阴元情妇女植愚劳青护儿国建八六七教万光平圣母父感复端中重小除立清公季三程龙tnlyjfmaseodwc]/;

/**
 * Reads the date or period at `at`; undefined: there is none. `anchor` is the day from which the next matching date is
 * sought.
 */
export function dateAt(reading: Reading, at: number, anchor: Day): DateSaid | undefined {
  const date = wholeDateAt(reading, at, anchor);
  if (!date) return undefined;
  return date.isPeriod ? (dayWithin(reading.text, date) ?? date) : (withWeekday(reading, date) ?? date);
}

const weekdayBeside = /[ ,(]?(?:星期|周|礼拜)([一二三四五六日天])(?![周个次])\)?/y;

/** A date and its weekday, which name the same day twice: 十二月五号星期六, 周六十二月五号. */
function withWeekday(reading: Reading, { end, from }: DateSaid): DateSaid | undefined {
  const beside = matchAt(weekdayBeside, reading.text, end);
  if (beside && weekdayNumber(beside[1] ?? '') === weekdayOf(from)) return single(end + beside[0].length, from);
  if (!/(?:星期|周|礼拜)[一二三四五六日天]$/.test(reading.text.slice(Math.max(0, end - 3), end))) return undefined;
  const again = writtenDate(reading.text, end, from) ?? monthAndMore(reading, end, from, undefined);
  return again && !again.isPeriod && weekdayOf(again.from) === weekdayOf(from) ? again : undefined;
}

const within = /的?(?:第([一二三四五])|(最后)一)(?:个?(?:周|星期|礼拜)([一二三四五六日天])|天)/y;

/** A day within a period: 下个月的第一个星期一, 今年最后一天. */
function dayWithin(text: string, { end, from, to }: DateSaid): DateSaid | undefined {
  const found = matchAt(within, text, end);
  if (!found) return undefined;
  const [all, place, last, name] = found;
  const nth = last === undefined ? smallDigit(place) : 1;
  const step = name === undefined ? 1 : 7;
  const first = name === undefined ? from : from + ((weekdayNumber(name) - weekdayOf(from) + 7) % 7);
  const final = name === undefined ? to : to - ((weekdayOf(to) - weekdayNumber(name) + 7) % 7);
  const day = last === undefined ? first + step * (nth - 1) : final;
  return day <= to ? single(end + all.length, day) : undefined;
}

function wholeDateAt(reading: Reading, at: number, anchor: Day): DateSaid | undefined {
  const { text } = reading;
  return (
    writtenDate(text, at, anchor) ??
    yearAndMore(reading, at, anchor) ??
    monthAndMore(reading, at, anchor, undefined) ??
    relativeDayAt(reading, at) ??
    weekAt(reading, at, anchor) ??
    dayOfMonth(reading, at, anchor) ??
    feast(reading, at, anchor) ??
    lunarDate(reading, at, undefined, anchor) ??
    englishDateAt(reading, at, anchor)
  );
}

const seasons: Readonly<Record<string, number>> = { 春: 3, 夏: 6, 秋: 9, 冬: 12 };
const season = /([春夏秋冬])(?:天|季)(?![节])/y;
const quarter = /(?:第?([一二三四1-4])个?季度|第([一二三四1-4])季(?!稻)|q([1-4]))/y;
const relativeQuarter = /(上|这|本|下)一?个?季度/y;
const halfYear = /([上下])半年/y;
const yearPart = /的?年?(底|末|初|中)(?![心国间央学秋])/y;
const yearPartAlone = /(?:年(底|末|初|中(?!秋))|岁末)/y;

/** A part of a known year: 上半年, 第三季度, 夏天, 年底, 前三个月. */
function partOfYear(reading: Reading, at: number, year: number): DateSaid | undefined {
  const { text } = reading;
  const months = (end: number, first: number, count: number): DateSaid =>
    period(end, dayOf(year, first, 1), dayOf(year, first + count, 1) - 1);
  const half = matchAt(halfYear, text, at);
  if (half) return months(at + half[0].length, half[1] === '上' ? 1 : 7, 6);
  const ofFour = matchAt(quarter, text, at);
  if (ofFour) return months(at + ofFour[0].length, 3 * smallDigit(ofFour[1] ?? ofFour[2] ?? ofFour[3]) - 2, 3);
  const inSeason = matchAt(season, text, at);
  if (inSeason) return months(at + inSeason[0].length, seasons[inSeason[1] ?? ''] ?? 3, 3);
  const run = matchAt(/([前后])([一二两三四五六七八九]|\d)个?(月|季度)/y, text, at);
  if (!run) return undefined;
  const count = smallDigit(run[2]) * (run[3] === '月' ? 1 : 3);
  return count > 12 ? undefined : months(at + run[0].length, run[1] === '前' ? 1 : 13 - count, count);
}

function endOfYearPart(part: string | undefined, year: number): Day {
  if (part === '初') return dayOf(year, 1, 1);
  return part === '中' ? dayOf(year, 6, 30) : dayOf(year, 12, 31);
}

function yearAndMore(reading: Reading, at: number, anchor: Day): DateSaid | undefined {
  const { text, clock } = reading;
  const said = yearAt(reading, at, civilOf(clock.today).year);
  if (!said) return withoutYear(reading, at, anchor);
  const next = said.end + (matchAt(/[ 的,]?/y, text, said.end)?.[0].length ?? 0);
  const lunar = lunarDate(reading, next, said.year, anchor);
  const part = lunar ?? monthAndMore(reading, next, anchor, said.year) ?? partOfYear(reading, next, said.year);
  if (part) return part;
  const ofYear = matchAt(yearPart, text, said.end);
  if (ofYear) return single(said.end + ofYear[0].length, endOfYearPart(ofYear[1], said.year));
  const named = feastAt(text, next);
  const day = named?.inYear(said.year);
  if (named && day !== undefined) return single(named.end, day);
  return wholeYear(said);
}

function wholeYear({ end, year, years, needsMore }: YearSaid): DateSaid | undefined {
  return needsMore ? undefined : period(end, dayOf(year, 1, 1), dayOf(year + years, 1, 1) - 1);
}

/** A part of a year without the year: 上半年, 三季度, 夏天 or 年底 of the anchor's year, or of the next one. */
function withoutYear(reading: Reading, at: number, anchor: Day): DateSaid | undefined {
  const { text, clock } = reading;
  const { year, month } = civilOf(anchor);
  const relative = matchAt(relativeQuarter, text, at);
  if (relative) {
    const now = civilOf(clock.today);
    const first =
      3 * Math.floor((now.month - 1) / 3) + 1 + 3 * (relative[1] === '上' ? -1 : relative[1] === '下' ? 1 : 0);
    return period(at + relative[0].length, dayOf(now.year, first, 1), dayOf(now.year, first + 3, 1) - 1);
  }
  const ofYear = matchAt(yearPartAlone, text, at);
  if (ofYear && !/[零一二三四五六七八九十百千半多两\d]/.test(text[at - 1] ?? '')) {
    const day = endOfYearPart(ofYear[1], year);
    return single(at + ofYear[0].length, day >= anchor ? day : endOfYearPart(ofYear[1], year + 1));
  }
  if (/^[前后]/.test(text[at] ?? '') && !/^前[一二两三1-3]个?季度/.test(text.slice(at, at + 5))) return undefined;
  if (
    /^[一二三四1-4]/.test(text[at] ?? '') &&
    (/^.个季/.test(text.slice(at, at + 3)) || /[零一二三四五六七八九十\d]/.test(text[at - 1] ?? ''))
  )
    return undefined;
  const part = partOfYear(reading, at, year);
  if (!part || part.to >= anchor || month < 1) return part;
  // halves and quarters are those of this year; a season is the next one
  return /[春夏秋冬]/.test(text[at] ?? '') ? partOfYear(reading, at, year + 1) : part;
}

function relativeDayAt(reading: Reading, at: number): DateSaid | undefined {
  const { text, clock } = reading;
  const found = matchAt(relativeDay, text, at)?.[0];
  if (!found) return undefined;
  const key = found.replace(/第二/, '翌').replace(/[天日儿]个?$/, '');
  const offset = dayOffsets[key];
  if (offset === undefined) return undefined;
  const needsPart = key === found;
  if ((found === '当' && text[at + 1] !== '晚') || (needsPart && !/^[早晚晨夜]/.test(text.slice(at + found.length))))
    return undefined;
  if (/^[后前]/.test(found) && (/[以之然而最今往随]/.test(text[at - 1] ?? '') || /^[性赋]/.test(text.slice(at + 2))))
    return undefined;
  const from = /^[当次翌]/.test(key) ? (reading.dayBefore ?? clock.today) : clock.today;
  return { ...single(at + found.length, from + offset), needsPart };
}

function feast(reading: Reading, at: number, anchor: Day): DateSaid | undefined {
  const named = feastAt(reading.text, at);
  if (!named) return undefined;
  const { year } = civilOf(anchor);
  for (const each of [year, year + 1]) {
    const day = named.inYear(each);
    if (day !== undefined && day >= anchor) return single(named.end, day);
  }
  return undefined;
}

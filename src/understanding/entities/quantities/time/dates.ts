// Days and periods of the calendar as they are said: 下周三, 十一月三号, 月底, 去年, 第三季度, 春节. A date that names no year,
// month or week is the first one that has not passed.
import { matchAt } from '../../../../text/itn/measures.js';
import type { Reading } from '../reading.js';
import type { DateSaid } from '../said.js';
import { civilOf, type Day, dayOf, daysInMonth, exists, monthsLater, weekdayOf } from './calendar.js';
import { englishDateAt } from './english-dates.js';
import { feastAt } from './holidays.js';
import { lunarDay, lunarYearOf } from './lunar.js';
import { monthNumberAt, smallNumberAt, type YearSaid, yearAt } from './years.js';

const relativeDay =
  /(大后[天日]|大前[天日]|今[天日儿]个?|明[天日儿]个?|后[天日儿]|昨[天日儿]个?|前[天日儿]|[次翌]日|今|明|昨|当)(?!年|月|白|显|确|细|亮|星|朝|非|时|地|场|前|初|然|务|事|天的我|日香|日头条)/y;
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
const week =
  /((?:上{1,3}|下{1,3}|这|本|当|上上一|下下一|上一|下一)?)(?:一?个)?(?:周|星期|礼拜)(?:的?(?:星期|礼拜|周))?([一二三四五六七日天末1-7]?)/y;
const weekend = /((?:上{1,3}|下{1,3}|这|本)?)(?:一?个)?(?:周末|双休日?|礼拜末)/y;
const notAfterWeekday = /^(?:[点个次块元月名位节场万千百气刊报岁常边围游]|天(?!上|下|早|晚|中|白|去|来|的|后|前|之))/;
const ordinary = /^(?:\d|[零一二三四五六七八九十])/;

/** Nothing of a date begins with any other character. */
export const dateBegins =
  /[\d零〇一二两三四五六七八九十廿卅今明后昨前大上下这本当去来周星礼双每第春夏秋冬次翌月年初正腊农阴元情妇女植愚劳青护儿国建八六七教万光平圣母父感复端中重小除立清公季三程龙tnlyjfmaseodwc]/;

export function dateAt(reading: Reading, at: number, anchor: Day): DateSaid | undefined {
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

const single = (end: number, day: Day): DateSaid => ({ end, from: day, to: day, isPeriod: false });
const period = (end: number, from: Day, to: Day): DateSaid => ({ end, from, to, isPeriod: true });

const yearFirst = /(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/y;
const compact = /((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)/y;
const monthFirst = /(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?(?![\d/])/y;

/** 2026-11-03, 2026/11/3, 20261103, 11/3. */
function writtenDate(text: string, at: number, anchor: Day): DateSaid | undefined {
  if (!/\d/.test(text[at] ?? '') || /[\d/.-]/.test(text[at - 1] ?? '')) return undefined;
  const long = matchAt(yearFirst, text, at);
  const written = long ? [long[0], long[1], long[3], long[4]] : matchAt(compact, text, at);
  if (written) {
    const [all = '', year, month, date] = written;
    if (!exists(Number(year), Number(month), Number(date))) return undefined;
    return single(at + all.length, dayOf(Number(year), Number(month), Number(date)));
  }
  const short = matchAt(monthFirst, text, at);
  if (!short) return undefined;
  const [all, month, date, year] = short;
  if (!exists(year === undefined ? 2000 : Number(year), Number(month), Number(date))) return undefined;
  const end = at + all.length;
  if (year !== undefined) return single(end, dayOf(Number(year), Number(month), Number(date)));
  return single(
    end,
    nextInYear(anchor, (each) => dayOf(each, Number(month), Number(date))),
  );
}

/** The first that is not before the anchor. */
function nextInYear(anchor: Day, inYear: (year: number) => Day): Day {
  const { year } = civilOf(anchor);
  const day = inYear(year);
  return day >= anchor ? day : inYear(year + 1);
}

const seasons: Readonly<Record<string, number>> = { 春: 3, 夏: 6, 秋: 9, 冬: 12 };
const season = /([春夏秋冬])(?:天|季)(?![节])/y;
const quarter = /(?:第?([一二三四1-4])个?季度?(?!稻|豆|[如青])|q([1-4]))/y;
const relativeQuarter = /(上|这|本|下)一?个?季度/y;
const halfYear = /([上下])半年/y;
const yearPart = /的?年?(底|末|初|中)(?![心国间央学])/y;
const yearPartAlone = /(?:年(底|末|初|中)|岁末)/y;

/** A part of a year that is known: 上半年, 第三季度, 夏天, 年底, 前三个月. */
function partOfYear(reading: Reading, at: number, year: number): DateSaid | undefined {
  const { text } = reading;
  const months = (end: number, first: number, count: number): DateSaid =>
    period(end, dayOf(year, first, 1), dayOf(year, first + count, 1) - 1);
  const half = matchAt(halfYear, text, at);
  if (half) return months(at + half[0].length, half[1] === '上' ? 1 : 7, 6);
  const ofFour = matchAt(quarter, text, at);
  if (ofFour) return months(at + ofFour[0].length, 3 * smallDigit(ofFour[1] ?? ofFour[2]) - 2, 3);
  const inSeason = matchAt(season, text, at);
  if (inSeason) return months(at + inSeason[0].length, seasons[inSeason[1] ?? ''] ?? 3, 3);
  const run = matchAt(/([前后])([一二两三四五六七八九]|\d)个?(月|季度)/y, text, at);
  if (!run) return undefined;
  const count = smallDigit(run[2]) * (run[3] === '月' ? 1 : 3);
  return count > 12 ? undefined : months(at + run[0].length, run[1] === '前' ? 1 : 13 - count, count);
}

function smallDigit(character: string | undefined): number {
  if (character === '两') return 2;
  const place = '零一二三四五六七八九'.indexOf(character ?? '');
  return place < 0 ? Number(character) : place;
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

/** 上半年, 三季度, 夏天 and 年底 of the year that the anchor lies in, or the next. */
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
  if (/^[前后]/.test(text[at] ?? '')) return undefined;
  if (
    /^[一二三四1-4]/.test(text[at] ?? '') &&
    (/^.个季/.test(text.slice(at, at + 3)) || /[零一二三四五六七八九十\d]/.test(text[at - 1] ?? ''))
  )
    return undefined;
  const part = partOfYear(reading, at, year);
  if (!part || part.to >= anchor || month < 1) return part;
  // a half and a quarter are those of this year; a season is the next one
  return /[春夏秋冬]/.test(text[at] ?? '') ? partOfYear(reading, at, year + 1) : part;
}

const relativeMonth = /(上{1,3}|下{1,3}|这|本|当)一?个?月(?!饼|球|亮|嫂|子|经)(?:份)?/y;
const bareMonthPart = /月(底|末|初|中)(?![心国间央])/y;
const monthPart = /的?月?(底|末|初|中旬|中|上旬|下旬)(?![心国间央级])/y;

function steps(prefix: string): number {
  const count = [...prefix].filter((each) => /[上下]/.test(each)).length;
  return prefix.startsWith('上') ? -count : prefix.startsWith('下') ? count : 0;
}

function monthAndMore(reading: Reading, at: number, anchor: Day, year: number | undefined): DateSaid | undefined {
  const { text, clock } = reading;
  const now = civilOf(clock.today);
  const relative = year === undefined ? matchAt(relativeMonth, text, at) : undefined;
  if (relative) {
    const first = civilOf(monthsLater(dayOf(now.year, now.month, 1), steps(relative[1] ?? '')));
    return inMonth(reading, at + relative[0].length, first.year, first.month);
  }
  const part = year === undefined ? matchAt(bareMonthPart, text, at) : undefined;
  if (part && !/[零一二三四五六七八九十两\d个]/.test(text[at - 1] ?? '')) {
    const day = dayOfPart(part[1] ?? '', civilOf(anchor).year, civilOf(anchor).month);
    return single(at + part[0].length, day >= anchor ? day : monthsLater(day, 1));
  }
  const month = monthNumberAt(reading, at);
  if (!month) return undefined;
  if (year !== undefined) return inMonth(reading, month.end, year, month.value);
  const ofAnchor = civilOf(anchor).year;
  const found = inMonth(reading, month.end, ofAnchor, month.value);
  return found && found.to >= anchor ? found : inMonth(reading, month.end, ofAnchor + 1, month.value);
}

function dayOfPart(part: string, year: number, month: number): Day {
  if (part === '初') return dayOf(year, month, 1);
  return part.startsWith('中') ? dayOf(year, month, 15) : dayOf(year, month + 1, 1) - 1;
}

/** A month that is known, with the day or the part of it that follows. */
function inMonth(reading: Reading, at: number, year: number, month: number): DateSaid | undefined {
  const { text } = reading;
  const part = matchAt(monthPart, text, at);
  if (part) {
    const end = at + part[0].length;
    const name = part[1] ?? '';
    if (!name.endsWith('旬')) return single(end, dayOfPart(name, year, month));
    const first = { 上: 1, 中: 11, 下: 21 }[name.charAt(0)] ?? 1;
    return period(
      end,
      dayOf(year, month, first),
      first === 21 ? dayOf(year, month + 1, 1) - 1 : dayOf(year, month, first + 9),
    );
  }
  const from = matchAt(/[ 的,]?/y, text, at)?.[0].length ?? 0;
  const day = smallNumberAt(reading, at + from, 31);
  if (day && exists(year, month, day.value)) {
    const named = matchAt(/ ?[日号](?!线|楼|院|房|店|门)/y, text, day.end);
    if (named) return single(day.end + named[0].length, dayOf(year, month, day.value));
    if (from === 0 && isBareDay(text, day.end)) return single(day.end, dayOf(year, month, day.value));
  }
  return period(at, dayOf(year, month, 1), dayOf(year, month, daysInMonth(year, month)));
}

function isBareDay(text: string, end: number): boolean {
  return (
    !/^[点时个次天年周月分块元角毛十百千万亿多几人名位件台条只张本:.\d%度米公斤岁倍折楼层-]/.test(text.slice(end)) &&
    text[end - 1] !== '两'
  );
}

function relativeDayAt(reading: Reading, at: number): DateSaid | undefined {
  const { text, clock } = reading;
  const found = matchAt(relativeDay, text, at)?.[0];
  if (!found) return undefined;
  const key = found.replace(/[天日儿]个?$/, '');
  const offset = dayOffsets[key];
  if (offset === undefined) return undefined;
  const needsPart = key === found;
  if (found === '当' || (needsPart && !/^[早晚晨夜]/.test(text.slice(at + found.length)))) return undefined;
  if (/^[后前]/.test(found) && (/[以之然而最今往随]/.test(text[at - 1] ?? '') || /^[性赋]/.test(text.slice(at + 2))))
    return undefined;
  return { ...single(at + found.length, clock.today + offset), needsPart };
}

function weekAt(reading: Reading, at: number, anchor: Day): DateSaid | undefined {
  const { text, clock } = reading;
  if (!/[上下这本当周星礼双]/.test(text[at] ?? '')) return undefined;
  const monday = clock.today - weekdayOf(clock.today);
  const rest = matchAt(weekend, text, at);
  if (rest) {
    const saturday = (rest[1] === '' ? anchor - weekdayOf(anchor) : monday + 7 * steps(rest[1] ?? '')) + 5;
    return period(at + rest[0].length, saturday, saturday + 1);
  }
  const found = matchAt(week, text, at);
  if (!found) return undefined;
  const [all, prefix = '', name = ''] = found;
  const end = at + all.length;
  const isDay =
    name !== '' && !notAfterWeekday.test(text.slice(end)) && !(name === '日' && /^[常期元]/.test(text.slice(end)));
  if (prefix === '') {
    if (!isDay || /[\d零一二两三四五六七八九十百几半多]/.test(text[at - 1] ?? '')) return undefined;
    return single(end, anchor + ((weekdayNumber(name) - weekdayOf(anchor) + 7) % 7));
  }
  const first = monday + 7 * steps(prefix);
  if (isDay) return single(end, first + weekdayNumber(name));
  return period(end - name.length, first, first + 6);
}

function weekdayNumber(name: string): number {
  return /[日天末七7]/.test(name) ? 6 : '一二三四五六'.includes(name) ? '一二三四五六'.indexOf(name) : Number(name) - 1;
}

/** 号 also numbers houses, lines and counters. */
const numberedThings =
  /^(?:线|楼|院|房|店|门|桌|厅|馆|车|机|床|窗|柜|台|库|仓|码|球|字|令|文|公|员|选|客|技|坑|矿|井|桥|路|街|弄|铺|病|船|舰|艇|卡|键|坐|座|登|出口|航|站|宿|教|试|考|营|嘉|男|女|楼|电|池|文)/;

function dayOfMonth(reading: Reading, at: number, anchor: Day): DateSaid | undefined {
  const { text } = reading;
  if (/[月路街道弄巷里村第号栋幢座尾工编\d零一二三四五六七八九十百千万亿点.-]/.test(text[at - 1] ?? '')) return undefined;
  const day = smallNumberAt(reading, at, 31);
  if (!day || day.value === 0) return undefined;
  const mark = text[day.end];
  if ((mark !== '号' && mark !== '日') || text[day.end - 1] === '两') return undefined;
  const after = text.slice(day.end + 1, day.end + 3);
  if (mark === '日' && day.end - at === 1 && !/\d/.test(text[at] ?? '') && !isPlainDay(text, at, day.end + 1))
    return undefined;
  if (/[上下]$/.test(text.slice(0, at)) && day.value === 1) return undefined;
  if (mark === '号' ? numberedThings.test(after) : /^(?:[本元语期子常游报历]|[之以]?内)/.test(after)) return undefined;
  const { year, month } = civilOf(anchor);
  for (let ahead = 0; ahead < 12; ahead++) {
    const first = civilOf(dayOf(year, month + ahead, 1));
    if (!exists(first.year, first.month, day.value)) continue;
    const found = dayOf(first.year, first.month, day.value);
    if (found >= anchor) return single(day.end + 1, found);
  }
  return undefined;
}

/** 一日 and 三日 are parts of idioms as well. */
function isPlainDay(text: string, at: number, end: number): boolean {
  const before = text[at - 1] ?? '';
  const after = text.slice(end, end + 2);
  return (
    /^[在于到至从为自是、,。 ]?$/.test(before) &&
    /^(?:$|上午|下午|早|晚|凌晨|中午|之前|以前|[前后起到至、,。 ])/.test(after)
  );
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

const lunarHead = /(?:农历|阴历|旧历)(?:的?)/y;
const lunarMonth = /(?:(正|腊|冬)|闰?([一二三四五六七八九]|十[一二]?))月/y;
const lunarDate31 =
  /(?:初([一二三四五六七八九十])|(十[一二三四五六七八九]|二十[一二三四五六七八九]?|廿[一二三四五六七八九]?|三十|十)[日号]?)/y;

/** 正月初八, 腊月二十三, 农历八月十五, 初五. */
function lunarDate(reading: Reading, at: number, year: number | undefined, anchor: Day): DateSaid | undefined {
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

/** 初一 to 初三 alone are as often classes of a school. */
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

// Months, their parts and their days: 下个月五号, 十一月下旬, 月底, 十五号.
import { matchAt } from '../../../../text/itn/measures.js';
import type { Reading } from '../reading.js';
import type { DateSaid } from '../said.js';
import { civilOf, type Day, dayOf, daysInMonth, exists, monthsLater } from './calendar.js';
import { period, single, steps } from './spans.js';
import { monthNumberAt, smallNumberAt } from './years.js';

const relativeMonth = /(上{1,3}|下{1,3}|这|本|当)一?个?月(?!饼|球|亮|嫂|子|经)(?:份)?/y;
const bareMonthPart = /月(底|末|初|中)(?![心国间央])/y;
const monthPart = /的?月?(底|末|初(?![一二三四五六七八九十])|中旬|中|上旬|下旬)(?![心国间央级])/y;

/** Reads a month with its day or part; undefined: there is none. */
export function monthAndMore(
  reading: Reading,
  at: number,
  anchor: Day,
  year: number | undefined,
): DateSaid | undefined {
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
  // 五月初五 is a day of the lunar calendar
  if (!month || /^初[一二三四五六七八九十]/.test(text.slice(month.end, month.end + 2))) return undefined;
  if (year !== undefined) return inMonth(reading, month.end, year, month.value);
  const ofAnchor = civilOf(anchor).year;
  const found = inMonth(reading, month.end, ofAnchor, month.value);
  return found && found.to >= anchor ? found : inMonth(reading, month.end, ofAnchor + 1, month.value);
}

function dayOfPart(part: string, year: number, month: number): Day {
  if (part === '初') return dayOf(year, month, 1);
  return part.startsWith('中') ? dayOf(year, month, 15) : dayOf(year, month + 1, 1) - 1;
}

/** A known month with the day or the part that follows. */
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
  const after = text.slice(end, end + 5);
  if (/^[-~]\d{1,2} ?[日号]/.test(after)) return true;
  return (
    !/^[点时个次天年周月分块元角毛十百千万亿多几人名位件台条只张本:.\d%度米公斤岁倍折楼层-]/.test(text.slice(end)) &&
    text[end - 1] !== '两'
  );
}

/** Things that 号 numbers as well: houses, lines, counters. */
const numberedThings =
  /^(?:线|楼|院|房|店|门|桌|厅|馆|车|机|床|窗|柜|台|库|仓|码|球|字|令|文|公|员|选|客|技|坑|矿|井|桥|路|街|弄|铺|病|船|舰|艇|卡|键|坐|座|登|出口|航|站|宿|教|试|考|营|嘉|男|女|楼|电|池|文)/;

export function dayOfMonth(reading: Reading, at: number, anchor: Day): DateSaid | undefined {
  const { text } = reading;
  if (
    /(?:[路街道弄巷里村第号栋幢座尾工编\d零一二三四五六七八九十百千万亿点.]|(?<![日号]|月\d{1,2})-|[\d一二三四五六七八九十]月)$/.test(
      text.slice(Math.max(0, at - 4), at),
    )
  )
    return undefined;
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

/** True if a day with 日 is a date; 一日 and 三日 are also parts of idioms. */
function isPlainDay(text: string, at: number, end: number): boolean {
  const before = text[at - 1] ?? '';
  const after = text.slice(end, end + 2);
  return (
    /^[在于到至从为自是、,。 ]?$/.test(before) &&
    /^(?:$|上午|下午|早|晚|凌晨|中午|之前|以前|[前后起到至、,。 ])/.test(after)
  );
}

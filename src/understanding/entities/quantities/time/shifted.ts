// Times at a distance from now: 三天后, 半小时前, 过两周, 最近三天, 一周之内.
import { matchAt } from '../../../../text/itn/measures.js';
import type { Reading } from '../reading.js';
import type { DateSaid } from '../said.js';
import {
  type Clock,
  type Day,
  dayOf,
  daySeconds,
  isoDate,
  isoDateTime,
  monthsLater,
  workdaysLater,
} from './calendar.js';
import { type Length, lengthAt } from './lengths.js';
import { type Found, gap, pointEntities, type Write } from './points.js';
import { timeAt } from './times.js';

const within = /(?:以内|之内|内)/y;

const ahead = /(?:再过|过|再等|等)/y;
const past =
  /(?:最近的?这?|近|过去的?这?|之前的?|以前的?|(?<![之以目大提往从年月日天])前(?=[\d一二两三四五六七八九十半])(?!.季度))/y;
const next =
  /(?:未来的?|今后的?|往后的?|接下来的?|随后的?|后续|(?<![之以然最往今大前天年月日时])后(?=[\d一二两三四五六七八九十]))/y;
/** Days counted from today: 这两天, 今明两天. */
const fromToday = /(?:这|今明)([两三])天(?!前)/y;
const afterLength = / ?(?:之后|以后|过后|后(?!天|面|台)|later|from now)/y;
const beforeLength = / ?(?:之前|以前|前(?!天|面|台)|ago)/y;
const lengthBegins = /[这前后\d零〇一二两三四五六七八九十廿卅百千几数个半大小再过等最近之以未今往接随后ahotfsein]/;

/** Reads a time at a distance from now; undefined: there is none. */
export function shiftedAt(reading: Reading, at: number, write: Write): Found | undefined {
  const { text } = reading;
  if (!lengthBegins.test(text[at] ?? '')) return undefined;
  const lastWord = matchAt(past, text, at)?.[0] ?? '';
  const nextWord = lastWord === '' ? (matchAt(next, text, at)?.[0] ?? '') : '';
  const days = matchAt(fromToday, text, at);
  if (days) {
    const { today } = reading.clock;
    const normValue = `${isoDate(today)}/${isoDate(today + (days[1] === '两' ? 1 : 2))}`;
    return { end: at + days[0].length, entities: [write('SYS.date-duration', at, at + days[0].length, normValue)] };
  }
  if (lastWord + nextWord !== '') {
    const length = lengthAt(reading, at + lastWord.length + nextWord.length, true);
    if (!length || !endsInCalendar(reading, length, lastWord === '' ? 1 : -1)) return undefined;
    const end = length.end + (matchAt(/(?:以来|之?内|里)/y, text, length.end)?.[0].length ?? 0);
    const normValue = lastWord === '' ? spanFromNow(reading, length, 1) : spanFromNow(reading, length, -1);
    return { end, entities: [write('SYS.date-duration', at, end, normValue)] };
  }
  const aheadWord = /[超经度没不去来用做看想通错难好]/.test(text[at - 1] ?? '')
    ? ''
    : (matchAt(ahead, text, at)?.[0] ?? '');
  const english = matchAt(/(?:in|within) /y, text, at)?.[0] ?? '';
  const length = lengthAt(reading, at + aheadWord.length + english.length);
  if (!length || (/[a-z]/.test(text[at - 1] ?? '') && /[a-z]/.test(text[at] ?? ''))) return undefined;
  const inside = matchAt(within, text, length.end);
  if ((inside || english === 'within ') && endsInCalendar(reading, length, 1)) {
    const end = length.end + (inside?.[0].length ?? 0);
    return { end, entities: [write('SYS.date-duration', at, end, spanFromNow(reading, length, 1))] };
  }
  const later = matchAt(afterLength, text, length.end);
  const earlier = later ? undefined : matchAt(beforeLength, text, length.end);
  if (!later && !earlier && aheadWord === '' && english === '') return undefined;
  const sign = earlier ? -1 : 1;
  return endsInCalendar(reading, length, sign)
    ? shiftedPoint(reading, at, length, later ?? earlier, sign, write)
    : undefined;
}

const firstDay = dayOf(1, 1, 1);
const lastDay = dayOf(9999, 12, 31);
/** True if the shifted time has a date with a four-digit year, which 七亿天后 has not. */
function endsInCalendar({ clock }: Reading, length: Length, sign: 1 | -1): boolean {
  const { day, second } = shift(clock, length, sign);
  const on = day + Math.floor(second / daySeconds);
  return on >= firstDay && on <= lastDay;
}

function shiftedPoint(
  reading: Reading,
  at: number,
  length: Length,
  word: RegExpExecArray | undefined,
  sign: 1 | -1,
  write: Write,
): Found {
  const { text, clock } = reading;
  const shifted = shift(clock, length, sign);
  const end = length.end + (word?.[0].length ?? 0);
  if (isOfHours(length))
    return { end, entities: [write('SYS.time', at, end, isoDateTime(clock, shifted.day, shifted.second))] };
  const date = write('SYS.date', at, end, isoDate(shifted.day));
  const from = end + (matchAt(gap, text, end)?.[0].length ?? 0);
  const time = timeAt(reading, from, true);
  if (!time) return { end, entities: [date] };
  const day: DateSaid = { end, from: shifted.day, to: shifted.day, isPeriod: false };
  return { end: time.end, entities: pointEntities(clock, { start: at, end: time.end, date: day, time }, write) };
}

function isOfHours({ months, days, seconds, workdays }: Length): boolean {
  return seconds > 0 && months + days + workdays < 1_000_000;
}

function shift(clock: Clock, { months, days, seconds, workdays }: Length, sign: 1 | -1): { day: Day; second: number } {
  const day =
    workdays > 0
      ? workdaysLater(clock.today, sign * workdays)
      : monthsLater(clock.today, sign * Math.round(months)) + sign * Math.round(days);
  return { day, second: clock.second + sign * Math.round(seconds) };
}

function spanFromNow({ clock }: Reading, length: Length, sign: 1 | -1): string {
  const there = shift(clock, length, sign);
  const isTimed = isOfHours(length);
  const now = isTimed ? isoDateTime(clock, clock.today, clock.second) : isoDate(clock.today);
  const other = isTimed ? isoDateTime(clock, there.day, there.second) : isoDate(there.day);
  return sign > 0 ? `${now}/${other}` : `${other}/${now}`;
}

// Dates, times, both together, periods from one to another, and what stands before, after or within them: SYS.date,
// SYS.time and SYS.date-duration. docs/entities.md has the forms of their values.
import { matchAt } from '../../../../text/itn/measures.js';
import type { Entity } from '../../entity.js';
import type { Reading } from '../reading.js';
import type { DateSaid, TimeSaid } from '../said.js';
import {
  type Clock,
  type Day,
  daySeconds,
  isoDate,
  isoDateTime,
  isoTime,
  monthsLater,
  workdaysLater,
} from './calendar.js';
import { dateAt, dateBegins } from './dates.js';
import { type Length, lengthAt } from './lengths.js';
import { repeatAt } from './repeats.js';
import { notBefore, timeAt, timeBegins } from './times.js';

/** A date, a time, or a time on a date. */
interface Point {
  readonly start: number;
  readonly end: number;
  readonly date?: DateSaid;
  readonly time?: TimeSaid;
  readonly dateStart?: number;
}

export interface Found {
  readonly end: number;
  readonly entities: readonly Entity[];
}

type Write = (lexicon: string, start: number, end: number, normValue: string) => Entity;

const gap = /(?:的|,| at | on | )?/y;
const englishOn = /,? (?:on )?/y;

function pointAt(reading: Reading, at: number, anchor: Day, isCertain = false): Point | undefined {
  const { text } = reading;
  const first = text[at] ?? '';
  const date = dateBegins.test(first) ? dateAt(reading, at, anchor) : undefined;
  if (date) {
    const from = date.end + (matchAt(gap, text, date.end)?.[0].length ?? 0);
    const isOneDay = !date.isPeriod;
    const time = isOneDay
      ? (timeAt(reading, from, true) ?? (from > date.end ? timeAt(reading, date.end, true) : undefined))
      : undefined;
    if (time) return { start: at, end: time.end, date, time, dateStart: at };
    return date.needsPart ? undefined : { start: at, end: date.end, date, dateStart: at };
  }
  const time = timeBegins.test(first) || /[a-z]/.test(first) ? timeAt(reading, at, isCertain) : undefined;
  if (!time) return undefined;
  const on = /[a-z]/.test(text[time.end - 1] ?? '') ? matchAt(englishOn, text, time.end)?.[0].length : undefined;
  const dateStart = time.end + (on ?? 0);
  const after = on === undefined ? undefined : dateAt(reading, dateStart, anchor);
  if (after && !after.isPeriod) return { start: at, end: after.end, date: after, time, dateStart };
  return { start: at, end: time.end, time };
}

/** What begins here, or nothing. */
export function momentAt(reading: Reading, at: number, write: Write): Found | undefined {
  const first = reading.text[at] ?? '';
  if (/[每天]/.test(first)) {
    const repeat = repeatAt(reading, at, (from) => timeAt(reading, from, true));
    if (repeat) return { end: repeat.end, entities: [write(repeat.lexicon, at, repeat.end, repeat.normValue)] };
  }
  return shiftedAt(reading, at, write) ?? rangeAt(reading, at, write);
}

const opening = /(?:从|自从?|由|在|from |between )/y;
const until = / ?(?:一直到|直到|到了?|至|-{1,2}|~|—| to | until |and )(?:了)? ?/y;
const both = / ?(?:和|与|跟) ?/y;

/** A point, or a period between two of them. */
function rangeAt(reading: Reading, at: number, write: Write): Found | undefined {
  const { text, clock } = reading;
  const opened = matchAt(opening, text, at)?.[0] ?? '';
  const from = at + opened.length;
  if (opened !== '' && !dateBegins.test(text[from] ?? '') && !timeBegins.test(text[from] ?? '')) return undefined;
  const first = pointAt(reading, from, clock.today);
  if (!first) return undefined;
  const isBetween = matchAt(both, text, first.end) !== undefined;
  const link = matchAt(until, text, first.end) ?? (isBetween ? matchAt(both, text, first.end) : undefined);
  const second = link ? secondPoint(reading, first, first.end + link[0].length) : undefined;
  const between = second ? (matchAt(/(?:之间|期间)/y, text, second.end)?.[0].length ?? 0) : 0;
  if (second && (!isBetween || between > 0)) {
    const start = /^[从自由f]/.test(opened) ? at : from;
    return { end: second.end + between, entities: rangeEntities(reading, start, first, second, between, write) };
  }
  const bound = boundOf(reading, first, opened === '' || opened === '在' ? from : at);
  const entities = pointEntities(clock, first, write);
  if (bound)
    return {
      end: bound.end,
      entities: [...entities, write('SYS.date-duration', bound.start, bound.end, bound.normValue)],
    };
  return { end: first.end, entities };
}

/** The second point is read as one that follows the first: 三月到五月, 下午三点到五点. */
function secondPoint(reading: Reading, first: Point, at: number): Point | undefined {
  const today = reading.clock.today;
  const second = pointAt(reading, at, first.date?.from ?? today, first.time !== undefined);
  if (!second || (first.date === undefined && second.date !== undefined && first.time === undefined)) return undefined;
  if (first.time && !second.time) return undefined;
  if (!first.time && second.time && !second.date) return undefined;
  if (!second.time || !first.time || second.date) return second;
  return { ...second, time: notBefore(second.time, first.time) };
}

function rangeEntities(
  { clock }: Reading,
  start: number,
  first: Point,
  second: Point,
  tail: number,
  write: Write,
): Entity[] {
  const day = second.date ?? first.date;
  const from =
    first.time && first.date ? isoDateTime(clock, first.date.from, first.time.from) : isoOf(clock, first, 'from');
  const to =
    second.time && day ? isoDateTime(clock, day.to, second.time.to ?? second.time.from) : isoOf(clock, second, 'to');
  const inside = [...pointEntities(clock, first, write), ...pointEntities(clock, second, write)];
  return [
    ...inside.filter(({ lexicon }) => lexicon !== 'SYS.date-duration'),
    write('SYS.date-duration', start, second.end + tail, `${from}/${to}`),
  ];
}

function isoOf(clock: Clock, { date, time }: Point, side: 'from' | 'to'): string {
  if (date && time) return isoDateTime(clock, date[side], time[side] ?? time.from);
  if (date) return isoDate(date[side]);
  return isoTime(((time?.[side] ?? time?.from ?? 0) + daySeconds) % daySeconds);
}

/** A part of the day is both a time and a period. */
function pointEntities(clock: Clock, point: Point, write: Write): Entity[] {
  const { start, end, date, time, dateStart = start } = point;
  const entities: Entity[] = [];
  if (date && !date.isPeriod) {
    const dayEnd = time && date.needsPart ? date.end + 1 : date.end;
    entities.push(write('SYS.date', dateStart, dayEnd, isoDate(date.from)));
  } else if (date) entities.push(write('SYS.date-duration', start, end, `${isoDate(date.from)}/${isoDate(date.to)}`));
  if (!time) return entities;
  const isPeriod = time.to !== undefined;
  const normValue = isPeriod
    ? `${isoOf(clock, point, 'from')}/${isoOf(clock, point, 'to')}`
    : isoOf(clock, point, 'from');
  entities.push(write('SYS.time', start, end, normValue));
  if (isPeriod) entities.push(write('SYS.date-duration', start, end, normValue));
  return entities;
}

const beforeIt = /(?:之前|以前|前(?!天|夕|夜|面|后|台|年|一|往|去|来|几|两|三))/y;
const afterIt = /(?:之后|以后|以来|至今|起|开始|后(?!天|面|来|台|年|果))/y;
const within = /(?:以内|之内|内)/y;

/** 月底前, 周五之后, 去年以来. */
function boundOf(
  reading: Reading,
  point: Point,
  start: number,
): { start: number; end: number; normValue: string } | undefined {
  const { text, clock } = reading;
  const early = matchAt(beforeIt, text, point.end);
  const late = early ? undefined : matchAt(afterIt, text, point.end);
  const word = early ?? late;
  if (!word) return undefined;
  const end = point.end + word[0].length;
  const now = point.time ? isoDateTime(clock, clock.today, clock.second) : isoDate(clock.today);
  if (late) {
    const isUntilNow = /^(?:以来|至今)$/.test(word[0]);
    return { start, end, normValue: `${isoOf(clock, point, 'from')}/${isUntilNow ? now : '..'}` };
  }
  // before a week is until the day before it; 周五之前 takes Friday in
  const last = point.date?.isPeriod ? isoDate(point.date.from - 1) : isoOf(clock, point, 'to');
  const isAhead = point.date && point.date.from >= clock.today;
  return { start, end, normValue: `${isAhead ? now : '..'}/${last}` };
}

const ahead = /(?:再过|过|再等|等)/y;
const past = /(?:最近的?这?|近|过去的?|之前的?|以前的?)/y;
const next = /(?:未来的?|今后的?|往后的?|接下来的?|随后的?|后续)/y;
const afterLength = / ?(?:之后|以后|过后|后(?!天|面|台)|later|from now)/y;
const beforeLength = / ?(?:之前|以前|前(?!天|面|台)|ago)/y;
const lengthBegins = /[\d零〇一二两三四五六七八九十廿卅百千半大小再过等最近之以未今往接随后ahotfsein]/;

/** 三天后, 半小时前, 过两周, 最近三天, 一周之内. */
function shiftedAt(reading: Reading, at: number, write: Write): Found | undefined {
  const { text } = reading;
  if (!lengthBegins.test(text[at] ?? '')) return undefined;
  const lastWord = matchAt(past, text, at)?.[0] ?? '';
  const nextWord = lastWord === '' ? (matchAt(next, text, at)?.[0] ?? '') : '';
  if (lastWord + nextWord !== '') {
    const length = lengthAt(reading, at + lastWord.length + nextWord.length, true);
    if (!length) return undefined;
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
  if (inside || english === 'within ') {
    const end = length.end + (inside?.[0].length ?? 0);
    return { end, entities: [write('SYS.date-duration', at, end, spanFromNow(reading, length, 1))] };
  }
  const later = matchAt(afterLength, text, length.end);
  const earlier = later ? undefined : matchAt(beforeLength, text, length.end);
  if (!later && !earlier && aheadWord === '' && english === '') return undefined;
  return shiftedPoint(reading, at, length, later ?? earlier, earlier ? -1 : 1, write);
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
  return seconds > 0 && months + days + workdays < 1_000_000 && (seconds < daySeconds || months + days > 0);
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

// Points in time: a date, a time, or a time on a date. Reads them and builds their entities.
import { matchAt } from '../../../../text/itn/measures.js';
import type { Entity } from '../../entity.js';
import type { Reading } from '../reading.js';
import type { DateSaid, TimeSaid } from '../said.js';
import { type Clock, type Day, daySeconds, isoDate, isoDateTime, isoTime } from './calendar.js';
import { dateAt, dateBegins } from './dates.js';
import { single } from './spans.js';
import { timeAt, timeBegins } from './times.js';

/** A date, a time, or a time on a date. */
export interface Point {
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

export type Write = (lexicon: string, start: number, end: number, normValue: string) => Entity;

export const gap = /(?:的|,| at | on | |t(?=\d))?/y;
const englishOn = /,? (?:on )?/y;

/** Reads the point at `at`; undefined: there is none. `isCertain`: the context shows that a bare hour is a time. */
export function pointAt(reading: Reading, at: number, anchor: Day, isCertain = false): Point | undefined {
  const { text } = reading;
  const first = text[at] ?? '';
  const date = dateBegins.test(first) ? dateAt(reading, at, anchor) : undefined;
  if (date) {
    const from = date.end + (matchAt(gap, text, date.end)?.[0].length ?? 0);
    const isWeekend = date.isPeriod && date.to - date.from === 1;
    const time =
      isWeekend || !date.isPeriod
        ? (timeAt(reading, from, true) ?? (from > date.end ? timeAt(reading, date.end, true) : undefined))
        : undefined;
    if (isWeekend && time) {
      // a time on a weekend is on its first day that has not passed; a part of the day may be on either day
      const day = Math.min(date.to, Math.max(date.from, reading.clock.today));
      if (time.to === undefined) return { start: at, end: time.end, date: single(date.end, day), time, dateStart: at };
    } else if (time) return { start: at, end: time.end, date, time, dateStart: at };
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

/** The ISO 8601 form of one side of a point. */
export function isoOf(clock: Clock, { date, time }: Point, side: 'from' | 'to'): string {
  if (date && time) return isoDateTime(clock, date[side], time[side] ?? time.from);
  if (date) return isoDate(date[side]);
  return isoTime(((time?.[side] ?? time?.from ?? 0) + daySeconds) % daySeconds);
}

/** The entities of a point. A part of the day is both a time and a period. */
export function pointEntities(clock: Clock, point: Point, write: Write): Entity[] {
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

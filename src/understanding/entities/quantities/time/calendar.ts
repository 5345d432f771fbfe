// Days of the civil calendar as whole numbers, and the moment of a request in the caller's local time.
import type { Moment } from '../../entity.js';

/** Days since 1 January 1970 of the civil calendar. */
export type Day = number;

const dayMs = 86_400_000;
export const daySeconds = 86_400;

export interface Civil {
  readonly year: number;
  /** from 1 to 12 */
  readonly month: number;
  readonly date: number;
}

/** The day of a date. Out-of-range months and dates carry over: month 13 is January of the next year. */
export function dayOf(year: number, month: number, date: number): Day {
  const carried = year + Math.floor((month - 1) / 12);
  const rest = ((((month - 1) % 12) + 12) % 12) + 1;
  // years that begin in March have the leap day at their end; Date.UTC would read years below 100 as 19xx
  const shifted = rest > 2 ? carried : carried - 1;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * (rest > 2 ? rest - 3 : rest + 9) + 2) / 5) + date - 1;
  const leapDays = Math.floor(ofEra / 4) - Math.floor(ofEra / 100);
  return era * 146_097 + ofEra * 365 + leapDays + ofYear - 719_468;
}

/** The date of a day. */
export function civilOf(day: Day): Civil {
  const at = new Date(day * dayMs);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() };
}

/** The day of the week; 0 is Monday. */
export function weekdayOf(day: Day): number {
  return (((day + 3) % 7) + 7) % 7;
}

export function daysInMonth(year: number, month: number): number {
  return dayOf(year, month + 1, 1) - dayOf(year, month, 1);
}

/** True if the date exists. */
export function exists(year: number, month: number, date: number): boolean {
  return month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(year, month);
}

/** The same date some months later, or the last day of a month that is shorter. */
export function monthsLater(day: Day, months: number): Day {
  const { year, month, date } = civilOf(day);
  const first = civilOf(dayOf(year, month + months, 1));
  return dayOf(first.year, first.month, Math.min(date, daysInMonth(first.year, first.month)));
}

/**
 * The day `count` workdays later. Saturdays and Sundays do not count; holidays and the workdays that replace them are
 * unknown.
 */
export function workdaysLater(day: Day, count: number): Day {
  const step = Math.sign(count);
  let at = day + 7 * step * Math.floor(Math.abs(count) / 5);
  for (let left = Math.abs(count) % 5; left > 0; ) {
    at += step;
    if (weekdayOf(at) < 5) left--;
  }
  while (weekdayOf(at) > 4) at += step || 1;
  return at;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** The local time of a place. */
export class Clock {
  readonly today: Day;
  /** seconds since midnight */
  readonly second: number;
  readonly #timeZone: string;

  constructor({ nowMs, timeZone }: Moment) {
    this.#timeZone = timeZone;
    const local = this.#localSeconds(Math.floor(nowMs / 1000));
    this.today = Math.floor(local / daySeconds);
    this.second = local - this.today * daySeconds;
  }

  /** The UTC offset, such as +08:00, at this local date and time. */
  offsetAt(day: Day, second: number): string {
    const local = day * daySeconds + second;
    let utc = local;
    for (let round = 0; round < 2; round++) utc -= this.#localSeconds(utc) - local;
    const minutes = Math.round((this.#localSeconds(utc) - utc) / 60);
    const sign = minutes < 0 ? '-' : '+';
    return `${sign}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  }

  #localSeconds(utcSeconds: number): number {
    const found: Record<string, number> = {};
    for (const { type, value } of formatOf(this.#timeZone).formatToParts(utcSeconds * 1000))
      found[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found;
    return dayOf(year, month, day) * daySeconds + hour * 3600 + minute * 60 + second;
  }
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** A date as YYYY-MM-DD. */
export function isoDate(day: Day): string {
  const { year, month, date } = civilOf(day);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`;
}

/** A time as Thh:mm:ss; `second` counts from midnight. */
export function isoTime(second: number): string {
  return `T${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`;
}

/** An ISO 8601 date and time with offset. Seconds beyond midnight belong to the next day. */
export function isoDateTime(clock: Clock, day: Day, second: number): string {
  const onDay = day + Math.floor(second / daySeconds);
  const rest = second - (onDay - day) * daySeconds;
  return isoDate(onDay) + isoTime(rest) + clock.offsetAt(onDay, rest);
}

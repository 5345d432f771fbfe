// Dates, times, dates with times, periods, and words for before, after or within them: SYS.date, SYS.time and
// SYS.date-duration. docs/entities.md describes their values.
import { matchAt } from '../../../../text/itn/measures.js';
import type { Entity } from '../../entity.js';
import type { Reading } from '../reading.js';
import { type Clock, isoDate, isoDateTime } from './calendar.js';
import { dateBegins } from './dates.js';
import { type Found, isoOf, type Point, pointAt, pointEntities, type Write } from './points.js';
import { repeatAt } from './repeats.js';
import { shiftedAt } from './shifted.js';
import { notBefore, timeAt, timeBegins } from './times.js';

/** Reads the moment at `at`; undefined: there is none. */
export function momentAt(reading: Reading, at: number, write: Write): Found | undefined {
  const first = reading.text[at] ?? '';
  if (/[每天]/.test(first)) {
    const repeat = repeatAt(reading, at, (from) => timeAt(reading, from, true));
    if (repeat) return { end: repeat.end, entities: [write(repeat.lexicon, at, repeat.end, repeat.normValue)] };
  }
  const now = matchAt(nowWord, reading.text, at);
  if (now) {
    const { clock } = reading;
    const end = at + now[0].length;
    return { end, entities: [write('SYS.time', at, end, isoDateTime(clock, clock.today, clock.second))] };
  }
  return shiftedAt(reading, at, write) ?? rangeAt(reading, at, write);
}

const nowWord = /(?:现在|此时此刻|此刻|眼下|这会儿|right now(?![a-z]))/y;
const opening = /(?:从|自从?|由|在|from |between )/y;
const until = / ?(?:一直到|直到|到了?|至|-{1,2}|~|—| to | until |and )(?:了)? ?/y;
const both = / ?(?:和|与|跟) ?/y;

/** A single point, or a period between two points. */
function rangeAt(reading: Reading, at: number, write: Write): Found | undefined {
  const { text, clock } = reading;
  const opened = matchAt(opening, text, at)?.[0] ?? '';
  const from = at + opened.length;
  if (opened !== '' && !dateBegins.test(text[from] ?? '') && !timeBegins.test(text[from] ?? '')) return undefined;
  const first = pointAt(reading, from, clock.today);
  if (!first) return undefined;
  if (first.date && !first.date.isPeriod) reading.dayBefore = first.date.from;
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

/** Reads the second point of a period as one that follows the first: 三月到五月, 下午三点到五点. */
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
  const inside = [...pointEntities(clock, first, write), ...secondEntities(clock, first, second, write)];
  return [
    ...inside.filter(({ lexicon }) => lexicon !== 'SYS.date-duration'),
    write('SYS.date-duration', start, second.end + tail, `${from}/${to}`),
  ];
}

/** The entities of the second point. In 今天下午三点到五点 its time is on the same day. */
function secondEntities(clock: Clock, first: Point, second: Point, write: Write): Entity[] {
  if (!first.date || second.date || !second.time) return pointEntities(clock, second, write);
  return pointEntities(clock, { ...second, date: first.date }, write).filter(({ lexicon }) => lexicon === 'SYS.time');
}

const beforeIt = /(?:之前|以前|前(?!天|夕|夜|面|后|台|年|一|往|去|来|几|两|三))/y;
const afterIt = /(?:之后|以后|以来|至今|起|开始|后(?!天|面|来|台|年|果))/y;
/** The open period before or after a point: 月底前, 周五之后, 去年以来. */
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
  // before a week ends on the day before it; 周五之前 includes Friday
  const last = point.date?.isPeriod ? isoDate(point.date.from - 1) : isoOf(clock, point, 'to');
  const isAhead = point.date && point.date.from >= clock.today;
  return { start, end, normValue: `${isAhead ? now : '..'}/${last}` };
}

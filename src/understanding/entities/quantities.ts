// The quantities of a text: numbers, ordinals, ages, money, telephone numbers, dates, times, lengths of time and
// periods. Each lexicon is searched separately, from left to right, so that its own entities never overlap; entities of
// different lexicons may. docs/entities.md describes what each lexicon finds and its normalised values.

import type { Entity, Moment } from './entity.js';
import { ageAt } from './quantities/count/ages.js';
import { signBegins } from './quantities/count/currencies.js';
import { moneyAt } from './quantities/count/money.js';
import { afterNothing, numberAt } from './quantities/count/numbers.js';
import { ordinalAt } from './quantities/count/ordinals.js';
import { phoneAt } from './quantities/count/phones.js';
import { Reading } from './quantities/reading.js';
import type { NumberSaid } from './quantities/said.js';
import { lengthAt, rangeOfLengths } from './quantities/time/lengths.js';
import { momentAt } from './quantities/time/moments.js';

type Finder = (reading: Reading, at: number) => NumberSaid | undefined;

const numeralOr = (more: string): RegExp => new RegExp(`[\\d零〇一二两三四五六七八九幺十廿卅百千万亿几数上a-z${more}]`);

const finders: readonly (readonly [lexicon: string, begins: RegExp, find: Finder])[] = [
  ['SYS.number', numeralOr('负半对俩仨+-'), numberAt],
  ['SYS.ordinal', /[第\da-z]/, ordinalAt],
  ['SYS.age', numeralOr('半周虚年芳高岁今'), ageAt],
  ['SYS.money', numeralOr(`半${signBegins}`), moneyAt],
  ['SYS.phone', /[\d零〇一二三四五六七八九幺+(]/, phoneAt],
  ['SYS.duration', numeralOr('半大小个'), durationAt],
];

/** Finds all quantities, in the order of their offsets, the longer one first. */
export function findQuantities(text: string, moment: Moment): Entity[] {
  const reading = Reading.of(text, moment);
  const counting = reading.withoutWeekdays();
  const write = (lexicon: string, start: number, end: number, normValue: string): Entity => ({
    ...{ lexicon, start: reading.startOf(start), end: reading.endOf(end) },
    ...{ value: text.slice(reading.startOf(start), reading.endOf(end)), normValue },
  });
  const entities: Entity[] = [];
  for (const [lexicon, begins, find] of finders) {
    for (let at = 0; at < reading.text.length; ) {
      const found = begins.test(counting.text.charAt(at)) ? find(counting, at) : undefined;
      if (found) entities.push(write(lexicon, found.start, found.end, found.normValue));
      at = found ? found.end : afterNothing(counting.text, at);
    }
  }
  for (let at = 0; at < reading.text.length; ) {
    const found = momentAt(reading, at, write);
    if (found) entities.push(...found.entities);
    at = found ? found.end : afterNothing(reading.text, at);
  }
  entities.sort((a, b) => a.start - b.start || b.end - a.end);
  // 8月前 is a period, and so is the 8月 in it: the longer one counts
  const ends = new Map<string, number>();
  return entities.filter(({ lexicon, start, end }) => {
    if (start < (ends.get(lexicon) ?? 0)) return false;
    ends.set(lexicon, end);
    return true;
  });
}

function durationAt(reading: Reading, at: number): NumberSaid | undefined {
  const { text } = reading;
  // 两点十五分三十秒 is a time
  if (/[第\d点]/.test(text[at - 1] ?? '') || (/[a-z]/.test(text[at - 1] ?? '') && /[a-z]/.test(text[at] ?? '')))
    return undefined;
  const length = rangeOfLengths(reading, at) ?? lengthAt(reading, at);
  return length && { start: at, end: length.end, normValue: length.iso };
}

// SYS.number: cardinals, decimals, fractions, percentages and dozens. A single numeral counts only if it counts
// something or stands alone.
import { matchAt } from '../../../../text/itn/measures.js';
import type { Reading } from '../reading.js';
import type { Amount, NumberSaid } from '../said.js';
import { endOfRun } from './amounts.js';
import { dozens, isInside, isNumber, mixed } from './counting.js';
import { decimalOf, times } from './decimal.js';
import { fractionAt, fractionValue } from './fractions.js';
import { percentAt } from './percents.js';

const begins = /[\d零〇一二两三四五六七八九幺十廿卅百千万亿几数上负半对俩仨a-z+-]/;

/** Reads the number at `at`; undefined: there is none. */
export function numberAt(reading: Reading, at: number): NumberSaid | undefined {
  const { text } = reading;
  const first = text[at] ?? '';
  if (!begins.test(first)) return undefined;
  return (
    percentAt(reading, at) ??
    fractionAt(reading, at) ??
    signedAt(reading, at) ??
    halfAt(text, at) ??
    plainAt(reading, at, at)
  );
}

function plainAt(reading: Reading, at: number, start: number): NumberSaid | undefined {
  const { text } = reading;
  if (isInside(text, at) || text[at - 1] === '第') return undefined;
  const amount = reading.amount(at);
  if (!amount || !isNumber(text, at, amount)) return undefined;
  return withScale(text, at, start, amount);
}

const half = /个半(?![小天年月日个钟星礼])/y;
const thousands = /([kw])(?![a-z\d])/y;
const pairs = /[双对](?=$|[的,。!?鞋袜筷手套夫恋情侣新耳眼])/y;

/** A number with its scale or fraction: 两打, 一个半, 二又三分之一, 5k. */
function withScale(text: string, at: number, start: number, amount: Amount): NumberSaid | undefined {
  const { end, value, decimal } = amount;
  const sign = start < at ? '-' : '';
  const number = (length: number, result: string): NumberSaid => ({
    start,
    end: end + length,
    normValue: sign + result,
  });
  if (matchAt(dozens, text, end)) {
    return text[end + 1] === '半' ? number(2, decimalOf(value * 12 + 6)) : number(1, decimalOf(value * 12));
  }
  const joint = matchAt(mixed, text, end);
  const rest = joint && fractionValue(text, end + joint[0].length);
  if (rest) return { start, end: rest.end, normValue: sign + decimalOf(value + rest.value) };
  if (amount.form === 'spoken' && matchAt(half, text, end)) return number(2, decimalOf(value + 0.5));
  const scale = amount.form === 'figures' ? matchAt(thousands, text, end)?.[1] : undefined;
  if (scale) return number(1, decimalOf(times(value, scale === 'k' ? 1_000 : 10_000)));
  if (amount.form === 'figures' && /[a-z]/.test(text[end] ?? '') && !isUnit(text, end)) return undefined;
  if (text[end] === '/' || matchAt(pairs, text, end)) return { start, end, normValue: sign + decimal };
  return number(0, decimal);
}

const unitLetters =
  /(?:km|kg|cm|mm|ml|mg|gb|mb|kb|tb|m|g|l|h|s|w|v|a|x|px|nm|hz|e|usd|cny|rmb|eur|gbp|jpy|hkd|am|pm|st|nd|rd|th|min|hrs?)(?![a-z\d])/y;

function isUnit(text: string, at: number): boolean {
  return matchAt(unitLetters, text, at) !== undefined;
}

const minus = /(?:[-负]|零下)(?=[\d零〇一二两三四五六七八九十百])|(?:minus|negative) (?=[\da-z])/y;

/** Signed numbers: 负三十二点五, 零下五, -5. A hyphen after a digit or a letter is no sign. */
function signedAt(reading: Reading, at: number): NumberSaid | undefined {
  const { text } = reading;
  const sign = matchAt(minus, text, at)?.[0];
  if (sign === undefined) return undefined;
  const from = at + sign.length;
  const before = text[at - 1] ?? '';
  if (
    text[at] === '负'
      ? /[正胜抱背肩辜欺]/.test(before)
      : /[\da-z)\]年月日号点零一二三四五六七八九十百千万亿%‰元块-]/.test(before)
  )
    return undefined;
  const amount = reading.amount(from);
  if (!amount) return undefined;
  if (text[at] === '负' && /^[责担荷]/.test(text.slice(amount.end))) return undefined;
  if (amount.value === 0) return { start: at, end: amount.end, normValue: '0' };
  const fraction = fractionValue(text, from);
  if (fraction) return { start: at, end: fraction.end, normValue: decimalOf(-fraction.value) };
  return withScale(text, from, at, amount);
}

const halves = /(?:一半)(?!夜)|半数(?![据字学码量值额目])|半(?=个(?!小时|钟头|月|世纪|学期|星期|礼拜|多))/y;

/** 俩 and 仨 as numbers: 买了俩, 来仨, and 俩 and 就俩人 as a whole clause. In 我们俩 and 哥俩 they mean people. */
const twoOrThree =
  /(?<=[买来要吃用有了订加选给])[俩仨](?!人)|(?<=(?:^|[,。 ])就?)[俩仨](?=[人个]?[吧啊呢的]?(?:$|[,。 ]))/y;

function halfAt(text: string, at: number): NumberSaid | undefined {
  const found = matchAt(halves, text, at);
  const two = matchAt(twoOrThree, text, at);
  if (two) return { start: at, end: at + 1, normValue: text[at] === '俩' ? '2' : '3' };
  if (text.startsWith('半打', at) && matchAt(dozens, text, at + 1)) return { start: at, end: at + 2, normValue: '6' };
  return found && !/[另多夜]/.test(text[at - 1] ?? '')
    ? { start: at, end: at + found[0].length, normValue: '0.5' }
    : undefined;
}

/** The offset at which the search goes on if no number begins at `at`: after the run of numerals or letters. */
export function afterNothing(text: string, at: number): number {
  return Math.max(at + 1, endOfRun(text, at));
}

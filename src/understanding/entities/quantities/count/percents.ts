// Percentages and shares: 百分之三十五, 35%, 三成半, 七五折, 千分之三.
import { matchAt } from '../../../../text/itn/measures.js';
import { isNumeral } from '../../../../text/itn/numerals.js';
import type { Reading } from '../reading.js';
import type { Amount, NumberSaid } from '../said.js';
import { isInside } from './counting.js';
import { decimalOf, times } from './decimal.js';

const percentHead = /(负?)(百|千|万)分之/y;
const percentSign = / ?(%|‰|个?百分点)/y;
const tenths = /成(?!功|员|为|立|长|就|年|熟|本|人|都|交|绩|分|果|语|品|了|群|双|天|家|不变)(半)?/y;
const discount = /折(?!腾|磨|叠|断|扣|返|射|算|合|旧|中|回|子|线)/y;

/** Reads a percentage or share: 百分之三十五, 35%, 三成半, 七五折; 千分之三 is a fraction. */
export function percentAt(reading: Reading, at: number): NumberSaid | undefined {
  const { text } = reading;
  const head = matchAt(percentHead, text, at);
  if (head) return afterHead(reading, at, head);
  if (text.startsWith('百分百', at)) return { start: at, end: at + 3, normValue: '100%' };
  if (text.startsWith('半成', at) && !/^[品熟]/.test(text.slice(at + 2)))
    return { start: at, end: at + 2, normValue: '5%' };
  if (text.startsWith('半折', at) || text.startsWith('对折', at)) return { start: at, end: at + 2, normValue: '50%' };
  if (isInside(text, at)) return undefined;
  const sign = /[+-]/.test(text[at] ?? '') && !/[\da-z%‰]/.test(text[at - 1] ?? '') ? 1 : 0;
  const from = at + sign;
  const amount = reading.amount(from);
  if (!amount) return discountAt(text, at, undefined);
  const mark = matchAt(percentSign, text, amount.end) ?? matchAt(englishPercent, text, amount.end);
  if (mark && amount.form !== 'digits') {
    const value = mark[1] === '‰' ? decimalOf(times(amount.value, 0.001)) : `${amount.decimal}%`;
    return { start: at, end: amount.end + mark[0].length, normValue: text[at] === '-' ? `-${value}` : value };
  }
  return discountAt(text, at, amount);
}

const englishPercent = / (per ?cent)(?![a-z])/y;
const twoDigits = /([一二三四五六七八九])([一二三四五六七八九])(?=[折成])/y;

function discountAt(text: string, at: number, amount: Amount | undefined): NumberSaid | undefined {
  const two = matchAt(twoDigits, text, at);
  const end = two ? at + 2 : amount?.end;
  if (end === undefined || isNumeral(text[at - 1])) return undefined;
  if (two && digitOf(two[2]) === digitOf(two[1]) + 1 && matchAt(tenths, text, end))
    return { start: at, end: end + 1, normValue: `${10 * digitOf(two[1])}%` };
  const value = two ? 10 * digitOf(two[1]) + digitOf(two[2]) : discountValue(text, at, amount?.value ?? 0);
  const cut = matchAt(discount, text, end);
  if (cut && value > 0 && value < 100) return { start: at, end: end + 1, normValue: `${decimalOf(value)}%` };
  const share = matchAt(tenths, text, end);
  if (!share || two || !amount || amount.value > 10 || amount.value <= 0) return undefined;
  const more = share[1] ? 0 : digitOf(matchAt(/[一二三四五六七八九](?![一-鿿]?[个成])/y, text, end + 1)?.[0]);
  const isMore = more > 0 && !isNumeral(text[end + 2]) && !/[个位名年月天元块]/.test(text[end + 2] ?? '');
  const whole = times(amount.value, 10) + (share[1] ? 5 : isMore ? more : 0);
  return { start: at, end: end + share[0].length + (isMore ? 1 : 0), normValue: `${decimalOf(whole)}%` };
}

/** The percentage of a discount: 8折 is 80 %, 85折 and 8.5折 are 85 %. */
function discountValue(text: string, at: number, value: number): number {
  return value >= 10 && /\d/.test(text[at] ?? '') ? value : times(value, 10);
}

function digitOf(character: string | undefined): number {
  return character === undefined ? 0 : '零一二三四五六七八九'.indexOf(character);
}

function afterHead(reading: Reading, at: number, [head, minusSign, of]: RegExpExecArray): NumberSaid | undefined {
  const { text } = reading;
  const from = at + head.length;
  const isNegative = minusSign !== '' || text[from] === '负';
  const start = text[from] === '负' ? from + 1 : from;
  const amount = reading.amount(start);
  const isHundred = !amount && text[start] === '百';
  if (!amount && !isHundred) return undefined;
  const value = isHundred ? 100 : (amount?.value ?? 0);
  const end = isHundred ? start + 1 : (amount?.end ?? start);
  const sign = isNegative ? '-' : '';
  if (of === '百') return { start: at, end, normValue: `${sign}${amount?.decimal ?? '100'}%` };
  return { start: at, end, normValue: sign + decimalOf(times(value, of === '千' ? 0.001 : 0.0001)) };
}

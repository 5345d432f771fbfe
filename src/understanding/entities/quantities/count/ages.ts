// SYS.age: 二十岁, 三岁半, 八十多岁, 虚岁三十, 六个月大, 35 years old. Years are a decimal number, other units an ISO 8601 duration.

import { matchAt } from '../../../../text/itn/measures.js';
import type { Reading } from '../reading.js';
import type { NumberSaid } from '../said.js';
import { lengthAt } from '../time/lengths.js';
import { decimalOf } from './decimal.js';

const years = /(?: ?[多几来余]?个? ?)(?:周岁|虚岁|足岁|(?:啷当)?岁)(半|多|零)?(?![月寒])/y;
const yearsBefore =
  /(?:周岁|虚岁|年龄|年纪|芳龄|高龄|岁数|(?<![\d零一二三四五六七八九十])年[近满过逾](?=[一二三四五六七八九]?十|[\d百]))(?:是|为|:|有|今年|满)? ?/y;
/** Round ages such as 三十出头 and 四十开外; after a word of price or length the number is no age. */
const roundAge = /(?:岁?(?:出头|开外|挂零|好几))/y;
const old = /-?(?: |-)?(?:years?|yrs?)[- ]old(?![a-z])|岁/y;
const grown = /(?:的?大)(?![家约概学小人])| old(?![a-z])/y;
/** Ages in English, such as a 6-month-old baby. */
const monthsOld = /-(day|week|month)s?-old(?![a-z])/y;
/** Ages without 岁 and with nothing after them, such as 我今年三十二. */
const thisYear =
  /(?<=[我他她您你爸妈爷奶婆公哥姐弟妹儿子女人])今年(?:刚|都|已经|才|快)?(?=[\d一二三四五六七八九十])|(?<![^ ,。])今年(?:刚|都|已经|才|快)?(?=[\d一二三四五六七八九十]{1,3}[了啦](?:$|[,。.!? ]))/y;
const afterAge = /^(?:了|啦|吧|啊|呢)?(?:$|[,。.!?;、 ])/;

/** Reads the age at `at`; undefined: there is none. */
export function ageAt(reading: Reading, at: number): NumberSaid | undefined {
  const { text } = reading;
  if (text.startsWith('半岁', at) && !/[一二两三四五六七八九十\d]/.test(text[at - 1] ?? ''))
    return { start: at, end: at + 2, normValue: '0.5' };
  const label = matchAt(yearsBefore, text, at)?.[0];
  if (label !== undefined) {
    const amount = reading.amount(at + label.length);
    const unit = amount && matchAt(years, text, amount.end);
    if (amount && !unit && amount.value < 150)
      return { start: at + label.length, end: amount.end, normValue: amount.decimal };
    return undefined;
  }
  const year = matchAt(thisYear, text, at);
  if (year) {
    const told = reading.amount(at + year[0].length);
    if (!told || told.value < 10 || told.value > 120 || !afterAge.test(text.slice(told.end, told.end + 3)))
      return undefined;
    return { start: at + year[0].length, end: told.end, normValue: told.decimal };
  }
  const amount = reading.amount(at);
  if (!amount) return undefined;
  const written = matchAt(monthsOld, text, amount.end);
  if (written) {
    const unit = (written[1] ?? '').charAt(0).toUpperCase();
    return { start: at, end: amount.end + written[0].length, normValue: `P${amount.decimal}${unit}` };
  }
  const round =
    amount.value % 10 === 0 && amount.value >= 20 && amount.value <= 100 && matchAt(roundAge, text, amount.end);
  if (round && !/[价格卖块元费花钱分约第年量度]/.test(text[at - 1] ?? ''))
    return { start: at, end: amount.end + round[0].length, normValue: amount.decimal };
  const unit = matchAt(years, text, amount.end);
  if (unit && amount.value < 1_000) return inYears(reading, at, amount.end + unit[0].length, amount.value, unit[1]);
  const english = matchAt(old, text, amount.end);
  if (english) return { start: at, end: amount.end + english[0].length, normValue: amount.decimal };
  const length = lengthAt(reading, at);
  const isGrown = length && matchAt(grown, text, length.end);
  if (!length || !isGrown) return undefined;
  const isYears = length.days === 0 && length.seconds === 0 && length.iso.includes('Y');
  const end = length.end + isGrown[0].length;
  return { start: at, end, normValue: isYears ? decimalOf(length.months / 12) : length.iso };
}

/** An age in years with its remainder, such as 三岁半 and 三岁零两个月. */
function inYears(reading: Reading, at: number, end: number, value: number, more: string | undefined): NumberSaid {
  if (more === '半') return { start: at, end, normValue: decimalOf(value + 0.5) };
  const months = lengthAt(reading, end);
  if (months && months.days === 0 && months.seconds === 0 && months.months < 12) {
    return { start: at, end: months.end, normValue: decimalOf(value + months.months / 12) };
  }
  return { start: at, end: more === '零' ? end - 1 : end, normValue: decimalOf(value) };
}

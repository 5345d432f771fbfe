// One number inside a larger form: cardinal or decimal, possibly negative.

import { matchAt } from './measures.js';
import { cardinalAt, digit, isNumeral, plainDigits, writeCardinal } from './numerals.js';

export interface SpokenNumber {
  readonly end: number;
  /** The number as ITN writes it: 350, 5万, -3.14. */
  readonly text: string;
  /** The same number in digits alone: 350, 50000, -3.14. */
  readonly decimal: string;
  readonly isDecimal: boolean;
  readonly isElliptic: boolean;
}

const fractionDigits = new RegExp(`点(${digit}+)(?![十百千点半刻钟整])`, 'y');
const digitsOnly = new RegExp(`${digit}{2,}(?![十百千万亿])`, 'y');

/** True if 负 is no minus sign here: 正负 is a sign of its own, and 胜负 and 抱负 are words. */
export function isNoSign(text: string, at: number): boolean {
  return text[at] === '负' && /[正胜抱背肩担欺]/.test(text[at - 1] ?? '');
}

/** Reads the number at `at`; undefined if the run of numerals goes on after it, since 三四百 and 十七八 are not exact. */
export function numberAt(text: string, at: number): SpokenNumber | undefined {
  if (text[at] === '负') {
    if (isNoSign(text, at)) return undefined;
    const from = text[at + 1] === '的' ? at + 2 : at + 1;
    const number = text[from] === '负' ? undefined : numberAt(text, from);
    if (!number) return undefined;
    return { ...number, text: `-${number.text}`, decimal: `-${number.decimal}` };
  }
  const whole = wholeAt(text, at);
  if (!whole) return undefined;
  const fraction = matchAt(fractionDigits, text, whole.end);
  if (fraction) {
    const figures = `${whole.decimal}.${plainDigits(fraction[1] ?? '')}`;
    return { ...whole, end: whole.end + fraction[0].length, text: figures, decimal: figures, isDecimal: true };
  }
  return isNumeral(text[whole.end]) && !isPerOne(text, whole) ? undefined : whole;
}

/** The text after a price, if it begins with a unit or another count: 一千八一个月, 一个人四百八两个人九百. */
const one = /[一两][个月年天斤件张次位晚平套台份瓶箱盒间](?![个百千万])/y;

/** True for a price before its unit: 一千八一个月. */
export function isPerOne(text: string, { end, isElliptic }: { end: number; isElliptic: boolean }): boolean {
  return isElliptic && matchAt(one, text, end) !== undefined;
}

function wholeAt(text: string, at: number): SpokenNumber | undefined {
  const digits = matchAt(digitsOnly, text, at);
  const cardinal = cardinalAt(text, at);
  if (digits && (!cardinal || digits[0].length > cardinal.end - at)) {
    const plain = plainDigits(digits[0]);
    // two adjacent digits are as often a rough number: 三四
    if (plain.length < 3 && !/[零〇幺]/.test(digits[0])) return undefined;
    const end = at + digits[0].length;
    return { end, text: plain, decimal: plain, isDecimal: false, isElliptic: false };
  }
  if (!cardinal) return undefined;
  const { end, value, isElliptic } = cardinal;
  return { end, text: writeCardinal(value), decimal: String(value), isDecimal: false, isElliptic };
}

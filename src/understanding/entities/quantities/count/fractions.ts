// Fractions: 三分之二, 7/10, 2 1/2, 万分之一.

import { matchAt } from '../../../../text/itn/measures.js';
import { isNumeral } from '../../../../text/itn/numerals.js';
import type { Reading } from '../reading.js';
import type { NumberSaid } from '../said.js';
import { amountAt } from './amounts.js';
import { isInside } from './counting.js';
import { decimalOf } from './decimal.js';
import { englishFractionAt } from './english-numbers.js';

const slash = /(\d{1,12}) ?\/ ?(\d{1,12})(?![\d/])/y;
const wholeBefore = /(\d{1,12}) (?=\d{1,12} ?\/ ?\d)/y;

/** Reads a fraction at `at`, possibly with a whole number: 三分之二, 7/10, 2 1/2. */
export function fractionAt({ text }: Reading, at: number): NumberSaid | undefined {
  if (isInside(text, at) || text[at - 1] === '/' || isNumeral(text[at - 1])) return undefined;
  const whole = matchAt(wholeBefore, text, at);
  const fraction = fractionValue(text, at + (whole?.[0].length ?? 0));
  if (!fraction) return undefined;
  return { start: at, end: fraction.end, normValue: decimalOf(fraction.value + Number(whole?.[1] ?? 0)) };
}

/** The value of a fraction without a whole number; undefined: there is none, or its denominator is zero. */
export function fractionValue(text: string, at: number): { end: number; value: number } | undefined {
  const written = matchAt(slash, text, at);
  if (written) {
    const below = Number(written[2]);
    return below === 0 ? undefined : { end: at + written[0].length, value: Number(written[1]) / below };
  }
  const english = /[a-z]/.test(text[at] ?? '') ? englishFractionAt(text, at) : undefined;
  if (english) return english;
  const of = matchAt(/ ?分 ?之 ?/y, text, at);
  if (of) return undefined;
  const below = wholeAt(text, at);
  const joint = below && matchAt(/ ?分 ?之 ?/y, text, below.end);
  if (!below || !joint || below.value < 1) return undefined;
  const above = wholeAt(text, below.end + joint[0].length);
  return above && { end: above.end, value: above.value / below.value };
}

function wholeAt(text: string, at: number): { end: number; value: number } | undefined {
  const found = amountAt(text, at);
  return found && !found.isRough ? found : largeUnit(text, at);
}

/** Fractions of a large unit: 万分之一, 亿分之一. */
function largeUnit(text: string, at: number): { end: number; value: number } | undefined {
  const value = { 百: 100, 千: 1_000, 万: 10_000, 亿: 100_000_000 }[text[at] ?? ''];
  return value === undefined ? undefined : { end: at + 1, value };
}

// SYS.ordinal: 第三, 第十二名, 第1, 1st, twenty-third, 倒数第二, 头一个. The value is the number; the numbered thing is not part of
// it.

import { matchAt } from '../../../../text/itn/measures.js';
import type { Reading } from '../reading.js';
import type { NumberSaid } from '../said.js';
import { englishOrdinalAt } from './english-numbers.js';

const head = /第 ?/y;
const notOrdinal =
  /^(?:[一二]性|一反应|[一二三四五六七八九十]+(?:医|中学|小学|附属|人民|实验|世界|国际|象限|类医|机)|一夫人|一次世|二次世)/;

/** Reads the ordinal at `at`; undefined: there is none. */
export function ordinalAt(reading: Reading, at: number): NumberSaid | undefined {
  const { text } = reading;
  if (/[a-z\d]/.test(text[at] ?? '')) {
    const english = englishOrdinalAt(text, at);
    return english && { start: at, end: english.end, normValue: String(english.value) };
  }
  const found = matchAt(head, text, at);
  if (!found) return undefined;
  const from = at + found[0].length;
  const amount = reading.amount(from);
  if (!amount || amount.isRough || !Number.isInteger(amount.value) || notOrdinal.test(text.slice(from)))
    return undefined;
  return { start: at, end: amount.end, normValue: amount.decimal };
}

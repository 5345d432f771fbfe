// The order of the rules: forms of several numbers come before the forms that they are made of.
import { chineseAddressRules } from './addresses.js';
import { amountRules } from './amounts.js';
import { calendarRules } from './calendar.js';
import { bareRules, codeRules, isCodeBefore } from './codes.js';
import { makeReader, type Reader } from './reader.js';
import type { Reading, Rule } from './rule.js';
import { telephoneRules } from './telephone.js';

const rules: readonly Rule[] = [
  ...chineseAddressRules,
  ...codeRules.slice(0, 5),
  ...telephoneRules,
  ...calendarRules,
  ...codeRules.slice(5),
  ...amountRules,
  ...bareRules,
];

/** The rules after 验证码 and similar words, where only dictated numbers follow. */
const named: readonly Rule[] = [...chineseAddressRules, ...telephoneRules, ...codeRules, ...bareRules];

const starts = /[\dA-Za-z\-+~—～/¥$€£₩₹*#\u4e00-\u9fff]/;
const wordStart = /[A-Za-z\u4e00-\u9fff]/;

/** Reads the number or address at a position of folded Chinese text; undefined: there is none. */
export function readFigures(text: string, at: number, reader: Reader): Reading | undefined {
  const character = text.charAt(at);
  if (!starts.test(character)) return undefined;
  // most text is words, and only a word that a figure or a sign follows can be more than a word
  if (wordStart.test(character) && !/[\d@./:-]/.test(text.slice(at + 1, at + 48))) return undefined;
  const asked = /\d/.test(character) && isCodeBefore(text, at) ? named : rules;
  for (const rule of asked) {
    const reading = rule(text, at, reader);
    if (reading && reading.length > 0) return reading;
  }
  return undefined;
}

export { makeReader, type Reader };

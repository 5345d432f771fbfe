// Number normalisation over a text: which rule has the say where. Passes go on until nothing is left to write, so that a
// second call finds nothing to do; each pass turns numerals into figures, of which there are only so many.
import { decimal, dottedNumber, measured, money } from './amounts.js';
import { afterLetter, beforeLetter, digitString, keyPress, radioDigits, telephone } from './codes.js';
import { cardinal, negative, ordinal, plusMinus, range, sum } from './counts.js';
import { day, monthAndDay, year } from './dates.js';
import { type Edit, leave, type Match, type Rule } from './edit.js';
import { fraction, percent } from './fractions.js';
import { isNumeral } from './numerals.js';
import { hideProtected } from './protected.js';
import { time } from './times.js';

/** The first that answers wins: forms of several numbers stand before what they are made of. */
const rules: readonly Rule[] = [
  beyondFigures,
  plusMinus,
  percent,
  fraction,
  ordinal,
  keyPress,
  dottedNumber,
  radioDigits,
  telephone,
  year,
  monthAndDay,
  day,
  time,
  money,
  negative,
  sum,
  range,
  decimal,
  measured,
  afterLetter,
  beforeLetter,
  digitString,
  cardinal,
];

/** Numerals that touch figures belong to a number that is already written: 3.5万, 2万五. */
function beyondFigures(text: string, at: number): Match | undefined {
  return /\d/.test(text[at - 1] ?? '') && isNumeral(text[at]) ? leave(numeralsUntil(text, at)) : undefined;
}

function numeralsUntil(text: string, from: number): number {
  let at = from;
  while (isNumeral(text[at])) at++;
  return at;
}

const begins = /[零〇一二两三四五六七八九幺洞拐勾十百千万亿正负]/;

export function numberEdits(given: string): Edit[] {
  const text = hideProtected(given);
  const edits: Edit[] = [];
  let at = 0;
  while (at < text.length) {
    const match = begins.test(text.charAt(at)) ? firstMatch(text, at) : undefined;
    for (const edit of match?.edits ?? []) {
      // two numbers side by side would read as one: both stay as spoken
      if (touches(edits.at(-1), edit)) edits.pop();
      else edits.push(edit);
    }
    at = match && match.end > at ? match.end : at + 1;
  }
  return edits;
}

function touches(before: Edit | undefined, edit: Edit): boolean {
  return before?.end === edit.start && /\d$/.test(before.text) && /^\d/.test(edit.text);
}

function firstMatch(text: string, at: number): Match | undefined {
  for (const rule of rules) {
    const match = rule(text, at);
    if (match) return match;
  }
  return undefined;
}

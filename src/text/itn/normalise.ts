// Number normalisation of a text: the order of the rules. Passes repeat until nothing is left to write, so that a
// second call changes nothing. Each pass turns numerals into figures, of which there are only finitely many, so the
// passes end.
import { decimal, dottedNumber, measured, money } from './amounts.js';
import { afterLetter, beforeLetter, digitString, keyPress, radioDigits, telephone } from './codes.js';
import { cardinal, negative, ordinal, plusMinus, power, range, sum } from './counts.js';
import { day, monthAndDay, year } from './dates.js';
import { type Edit, leave, type Match, type Rule } from './edit.js';
import { fraction, mixedFraction, percent } from './fractions.js';
import { isNumeral } from './numerals.js';
import { hideProtected } from './protected.js';
import { time } from './times.js';

/** The first rule that matches wins. Forms of several numbers come before the forms they are made of. */
const rules: readonly Rule[] = [
  beyondFigures,
  plusMinus,
  percent,
  mixedFraction,
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
  power,
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

/** Leaves numerals that touch figures, as in 3.5万 and 2万五: they belong to a number that is already written. */
function beyondFigures(text: string, at: number): Match | undefined {
  return /\d/.test(text[at - 1] ?? '') && isNumeral(text[at]) ? leave(numeralsUntil(text, at)) : undefined;
}

function numeralsUntil(text: string, from: number): number {
  let at = from;
  while (isNumeral(text[at])) at++;
  return at;
}

const begins = /[零〇一二两三四五六七八九幺洞拐勾十百千万亿正负]/;

/** The edits of one pass, in the order of the text. */
export function numberEdits(given: string): Edit[] {
  const text = hideProtected(given);
  const edits: Edit[] = [];
  let at = 0;
  while (at < text.length) {
    const match = begins.test(text.charAt(at)) ? firstMatch(text, at) : undefined;
    for (const edit of match?.edits ?? []) {
      // two adjacent numbers would read as one, so both stay as spoken
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

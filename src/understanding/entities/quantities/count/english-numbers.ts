// English number words: twenty five, one hundred and five, two thousand, three point five, half a dozen.
import { matchAt } from '../../../../text/itn/measures.js';
import type { Amount } from '../said.js';
import { decimalOf, times } from './decimal.js';

const ones = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'
  .concat(' seventeen eighteen nineteen')
  .split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 };

const small = new Map<string, number>([
  ...ones.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, at): [string, number] => [word, 20 + 10 * at]),
]);
const word = /([a-z]{3,9})(?![a-z])/y;
const joint = /(?: and |-| )/y;
const oneHundred = /(an?|half an?) (hundred|thousand|million|billion|trillion)(?![a-z])/y;
const mostWords = 16;

/** Reads the English number at `at`; undefined: there is none, or `at` is inside a word. */
export function englishAmountAt(text: string, at: number): Amount | undefined {
  if (/[a-z]/.test(text[at - 1] ?? '')) return undefined;
  const round = matchAt(oneHundred, text, at);
  if (round) {
    const value = (round[1]?.startsWith('half') ? 0.5 : 1) * (scales[round[2] ?? ''] ?? 100);
    return {
      ...{ end: at + round[0].length, value, decimal: decimalOf(value) },
      ...{ form: 'english', isElliptic: false, isRough: false },
    };
  }
  let total = 0;
  let section: number | undefined;
  let below = Number.POSITIVE_INFINITY;
  let end = at;
  let next = at;
  for (let words = 0; words < mostWords; words++) {
    const said = matchAt(word, text, next)?.[1];
    if (said === undefined) break;
    const value = small.get(said);
    if (value !== undefined && value < below && (value > 0 || words === 0)) {
      section = (section ?? 0) + value;
      below = value >= 20 ? 10 : 0;
    } else if (said === 'hundred' && section !== undefined && section < 100) {
      section *= 100;
      below = 100;
    } else if (scales[said] !== undefined && section !== undefined) {
      total += times(section, scales[said]);
      section = undefined;
      below = 1_000;
    } else break;
    end = next + said.length;
    const link = matchAt(joint, text, end)?.[0];
    if (link === undefined) break;
    next = end + link.length;
  }
  if (end === at) return undefined;
  return withPoint(text, end, total + (section ?? 0));
}

const point = / point((?: (?:zero|oh|one|two|three|four|five|six|seven|eight|nine)(?![a-z])){1,15})/y;

function withPoint(text: string, at: number, value: number): Amount {
  const rest = matchAt(point, text, at);
  const figures = rest?.[1]
    ?.trim()
    .split(' ')
    .map((said) => small.get(said) ?? 0)
    .join('');
  const whole = figures === undefined ? value : Number(`${value}.${figures}`);
  return {
    ...{ end: at + (rest?.[0].length ?? 0), value: whole, decimal: decimalOf(whole) },
    ...{ form: 'english', isElliptic: false, isRough: false },
  };
}

const scaleAfter = / (hundred|thousand|million|billion|trillion)(?![a-z])/y;

/** The English unit after a number in figures: 3.5 million. */
export function englishScaleAt(text: string, at: number): { end: number; value: number } | undefined {
  const found = matchAt(scaleAfter, text, at);
  return found && { end: at + found[0].length, value: scales[found[1] ?? ''] ?? 100 };
}

const parts = 'half third quarter fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const fraction = new RegExp(
  `(a|an|one|two|three|four|five|six|seven|eight|nine)[ -](${parts.join('|')})(s?)(?![a-z])`,
  'y',
);

/** English fractions: two thirds, three quarters, a half. "One third" and "a fifth" count, "the third" does not. */
export function englishFractionAt(text: string, at: number): { end: number; value: number } | undefined {
  if (/[a-z]/.test(text[at - 1] ?? '')) return undefined;
  const found = matchAt(fraction, text, at);
  if (!found) return undefined;
  const above = small.get(found[1] ?? '') ?? 1;
  const place = parts.indexOf(found[2] ?? '');
  const isPlural = found[3] === 's';
  // half an hour and a quarter past three are times
  const isOfTime = /^ (?:hour|an? |past|to |of an? (?:hour|year|day))/.test(text.slice(at + found[0].length));
  if (isPlural !== above > 1 || isOfTime) return undefined;
  return { end: at + found[0].length, value: above / (place === 0 ? 2 : place < 3 ? place + 2 : place + 1) };
}

const ordinals = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth'
  .concat(' fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth')
  .split(' ');
const roundOrdinals = tens.map((ten) => ten.replace(/y$/, 'ieth'));
const ordinalWord = new RegExp(
  `(?:(${tens.join('|')})[- ])?(${[...ordinals, ...roundOrdinals].sort((a, b) => b.length - a.length).join('|')})(?![a-z])`,
  'y',
);
const ordinalFigures = /(\d{1,4})(?:st|nd|rd|th)(?![a-z])/y;

/** English ordinals: 1st, twenty-third. */
export function englishOrdinalAt(text: string, at: number): { end: number; value: number } | undefined {
  if (/[a-z\d]/.test(text[at - 1] ?? '')) return undefined;
  const figures = matchAt(ordinalFigures, text, at);
  if (figures) return { end: at + figures[0].length, value: Number(figures[1]) };
  const words = matchAt(ordinalWord, text, at);
  if (!words) return undefined;
  const round = roundOrdinals.indexOf(words[2] ?? '');
  const last = round < 0 ? ordinals.indexOf(words[2] ?? '') : 20 + 10 * round;
  if (words[1] !== undefined && (round >= 0 || last < 1 || last > 9)) return undefined;
  return { end: at + words[0].length, value: last + (words[1] === undefined ? 0 : (small.get(words[1]) ?? 0)) };
}

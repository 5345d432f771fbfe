// One number at an offset of the text, in any form: spoken (两千三, 三点一五亿), in figures (1,234.5, 3万5) or in English.
// text/itn reads the numerals themselves.
import { matchAt } from '../../../../text/itn/measures.js';
import { numberAt } from '../../../../text/itn/number.js';
import { cardinalAt, digit, isNumeral, plainDigits } from '../../../../text/itn/numerals.js';
import type { Amount } from '../said.js';
import { decimalOf, plain, times } from './decimal.js';
import { englishAmountAt, englishScaleAt } from './english-numbers.js';

/** Maximum length in characters; nobody says longer numbers. */
const longestNumber = 40;

const figures = /(?:\d{1,3}(?:,\d{3})+|\d{1,40})(?:\.\d{1,20})?(?:e[+-]?\d{1,2}(?![\da-z]))?/y;
/** Figures with several points, such as 2016.11.7 and 192.168.1.1, which are no decimals. */
const dotted = /(\d{1,8})\.\d{1,8}\.\d/y;
const powers = /(?:\^|的)(\d{1,2})(?:(?<=\^\d{1,2})|次方)(?!\d)/y;
const unitValues: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000, 万: 10_000, 亿: 100_000_000 };
const units = / ?([十百千]?[万亿]{1,2}|[十百千])/y;
const digitsOnly = new RegExp(`${digit}{3,${longestNumber}}`, 'y');
const neighbours = /([一二两三四五六七八九])([二两三四五六七八九])([十百千万亿]{1,2})?/y;
const manyTens = /([一二三四五六七八九]?)十([一二三四五六七八])([二三四五六七八九])/y;
/** Numbers such as 三百六七十 and 一千五六. */
const manyUnits = /([一二两三四五六七八九])([百千万])([一二三四五六七八])([二三四五六七八九])([十百千]?)/y;
const tens = /([一二三四五六七八九]?)十几(?:[二三四五六七八九]十)?/y;
const roundUnits = /([十百千]?[百千])([万亿])/y;
const largePieces = /个(亿)(?!万富)/y;
/** Indefinite numbers such as 几十 and 数百万; the 几 of 星期几十点 asks for a day. */
const severalUnits =
  /(?:(?<![星周期拜第号月日点])几|(?<=^|[^\u4e00-\u9fff]|[有过达约用了近长出以])数)([十百千]?[万亿]{1,2}|[十百千])/y;
/** Numbers such as 上百人 and 上千块, for things that are counted or paid. */
const aboveUnit = /(?<![海北路以网马早晚线条])上([百千万亿])(?=[个块元人名位件台辆次种家条只斤公吨天年米平万张套份])/y;
/** Approximate numbers such as 百把块, 千八百 and 百十来个. */
const oneOrMore =
  /(?<![零一二两三四五六七八九十百千万亿\d])(?:([百千万])把|(百)(?:八十|十来?|十多)|(千)八百|(万)八千)(?![一二三四五六七八九十百千万亿])/y;
const roughUnits = /[多余来几]([万亿])/y;

/** Reads the longest number that begins at `at`; undefined: there is none. */
export function amountAt(text: string, at: number): Amount | undefined {
  const first = text.charCodeAt(at);
  if (first >= 0x30 && first <= 0x39) return figuresAt(text, at);
  if (first >= 0x61 && first <= 0x7a) return englishAmountAt(text, at);
  if (first < 0x3000) return undefined;
  return spokenAt(text, at) ?? roughAt(text, at);
}

function figuresAt(text: string, at: number): Amount | undefined {
  const found = matchAt(dotted, text, at)?.[1] ?? matchAt(figures, text, at)?.[0];
  if (!found) return undefined;
  const power = matchAt(powers, text, at + found.length);
  const end = at + found.length + (power?.[0].length ?? 0);
  const value = Number(found.replaceAll(',', '')) ** Number(power?.[1] ?? 1);
  const unit = matchAt(units, text, end);
  const scale = unit ? undefined : englishScaleAt(text, end);
  if (scale) {
    const scaled = times(value, scale.value);
    return {
      end: scale.end,
      value: scaled,
      decimal: decimalOf(scaled),
      form: 'figures',
      isElliptic: false,
      isRough: false,
    };
  }
  if (!unit || isPartOfWord(text, end + unit[0].length)) {
    const decimal = power || found.includes('e') ? decimalOf(value) : plain(found);
    return { end, value, decimal, form: 'figures', isElliptic: false, isRough: false };
  }
  const large = productOf(unit[1] ?? '');
  return withRest(text, end + unit[0].length, times(value, large), large);
}

/** True for a unit that is part of a word: the 千 of 3 千米 is no thousand. */
function isPartOfWord(text: string, at: number): boolean {
  return text[at - 1] === '千' && /^[米克瓦卡]/.test(text.slice(at, at + 1));
}

function productOf(written: string): number {
  return [...written].reduce((product, unit) => product * (unitValues[unit] ?? 1), 1);
}

/** Adds the smaller units after a larger one: 3万5, 3万5千, 3千2百, 2亿零5百. */
function withRest(text: string, at: number, head: number, unit: number): Amount {
  let end = at;
  let value = head;
  let below = unit;
  let isElliptic = false;
  for (let parts = 0; parts < 6; parts++) {
    const from = text[end] === '零' ? end + 1 : end;
    const found = matchAt(figures, text, from)?.[0];
    const spoken = found === undefined ? cardinalAt(text, from) : undefined;
    if (!found && !spoken) break;
    const restEnd = found ? from + found.length : (spoken?.end ?? from);
    const rest = found ? Number(found.replaceAll(',', '')) : (spoken?.value ?? 0);
    const next = matchAt(units, text, restEnd);
    const nextUnit = next ? productOf(next[1] ?? '') : 1;
    if (rest === 0 || rest * nextUnit >= below || (spoken && isNumeral(text[restEnd]) && !next)) break;
    isElliptic = !next && from === end && restEnd === from + 1 && below > 10;
    value += isElliptic ? (rest * below) / 10 : times(rest, nextUnit);
    end = restEnd + (next?.[0].length ?? 0);
    if (!next) break;
    below = nextUnit;
  }
  return { end, value, decimal: decimalOf(value), form: 'figures', isElliptic, isRough: false };
}

function spokenAt(text: string, at: number): Amount | undefined {
  const number = text[at] === '负' ? undefined : numberAt(text, at);
  if (!number) return undefined;
  if (number.end - at > longestNumber) return undefined;
  const isDigits = matchAt(digitsOnly, text, at)?.[0].length === number.end - at;
  const decimal = plain(number.decimal);
  const read = { end: number.end, value: Number(decimal), decimal, isElliptic: number.isElliptic, isRough: false };
  const more = manyMore(text, read.end, read.value, number.isDecimal);
  if (more) return { ...read, ...more, form: 'spoken' };
  return { ...read, form: isDigits ? 'digits' : 'spoken' };
}

/** Adds a further unit, as in 三点一五亿 and 三百多万. */
function manyMore(
  text: string,
  at: number,
  value: number,
  isDecimal: boolean,
): (Partial<Amount> & { end: number }) | undefined {
  const unit = isDecimal ? matchAt(units, text, at) : undefined;
  if (unit) return multiplied(at + unit[0].length, times(value, productOf(unit[1] ?? '')), false);
  // 个 before a large unit: 两个亿
  if (matchAt(largePieces, text, at)) return multiplied(at + 2, times(value, 100_000_000), false);
  const rough = matchAt(roughUnits, text, at);
  if (!rough || value < 10) return undefined;
  return multiplied(at + 2, times(value, productOf(rough[1] ?? '')), true);
}

function multiplied(
  end: number,
  value: number,
  isRough: boolean,
): { end: number; value: number; decimal: string; isRough: boolean } {
  return { end, value, decimal: decimalOf(value), isRough };
}

/** Rough numbers such as 三四百, 十七八, 三十五六, 十几, 几十, 百把 and 百万. The value is the least possible one. */
function roughAt(text: string, at: number): Amount | undefined {
  const rough = (length: number, value: number): Amount => ({
    ...{ end: at + length, value, decimal: decimalOf(value), form: 'spoken', isElliptic: false, isRough: true },
  });
  const several = matchAt(severalUnits, text, at);
  if (several) return rough(several[0].length, 2 * productOf(several[1] ?? ''));
  const above = matchAt(aboveUnit, text, at);
  if (above) return rough(2, productOf(above[1] ?? ''));
  const round = matchAt(oneOrMore, text, at);
  if (round) return rough(round[0].length, productOf(round[1] ?? round[2] ?? round[3] ?? round[4] ?? ''));
  const some = matchAt(tens, text, at);
  if (some) return rough(some[0].length, 10 * digitOf(some[1], 1));
  const many = matchAt(manyTens, text, at);
  if (many && digitOf(many[3]) === digitOf(many[2]) + 1 && !isNumeral(text[at + many[0].length])) {
    return rough(many[0].length, 10 * digitOf(many[1], 1) + digitOf(many[2]));
  }
  const units = matchAt(manyUnits, text, at);
  if (units && digitOf(units[4]) === digitOf(units[3]) + 1 && !isNumeral(text[at + units[0].length])) {
    const unit = productOf(units[2] ?? '');
    const below = units[5] === '' ? unit / 10 : productOf(units[5] ?? '');
    if (below === unit / 10) return rough(units[0].length, unit * digitOf(units[1]) + below * digitOf(units[3]));
  }
  const pair = matchAt(neighbours, text, at);
  if (pair && isNear(digitOf(pair[1]), digitOf(pair[2])) && !isNumeral(text[at + pair[0].length])) {
    return rough(pair[0].length, times(digitOf(pair[1]), productOf(pair[3] ?? '')));
  }
  const alone = matchAt(roundUnits, text, at);
  return alone ? rough(alone[0].length, productOf(alone[0])) : undefined;
}

function digitOf(character: string | undefined, otherwise = 0): number {
  if (character === undefined || character === '') return otherwise;
  return character === '两' ? 2 : Number(plainDigits(character));
}

function isNear(first: number, second: number): boolean {
  return second === first + 1 || (first === 3 && second === 5);
}

/** The end of a run of numerals and figures, or of letters. */
export function endOfRun(text: string, from: number): number {
  let at = from;
  while (isNumeral(text[at]) || isFigure(text.charCodeAt(at))) at++;
  if (at === from) while (isLetter(text.charCodeAt(at))) at++;
  return at;
}

function isFigure(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x3007 || code === 0x5e7a;
}

function isLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

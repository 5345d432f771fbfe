// Quantities: money, percentages, fractions, ranges, temperatures, units and sums.
import { fixedOne, shortBreak } from '../pieces.js';
import type { Reader } from './reader.js';
import { before, quantity, type Rule, rule } from './rule.js';
import {
  countsThings,
  currency,
  currencyAfter,
  eachOf,
  isMeasured,
  latinUnit,
  moneyName,
  rangeOf,
  unitName,
} from './units.js';

const alone = '(?<![\\d.A-Za-z])';
const closed = '(?![\\d]|[.,:]\\d)';
const signed = `(?:(?<![\\d.A-Za-z)）\\u4e00-\\u9fff])|(?<=余额|[额值差幅率为是约达]))-${quantity}`;
const large = '(?:[百千]?万亿?|亿|千|百)?';

/** Reads a number before the thing that it counts: 两个, and 一个 whose 一 changes its tone. */
function counting(reader: Reader, figures: string): string {
  const said = reader.cardinal(figures);
  if (reader.mode === 2) return said;
  return said === '二' ? '两' : said === fixedOne ? '一' : said;
}

function counted(reader: Reader, figures: string, text: string, after: number): string {
  return countsThings(text, after) ? counting(reader, figures) : reader.cardinal(figures);
}

/** Reads an amount of money without the zeros at its end. */
function amount(reader: Reader, figures: string, unit = ''): string {
  const tidy =
    reader.mode === 2 ? figures : figures.replace(/\.(\d*?)0+$/, (_, rest: string) => (rest ? `.${rest}` : ''));
  return counting(reader, tidy) + unit;
}

function percent(reader: Reader, figures: string, sign: string | undefined): string {
  return `${sign === '‰' ? '千' : '百'}分之${reader.cardinal(figures)}`;
}

/** Reads degrees below zero with 零下; other numbers use 负. */
function degrees(reader: Reader, figures: string): string {
  return figures.startsWith('-') ? `零下${counting(reader, figures.slice(1))}` : counting(reader, figures);
}

const operators: Readonly<Record<string, string>> = {
  ...{
    '+': '加',
    '-': '减',
    '×': '乘',
    '*': '乘',
    x: '乘',
    '÷': '除以',
    '=': '等于',
    '≈': '约等于',
    '>': '大于',
    '<': '小于',
  },
  ...{ '≥': '大于等于', '≤': '小于等于', '≠': '不等于', '±': '正负' },
};

function sum(found: string, reader: Reader): string {
  return found
    .replace(/\s+/g, '')
    .replace(new RegExp(`${quantity}|[^\\d]`, 'g'), (part) => operators[part] ?? reader.cardinal(part));
}

/** True if the amounts are in order, as in a range. */
function isAscending(from: string, to: string): boolean {
  return Number(from.replace(/,/g, '')) < Number(to.replace(/,/g, ''));
}

export const amountRules: readonly Rule[] = [
  // ranges of money: ¥100-200, $5-$10
  rule(
    `(${currency})(${quantity})(${large})\\s?[-~—～至到]\\s?(${currency})?(${quantity})(${large})元?(?![\\d-])`,
    ([, kind = '', from = '', unit = '', again, to = '', unitTo = ''], reader) => {
      if (again !== undefined && moneyName(again) !== moneyName(kind)) return undefined;
      if (unit === unitTo && !isAscending(from, to)) return undefined;
      return `${amount(reader, from, unit)}${moneyName(kind)}到${amount(reader, to, unitTo)}${moneyName(kind)}`;
    },
  ),
  rule(
    `(-?)(${currency})(-?)(${quantity})(${large})元?`,
    ([, sign, kind = '', inner, figures = '', unit], reader) =>
      `${sign === '-' || inner === '-' ? '负' : ''}${amount(reader, figures, unit)}${moneyName(kind)}`,
  ),
  rule(
    `${alone}(${quantity})(${currencyAfter})`,
    ([, figures = '', kind = ''], reader) => `${amount(reader, figures)}${moneyName(kind)}`,
  ),
  rule(`${alone}((?:\\d{1,3}(?:,\\d{3})+|\\d+)\\.\\d+)(?=${large}(?:元|块|美元|欧元))`, ([, figures = ''], reader) =>
    amount(reader, figures),
  ),
  rule(
    `(-?)(${quantity})\\s?%?\\s?[-~—～]\\s?(${quantity})\\s?([%‰])`,
    ([, sign, from = '', to = '', kind], reader, text, at) =>
      /[\d.A-Za-z]/.test(text[at - 1] ?? '')
        ? undefined
        : `${sign === '-' ? '负' : ''}${percent(reader, from, kind)}到${percent(reader, to, kind)}`,
  ),
  rule(
    `${alone}([-+]?)(${quantity})\\s?([%‰])`,
    ([, sign, figures = '', kind], reader) =>
      `${sign === '-' ? '负' : sign === '+' ? '正' : ''}${percent(reader, figures, kind)}`,
  ),
  rule(
    `(?<![\\d.A-Za-z])(-?${quantity})\\s?(?:°C|°F|°)?\\s?[~～—-]\\s?(-?${quantity})\\s?(°[CF]|℃|度(?=[，。！？]|$))`,
    (found, reader) => {
      const [, from = '', to = '', unit = ''] = found;
      // -5~3: without 零上 both ends would be heard as below zero
      const above = from.startsWith('-') && !to.startsWith('-') ? '零上' : '';
      return `${degrees(reader, from)}到${above}${degrees(reader, to)}${unitName(unit) || unit}`;
    },
  ),
  rule(
    `(?<![\\d.A-Za-z])(-${quantity})\\s?(°[CF]?|摄氏度|华氏度|度)`,
    ([, figures = '', unit = ''], reader) => degrees(reader, figures) + (unitName(unit) || unit),
  ),
  // sums and products: 3+5=8, 2×3
  rule(
    `${alone}${quantity}(?:\\s?[+×÷*=≈><≥≤≠±xX]\\s?-?${quantity}|(?<=[+×÷*=]\\s?${quantity})\\s?-\\s?${quantity}|\\s?-\\s?${quantity}(?=\\s?=))+${closed}`,
    ([found], reader) => sum(found, reader),
  ),
  rule(`${alone}(\\d+)\\^(\\d{1,2})(?!\\d)`, ([, base = '', power = ''], reader) => {
    const name = power === '2' ? '平方' : power === '3' ? '立方' : `${reader.cardinal(power)}次方`;
    return `${reader.cardinal(base)}的${name}`;
  }),
  // ranges and rates: 5月1日-5月3日, 周一~周五, 10元/人
  rule('(?<=[日号月年点时分度元级层楼室])\\s?[-~—～]\\s?(?=\\d)', () => '到'),
  rule('(?<=周[一二三四五六日])[-~—～](?=周)', () => '到'),
  rule('(?<=[元块次分个米度克吨升时天月年])/(?=[人次个天月年斤公千平件台位份小吨度分米升])', () => '每'),
  rule(`(?<=\\d[万亿多]?\\s?(?:[一-鿿]{1,3}|kg|km|g|m|L|ml|GB|MB))/(?=${eachOf})`, () => '每'),
  rule(`(?<=[元块人次台])/(${latinUnit})`, ([, unit = '']) => `每${unitName(unit)}`),
  // blood pressure: 120/80mmHg
  rule(
    `${alone}(\\d{2,3})/(\\d{2,3})\\s?(?:mmHg|毫米汞柱)`,
    ([, upper = '', lower = ''], reader) => `${reader.cardinal(upper)}${shortBreak}${reader.cardinal(lower)}毫米汞柱`,
  ),
  rule('(?<=\\d[A-Za-z]{1,3}|[片粒支袋瓶盒板])[*×](?=\\d)', () => '乘'),
  rule('(?<=负)(\\d+)(?=[层楼])', ([, figures = ''], reader) => reader.cardinal(figures)),
  // mixed fractions and fractions: 2½, ½
  rule(
    `${alone}(\\d+) (\\d{1,3})/(\\d{1,3})(?![\\d/])`,
    ([, whole = '', upper = '', lower = ''], reader) =>
      `${reader.cardinal(whole)}又${reader.cardinal(lower)}分之${reader.cardinal(upper)}`,
  ),
  rule(`${alone}(\\d{1,6})/(\\d{1,6})(?![\\d/A-Za-z])`, ([, upper = '', lower = ''], reader) =>
    Number(lower) === 0 ? undefined : `${reader.cardinal(lower)}分之${reader.cardinal(upper)}`,
  ),
  rule(
    `${alone}(\\d{1,4}(?:\\.\\d+)?)[:：](\\d{1,4}(?:\\.\\d+)?)${closed}`,
    ([, first = '', second = ''], reader) => `${reader.cardinal(first)}比${reader.cardinal(second)}`,
  ),
  rule(
    `${alone}(${quantity})(${latinUnit})\\s?[-~—～]\\s?(${quantity})(${latinUnit})`,
    ([, from = '', unit = '', to = '', unitTo = ''], reader) =>
      `${counting(reader, from)}${unitName(unit)}到${counting(reader, to)}${unitName(unitTo)}`,
  ),
  rule(
    `${alone}${rangeOf}(${latinUnit})`,
    ([, from = '', to = '', unit = ''], reader) =>
      `${counting(reader, from)}到${counting(reader, to)}${unitName(unit)}`,
  ),
  rule(`${alone}${rangeOf}${closed}(?!-)`, ([found, from = '', to = ''], reader, text, at) => {
    const end = at + found.length;
    const isCounted = isMeasured(text, end);
    if (!isCounted && to.length - from.length > 1) return undefined;
    if (!isAscending(from, to) || /^0\d/.test(from) || (!isCounted && from.length + to.length > 8)) return undefined;
    if (isCounted) return `${counted(reader, from, text, end)}到${counted(reader, to, text, end)}`;
    return `${reader.bare(from)}到${reader.bare(to)}`;
  }),
  rule(`${alone}(-?${quantity})(${latinUnit})`, ([, figures = '', unit = ''], reader) => {
    const isLetter = /^[A-Z]+$/.test(unitName(unit)) && !figures.includes('.');
    return (isLetter ? reader.cardinal(figures) : counting(reader, figures)) + unitName(unit);
  }),
  rule(`${signed}`, ([figures], reader) => `负${reader.cardinal(figures.slice(1))}`),
  rule(`\\+(${quantity})(?![\\d])`, ([, figures = ''], reader, text, at) =>
    /[\d\u4e00-\u9fffA-Za-z]/.test(text[at - 1] ?? '') ? undefined : `正${reader.cardinal(figures)}`,
  ),
  rule(`${alone}([1-9][1-9])(?=折(?![线叠扣]))`, ([, figures = ''], reader) => reader.digits(figures)),
  rule(`(?<=第\\s?)(\\d+)`, ([, figures = ''], reader) => reader.cardinal(figures)),
  rule(`${alone}(\\d{1,3})(?:st|nd|rd|th)(?![A-Za-z])`, ([, figures = ''], reader) => `第${reader.cardinal(figures)}`),
  rule(`${alone}N[oO]\\.?\\s?(\\d+)`, ([, figures = ''], reader) => `第${reader.cardinal(figures)}`),
  // after 第 or in a list of things 2 stays 二
  rule(`(?<![\\d.])(${quantity})`, ([found, figures = ''], reader, text, at) => {
    const end = at + found.length;
    if (/[A-Za-z]-?$/.test(before(text, at, 2)) || (/^0\d/.test(figures) && reader.mode < 2)) return undefined;
    if (countsThings(text, end)) return counting(reader, figures);
    return isMeasured(text, end) ? reader.cardinal(figures) : undefined;
  }),
];

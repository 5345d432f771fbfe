// Money, decimals, and numbers whose unit is followed by one more digit: 三块五 3.5元, 三点五 3.5, 一米七五 1米75.
import { type Edit, type Match, rewrite } from './edit.js';
import { exactUnitAt, matchAt } from './measures.js';
import { numberAt } from './number.js';
import { cardinalAt, digit, isNumeral, numeral, plainDigits } from './numerals.js';

const nonZero = '[一二三四五六七八九两]';
const tenths = new RegExp(`(${nonZero})(?:[毛角](?:(${nonZero})分?(?!之|钟|${digit}|[十百千万]))?)`, 'y');
const hundredths = new RegExp(`零(${nonZero})分(?!之|钟)`, 'y');
// 三块五个人 and 三块五十 are not prices; 三块五一斤 is
const bareTenth = new RegExp(
  `(${nonZero})(?!(?!一[斤个公本张份瓶碗次条只包盒件位])${digit}|[两十百千万亿点分个位名只条件种次张把台本块元斤米号楼年月天岁公厘毫小]|以上|以下)`,
  'y',
);

/** Amounts of money such as 十二块五 and 三元四角五分, written in yuan with at most two decimals. */
export function money(text: string, at: number): Match | undefined {
  if (isNumeral(text[at - 1])) return undefined;
  const yuan = cardinalAt(text, at);
  if (!yuan || !/[块元圆]/.test(text[yuan.end] ?? '')) return undefined;
  const from = yuan.end + 1;
  const zero = matchAt(hundredths, text, from);
  if (zero) return rewrite(at, from + zero[0].length, `${yuan.value}.0${plain(zero[1])}元`);
  const tenth = matchAt(tenths, text, text[from] === '零' ? from + 1 : from);
  if (tenth) {
    const end = tenth.index + tenth[0].length;
    const isPaid = text.startsWith('钱', end);
    return rewrite(at, isPaid ? end + 1 : end, `${yuan.value}.${plain(tenth[1])}${plain(tenth[2])}元`);
  }
  const bare = text[yuan.end] === '块' ? matchAt(bareTenth, text, from) : undefined;
  if (bare && bare[1] !== '两') return rewrite(at, from + 1, `${yuan.value}.${plain(bare[1])}元`);
  return undefined;
}

function plain(character: string | undefined): string {
  return character === undefined ? '' : plainDigits(character);
}

const dotted = new RegExp(`${digit}+(?:点${digit}+){2,}(?![十百千万点分])`, 'y');

/** Numbers with several points, such as 一九二点一六八点一点一 and version numbers. */
export function dottedNumber(text: string, at: number): Match | undefined {
  const found = matchAt(dotted, text, at)?.[0];
  if (!found) return addressOfNumbers(text, at);
  return rewrite(at, at + found.length, found.split('点').map(plainDigits).join('.'));
}

const fourNumbers = new RegExp(`(?:(?:${numeral}|幺)+点){3}(?:${numeral}|幺)+`, 'y');

/** Network addresses whose parts are said as numbers: 十点零点零点一. */
function addressOfNumbers(text: string, at: number): Match | undefined {
  const found = isNumeral(text[at - 1]) ? undefined : matchAt(fourNumbers, text, at)?.[0];
  if (!found) return undefined;
  const parts = found.split('点').map((part) => {
    const number = cardinalAt(part, 0);
    return number?.end === part.length ? String(number.value) : plainDigits(part);
  });
  return parts.every((part) => Number(part) < 256) ? rewrite(at, at + found.length, parts.join('.')) : undefined;
}

/** Decimal numbers, such as 三点五. */
export function decimal(text: string, at: number): Match | undefined {
  if (isNumeral(text[at - 1])) return undefined;
  const number = numberAt(text, at);
  return number?.isDecimal ? rewrite(at, number.end, number.text) : undefined;
}

const afterUnit = new RegExp(
  `(?:米|度|斤|秒)(${digit}{1,2})(?![零〇一二两三四五六七八九十百千万亿点个位名种次天块元分])`,
  'y',
);

/** Weights in both of their units: 三斤六两. */
const jinAndLiang = new RegExp(`斤零?(${nonZero})两`, 'y');

const minuteAndSecond = /^分[零一二三四五六七八九十]{1,3}秒/;

/** Numbers with a unit, such as 一米七五, 三十七度二 and 五公里. */
export function measured(text: string, at: number): Match | undefined {
  if (isNumeral(text[at - 1])) return undefined;
  const number = cardinalAt(text, at);
  if (!number || isNumeral(text[number.end])) return undefined;
  const edits: Edit[] = [{ start: at, end: number.end, text: String(number.value) }];
  const more = matchAt(afterUnit, text, number.end);
  if (more && number.value < 1_000) {
    const from = number.end + 1;
    const end = from + (more[1] ?? '').length;
    return { end, edits: [...edits, { start: from, end, text: plainDigits(more[1] ?? '') }] };
  }
  const liang = matchAt(jinAndLiang, text, number.end);
  if (liang) {
    const end = number.end + liang[0].length - 1;
    return { end, edits: [...edits, { start: end - 1, end, text: plainDigits(liang[1] ?? '') }] };
  }
  const isMinute = minuteAndSecond.test(text.slice(number.end, number.end + 5));
  if (number.value >= 10 || (!isMinute && !exactUnitAt(text, number.end, number.value))) return undefined;
  return { end: number.end, edits };
}

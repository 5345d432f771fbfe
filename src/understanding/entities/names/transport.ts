// SYS.fight and SYS.train: MU5101, 东航五幺零幺, G102, 高铁幺零二次. Normalised values are the code in capitals and the number in
// digits.
import { keysOf } from '../words/comparable.js';
import { airlines } from './lists/airlines.js';
import { longestFirst, type Span } from './span.js';
import { digitsAt } from './spoken-code.js';

const airlineNames = [...airlines.keys()].filter((word) => word.length > 2 || !/^[A-Z0-9]+$/.test(word));
const byName = new RegExp(
  `(${airlineNames.sort((one, other) => other.length - one.length).join('|')})(?:公司)?(?:的)?(?:航班)?(?:号)?(?:是)?`,
  'g',
);
/** A code of two letters, or of a letter and a digit, joined or separated by a space. */
const byCode =
  /(?<![a-z0-9])([a-z] ?[a-z]|[a-z] ?[0-9]|[0-9] ?[a-z]|三 ?[u]|九 ?[c]|八 ?[l]|g ?五)[ -]?(?=[0-9零〇一二三四五六七八九幺])/g;
const flightBefore = /(?:航班|班机|飞机)(?:号)?(?:是|为|:|：)?\s*$/;
const boarded = /[坐乘飞订](?:的是|的|了)?\s*$/;
const flightAfter = /^\s*(?:次)?(?:航班|班机|的?飞机)/;
const spokenDigit: Readonly<Record<string, string>> = { 三: '3', 九: '9', 八: '8', 五: '5' };

/** Finds flight numbers, from left to right without overlap. */
export function findFlights(text: string): readonly Span[] {
  const keys = keysOf(text);
  // offsets in the keys must be offsets in the text
  if (keys.length !== text.length) return [];
  const found: Span[] = [];
  const add = (start: number, numberAt: number, code: string) => {
    const number = digitsAt(keys, numberAt, 4);
    if (!number || number.digits.length < 3 || number.digits.length > 4) return;
    if (/[a-z0-9百千万块元点]/.test(keys.charAt(number.end))) return;
    found.push({ start, end: number.end, normValue: code + number.digits });
  };
  for (const match of keys.matchAll(byName)) {
    add(match.index, match.index + match[0].length, airlines.get(match[1] as string) as string);
  }
  for (const match of keys.matchAll(byCode)) {
    const code = (match[1] as string)
      .replaceAll(' ', '')
      .replace(/[三九八五]/, (digit) => spokenDigit[digit] as string)
      .toUpperCase();
    const end = match.index + match[0].length;
    const isSaid = flightBefore.test(keys.slice(Math.max(0, match.index - 8), match.index));
    const number = digitsAt(keys, end, 4);
    const isNamed = isSaid || (number !== undefined && flightAfter.test(keys.slice(number.end, number.end + 8)));
    // three digits are as often a product name: GT500
    const isLong = (number?.digits.length ?? 0) > 3 || keys.trim().length === (number?.end ?? 0) - match.index;
    const isBoarded = boarded.test(keys.slice(Math.max(0, match.index - 4), match.index));
    const isKnown = airlines.has(code);
    if (isKnown ? isNamed || isLong || isBoarded : isNamed && /^[A-Z]{2}$/.test(code)) add(match.index, end, code);
  }
  return longestFirst(found);
}

const kinds: Readonly<Record<string, string>> = { 高铁: 'G', 动车: 'D', 城际: 'C', 直达: 'Z', 特快: 'T', 快速: 'K' };
const trainLetter =
  /(?<![a-z0-9])(?:(高铁|动车|城际|火车|列车|车次)(?:的)?(?:是)?\s?)?([gdctzkysl])[ -]?(?=[0-9零〇一二三四五六七八九十百千幺])/g;
const trainKind = /(高铁|动车|城际|直达|特快|快速)(?:列车)?(?:的)?(?=[0-9零〇一二三四五六七八九十百千幺])/g;
const plainTrain = /(?<![a-z0-9零〇一二三四五六七八九幺百千万第])(?=[0-9零〇一二三四五六七八九幺]{4})/g;
const trainAfter = /^(?:次|号?列车|号?车|号?高铁|号?动车|的?票|的火车|的高铁|的动车)/;
const trainBefore = /(?:坐|乘|列车|火车|高铁|动车|车次|车票|票|班|趟)(?:的|是|号)*\s*$/;
const notTrain = /^(?:航站楼|号楼|号线|栋|楼|座|门|公里|高速|国道|省道|级|块|元|岁|年|月|点|[a-z0-9%])/;

/** Finds train numbers, from left to right without overlap. */
export function findTrains(text: string): readonly Span[] {
  const keys = keysOf(text);
  if (keys.length !== text.length) return [];
  const found: Span[] = [];
  const add = (start: number, numberAt: number, letter: string, isSure: boolean) => {
    const number = digitsAt(keys, numberAt, 4);
    if (!number || number.digits.length > 4 || /^0/.test(number.digits)) return;
    const after = keys.slice(number.end, number.end + 4);
    if (notTrain.test(after)) return;
    const isCalled = keys.startsWith('次', number.end);
    const before = keys.slice(Math.max(0, start - 6), start);
    const isAll = keys.slice(0, start).trim() === '' && keys.slice(number.end).trim() === '';
    const isTrain = isAll || isSure || isCalled || trainAfter.test(after) || trainBefore.test(before);
    if (!isTrain && number.digits.length < 3) return;
    found.push({ start, end: isCalled ? number.end + 1 : number.end, normValue: letter + number.digits });
  };
  for (const match of keys.matchAll(trainLetter)) {
    add(match.index, match.index + match[0].length, (match[2] as string).toUpperCase(), match[1] !== undefined);
  }
  for (const match of keys.matchAll(trainKind)) {
    const numberFrom = match.index + match[0].length;
    const number = digitsAt(keys, numberFrom, 4);
    // 快速三次 and 动车二十块: without 次 the number must have the form of a train number
    if (!number || !(keys.startsWith('次', number.end) ? number.digits.length > 1 : number.digits.length > 2)) continue;
    if (/[十百千]/.test(keys.slice(numberFrom, number.end)) && !keys.startsWith('次', number.end)) continue;
    add(match.index, numberFrom, kinds[match[1] as string] as string, true);
  }
  for (const match of keys.matchAll(plainTrain)) {
    const number = digitsAt(keys, match.index, 4);
    if (number?.digits.length === 4 && /^次(?:列车|火车|车)?/.test(keys.slice(number.end)))
      add(match.index, match.index, '', true);
  }
  return longestFirst(found);
}

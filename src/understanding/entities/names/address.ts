// SYS.address: province, city, district, town, road, estate, number, building, unit, floor and room, as many of them as
// stand next to each other. The normalised value has house numbers in figures: 人民路一百二十号幺零二室 is 人民路120号102室.
import { outsideEnd } from './name-run.js';
import { placesIn } from './places.js';
import type { Span } from './span.js';
import { digitsAt } from './spoken-code.js';

type Level = 'place' | 'district' | 'road' | 'estate' | 'number';

interface Part {
  readonly level: Level;
  readonly end: number;
  readonly normal: string;
}

const suffixes: readonly (readonly [Level, RegExp])[] = [
  [
    'estate',
    /(?:小区|花园|花苑|公寓|大厦|广场|新村|家园|嘉园|山庄|佳苑|名苑|雅苑|工业园区?|产业园|科技园|写字楼|商务楼|宿舍楼?)/y,
  ],
  ['road', /[东西南北中]?(?:路|大街|大道|街(?!道)|胡同|巷)[东西南北中]?(?:段|一段|二段|三段)?/y],
  ['district', /(?:自治县|自治旗|开发区|高新区|新区|街道|社区|[区县旗镇乡村])/y],
];
const afterNumber = /(?:号楼|号院|号|弄|栋|幢|座|单元|层|楼|室|房|户|组|巷|支路)/y;
const letterBuilding = /[A-Za-z][座栋幢区]/y;
const longestName = 6;
const mostParts = 12;
const numeralFirst = /[0-9０-９零〇一二三四五六七八九幺十百]/;

function sticky(form: RegExp, text: string, at: number): number | undefined {
  form.lastIndex = at;
  return form.test(text) ? form.lastIndex : undefined;
}

function numberPart(text: string, at: number, follows: boolean): Part | undefined {
  if (!numeralFirst.test(text.charAt(at))) return undefined;
  const number = digitsAt(text, at, 8);
  if (!number) return undefined;
  const end = sticky(afterNumber, text, number.end);
  if (end !== undefined) return { level: 'number', end, normal: number.digits + text.slice(number.end, end) };
  // 三栋五零一: the room comes last, without 室
  const isRoom = follows && number.digits.length >= 3 && number.digits.length <= 4;
  return isRoom ? { level: 'number', end: number.end, normal: number.digits } : undefined;
}

/** A name with the word for its kind. Directly after a place, that place may be the name: 南京路. */
function namedPart(text: string, at: number, last: Level | undefined): Part | undefined {
  for (let end = last === 'place' ? at : at + 1; end <= at + longestName && end < text.length; end++) {
    for (const [level, form] of suffixes) {
      const after = sticky(form, text, end);
      if (after === undefined) continue;
      const isTooShort = level === 'estate' && end - at < 2 && last === undefined;
      if (!isTooShort) return { level, end: after, normal: text.slice(at, after) };
    }
    if (outsideEnd(text, end) > end) return undefined;
  }
  return undefined;
}

/** Finds addresses, from left to right without overlap. */
export function findAddresses(text: string): readonly Span[] {
  const places = new Map(placesIn(text).map((each) => [each.start, each.end]));
  const found: Span[] = [];
  let mayBegin = true;
  for (let start = 0; start < text.length; start++) {
    const outside = outsideEnd(text, start);
    if (outside > start) {
      mayBegin = true;
      start = outside - 1;
      continue;
    }
    if (!mayBegin && !places.has(start)) continue;
    mayBegin = false;
    const { end, normal, levels } = partsAt(text, start, places);
    if (!isAddress(levels)) continue;
    found.push({ start, end, normValue: normal });
    start = end - 1;
  }
  return found;
}

function partsAt(text: string, start: number, places: ReadonlyMap<number, number>) {
  const levels: Level[] = [];
  let normal = '';
  let at = start;
  while (at < text.length && levels.length < mostParts) {
    const placeEnd = places.get(at);
    const last = levels.at(-1);
    const building = last !== undefined ? sticky(letterBuilding, text, at) : undefined;
    const part: Part | undefined =
      (placeEnd !== undefined ? { level: 'place', end: placeEnd, normal: text.slice(at, placeEnd) } : undefined) ??
      (building !== undefined ? { level: 'number', end: building, normal: text.slice(at, building) } : undefined) ??
      numberPart(text, at, last === 'number') ??
      (outsideEnd(text, at) > at ? undefined : namedPart(text, at, last));
    if (!part) break;
    levels.push(part.level);
    normal += part.normal;
    at = part.end;
  }
  return { end: at, normal, levels };
}

/**
 * True for a road or an estate together with another part, or for two other parts of which one is below a city. Several
 * parts of one kind do not make an address.
 */
function isAddress(levels: readonly Level[]): boolean {
  const kinds = new Set(levels);
  return kinds.size > 1 && (kinds.has('road') || kinds.has('estate') || kinds.has('district'));
}

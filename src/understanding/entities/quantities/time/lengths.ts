// Spoken lengths of time: 一个半小时, 两年三个月, 半天, 一刻钟, three and a half hours.
import { matchAt } from '../../../../text/itn/measures.js';
import { decimalOf } from '../count/decimal.js';
import type { Reading } from '../reading.js';

export interface Length {
  readonly end: number;
  readonly months: number;
  readonly days: number;
  readonly seconds: number;
  /** The number of workdays; 0 for a length in calendar units. */
  readonly workdays: number;
  readonly iso: string;
}

type Unit =
  | 'century'
  | 'year'
  | 'quarter'
  | 'month'
  | 'week'
  | 'day'
  | 'workday'
  | 'hour'
  | 'quarterHour'
  | 'minute'
  | 'second';

const order: readonly Unit[] = [
  ...(['century', 'year', 'quarter', 'month', 'week', 'day', 'workday'] as const),
  ...(['hour', 'quarterHour', 'minute', 'second'] as const),
];

const spoken: Readonly<Record<string, Unit>> = {
  ...{ 世纪: 'century', 年: 'year', 周年: 'year', 季度: 'quarter', 月: 'month' },
  ...{
    周: 'week',
    星期: 'week',
    礼拜: 'week',
    天: 'day',
    日: 'day',
    整天: 'day',
    工作日: 'workday',
    交易日: 'workday',
  },
  ...{ 小时: 'hour', 钟头: 'hour', 钟: 'hour', 刻钟: 'quarterHour', 刻: 'quarterHour' },
  ...{ 分钟: 'minute', 分: 'minute', 秒钟: 'second', 秒: 'second' },
};
const spokenUnit =
  / ?(个半|个多|个|多个|来个|几个|多|来|余|几)?(整?天|世纪|周年|年|季度|月|周|星期|礼拜|日|工作日|交易日|小时|钟头|钟|刻钟|刻|分钟|分|秒钟|秒)(半(?![夜天年个])钟?)?/y;
/** Continuations that make another word: 三年级, 两天气, 五日游. */
const otherWords: Readonly<Partial<Record<string, RegExp>>> = {
  年: /^(?:之(?![前后内间])|级|代|轻|龄|货|夜|初|底|末|糕|会|薪|检|报|[的]?第)/,
  天: /^(?:之(?![前后内间])|气|空|堂|才|使|然|生|涯|线|窗|平|鹅|地|到晚|天)/,
  周: /^(?:岁|刊|报|围|[一二三四五六日末](?![天个]))/,
  月: /^(?:饼|球|亮|嫂|子|老|经)/,
  日: /^(?:本|元|语|期|子|常|游|报|历)/,
  秒: /^(?:杀|懂|回|速|变)/,
  分: /^(?:之|享|配|公|店|行|手|别|机|析|期|组|数|类|红|店)/,
  刻: /^(?:意|苦|板|骨)/,
  钟: /^(?:表|声|情|爱|点|意)/,
};
/** Units that need 个 before them: 三月 is a month, and 三钟 means nothing. */
const needsPiece = new Set(['月', '钟', '钟头', '工作日', '交易日', '世纪']);
const half =
  /(大|小)?半(个[多来]?)? ?(小时|钟头|月|天|日|年|星期|礼拜|周|分钟|世纪|季度|学期)(?![前之]?[^前后内]?[一二三四五六]?级)/y;
const english =
  / ?(centur(?:y|ies)|years?|yrs?|quarters?|months?|weeks?|business days?|working days?|days?|hours?|hrs?|minutes?|mins?|seconds?|secs?)(?![a-z])( and a half)?/y;
const englishUnits: Readonly<Record<string, Unit>> = {
  ...{ ce: 'century', ye: 'year', yr: 'year', qu: 'quarter', mo: 'month', we: 'week', bu: 'workday', wo: 'workday' },
  ...{ da: 'day', ho: 'hour', hr: 'hour', mi: 'minute', se: 'second' },
};
const englishHead = /(?:(half)(?: an?)?|(an?)(?: (half))?|(a couple of)) /y;
const andAHalf = / and a half/y;
const joint = /(?:[零又]| and | |,)?/y;

/** Lengths of one unit or a little more: 个把月. */
const oneOrMore = /个把(小时|钟头|星期|礼拜|月|世纪)/y;

const begins = /[\d零〇一二两三四五六七八九十廿卅百千万几数半大小个a-z]/;

interface Counted {
  readonly end: number;
  readonly unit: Unit;
  readonly count: number;
}

interface Sum {
  readonly parts: readonly Counted[];
  readonly length: Length;
}

/** Sums that were read before; several readers look at the same offset. */
const known = new WeakMap<Reading, Map<number, Sum | undefined>>();

/** Reads the length at `at`. `isBound`: a word before it (近, 过去) shows that 三日 is a length. */
export function lengthAt(reading: Reading, at: number, isBound = false): Length | undefined {
  const sum = sumAt(reading, at);
  const [first] = sum?.parts ?? [];
  if (!sum || !first) return undefined;
  return sum.parts.length > 1 || standsAlone(reading, at, first, isBound) ? sum.length : undefined;
}

function sumAt(reading: Reading, at: number): Sum | undefined {
  let places = known.get(reading);
  if (!places) {
    places = new Map();
    known.set(reading, places);
  }
  if (places.has(at)) return places.get(at);
  const parts = partsAt(reading, at);
  const last = parts.at(-1);
  const found = last && { parts, length: sumOf(parts, last.end) };
  places.set(at, found);
  return found;
}

function partsAt(reading: Reading, at: number): readonly Counted[] {
  const parts: Counted[] = [];
  for (let from = at; parts.length < 7; ) {
    const last = parts.at(-1);
    const part = countedAt(reading, from, last);
    if (!part || (last && order.indexOf(part.unit) <= order.indexOf(last.unit))) break;
    parts.push(part);
    from = part.end + (matchAt(joint, reading.text, part.end)?.[0].length ?? 0);
  }
  return parts;
}

const until = /(?:到|至|-|~| to )/y;

/** A range of lengths, as 三到五天; `iso` holds its least and its greatest length. */
export function rangeOfLengths(reading: Reading, at: number): { end: number; iso: string } | undefined {
  const low = reading.amount(at);
  const link = low && matchAt(until, reading.text, low.end);
  if (!low || !link) return undefined;
  const from = low.end + link[0].length;
  const most = lengthAt(reading, from);
  const [counted, more] = most ? (sumAt(reading, from)?.parts ?? []) : [];
  if (!most || !counted || more || counted.count <= low.value) return undefined;
  const least = sumOf([{ ...counted, count: low.value }], most.end);
  return { end: most.end, iso: `${least.iso}/${most.iso}` };
}

/** True if a single unit is a length here. 三分 is also a mark, 三日 a date and 一刻 a moment. */
function standsAlone({ text }: Reading, at: number, { end, unit }: Counted, isBound: boolean): boolean {
  const said = text.slice(end - 1, end);
  if (unit === 'minute' && said === '分') return /^(?:后|之后|以后)/.test(text.slice(end));
  if (unit === 'quarterHour' && said === '刻') return false;
  if (said === '日' && unit === 'day') return isBound || /^(?:之?内|以内|之?后|以后|之?前|以前)/.test(text.slice(end));
  return unit !== 'second' || at === 0 || text[at - 1] !== '分';
}

function countedAt(reading: Reading, at: number, before: Counted | undefined): Counted | undefined {
  const { text } = reading;
  const first = text[at];
  if (first === undefined || !begins.test(first)) return undefined;
  if (first === '半' || first === '大' || first === '小') return halfAt(text, at);
  const short = first === '个' ? matchAt(oneOrMore, text, at) : undefined;
  if (short) return { end: at + short[0].length, unit: spoken[short[1] ?? ''] as Unit, count: 1 };
  if (first === '一' && /[哪那这某每另同]/.test(text[at - 1] ?? '')) return undefined;
  const head = /[ah]/.test(first) && !/[a-z]/.test(text[at - 1] ?? '') ? matchAt(englishHead, text, at) : undefined;
  if (head) {
    const count = head[1] || head[3] ? 0.5 : head[4] ? 2 : 1;
    return inEnglish(text, at + head[0].length - 1, count);
  }
  const amount = reading.amount(at);
  if (!amount) return undefined;
  const { end, value, form } = amount;
  if (form === 'english' || /[ a-z]/.test(text[end] ?? '')) {
    const more = matchAt(andAHalf, text, end);
    const found = inEnglish(text, end + (more?.[0].length ?? 0), value + (more ? 0.5 : 0));
    if (found) return found;
  }
  const unit = matchAt(spokenUnit, text, end);
  if (!unit || form === 'digits') return undefined;
  const [all, piece = '', name = '', afterHalf] = unit;
  const unitEnd = end + all.length;
  if (needsPiece.has(name) && !piece.includes('个')) return undefined;
  if (name === '钟' && before) return undefined;
  if (otherWords[name]?.test(text.slice(unitEnd - (afterHalf?.length ?? 0), unitEnd + 2))) return undefined;
  if (name === '年' && isYear(text, at, end, value)) return undefined;
  const isMore = piece.startsWith('多') || piece === '个多';
  const count = value + (piece === '个半' || afterHalf ? 0.5 : 0);
  return { end: unitEnd + (!isMore && text[unitEnd] === '多' ? 1 : 0), unit: spoken[name] as Unit, count };
}

/** True for calendar years: 2026年, 98年 and 两千零八年. */
function isYear(text: string, at: number, end: number, value: number): boolean {
  if (/^\d/.test(text.slice(at))) return end - at === 4 || (end - at === 2 && (value > 50 || text[at] === '0'));
  return value > 1_800 && value < 2_200 && value !== 2_000;
}

function halfAt(text: string, at: number): Counted | undefined {
  const found = matchAt(half, text, at);
  if (!found || /[一多夜老好头]/.test(text[at - 1] ?? '')) return undefined;
  const [all, , piece, name = ''] = found;
  if (name === '月' && piece === undefined) return undefined;
  if (/[年天]/.test(name) && /[上下前后]/.test(text[at - 1] ?? '')) return undefined;
  const unit = name === '学期' ? undefined : spoken[name];
  return unit && { end: at + all.length, unit, count: 0.5 };
}

function inEnglish(text: string, at: number, count: number): Counted | undefined {
  const found = matchAt(english, text, at);
  if (!found) return undefined;
  const unit = englishUnits[(found[1] ?? '').slice(0, 2)];
  return unit && { end: at + found[0].length, unit, count: count + (found[2] ? 0.5 : 0) };
}

/**
 * The next smaller unit and how many of it make one: a month has 30 days, a day 24 hours, so that half of them can be
 * expressed.
 */
const smaller: Readonly<Partial<Record<Unit, readonly [unit: Unit, count: number]>>> = {
  ...{ century: ['year', 100], year: ['month', 12], quarter: ['month', 3], month: ['day', 30], week: ['day', 7] },
  ...{
    workday: ['day', 1],
    day: ['hour', 24],
    hour: ['minute', 60],
    quarterHour: ['minute', 15],
    minute: ['second', 60],
  },
};

function sumOf(parts: readonly Counted[], end: number): Length {
  const counts: Partial<Record<Unit, number>> = {};
  const workdays = parts.length === 1 && parts[0]?.unit === 'workday' ? Math.round(parts[0].count) : 0;
  for (const { unit, count } of parts) counts[unit] = (counts[unit] ?? 0) + count;
  for (const unit of order) {
    const count = counts[unit] ?? 0;
    const below = smaller[unit];
    const isWritten = /^(?:year|month|week|day|hour|minute|second)$/.test(unit);
    const whole = isWritten ? Math.floor(count + 1e-9) : 0;
    if (!below || count - whole < 1e-9) continue;
    counts[unit] = whole;
    counts[below[0]] = (counts[below[0]] ?? 0) + Number(((count - whole) * below[1]).toPrecision(12));
  }
  const { year = 0, month = 0, week = 0, day = 0, hour = 0, minute = 0, second = 0 } = counts;
  const date = [written(year, 'Y'), written(month, 'M'), written(week, 'W'), written(day, 'D')].join('');
  const time = [written(hour, 'H'), written(minute, 'M'), written(second, 'S')].join('');
  return {
    ...{ end, months: 12 * year + month, days: 7 * week + day, seconds: 3600 * hour + 60 * minute + second, workdays },
    iso: date + time === '' ? 'PT0S' : `P${date}${time === '' ? '' : `T${time}`}`,
  };
}

function written(count: number, letter: string): string {
  return count === 0 ? '' : `${decimalOf(count)}${letter}`;
}

// Times of the day: 下午三点一刻, 差五分八点, 20:30, 半夜, half past three. An hour without a part of the day is taken literally.
import { matchAt } from '../../../../text/itn/measures.js';
import { cardinalAt, isNumeral } from '../../../../text/itn/numerals.js';
import { notHours } from '../../../../text/itn/times.js';
import type { Reading } from '../reading.js';
import type { DayPart, TimeSaid } from '../said.js';
import { daySeconds } from './calendar.js';
import { englishTimeAt } from './english-times.js';
import { smallNumberAt } from './years.js';

const hour = 3600;
const part = (kind: DayPart['kind'], from: number, to: number): DayPart => ({ kind, from, to });
const parts = new Map<string, DayPart>();
for (const [names, value] of [
  ['凌晨 拂晓', part('morning', 0, 6)],
  ['黎明 清晨 清早 大清早 一大早 大早上', part('morning', 5, 8)],
  ['早上 早晨 早间', part('morning', 6, 9)],
  ['上午 午前', part('morning', 8, 12)],
  ['中午 晌午 午间', part('noon', 11, 13)],
  ['正午', part('instant', 12, 12)],
  ['下午 午后', part('afternoon', 12, 18)],
  ['傍晚 黄昏', part('afternoon', 17, 19)],
  ['晚上 晚间 夜晚 夜间 大晚上', part('evening', 18, 24)],
  ['夜里 半夜 深夜 大半夜 后半夜 三更半夜', part('night', 24, 29)],
  ['午夜', part('instant', 24, 24)],
] as const) {
  for (const name of names.split(' ')) parts.set(name, value);
}
const dayPart = new RegExp(
  `(${[...parts.keys()].sort((a, b) => b.length - a.length).join('|')})(?:的?时候|时分)?(?!班|会|餐|饭|茶|觉|安|好的|宴|报)`,
  'y',
);
const afterDate = /([早晚晨夜])(?!餐|饭|点|会|班|安|年|婚|期|退|了|到|已|就)/y;
const shortParts: Readonly<Record<string, DayPart>> = {
  ...{ 早: part('morning', 6, 9), 晨: part('morning', 6, 9), 晚: part('evening', 18, 24), 夜: part('evening', 18, 24) },
};

/** The characters with which a time may begin. */
export const timeBegins = /[\d零〇一二两三四五六七八九十早晚上中下正午凌拂黎清大晌傍黄夜半深后差t]/;

const greeting = /^(?:好|安)/;

/** Reads the time at `at`; undefined: there is none. `isDated`: a date precedes it. */
export function timeAt(reading: Reading, at: number, isDated = false): TimeSaid | undefined {
  const { text } = reading;
  const english = englishTimeAt(reading, at);
  if (english) return english;
  const named = matchAt(dayPart, text, at);
  const short = !named && isDated ? matchAt(afterDate, text, at) : undefined;
  const ofDay = named ? parts.get(named[1] ?? '') : short ? shortParts[short[1] ?? ''] : undefined;
  const from = at + ((named ?? short)?.[0].length ?? 0);
  if (ofDay) {
    const gap = matchAt(/[ 的,]?/y, text, from)?.[0].length ?? 0;
    const exact = clockAt(reading, from + gap, true);
    if (exact) return inPart(exact, ofDay);
    if (greeting.test(text.slice(from)) || (ofDay.kind === 'night' && /^天/.test(text.slice(from)))) return undefined;
    return {
      end: from,
      from: ofDay.from * hour,
      ...(ofDay.kind === 'instant' ? {} : { to: ofDay.to * hour }),
      part: ofDay,
    };
  }
  // an hour after a short part of the day: 早八点, 晚七点半
  const shortPart =
    /[早晚]/.test(text[at] ?? '') && !/^.一点(?!钟|半|整|[一三]刻|[二三四五零]?十)/.test(text.slice(at, at + 5))
      ? clockAt(reading, at + 1, true)
      : undefined;
  if (shortPart && !/[很太最提更再不]/.test(text[at - 1] ?? ''))
    return inPart(shortPart, shortParts[text[at] as string] as DayPart);
  const exact = clockAt(reading, at, isDated);
  return exact && { end: exact.end, from: exact.second };
}

interface Exact {
  readonly end: number;
  readonly second: number;
}

/** Shifts an hour into its part of the day: 下午三点 is 15:00, 晚上十二点 is midnight, 晚上两点 is in the following night. */
function inPart({ end, second }: Exact, said: DayPart): TimeSaid {
  return { end, from: second + hour * shift(Math.floor(second / hour), said), part: said };
}

function shift(hours: number, { kind, from }: DayPart): number {
  if (hours > 12) return 0;
  switch (kind) {
    case 'morning':
      return hours === 12 ? -12 : 0;
    case 'noon':
      return hours < 4 ? 12 : 0;
    case 'afternoon':
      return hours < 12 ? 12 : 0;
    case 'evening':
      if (hours === 12) return 12;
      return hours < 5 ? 24 : 12;
    case 'night':
      if (hours === 12) return 12;
      return hours < 6 ? 24 : 12;
    // 午夜十二点 is the same moment, 正午 is at twelve
    default:
      return from < 24 ? 0 : hours === 12 ? 12 : hours < 6 ? 24 : 12;
  }
}

const colon = /(\d{1,2}):(\d{2})(?::(\d{2}))?(?![\d:])(?:\.\d{1,3})?(?! ?[ap]\.?m)/y;
const hourMark = /(点[来多]?钟|点整|点|时整|时(?!间|候|刻|代|期|长|不|机|尚|光|而|常|段|节))/y;
const quarters: Readonly<Record<string, number>> = { 半: 30, 一刻: 15, 两刻: 30, 三刻: 45 };
const quarterMark = /(半(?!夜|天|个|小时|年|月|价)|[一两三]刻)钟?/y;

function clockAt(reading: Reading, at: number, isCertain: boolean): Exact | undefined {
  const { text } = reading;
  const written =
    /\d/.test(text[at] ?? '') && !/[\d:.]/.test(text[at - 1] ?? '') ? matchAt(colon, text, at) : undefined;
  if (written) {
    const [all, hours, minutes, seconds = '0'] = written;
    if (Number(hours) > 24 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
    return { end: at + all.length, second: Number(hours) * hour + Number(minutes) * 60 + Number(seconds) };
  }
  if (text[at] === '差') return shortOf(reading, at);
  const hours = hourNumberAt(reading, at);
  const mark = hours && matchAt(hourMark, text, hours.end);
  if (!hours || !mark) return isCertain ? eitherHour(text, at) : undefined;
  const from = hours.end + mark[0].length;
  const minutes = minutesAt(reading, from, isCertain);
  if (minutes) return { end: minutes.end, second: hours.value * hour + minutes.second };
  if (!isHour(text, at, hours, mark[0], isCertain)) return undefined;
  return { end: from, second: hours.value * hour };
}

const neighbours = /(一两|两三|三四|四五|五六|六七|七八|八九)点钟?(?![一-鿿]?[建要意])/y;

/** The first of two alternative hours: 下午三四点. */
function eitherHour(text: string, at: number): Exact | undefined {
  const found = matchAt(neighbours, text, at);
  if (!found) return undefined;
  const first = '零一二三四五六七八'.indexOf(found[0].charAt(0).replace('两', '二'));
  return { end: at + found[0].length, second: first * hour };
}

function hourNumberAt(reading: Reading, at: number): (Exact & { value: number }) | undefined {
  const { text } = reading;
  if (/[\d.第]/.test(text[at - 1] ?? '') && /\d/.test(text[at] ?? '')) return undefined;
  const number = smallNumberAt(reading, at, 24) ?? zeroHour(text, at);
  return number && { ...number, second: 0 };
}

/** Reads 零点, also before a minute; undefined: there is none. */
function zeroHour(text: string, at: number): { end: number; value: number } | undefined {
  const found = cardinalAt(text, at);
  return found?.value === 0 ? found : undefined;
}

const minuteWord = /[过]?零?/y;
const seconds = /秒(?!杀)/y;

/** The minutes after an hour: 半, 一刻, 十五, 零五分, 过五分, 三十分二十秒. */
function minutesAt(reading: Reading, at: number, isCertain: boolean): Exact | undefined {
  const { text } = reading;
  const quarter = matchAt(quarterMark, text, at);
  if (quarter) return { end: at + quarter[0].length, second: 60 * (quarters[quarter[1] ?? ''] ?? 0) };
  const late = text[at] === '差' ? shortBy(reading, at + 1) : undefined;
  if (late) return { end: late.end, second: -late.second };
  const word = matchAt(minuteWord, text, at)?.[0] ?? '';
  const pastQuarter = word === '过' ? matchAt(quarterMark, text, at + 1) : undefined;
  if (pastQuarter) return { end: at + 1 + pastQuarter[0].length, second: 60 * (quarters[pastQuarter[1] ?? ''] ?? 0) };
  const from = at + word.length;
  const minutes = smallNumberAt(reading, from, 59);
  if (!minutes || text[minutes.end - 1] === '两') return undefined;
  const isMinute = text[minutes.end] === '分' && !/^分[之钟]/.test(text.slice(minutes.end));
  if (!isMinute && !isPlainMinute(text, from, minutes, word !== '' || isCertain)) return undefined;
  const end = minutes.end + (isMinute ? 1 : 0);
  const second = isMinute ? smallNumberAt(reading, end, 59) : undefined;
  const secondMark = second ? matchAt(seconds, text, second.end) : undefined;
  if (second && secondMark) return { end: second.end + 1, second: 60 * minutes.value + second.value };
  return { end, second: 60 * minutes.value };
}

/** True if a number after 点 is a minute: 三点十五 is a time, 三点五 a number, and 三点十分钟 two things. */
function isPlainMinute(text: string, at: number, minutes: { end: number; value: number }, isCertain: boolean): boolean {
  const after = text.slice(minutes.end, minutes.end + 2);
  if (/^(?:分|点|年|月|块|元|个|秒|天|人|位|号|日|件|%|折|倍|岁|公|斤|米|楼|亿|万)/.test(after)) return false;
  if (isNumeral(after[0]) || /\d/.test(after[0] ?? '')) return false;
  if (/^\d/.test(text.slice(at))) return minutes.end - at === 2;
  return minutes.value >= 10
    ? /十/.test(text.slice(at, minutes.end)) || isCertain
    : isCertain && /零/.test(text.slice(at - 1, at + 1));
}

/** Times before an hour: 差五分八点, 差一刻九点. */
function shortOf(reading: Reading, at: number): Exact | undefined {
  const { text } = reading;
  const by = shortBy(reading, at + 1);
  if (!by) return undefined;
  const from = by.end + (/[到就]/.test(text[by.end] ?? '') ? 1 : 0);
  const hours = hourNumberAt(reading, from);
  const mark = hours && matchAt(hourMark, text, hours.end);
  return hours && mark ? { end: hours.end + mark[0].length, second: hours.value * hour - by.second } : undefined;
}

function shortBy(reading: Reading, at: number): Exact | undefined {
  const { text } = reading;
  const quarter = matchAt(/([一三]刻)钟?/y, text, at);
  if (quarter) return { end: at + quarter[0].length, second: 60 * (quarters[quarter[1] ?? ''] ?? 0) };
  const minutes = smallNumberAt(reading, at, 59);
  const mark = minutes && matchAt(/分钟?/y, text, minutes.end);
  return minutes && mark ? { end: minutes.end + mark[0].length, second: 60 * minutes.value } : undefined;
}

/** True if 点 marks an hour: 三点 may also count points, and 一点 also means "a bit". */
function isHour(
  text: string,
  at: number,
  { end, value }: { end: number; value: number },
  mark: string,
  isCertain: boolean,
): boolean {
  if (/[钟整]/.test(mark)) return true;
  const after = text.slice(end + mark.length, end + mark.length + 2);
  if (mark === '时') return isCertain || (value >= 10 && /^\d/.test(text.slice(at)));
  if (/^[零一二三四五六七八九\d]/.test(after) && !/^[一三]刻/.test(after)) return false;
  if (isCertain) return !(value === 1 && /^(?:都|也|不|没|儿|点)/.test(after));
  if (value < 10 && notHours.test(after)) return false;
  if (value === 1) return false;
  return !/[有提这那讲说列几第下上]$/.test(text.slice(Math.max(0, at - 1), at));
}

/** Moves a second time after the first one, within the day if possible: 下午三点到五点. */
export function notBefore(time: TimeSaid, first: TimeSaid): TimeSaid {
  if (time.part || first.from <= time.from) return time;
  const noon = 12 * hour;
  if (time.from < noon && time.from + noon > first.from) return { ...time, from: time.from + noon };
  return { ...time, from: time.from + daySeconds };
}

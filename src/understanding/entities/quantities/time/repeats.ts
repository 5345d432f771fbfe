// Repeated times: 每天, 每周三, 每月五号, 每两个小时. The value is an ISO 8601 repeating interval.
import { matchAt } from '../../../../text/itn/measures.js';
import type { Reading } from '../reading.js';
import type { TimeSaid } from '../said.js';
import { isoDate, isoDateTime } from './calendar.js';
import { dateAt } from './dates.js';
import { lengthAt } from './lengths.js';

export interface Repeat {
  readonly lexicon: 'SYS.date' | 'SYS.time';
  readonly end: number;
  readonly normValue: string;
}

const unit =
  /(?:每(?:一)?个?|天(?=天(?!向上|快递|果园|基金|象棋|特价|红包)))(天|日|周末|周|星期|礼拜|月|季度|年|小时|分钟|工作日|早上|晚上|上午|下午|中午|[早晚](?=[一二两三四五六七八九十\d]))/y;
const each = /每隔?/y;
const periods: Readonly<Record<string, string>> = {
  ...{
    天: 'P1D',
    日: 'P1D',
    周: 'P1W',
    周末: 'P1W',
    星期: 'P1W',
    礼拜: 'P1W',
    月: 'P1M',
    季度: 'P3M',
    年: 'P1Y',
    小时: 'PT1H',
  },
  ...{ 分钟: 'PT1M', 工作日: 'P1D' },
};

/** Reads the repeated time at `at`; undefined: there is none. */
export function repeatAt(
  reading: Reading,
  at: number,
  timeFrom: (from: number) => TimeSaid | undefined,
): Repeat | undefined {
  const { text, clock } = reading;
  if (text[at] === '天' && !text.startsWith('天天', at)) return undefined;
  const found = matchAt(unit, text, at);
  if (!found) return everyLength(reading, at);
  const name = found[1] ?? '';
  const isPart = periods[name] === undefined;
  let end = at + found[0].length - (isPart ? name.length : 0);
  let day = clock.today;
  if (/^(?:周|星期|礼拜|月|年)/.test(name)) {
    // 周三 begins with the unit, 五号 and 三月五号 follow it
    const from = /^[月年]/.test(name) ? end : end - name.length;
    const date = dateAt(reading, from, clock.today);
    if (date && (date.end > end || name === '周末')) {
      day = date.from;
      end = date.end;
    }
  }
  const period = isPart ? 'P1D' : (periods[name] ?? 'P1D');
  const from = end + (text[end] === '的' ? 1 : 0);
  const time = period.startsWith('PT') ? undefined : timeFrom(from);
  if (!time) {
    if (isPart) return undefined;
    if (period.startsWith('PT'))
      return { lexicon: 'SYS.time', end, normValue: `R/${isoDateTime(clock, day, clock.second)}/${period}` };
    return { lexicon: 'SYS.date', end, normValue: `R/${isoDate(day)}/${period}` };
  }
  const first = day === clock.today && time.from < clock.second && period === 'P1D' ? day + 1 : day;
  return { lexicon: 'SYS.time', end: time.end, normValue: `R/${isoDateTime(clock, first, time.from)}/${period}` };
}

function everyLength(reading: Reading, at: number): Repeat | undefined {
  const head = matchAt(each, reading.text, at)?.[0];
  const length = head === undefined ? undefined : lengthAt(reading, at + head.length);
  if (!length) return undefined;
  const { clock } = reading;
  const isTimed = length.seconds > 0;
  const begins = isTimed ? isoDateTime(clock, clock.today, clock.second) : isoDate(clock.today);
  return { lexicon: isTimed ? 'SYS.time' : 'SYS.date', end: length.end, normValue: `R/${begins}/${length.iso}` };
}

// Weeks, weekends and days of the week: 下下周三, 这周末, 双休日, 上个星期.
import { matchAt } from '../../../../text/itn/measures.js';
import type { Reading } from '../reading.js';
import type { DateSaid } from '../said.js';
import { type Day, weekdayOf } from './calendar.js';
import { period, single, steps } from './spans.js';

const week =
  /((?:上{1,3}|下{1,3}|这|本|当|上上一|下下一|上一|下一)?)(?:一?个)?(?:周|星期|礼拜)(?:的?(?:星期|礼拜|周))?([一二三四五六七日天末1-7]?)/y;
const weekend = /((?:上{1,3}|下{1,3}|这|本)?)(?:一?个)?(?:周末|双休日?|礼拜末)/y;
const notAfterWeekday = /^(?:[点个次块元月名位节场万千百气刊报岁常边围游]|天(?!上|下|早|晚|中|白|去|来|的|后|前|之))/;
/** Reads the week, weekend or weekday at `at`; undefined: there is none. */
export function weekAt(reading: Reading, at: number, anchor: Day): DateSaid | undefined {
  const { text, clock } = reading;
  if (!/[上下这本当周星礼双]/.test(text[at] ?? '')) return undefined;
  const monday = clock.today - weekdayOf(clock.today);
  const rest = matchAt(weekend, text, at);
  if (rest) {
    const saturday = (rest[1] === '' ? anchor - weekdayOf(anchor) : monday + 7 * steps(rest[1] ?? '')) + 5;
    return period(at + rest[0].length, saturday, saturday + 1);
  }
  const found = matchAt(week, text, at);
  if (!found) return undefined;
  const [all, prefix = '', name = ''] = found;
  const end = at + all.length;
  const isDay =
    name !== '' && !notAfterWeekday.test(text.slice(end)) && !(name === '日' && /^[常期元]/.test(text.slice(end)));
  if (prefix === '') {
    if (!isDay || /(?<![周期拜])[\d零一二两三四五六七八九十百几半多]$/.test(text.slice(Math.max(0, at - 2), at)))
      return undefined;
    return single(end, anchor + ((weekdayNumber(name) - weekdayOf(anchor) + 7) % 7));
  }
  const first = monday + 7 * steps(prefix);
  if (isDay) return single(end, first + weekdayNumber(name));
  return period(end - name.length, first, first + 6);
}

/** The number of a weekday name; Monday is 0. */
export function weekdayNumber(name: string): number {
  return /[日天末七7]/.test(name) ? 6 : '一二三四五六'.includes(name) ? '一二三四五六'.indexOf(name) : Number(name) - 1;
}

// Finds days and times of day that a recogniser wrote with other characters of the same sound: as an answer about a
// day, 好天 is 后天.

import { finished } from '../../../../protocol/steps.js';
import { KnownTexts } from '../../../sounds/heard-as.js';

export const timeLexicons: ReadonlySet<string> = new Set(['SYS.date', 'SYS.time']);

const numerals = '一二三四五六七八九十';
const hours = [...numerals, '两', '十一', '十二'];
const days = ['今天', '明天', '后天', '大后天', ...['周', '星期', '礼拜'].flatMap((week) => weekdays(week))];
const parts = ['早上', '上午', '中午', '下午', '傍晚', '晚上'];

function weekdays(week: string): string[] {
  return ['', '这', '下', '下下'].flatMap((which) => [...'一二三四五六日天'].map((day) => `${which}${week}${day}`));
}

function* phrases(): Iterable<string> {
  yield* days;
  yield* parts;
  for (const day of days.slice(0, 4)) for (const part of parts) yield day + part;
  for (const hour of hours) {
    for (const part of parts) yield `${part}${hour}点`;
    for (const rest of ['半', '钟', '一刻', '以前', '以后', '左右']) yield `${hour}点${rest}`;
  }
  for (const day of [...numerals, '十一', '十五', '二十', '二十五', '三十']) yield `${day}号`;
  yield* ['月底', '月初', '这个月', '下个月', '这个月底', '月底之前', '月底以前', '周末', '下周末'];
}

/** Questions about a time, which sound like times: 几点 is not 七点. */
const asksForTime = /几[点号天]|哪[天个]|什么时候|多久/u;

let known: KnownTexts | undefined;

/** The text with times corrected by their sound; undefined: nothing changes. */
export function timesHeardIn(text: string): string | undefined {
  if (asksForTime.test(text)) return undefined;
  known ??= finished(KnownTexts.of(phrases()));
  return known.heardAs(text)?.text;
}

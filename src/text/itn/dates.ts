// Years, months and days. The words 年, 月 and 日 stay; only their numbers are written in figures.
import { type Edit, leave, type Match } from './edit.js';
import { matchAt } from './measures.js';
import { type Cardinal, cardinalAt, digit, isNumeral, plainDigits } from './numerals.js';

const yearDigits = new RegExp(`(${digit}{4}|${digit}{2})(?=年(?!级|纪|轻))`, 'y');

/** Years that are read digit by digit, such as 二零二六年. */
export function year(text: string, at: number): Match | undefined {
  if (isNumeral(text[at - 1])) return undefined;
  const found = matchAt(yearDigits, text, at)?.[1];
  if (!found) return undefined;
  // 两三年, 三五年 and 七八年 are lengths of time
  if (found.length === 2 && isRough(found)) return leave(at + 3);
  return { end: at + found.length, edits: [{ start: at, end: at + found.length, text: plainDigits(found) }] };
}

/** True if the second digit is one or two more than the first, as in rough numbers. */
function isRough(two: string): boolean {
  const [first = 0, second = 0] = [...plainDigits(two)].map(Number);
  return first > 0 && second > first && second - first <= 2;
}

/** Months, with the day if one follows. */
export function monthAndDay(text: string, at: number): Match | undefined {
  const month = pairAt(text, at, '月') ?? cardinalAt(text, at);
  if (!month || month.value < 1 || month.value > 12 || month.isElliptic || text[month.end] !== '月') return undefined;
  if (text[month.end - 1] === '两' || isNumeral(text[at - 1])) return undefined;
  const edits: Edit[] = [{ start: at, end: month.end, text: String(month.value) }];
  const afterMonth = month.end + 1;
  const day = dayAt(text, afterMonth);
  if (!day) return { end: afterMonth, edits };
  return { end: day.end, edits: [...edits, { start: afterMonth, end: day.end, text: String(day.value) }] };
}

function dayAt(text: string, at: number): { end: number; value: number } | undefined {
  const day = pairAt(text, at, '日') ?? pairAt(text, at, '号') ?? cardinalAt(text, at);
  if (!day || day.value < 1 || day.value > 31 || day.isElliptic || isNumeral(text[day.end])) return undefined;
  const isNamed = /^[日号]/.test(text.slice(day.end));
  const isBare = !/^[点时个次天年周分块元百千万]/.test(text.slice(day.end));
  return isNamed || (isBare && text[day.end - 1] !== '两') ? day : undefined;
}

const pair = new RegExp(`[零一二三]${digit}`, 'y');

/** Months or days that are read digit by digit, such as 一零月 and 三一日. */
function pairAt(text: string, at: number, unit: string): Cardinal | undefined {
  const found = matchAt(pair, text, at)?.[0];
  if (!found || text[at + 2] !== unit) return undefined;
  return { end: at + 2, value: Number(plainDigits(found)), isElliptic: false };
}

/** Days, such as 十五日 and 三十一号. 三日 is a day only where it is plainly a date or a term. */
export function day(text: string, at: number): Match | undefined {
  const found = cardinalAt(text, at);
  if (!found || found.value < 2 || found.value > 31 || text[found.end] !== '日' || text[found.end - 1] === '两') {
    return undefined;
  }
  const isTerm = /^日(?:内|后|前|起|上午|下午|凌晨|晚|早|至|到)/.test(text.slice(found.end));
  if (found.value < 10 && !isTerm) return undefined;
  return { end: found.end, edits: [{ start: at, end: found.end, text: String(found.value) }] };
}

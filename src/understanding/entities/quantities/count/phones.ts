// SYS.phone: mobile and fixed numbers, 400 and 800 numbers and short service numbers, in figures or digit by digit. The
// value is the digits to dial, with a plus if the country code was given.

import { matchAt } from '../../../../text/itn/measures.js';
import { digit, plainDigits } from '../../../../text/itn/numerals.js';
import type { Reading } from '../reading.js';
import type { NumberSaid } from '../said.js';

const digits = new RegExp(`(?:\\d|${digit})`, 'y');
/** Pauses between the groups of a spoken number. */
const pauses = /(?: ?[-–.,、] ?| {1,2}|\) ?|杠|呃|嗯|然后|空)/y;
const plus = /(?:\+ ?|00)(?=[1-9])/y;
const most = 18;

const mobile = /^1[3-9]\d{9}$/;
const fixed = /^0(?:10|2\d|[3-9]\d{2})[1-9]\d{6,7}$/;
const special =
  /^(?:[48]00\d{7}|9[56]\d{3,6}|1(?:00(?:[01]\d|50|60|8[0-9]|99)|2(?:3\d{2}|5\d{2}|11[0-9]|06[0-9])|1[0-9]|2[0-2]|14|60|68|11\d{3}))$/;
const local = /^[1-9]\d{6,7}$/;
const abroad = /^\+[1-9]\d{6,14}$/;
const phoneWord =
  /(?:电话|手机|号码|座机|号|联系方式|热线|打|拨|拨打|call|phone|tel|传真)(?:号码?)?(?:是|为|:|：|的)?[ ,:]?$/;
const notPhone = /(?:单号|订单|卡号|账号|编号|身份证|密码|验证码|工号|余额|尾号|邮编|学号|ip)(?:是|为|号|:)*[ ,:]?$/;
const countedAfter = /^ ?(?:[元块年月日个位名只条件次岁公米斤克吨%折倍人万亿点度天]|小时|分钟)/;

/** Words that make the number before them a service number: 给幺幺四打电话. */
const callsAfter = /^(?:打电话|热线|报警|急救|查号)/;

/** Reads the telephone number at `at`; undefined: there is none. */
export function phoneAt({ text }: Reading, at: number): NumberSaid | undefined {
  const before = text[at - 1] ?? '';
  if (/[\da-z零〇一二三四五六七八九幺十百千万亿点.-]/.test(before) && !isWordBefore(text, at)) return undefined;
  const bracket = text[at] === '(' ? 1 : 0;
  const abroadHead = matchAt(plus, text, at + bracket)?.[0] ?? '';
  const read = digitsAt(text, at + bracket + abroadHead.length);
  if (!read || countedAfter.test(text.slice(read.end))) return undefined;
  const context = text.slice(Math.max(0, at - 8), at);
  for (const { end, said } of read.ends) {
    const number = (abroadHead === '' ? '' : '+') + said;
    if (
      isPhone(number, context, end === read.end) ||
      (special.test(number) && callsAfter.test(text.slice(end, end + 3)))
    )
      return { start: at, end: withExtension(text, end), normValue: number + extension(text, end) };
  }
  return undefined;
}

function isWordBefore(text: string, at: number): boolean {
  return /[a-z]/.test(text[at - 1] ?? '') && /(?:call|phone|tel)$/.test(text.slice(Math.max(0, at - 5), at));
}

function isPhone(number: string, context: string, isWhole: boolean): boolean {
  if (!isWhole && !mobile.test(number) && !fixed.test(number)) return false;
  if (notPhone.test(context)) return false;
  if (mobile.test(number) || fixed.test(number) || abroad.test(number)) return true;
  if (/^86(?:1[3-9]\d{9}|0?10\d{8})$/.test(number)) return true;
  if (special.test(number)) return number.length > 3 || phoneWord.test(context) || /^1(?:10|19|20|22)$/.test(number);
  return local.test(number) && phoneWord.test(context);
}

interface Digits {
  readonly end: number;
  /** Possible ends of the number: the whole run first, then without its last group, and so on. */
  readonly ends: readonly { readonly end: number; readonly said: string }[];
}

function digitsAt(text: string, from: number): Digits | undefined {
  const ends: { end: number; said: string }[] = [];
  let said = '';
  let at = from;
  for (;;) {
    const before = said.length;
    while (said.length <= most) {
      const found = matchAt(digits, text, at);
      if (!found) break;
      said += /\d/.test(found[0]) ? found[0] : plainDigits(found[0]);
      at++;
    }
    if (said.length === before) break;
    ends.unshift({ end: at, said });
    const pause = matchAt(pauses, text, at);
    if (!pause || said.length > most) break;
    at += pause[0].length;
  }
  const [whole] = ends;
  return whole && whole.said.length >= 3 && whole.said.length <= most ? { end: whole.end, ends } : undefined;
}

const extensionWord =
  /(?: ?(?:转|分机|ext\.?|x)(?:分机)?(?:号)? ?)((?:\d|[零〇一二三四五六七八九幺]){1,6})(?![\d零〇一二三四五六七八九幺])/y;

function withExtension(text: string, at: number): number {
  return at + (matchAt(extensionWord, text, at)?.[0].length ?? 0);
}

/** An extension such as 转801, written after a comma as in dial strings. */
function extension(text: string, at: number): string {
  const said = matchAt(extensionWord, text, at)?.[1];
  if (said === undefined) return '';
  return `,${said.replace(/[^\d]/g, (each) => plainDigits(each))}`;
}

// Digits that are read one by one: telephone numbers with 幺, codes, plates, rooms; and digits next to letters (G六十六,
// 五G).
import { leave, type Match, rewrite } from './edit.js';
import { isClassifier, matchAt } from './measures.js';
import { cardinalAt, digit, isNumeral, plainDigits, writeCardinal } from './numerals.js';

const run = new RegExp(`${digit}+`, 'y');
/** Groups of digits. The speaker pauses between them, and the punctuation model writes commas there. */
const grouped = new RegExp(`${digit}{2,5}(?:[，、,]${digit}{2,8}){1,4}`, 'y');
const mobile = /^1\d{10}$/;
const landline = /^(?:0\d{9,11}|[48]00\d{7})$/;

/** Words that come before a number that is read digit by digit. */
export const codeWord =
  /(?:尾号|号码|号是|密码|验证码|代码|编号|编码|工号|房号|房间|房间号|门牌|门牌号|卡号|账号|邮编|电话|手机|分机|车牌|区号)(?:是|为|叫|：|:)?$/;

export function telephone(text: string, at: number): Match | undefined {
  if (isNumeral(text[at - 1])) return undefined;
  const found = matchAt(grouped, text, at)?.[0];
  if (!found || isNumeral(text[at + found.length])) return undefined;
  const digits = plainDigits(found);
  return mobile.test(digits) || landline.test(digits) ? rewrite(at, at + found.length, digits) : undefined;
}

/** 后 that names a generation, as in 八五后. */
const generation = /^后(?![天来面续边头])/;

/** Runs of digits that are read one by one. */
export function digitString(text: string, at: number): Match | undefined {
  if (isNumeral(text[at - 1])) return undefined;
  const found = matchAt(run, text, at)?.[0];
  if (!found) return undefined;
  const end = at + found.length;
  if (isNumeral(text[end])) return undefined;
  if (found.length === 2 && text[end] === '折' && !isNeighbours(found)) return rewrite(at, end, plainDigits(found));
  if (found.length === 3 && isAscending(found) && countsThings(text, end)) return leave(end);
  if (found.length > 3 && isAscending(found) && /^(?:年级|[班个层等])/.test(text.slice(end))) return leave(end);
  if (/^[七八九]五$/.test(found) && generation.test(text.slice(end, end + 2)))
    return rewrite(at, end, plainDigits(found));
  const isCode = codeWord.test(text.slice(Math.max(0, at - 5), at));
  // 一年零三个月: the 零 joins two quantities
  if (found.length === 2 && found.startsWith('零') && isClassifier(text[end])) return leave(end);
  const isLong = found.length >= 3 || (found.length === 2 && /[零〇幺]/.test(found));
  return isLong || (isCode && !isClassifier(text[end])) ? rewrite(at, end, plainDigits(found)) : undefined;
}

/** Digits as they are said over a radio: 洞 is 0, 拐 is 7, 勾 is 9. */
const radioRun = /[零〇一二两三四五六七八九幺洞拐勾]{2,}(?![十百千万亿点弯角鞋庭穴口窟])/y;
const notRadioBefore = /(?:[山漏空树黑地岩虫挖钻窑弹桥涵坑诱往左右]|(?<!拨)打)$/;
const radioOnly = /^[洞拐勾幺]+$/;
const plainOf: Readonly<Record<string, string>> = { 洞: '零', 拐: '七', 勾: '九' };

/** The plain digits of the radio digits at `at`; undefined: there are none. */
export function radioDigitsAt(text: string, at: number): string | undefined {
  if (isNumeral(text[at - 1]) || notRadioBefore.test(text.slice(Math.max(0, at - 2), at))) return undefined;
  const found = matchAt(radioRun, text, at)?.[0] ?? '';
  const marks = [...found].filter((character) => plainOf[character] !== undefined).length;
  if (marks === 0 || (marks < 2 && found.length < 3 && !radioOnly.test(found))) return undefined;
  if (marks < 2 && isClassifier(text[at + found.length])) return undefined;
  return found.replace(/[洞拐勾]/g, (mark) => plainOf[mark] ?? mark);
}

/** Radio digits such as 洞拐 07 and 幺洞洞八六 10086; not 漏洞三八 or 拐两个弯. */
export function radioDigits(text: string, at: number): Match | undefined {
  const plain = radioDigitsAt(text, at);
  return plain === undefined ? undefined : rewrite(at, at + plain.length, plainDigits(plain));
}

/** True if each digit is one more than the digit before it. 四五六年级 and 一二三月 list neighbours and are not one number. */
function isAscending(digits: string): boolean {
  const values = [...plainDigits(digits)].map(Number);
  return values.every((value, i) => i === 0 || value === (values[i - 1] as number) + 1);
}

/** True if the second digit follows the first, as in 七八折 ("seven or eight"). */
function isNeighbours(two: string): boolean {
  const [first = 0, second = 0] = [...plainDigits(two)].map(Number);
  return second === first + 1;
}

function countsThings(text: string, at: number): boolean {
  return /^[个位名条件种次年月日号天层楼班级岁线等]/.test(text.slice(at));
}

/** Telephone keys, such as 请按一 and 按九转人工. */
export function keyPress(text: string, at: number): Match | undefined {
  if (!/[按拨]/.test(text[at - 1] ?? '') || isNumeral(text[at + 1])) return undefined;
  const key = matchAt(run, text, at)?.[0];
  if (key?.length !== 1) return undefined;
  const isKey = /^(?:$|[，。？]|号?键|转|返回|查询|办理|取消|结束|重听|人工|继续|退出|确认)/.test(text.slice(at + 1));
  return isKey ? rewrite(at, at + 1, plainDigits(key)) : undefined;
}

const letter = /[A-Za-z]/;

/** Numbers after a letter. They are written in figures, unless a single digit counts something. */
export function afterLetter(text: string, at: number): Match | undefined {
  if (!letter.test(text[at - 1] ?? '')) return undefined;
  const digits = matchAt(run, text, at)?.[0] ?? '';
  if (digits !== '' && !isNumeral(text[at + digits.length])) {
    const isTrain = /[GDCZTKY]/.test(text[at - 1] ?? '') && text[at + 1] === '次';
    if (digits.length === 1 && isClassifier(text[at + 1]) && !isTrain) return undefined;
    return text[at + digits.length] === '点' ? undefined : rewrite(at, at + digits.length, plainDigits(digits));
  }
  const number = cardinalAt(text, at);
  if (!number || isNumeral(text[number.end]) || number.isElliptic) return undefined;
  return rewrite(at, number.end, writeCardinal(number.value));
}

/** Numbers before a letter, such as 五G, 三D and 四K. */
export function beforeLetter(text: string, at: number): Match | undefined {
  const number = cardinalAt(text, at);
  if (!number || isNumeral(text[at - 1]) || !/^[A-Z](?![a-z])/.test(text.slice(number.end))) return undefined;
  return rewrite(at, number.end, writeCardinal(number.value));
}

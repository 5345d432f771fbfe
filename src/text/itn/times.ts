// The time of day: 三点半 3点半, 八点零五分 8点05分. 点 is also the decimal point, and 一点 also means "a bit".
import type { Edit, Match } from './edit.js';
import { matchAt } from './measures.js';
import { cardinalAt, digit, isNumeral, plainDigits } from './numerals.js';

const dayPart =
  /(?:上午|下午|早上|早晨|晚上|凌晨|中午|正午|傍晚|夜里|半夜|深夜|清晨|今早|明早|今晚|明晚|昨晚|当晚|午后|今天|明天|后天|昨天|[周期拜][\ue000日天]|[日号])的?$/;
/** Words after 点 that show that it is no hour, as in 三点意见. */
export const notHours = /^(?:意见|建议|要求|说明|原因|问题|内容|体会|之间|不同|好处|坏处|理由|希望|启示|式|水)/;
const bitOnly = /^(?:都|也|不|没|儿|点)/;
const minutesZero = new RegExp(`零(${digit})(?!${digit}|[十百千点])`, 'y');
const oneDigitMinute = new RegExp(`(${digit})分(?![之钟])`, 'y');

/** Times of day, with minutes and seconds if they follow. */
export function time(text: string, at: number): Match | undefined {
  const hour = cardinalAt(text, at);
  if (!hour || hour.value > 24 || hour.isElliptic || text[hour.end] !== '点' || isNumeral(text[at - 1]))
    return undefined;
  const isAfterDayPart = dayPart.test(text.slice(Math.max(0, at - 5), at));
  const afterPoint = hour.end + 1;
  const hourEdit: Edit = { start: at, end: hour.end, text: String(hour.value) };
  const minute = minuteAt(text, afterPoint, isAfterDayPart);
  if (minute) return { end: minute.end, edits: [hourEdit, minute] };
  if (isDecimal(text, afterPoint)) return undefined;
  if (isBareHour(text, hour, isAfterDayPart)) return { end: afterPoint, edits: [hourEdit] };
  return undefined;
}

function minuteAt(text: string, at: number, isAfterDayPart: boolean): Edit | undefined {
  const zero = matchAt(minutesZero, text, at);
  if (zero) {
    const after = text.slice(at + 2);
    const isTime =
      isAfterDayPart || /^(?:分(?![之钟])|左右|之前|以前|以后|之后|出发|开始|到|的[车飞火会航])/.test(after);
    return isTime ? { start: at, end: at + 2, text: `0${plainDigits(zero[1] ?? '')}` } : undefined;
  }
  const single = isAfterDayPart ? matchAt(oneDigitMinute, text, at) : undefined;
  if (single) return { start: at, end: at + 1, text: plainDigits(single[1] ?? '') };
  const found = cardinalAt(text, at);
  if (!found || found.value < 10 || found.value > 59 || found.isElliptic || isNumeral(text[found.end]))
    return undefined;
  // 快一点十分钟后走 means ten minutes, not ten past one
  if (/^(?:分钟|分之|点|年|月|块|元|个|秒钟|天)/.test(text.slice(found.end))) return undefined;
  return { start: at, end: found.end, text: String(found.value) };
}

const decimalDigits = new RegExp(`${digit}+(?![十百千点])`, 'y');

function isDecimal(text: string, at: number): boolean {
  return matchAt(decimalDigits, text, at) !== undefined && !/^[一三]刻/.test(text.slice(at));
}

function isBareHour(
  text: string,
  hour: { readonly end: number; readonly value: number },
  isAfterDayPart: boolean,
): boolean {
  const after = text.slice(hour.end + 1);
  if (hour.value < 10 && notHours.test(after)) return false;
  if (hour.value !== 1) return true;
  if (/^(?:钟|半|整|一刻|三刻)/.test(after)) return true;
  return isAfterDayPart && !bitOnly.test(after);
}

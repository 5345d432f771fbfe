// Dates and times of day.
import { fixedOne } from '../pieces.js';
import type { Reader } from './reader.js';
import { type Rule, rule } from './rule.js';

const alone = '(?<![\\d.:A-Za-z/-])';
const month = '(0?[1-9]|1[0-2])';
const day = '(0?[1-9]|[12]\\d|3[01])';
const year = '([12]\\d{3})';

/** Reads 2月 as 二月 and 1号 with a fixed 一: neither 两 nor a changing tone. */
function plain(reader: Reader, figures = ''): string {
  return reader.mode === 2 ? reader.digits(figures) : reader.cardinal(figures);
}

function fullDate(reader: Reader, [, years, months, days]: readonly (string | undefined)[]): string {
  return `${reader.digits(years ?? '')}年${plain(reader, months)}月${plain(reader, days)}日`;
}

function minutes(reader: Reader, figures: string): string {
  if (reader.mode === 2) return reader.digits(figures);
  const value = Number(figures);
  return value > 0 && value < 10 && reader.mode !== 3 ? `零${reader.cardinal(figures)}` : reader.cardinal(figures);
}

/** Reads hours: 两点, and 一点 whose 一 changes its tone. */
function hours(reader: Reader, figures: string): string {
  if (reader.mode === 2) return reader.digits(figures);
  return reader
    .cardinal(figures)
    .replace(/^二$/, '两')
    .replace(new RegExp(`^${fixedOne}$`), '一');
}

function clock(reader: Reader, hour: string, minute: string, second?: string): string {
  const seconds = second === undefined ? '' : `${minutes(reader, second)}秒`;
  const isFull = Number(minute) === 0 && second === undefined && reader.mode !== 2;
  return `${hours(reader, hour)}点${isFull ? '' : `${minutes(reader, minute)}分`}${seconds}`;
}

/** The word of a range: 至 if it is written, otherwise 到. */
function until(mark: string): string {
  return mark === '至' ? '至' : '到';
}

export const calendarRules: readonly Rule[] = [
  // ranges of whole dates: 2026.11.1-2026.11.30
  ...['-', '/', '\\.'].map((mark) => {
    const date = `${year}${mark}${month}${mark}${day}`;
    return rule(`${alone}${date}\\s?([-~—～])\\s?${date}(?![\\d-])`, (found, reader) =>
      [fullDate(reader, found), fullDate(reader, found.slice(4))].join('到'),
    );
  }),
  rule(`${alone}${year}-${month}-${day}(?![\\d-])`, (found, reader) => fullDate(reader, found)),
  rule(`${alone}${year}/${month}/${day}(?![\\d/])`, (found, reader) => fullDate(reader, found)),
  rule(`${alone}${year}\\.${month}\\.${day}(?![\\d.])`, (found, reader) => fullDate(reader, found)),
  rule(`${alone}${year}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])(?![\\d.,]|\\s*[元块个人件条])`, (found, reader) =>
    reader.mode < 2 ? fullDate(reader, found) : undefined,
  ),
  rule(`${alone}${year}[-/]${month}(?![\\d/-]|个)`, ([, years = '', months], reader) =>
    Number(years) >= 1900 && Number(years) < 2100 ? `${reader.digits(years)}年${plain(reader, months)}月` : undefined,
  ),
  // 10月1-7日
  rule(
    `${alone}${month}月${day}\\s?[-~—～]\\s?${day}(?=[日号])`,
    ([, months, from, to], reader) => `${plain(reader, months)}月${plain(reader, from)}到${plain(reader, to)}`,
  ),
  // school and financial years: 2025-2026学年
  rule(
    `${alone}${year}\\s*([-~—～至到])\\s*${year}(?=学年|财年|年度|赛季)`,
    ([, from = '', mark = '', to = ''], reader) => `${reader.digits(from)}${until(mark)}${reader.digits(to)}`,
  ),
  // spans of years: 2008-2018
  rule(
    `${alone}((?:19|20)\\d\\d)\\s?[-~—～]\\s?((?:19|20)\\d\\d)(?=$|[，。！？；、）)])`,
    ([, from = '', to = ''], reader) =>
      Number(from) < Number(to) && reader.mode < 2 ? `${reader.digits(from)}到${reader.digits(to)}` : undefined,
  ),
  // classes and models of a year: 2023级, 2024款
  rule(`${alone}((?:19|20)\\d\\d)(?=[级届款版](?!别))`, ([, years = ''], reader) => reader.digits(years)),
  // 2024-2026年, also with 年 after both years
  rule(
    `${alone}${year}年?\\s*([-~—～至到])\\s*${year}(?=年)`,
    ([, from = '', mark = '', to = ''], reader) => `${reader.digits(from)}${until(mark)}${reader.digits(to)}`,
  ),
  rule(`${alone}${year}(?=\\s*年(?!级))`, ([, years = ''], reader) =>
    /^[1-9]000$/.test(years) && years !== '2000' && years !== '1000' ? undefined : reader.digits(years),
  ),
  rule(`${alone}(0\\d|[6-9]\\d)(?=年(?!代|级|前|后|以|来|内|期|间|历))`, ([, years = ''], reader, text, at) =>
    Number(years) < 10 || /[生届级款毕]/.test(text.slice(at + 3, at + 7)) ? reader.digits(years) : undefined,
  ),
  rule(`${alone}(\\d[05])后(?![天年来面续])`, ([, years = ''], reader) => `${reader.digits(years)}后`),
  rule(
    `${alone}${month}(月)${day}([日号]?)(?![\\d.])`,
    ([, months, name, days, kind = ''], reader) => `${plain(reader, months)}${name}${plain(reader, days)}${kind}`,
  ),
  rule(`${alone}${month}(?=月份?)(?!月[饼亮球])`, ([, months], reader) => plain(reader, months)),
  rule(`${alone}${day}(?=[日号](?!码|线|楼|店|院|门|机|房|桌|床|令|柜|桥|球))`, ([, days], reader) =>
    plain(reader, days),
  ),
  // ranges of times: 9:00-18:00
  rule(
    `${alone}([01]?\\d|2[0-4])[:：]([0-5]\\d)\\s*([-~—～至到])\\s*([01]?\\d|2[0-4])[:：]([0-5]\\d)(?![\\d:：])`,
    ([, hour = '', minute = '', mark = '', toHour = '', toMinute = ''], reader) =>
      `${clock(reader, hour, minute)}${until(mark)}${clock(reader, toHour, toMinute)}`,
  ),
  rule(
    `${alone}([01]?\\d|2[0-4])[:：]([0-5]\\d)(?:[:：]([0-5]\\d))?(?![\\d:：])`,
    ([, hour = '', minute = '', second], reader, text, at) =>
      /比分?(?:是|为)?$|比例(?:是|为)?$/.test(text.slice(Math.max(0, at - 4), at))
        ? undefined
        : clock(reader, hour, minute, second),
  ),
  rule(`${alone}([01]?\\d|2[0-4])(?=时(?:[0-5]?\\d分|[，。！？；、许左前后起止至到整]|$))`, ([, hour = ''], reader) =>
    hours(reader, hour),
  ),
  rule(
    `${alone}([01]?\\d|2[0-4])点([0-5]?\\d)(?=分(?![之钟]))`,
    ([, hour = '', minute = ''], reader) => `${hours(reader, hour)}点${minutes(reader, minute)}`,
  ),
  rule(
    `${alone}([01]?\\d|2[0-4])(?=点(?:钟|半|整|左右|前|后|之前|之后|以前|以后|到|至|[一三]刻|[，。！？；、]|$|[^\\d零一二三四五六七八九]))`,
    ([, hour = ''], reader) => hours(reader, hour),
  ),
];

// Words and idioms that contain numerals but are not numbers. Single digits without an exact unit stay as spoken anyway
// (一些, 一样, 三心二意, 两会). This list holds the phrases that the rules would otherwise read as numbers, or that would spoil
// an adjacent number.
import { codeWord } from './codes.js';
import { isNumeral, numeral } from './numerals.js';
import { setPhrases } from './set-phrases.js';

/** Idioms that contain no number at all. */
export const idioms = words(`
万一 千万 百万 十分 十足 十全十美 十全大补 十之八九 十有八九 八九不离十 五十步笑百步 十万八千里 十万火急 十万个为什么
十年树木 百年树人 十年寒窗 十恶不赦 十指连心 十里洋场 十里长街 十字 十项全能 十二生肖 一千零一夜 十三陵 十三经 个十三点 十月怀胎 十月革命
十堰 十八般武艺 十八罗汉 女大十八变 三十而立 四十不惑 五十而知天命 三十年河东 三十年河西 三十六计 七十二变 三百六十行
三七二十一 七七八八 九九八十一 二百五 二万五千里长征 二十四史 二十四孝 二十四节气 三十六行 百分百 一百单八将 一五一十
一日千里 一日三秋 一日三餐 一日之计 一日为师 一日游 一刻千金 一分为二 一元复始 一元论 一元化 二元论 二元化 三元里 三元桥 三元梅园 大三元 十里堡 东四十条 三元体系 三元电池 三元材料 三元锂 三元催化
一元一次 一元二次 二元一次 二元二次 三元一次 三分钟热度 三六九等 一二三木头人 十八大 十九大 二十大 九一八事变 九一八 一二九运动 一二八事变
一点一点 一点一滴 一点点 一点儿 差一点 有一点 统一 唯一 单一 之一 同一 任一 合一 归一 万分 一一
`);

/** Names of days, school years and holidays, which are written as spoken. */
const calendar = words(`
星期一 星期二 星期三 星期四 星期五 星期六 周一 周二 周三 周四 周五 周六 礼拜一 礼拜二 礼拜三 礼拜四 礼拜五 礼拜六
双十一 双十二 双十 大年三十 初一 初二 初三 初四 初五 初六 初七 初八 初九 初十 高一 高二 高三
十一国庆 十一黄金周 十一长假 十一假期 十一放假 十一期间 国庆十一 六一 五一 五四 零下
`);

function words(list: string): readonly string[] {
  return list.split(/\s+/).filter((word) => word !== '');
}

/** A continuation that makes the phrase a number again. */
const digitGoesOn = /^[零〇一二三四五六七八九幺十百千万]/;
/** The phrase is a decimal in 有一点五, but not in 有一点五十块. */
const decimalGoesOn = /^[零〇二三四五六七八九](?![十百千万点个位名只条件种次张把台本块天年])/;
const isNoEquation = /^(?!方程|不等式|函数|多项式)/;
const exceptions: Readonly<Record<string, RegExp>> = {
  万分: /^之[零〇一二两三四五六七八九十]/,
  十分: /^(?:钟|之[零〇一二两三四五六七八九十])/,
  千万: /^(?:元|块|[美欧日港]元|英镑|人民币|港币)/,
  百万: /^(?:元|块|[美欧日港]元|英镑|人民币|港币)/,
  二百五:
    /^(?:[十元块个米斤度克人分秒平吨兆瓦本张件份位名天次多公]|毫升|左右|以[上下内]|一[个斤份张次人位天本件瓶盒条])/,
  个十三点: /^(?:[零〇一二三四五六七八九十半钟整多]|左右|以[前后])/,
  三元一次: isNoEquation,
  一元一次: isNoEquation,
  有一点: decimalGoesOn,
  差一点: decimalGoesOn,
  十字: /^(?:以内|之内|左右|以上|以下)/,
  高一: /^(?:[米点百千万些倍]|[厘毫公]米)/,
  高二: /^(?:[米十百千万]|[厘毫公]米|点[零〇一二三四五六七八九])/,
  高三: /^(?:[米十百千万]|[厘毫公]米|点[零〇一二三四五六七八九])/,
  双十: /^[一二三四五六七八九]/,
  一一: digitGoesOn,
  六一: digitGoesOn,
  五一: digitGoesOn,
  五四: digitGoesOn,
  九一八: digitGoesOn,
  一点点: /^[零〇一二三四五六七八九]/,
  十八大: /^[关盗步箱盒包袋瓶桶碗]/,
  十九大: /^[关盗步箱盒包袋瓶桶碗]/,
  二十大: /^[关盗步箱盒包袋瓶桶碗]/,
  三十六行: /^(?:代码|文字|字|数据|[一二三四五六七八九十百]+列)/,
};

const everyNumeral = new RegExp(numeral, 'g');

/** A placeholder for a protected numeral; no rule matches it. */
export const hidden = '\ue000';

/**
 * Builds a function that hides the numerals of these phrases, longest phrase first. Each phrase needs at least two
 * characters. The text keeps its length.
 */
export function hiderOf(phrases: readonly string[]): (text: string) => string {
  const byBeginning = new Map<string, string[]>();
  for (const phrase of [...phrases].sort((a, b) => b.length - a.length)) {
    const beginning = phrase.slice(0, 2);
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), phrase]);
  }
  const phraseAt = (text: string, at: number): string | undefined =>
    byBeginning.get(text.slice(at, at + 2))?.find((phrase) => text.startsWith(phrase, at));
  return (text) => hideEvery(text, phraseAt);
}

/** Set phrases whose numbers are written in figures all the same: 9.9元包邮. */
const written = new Set(words('十三点 九块九包邮 两元店 八号风球 九号公路 二次方 七十二行 一百二十行'));
const hidePhrases = hiderOf([...idioms, ...calendar, ...setPhrases.filter((phrase) => !written.has(phrase))]);

/** Days of the lunar calendar, which are written as spoken: 正月十五, 腊月二十三, 五月初五. */
const lunarDay =
  /(?<![零一二三四五六七八九十])[一二三四五六七八九十]{1,2}月初[一二三四五六七八九十]|[正腊冬]月(?:初[一二三四五六七八九十]|[一二三]?十[一二三四五六七八九]?|廿[一二三四五六七八九]?)?(?![零一二三四五六七八九十百千万亿点])/g;

/** Hides protected phrases for the rules that write numbers in figures. */
export function hideProtected(text: string): string {
  return hidePhrases(text.replace(lunarDay, (day) => day.replace(everyNumeral, hidden))).replace(largeUnits, hidden);
}

/** Hides the 千 and 百 of units, so that 一百千米 is a hundred. */
export const hideLargeUnits = (text: string): string => text.replace(largeUnits, hidden);

/**
 * The 千 of a unit after a number that it cannot multiply: 二十五千克, 一百千米, 三点五千瓦; but not in 三千瓦 or 一万五千米. The same holds
 * for 百帕.
 */
const largeUnits =
  /(?<=[十百千万亿廿卅]|[十百零][一二三四五六七八九]|点[零〇一二三四五六七八九]+)千(?=[克米瓦伏帕赫焦卡牛安欧兆]|字节|比特)|(?<=十[一二三四五六七八九]?)百(?=帕)/g;

/** A list of classes or days, as in 高一二三四 and 周一三五: the numerals after the first name classes or days as well. */
const named = /^(?:高|初|周|星期|礼拜)([一二三四五六])$/;
const furtherNames = /^[二三四五六七日]+(?![零〇一二两三四五六七八九幺十百千万亿点时分块元米度秒岁斤])/;

function lengthOfNames(text: string, phrase: string, at: number): number {
  const first = named.exec(phrase)?.[1];
  const further = first && furtherNames.exec(text.slice(at, at + 8))?.[0];
  if (!further) return 0;
  const order = [...`${first}${further}`].map((name) => '一二三四五六七日'.indexOf(name));
  return order.every((place, i) => i === 0 || place > (order[i - 1] as number)) ? further.length : 0;
}

function hideEvery(text: string, phraseAt: (text: string, at: number) => string | undefined): string {
  let shown = '';
  let from = 0;
  for (let at = 0; at < text.length - 1; at++) {
    const phrase = phraseAt(text, at);
    if (phrase === undefined) continue;
    // there are no words inside a number (三十分钟, 一万一千, 第一百零八将), but 周三 may precede 十点
    const isInside =
      isNumeral(text[at]) &&
      (isNumeral(text[at - 1]) || isFigure(text[at - 1]) || text[at - 1] === '第') &&
      !(from === at && shown.endsWith(hidden));
    if (isInside || isNumberAfterAll(text, at, phrase)) continue;
    const end = at + phrase.length + lengthOfNames(text, phrase, at + phrase.length);
    shown += text.slice(from, at) + text.slice(at, end).replace(everyNumeral, hidden);
    from = end;
    at = from - 1;
  }
  return from === 0 ? text : shown + text.slice(from);
}

/** True for figures and 幺, since 3千万 and 5百万 are numbers and 幺 is always a digit. */
function isFigure(character: string | undefined): boolean {
  return character !== undefined && ((character >= '0' && character <= '9') || character === '幺');
}

function isNumberAfterAll(text: string, at: number, phrase: string): boolean {
  const after = text.slice(at + phrase.length, at + phrase.length + 4);
  if (exceptions[phrase]?.test(after)) return true;
  // 一点一一, 五点五四: digits after the decimal point
  if (text[at - 1] === '点' && isNumeral(text[at - 2]) && [...phrase].every(isNumeral)) return true;
  // 四周三十二天 counts weeks
  if (phrase.startsWith('周') && /[零一二两三四五六七八九十百几半]/.test(text[at - 1] ?? '')) return true;
  // 尾号三三五五
  if ([...phrase].every(isNumeral) && codeWord.test(text.slice(Math.max(0, at - 5), at))) return true;
  // 零零幺二 三三四四: a group of a longer number
  if (
    phrase.length > 3 &&
    [...phrase].every(isNumeral) &&
    /[\d零〇一二三四五六七八九幺][ ,，、-]$/.test(text.slice(Math.max(0, at - 2), at))
  )
    return true;
  // 三三四四 inside a run of digits is no phrase
  if (phrase.length > 2 && digitGoesOn.test(after) && [...phrase].every(isNumeral)) return true;
  switch (phrase) {
    case '之一':
      return text[at - 1] === '分';
    case '十分':
      return (
        /[差过]/.test(text[at - 1] ?? '') ||
        /[\d零一二两三四五六七八九十](?:点|时|点钟|小时|个小时)$/.test(text.slice(Math.max(0, at - 4), at))
      );
    case '九毛九':
    case '五一':
      return /[块毛点]/.test(text[at - 1] ?? '');
    default:
      // 同一百万, 唯一千: the 一 belongs to the number
      return /^[统唯单同任合归]一$/.test(phrase) && /^[百千万亿]/.test(after);
  }
}

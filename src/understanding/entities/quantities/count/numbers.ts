// SYS.number: cardinals, decimals, fractions, percentages, dozens; a single numeral only where it counts something or
// stands alone.
import { matchAt } from '../../../../text/itn/measures.js';
import { isNumeral } from '../../../../text/itn/numerals.js';
import type { Reading } from '../reading.js';
import type { Amount } from '../said.js';
import { amountAt, endOfRun } from './amounts.js';
import { decimalOf, times } from './decimal.js';

export interface NumberSaid {
  readonly start: number;
  readonly end: number;
  readonly normValue: string;
}

const begins = /[\d零〇一二两三四五六七八九幺十廿卅百千万亿负半对a-z+-]/;

/** Units and classifiers that plainly count: 三位, 五斤. */
const plainUnits = '位名件份台辆斤克吨元岁号楼倍箱盒袋瓶套票单间折成米度秒栋户期%‰';
/** Classifiers that stand in idioms and names as well: 八面, 一片, 三头. */
const otherUnits =
  '个只条种次张把本块双对群批座家篇首支部股根颗粒片天年周月层毛分句项艘架匹头口杯碗桶盘顿场轮遍趟回届章节课题道门幢单室厅卫步级人晚夜笔盏扇床环格页行列排队组班代桌集声滴站车罐束枝朵棵株串卷册盆锅勺圈幅副具枚日时点厘公毫千平立英美欧港里季尺人';
const units = new Set(plainUnits + otherUnits);
const plain = new Set(`${plainUnits}个次张块天年月条种本公英平美`);
const plainForOne = new Set(`${plainUnits}个公英平美`);
/** A person who says 二 before a classifier speaks of a name: 二次函数, 二人转. */
const plainForTwo = new Set([...'元斤号楼月年度米公折成%倍岁分']);
const verbsBefore = /[要有买来是住共约给还近满超就需订点开做装送换租借卖出付交了过等打差到、,。]/;
/** What goes on after a counting word and makes another word of it. */
const otherWords =
  /^(?:天气|天空|天下|日本|年级|人民|级别|门口|口味|分享|分析|分配|分公|头发|头像|家乐|家具|毛线|毛巾|度假|度线|成为|成功|成员|成绩|本来|本身|代表|部门|位置|位数|点儿|点点|时候|时间|手|美丽|美术|英语|欧洲|日语|港口|公司|公园|公主|公经|千米线|分之|代人|回合|人间|号电|号线|次方|次元|次函|次曲|次世|次能|角形|年之|天之|个样|个劲|个心眼|只脚|块石|部件)/;
/** After these a numeral names something: 张三, 周三, 高三, 之一, 老二. */
const namesBefore = /[周期拜初高大老张李王赵之统唯同任第小阿数其]/;

export function numberAt(reading: Reading, at: number): NumberSaid | undefined {
  const { text } = reading;
  const first = text[at] ?? '';
  if (!begins.test(first)) return undefined;
  return (
    percentAt(reading, at) ??
    fractionAt(reading, at) ??
    signedAt(reading, at) ??
    halfAt(text, at) ??
    plainAt(reading, at, at)
  );
}

/** A place behind which no number begins: inside a word, a run, or something that was numbered. */
function isInside(text: string, at: number): boolean {
  const before = text[at - 1] ?? '';
  if (/[a-z]/.test(before) && /[a-z\d]/.test(text[at] ?? '')) return true;
  return /\d/.test(before) || (before === '.' && /\d/.test(text[at - 2] ?? ''));
}

function plainAt(reading: Reading, at: number, start: number): NumberSaid | undefined {
  const { text } = reading;
  if (isInside(text, at) || text[at - 1] === '第') return undefined;
  const amount = reading.amount(at);
  if (!amount || !isNumber(text, at, amount)) return undefined;
  return withScale(text, at, start, amount);
}

const dozens = /打(?![一二三四五六七八九十])(?![一-鿿]?[架人]|[扰算开电包折断针车车工卡听造印搅破发探拼架])/y;
const half = /个半(?![小天年月日个钟星礼])/y;
const mixed = / ?[又零] ?(?=[\d一二三四五六七八九十百千万]{1,12} ?(?:分 ?之|\/))/y;
const thousands = /([kw])(?![a-z\d])/y;
const pairs = /[双对](?=$|[的,。!?鞋袜筷手套夫恋情侣新耳眼])/y;

/** 两打, 一个半, 二又三分之一, 5k. */
function withScale(text: string, at: number, start: number, amount: Amount): NumberSaid | undefined {
  const { end, value, decimal } = amount;
  const sign = start < at ? '-' : '';
  const number = (length: number, result: string): NumberSaid => ({
    start,
    end: end + length,
    normValue: sign + result,
  });
  if (matchAt(dozens, text, end)) return number(1, decimalOf(value * 12));
  const joint = matchAt(mixed, text, end);
  const rest = joint && fractionValue(text, end + joint[0].length);
  if (rest) return { start, end: rest.end, normValue: sign + decimalOf(value + rest.value) };
  if (amount.form === 'spoken' && matchAt(half, text, end)) return number(2, decimalOf(value + 0.5));
  const scale = amount.form === 'figures' ? matchAt(thousands, text, end)?.[1] : undefined;
  if (scale) return number(1, decimalOf(times(value, scale === 'k' ? 1_000 : 10_000)));
  if (amount.form === 'figures' && /[a-z]/.test(text[end] ?? '') && !isUnit(text, end)) return undefined;
  if (text[end] === '/' || matchAt(pairs, text, end)) return { start, end, normValue: sign + decimal };
  return number(0, decimal);
}

const unitLetters =
  /(?:km|kg|cm|mm|ml|mg|gb|mb|kb|tb|m|g|l|h|s|w|v|a|x|px|nm|hz|e|usd|cny|rmb|eur|gbp|jpy|hkd|am|pm|st|nd|rd|th|min|hrs?)(?![a-z\d])/y;

function isUnit(text: string, at: number): boolean {
  return matchAt(unitLetters, text, at) !== undefined;
}

/** A single numeral is more often a part of a word than a number. */
function isNumber(text: string, at: number, { end, form, isRough }: Amount): boolean {
  if (form === 'figures' || form === 'english') return true;
  const before = text[at - 1] ?? '';
  const after = text[end] ?? '';
  if (end - at > 1) {
    if (isRough)
      return plain.has(after) || (isEdge(before) && isEdge(after)) || /[十百千万亿]/.test(text.slice(at, end));
    if (form === 'digits' && end - at === 3 && /零/.test(text.slice(at, end))) return isEdge(after) || plain.has(after);
    if (/^[零〇].$/.test(text.slice(at, end))) return isEdge(after);
    return !(namesBefore.test(before) && end - at === 2 && !units.has(after) && /[周期拜]/.test(before));
  }
  if (isNumeral(before) || isNumeral(after)) return false;
  if (isEdge(before) && isEdge(after)) return true;
  if (matchAt(dozens, text, end) || matchAt(mixed, text, end)) return true;
  if (namesBefore.test(before) || isInIdiom(text, at)) return false;
  if (/[多几余来]/.test(after)) return units.has(text[end + 1] ?? '');
  if (isEdge(after))
    return (
      /[选按要等了有]/.test(before) ||
      (before === '是' && text[at - 2] !== text[at]) ||
      (/[乘除加减到以]/.test(before) && isNumeral(text[at - 2]))
    );
  return units.has(after) && !otherWords.test(text.slice(end, end + 4)) && isCounted(text, at);
}

/** Plain units count; others only where the sentence says that something is counted. */
function isCounted(text: string, at: number): boolean {
  const unit = text[at + 1] ?? '';
  const numeral = text[at] ?? '';
  const set = numeral === '一' ? plainForOne : numeral === '二' ? plainForTwo : plain;
  if (/[零〇]/.test(numeral)) return /[度分元]/.test(unit);
  if (
    /[平美公英]/.test(unit) &&
    !/^.(?:平[米方]|美[元金刀]|公[里斤分顷升吨尺]|英[镑里尺寸亩])/.test(text.slice(at, at + 3))
  )
    return false;
  if (unit === '台' && /[县市区州山风]/.test(text[at + 2] ?? '')) return false;
  if (set.has(unit)) return !(numeral === '一' && /[上下每另某这那哪次再]/.test(text[at - 1] ?? ''));
  if (numeral === '二') return false;
  const before = text[at - 1] ?? '';
  return (
    (isEdge(before) && isEdge(text[at + 2] ?? '')) ||
    verbsBefore.test(before) ||
    /^(?:口人|道题|道菜|双鞋|对夫)/.test(text.slice(at + 1))
  );
}

/** 五花八门, 三头六臂, 一目十行: a second numeral beside a word that counts nothing. */
function isInIdiom(text: string, at: number): boolean {
  const isWord = (character = ''): boolean => /[一-鿿]/.test(character) && !units.has(character);
  if (/[零一二三四五六七八九十百千万]/.test(text[at - 2] ?? '') && isWord(text[at - 1])) {
    return !/[加减乘除比到至和与跟或有要买是]/.test(text[at - 1] ?? '') && !isNumeral(text[at - 3]);
  }
  return isNumeral(text[at + 2]) && !isNumeral(text[at + 3]) && isWord(text[at + 3]);
}

function isEdge(character: string): boolean {
  return character === '' || /[,。.!?;:、…\s'"()[\]吧啊呢嘛呀哦的~]/.test(character);
}

const minus = /[-负](?=[\d零〇一二两三四五六七八九十百])/y;

/** 负三十二点五, -5; a hyphen after a digit or a letter joins. */
function signedAt(reading: Reading, at: number): NumberSaid | undefined {
  const { text } = reading;
  if (!matchAt(minus, text, at)) return undefined;
  const before = text[at - 1] ?? '';
  if (
    text[at] === '负'
      ? /[正胜抱背肩辜欺]/.test(before)
      : /[\da-z)\]年月日号点零一二三四五六七八九十百千万亿%元块-]/.test(before)
  )
    return undefined;
  const amount = reading.amount(at + 1);
  if (!amount) return undefined;
  if (text[at] === '负' && /^[责担荷]/.test(text.slice(amount.end))) return undefined;
  if (amount.end - at === 2 && amount.value === 0) return { start: at, end: amount.end, normValue: '0' };
  const fraction = fractionValue(text, at + 1);
  if (fraction) return { start: at, end: fraction.end, normValue: decimalOf(-fraction.value) };
  return withScale(text, at + 1, at, amount);
}

const percentHead = /(负?)(百|千|万)分之/y;
const percentSign = / ?(%|‰|个?百分点)/y;
const tenths = /成(?!功|员|为|立|长|就|年|熟|本|人|都|交|绩|分|果|语|品|了|群|双|天|家|不变)(半)?/y;
const discount = /折(?!腾|磨|叠|断|扣|返|射|算|合|旧|中|回|子|线)/y;

/** 百分之三十五, 35%, 三成半, 七五折; 千分之三 is a fraction. */
function percentAt(reading: Reading, at: number): NumberSaid | undefined {
  const { text } = reading;
  const head = matchAt(percentHead, text, at);
  if (head) return afterHead(reading, at, head);
  if (text.startsWith('百分百', at)) return { start: at, end: at + 3, normValue: '100%' };
  if (text.startsWith('半折', at) || text.startsWith('对折', at)) return { start: at, end: at + 2, normValue: '50%' };
  if (isInside(text, at)) return undefined;
  const sign = /[+-]/.test(text[at] ?? '') && !/[\da-z]/.test(text[at - 1] ?? '') ? 1 : 0;
  const from = at + sign;
  const amount = reading.amount(from);
  if (!amount) return discountAt(text, at, undefined);
  const mark = matchAt(percentSign, text, amount.end) ?? matchAt(englishPercent, text, amount.end);
  if (mark && amount.form !== 'digits') {
    const value = mark[1] === '‰' ? decimalOf(times(amount.value, 0.001)) : `${amount.decimal}%`;
    return { start: at, end: amount.end + mark[0].length, normValue: text[at] === '-' ? `-${value}` : value };
  }
  return discountAt(text, at, amount);
}

const englishPercent = / (per ?cent)(?![a-z])/y;
const twoDigits = /([一二三四五六七八九])([一二三四五六七八九])(?=[折成])/y;

function discountAt(text: string, at: number, amount: Amount | undefined): NumberSaid | undefined {
  const two = matchAt(twoDigits, text, at);
  const end = two ? at + 2 : amount?.end;
  if (end === undefined || isNumeral(text[at - 1])) return undefined;
  const value = two ? 10 * digitOf(two[1]) + digitOf(two[2]) : discountValue(text, at, amount?.value ?? 0);
  const cut = matchAt(discount, text, end);
  if (cut && value > 0 && value < 100) return { start: at, end: end + 1, normValue: `${decimalOf(value)}%` };
  const share = matchAt(tenths, text, end);
  if (!share || two || !amount || amount.value > 10 || amount.value <= 0) return undefined;
  const more = share[1] ? 0 : digitOf(matchAt(/[一二三四五六七八九](?![一-鿿]?[个成])/y, text, end + 1)?.[0]);
  const isMore = more > 0 && !isNumeral(text[end + 2]) && !/[个位名年月天元块]/.test(text[end + 2] ?? '');
  const whole = times(amount.value, 10) + (share[1] ? 5 : isMore ? more : 0);
  return { start: at, end: end + share[0].length + (isMore ? 1 : 0), normValue: `${decimalOf(whole)}%` };
}

/** 8折 is 80 %, 85折 and 8.5折 85. */
function discountValue(text: string, at: number, value: number): number {
  return value >= 10 && /\d/.test(text[at] ?? '') ? value : times(value, 10);
}

function digitOf(character: string | undefined): number {
  return character === undefined ? 0 : '零一二三四五六七八九'.indexOf(character);
}

function afterHead(reading: Reading, at: number, [head, minusSign, of]: RegExpExecArray): NumberSaid | undefined {
  const { text } = reading;
  const from = at + head.length;
  const isNegative = minusSign !== '' || text[from] === '负';
  const start = text[from] === '负' ? from + 1 : from;
  const amount = reading.amount(start);
  const isHundred = !amount && text[start] === '百';
  if (!amount && !isHundred) return undefined;
  const value = isHundred ? 100 : (amount?.value ?? 0);
  const end = isHundred ? start + 1 : (amount?.end ?? start);
  const sign = isNegative ? '-' : '';
  if (of === '百') return { start: at, end, normValue: `${sign}${amount?.decimal ?? '100'}%` };
  return { start: at, end, normValue: sign + decimalOf(times(value, of === '千' ? 0.001 : 0.0001)) };
}

const slash = /(\d{1,12}) ?\/ ?(\d{1,12})(?![\d/])/y;
const wholeBefore = /(\d{1,12}) (?=\d{1,12} ?\/ ?\d)/y;

/** 三分之二, 7/10, 2 1/2. */
function fractionAt({ text }: Reading, at: number): NumberSaid | undefined {
  if (isInside(text, at) || text[at - 1] === '/' || isNumeral(text[at - 1])) return undefined;
  const whole = matchAt(wholeBefore, text, at);
  const fraction = fractionValue(text, at + (whole?.[0].length ?? 0));
  if (!fraction) return undefined;
  return { start: at, end: fraction.end, normValue: decimalOf(fraction.value + Number(whole?.[1] ?? 0)) };
}

function fractionValue(text: string, at: number): { end: number; value: number } | undefined {
  const written = matchAt(slash, text, at);
  if (written) {
    const below = Number(written[2]);
    return below === 0 ? undefined : { end: at + written[0].length, value: Number(written[1]) / below };
  }
  const of = matchAt(/ ?分 ?之 ?/y, text, at);
  if (of) return undefined;
  const below = wholeAt(text, at);
  const joint = below && matchAt(/ ?分 ?之 ?/y, text, below.end);
  if (!below || !joint || below.value < 1) return undefined;
  const above = wholeAt(text, below.end + joint[0].length);
  return above && { end: above.end, value: above.value / below.value };
}

function wholeAt(text: string, at: number): { end: number; value: number } | undefined {
  const found = amountAt(text, at);
  return found && !found.isRough ? found : largeUnit(text, at);
}

/** 万分之一, 亿分之一. */
function largeUnit(text: string, at: number): { end: number; value: number } | undefined {
  const value = { 百: 100, 千: 1_000, 万: 10_000, 亿: 100_000_000 }[text[at] ?? ''];
  return value === undefined ? undefined : { end: at + 1, value };
}

const halves = /(?:一半)(?!夜)|半(?=个(?!小时|钟头|月|世纪|学期|星期|礼拜|多))/y;

function halfAt(text: string, at: number): NumberSaid | undefined {
  const found = matchAt(halves, text, at);
  return found && !/[另多夜]/.test(text[at - 1] ?? '')
    ? { start: at, end: at + found[0].length, normValue: '0.5' }
    : undefined;
}

/** The search goes on behind a run of numerals or letters: nothing begins within it. */
export function afterNothing(text: string, at: number): number {
  return Math.max(at + 1, endOfRun(text, at));
}

// Whole numbers: all numbers from ten upwards, ordinals, ranges, scores and sums. A small count stays as spoken (三个人).
import { type Edit, leave, type Match, rewrite } from './edit.js';
import { fraction, percent } from './fractions.js';
import { exactUnitAt, isClassifier, matchAt, sticky } from './measures.js';
import { isNoSign, isPerOne, numberAt, type SpokenNumber } from './number.js';
import { cardinalAt, isNumeral, numeral, writeCardinal } from './numerals.js';

const wholeRun = new RegExp(`${numeral}+`, 'y');
const ordinalThings = /(?:名|页|章|节|条|届|期|位|排|题|楼|层|集|行|号|款|卷|册|版|中学|小学|医院|航站楼|课|年级)/y;
/** 几十 and 数百 are rough numbers; the 数 of 人数 and 总数 does not make the next number rough. */
const roughBefore = /几$|(?<![人总次分指度基位件参系号页岁])数$|若干$/;
const holidayAfter = /^(?:国庆|黄金周|长假|假期|放假|期间|去|回|出去|小长假)/;

/** Ordinals, such as 第十二条. Below ten only before things that are numbered (第三名), not in 第一次 or 第二天. */
export function ordinal(text: string, at: number): Match | undefined {
  if (text[at - 1] !== '第') return undefined;
  const number = cardinalAt(text, at);
  if (!number || number.isElliptic || isNumeral(text[number.end]) || text[number.end - 1] === '两') return undefined;
  if (number.value < 10 && !sticky(ordinalThings, text, number.end)) return leave(number.end);
  return rewrite(at, number.end, writeCardinal(number.value));
}

/** Numbers after 负, such as 负三. */
export function negative(text: string, at: number): Match | undefined {
  if (text[at] !== '负' || isNoSign(text, at)) return undefined;
  const number = numberAt(text, at);
  return number && !countsOwned(text, at, number) ? rewrite(at, number.end, number.text) : undefined;
}

/** True if 负的 describes the thing that is counted, as in 负的三个. */
function countsOwned(text: string, at: number, number: SpokenNumber): boolean {
  return text[at + 1] === '的' && number.end === at + 3 && isClassifier(text[number.end]);
}

/** 正负二 becomes ±2; 正负两极 and 正负一样 stay. */
export function plusMinus(text: string, at: number): Match | undefined {
  if (!text.startsWith('正负', at)) return undefined;
  const rest = percent(text, at + 2) ?? fraction(text, at + 2);
  const [first] = rest?.edits ?? [];
  if (rest && first) return { ...rest, edits: [signed(first, at), ...rest.edits.slice(1)] };
  const number = text[at + 2] === '负' ? undefined : numberAt(text, at + 2);
  if (!number) return undefined;
  const isOneDigit = number.end === at + 3;
  const next = text[number.end];
  if (isOneDigit && (text[at + 2] === '两' || (next !== '个' && isClassifier(next)) || /[极方]/.test(next ?? '')))
    return undefined;
  return rewrite(at, number.end, `±${number.text}`);
}

function signed(edit: Edit, start: number): Edit {
  const [head, ...others] = edit.parts ?? [];
  const last = others.at(-1);
  const parts =
    head && last
      ? {
          parts: [
            { ...head, start },
            { ...last, text: `±${last.text}` },
          ],
        }
      : {};
  return { ...edit, start, text: `±${edit.text}`, ...parts };
}

/** Operators that put both numbers in figures, however small: 三比二, 三加五, 八除以二. */
const operators = /(?:比|加上|加|减去|减|乘以|乘|除以|等于)/y;

/** Scores and sums, such as 三比二 and 三加五. */
export function sum(text: string, at: number): Match | undefined {
  if (isNumeral(text[at - 1])) return undefined;
  const first = exactNumber(text, at);
  if (!first) return undefined;
  const edits: Edit[] = [first];
  for (;;) {
    const last = edits.at(-1) as Edit;
    const operator = matchAt(operators, text, last.end)?.[0];
    const next = operator ? exactNumber(text, last.end + operator.length) : undefined;
    if (!next || /^[个位名条件种次天年些样下]/.test(text.slice(next.end))) break;
    edits.push(next);
  }
  return edits.length > 1 ? { end: (edits.at(-1) as Edit).end, edits } : undefined;
}

const squared = /的(?:平方|立方)(?![米厘公分千])/y;

/** Powers, such as 二的十次方 and 三的平方. */
export function power(text: string, at: number): Match | undefined {
  if (isNumeral(text[at - 1])) return undefined;
  const base = exactNumber(text, at);
  if (!base || text[base.end] !== '的') return undefined;
  if (matchAt(squared, text, base.end)) return { end: base.end, edits: [base] };
  const exponent = numberAt(text, base.end + 1);
  if (!exponent || !text.startsWith('次方', exponent.end)) return undefined;
  return { end: exponent.end, edits: [base, { start: base.end + 1, end: exponent.end, text: exponent.text }] };
}

function exactNumber(text: string, at: number): Edit | undefined {
  const number = text[at] === '两' ? undefined : numberAt(text, at);
  return number && !number.isElliptic ? { start: at, end: number.end, text: number.text } : undefined;
}

/** Ranges such as 三到五公里 and 五至十个. The first number is written as the second one is. */
export function range(text: string, at: number): Match | undefined {
  if (isNumeral(text[at - 1])) return undefined;
  const low = cardinalAt(text, at);
  if (!low || isNumeral(text[low.end]) || low.value >= 10 || !/[到至]/.test(text[low.end] ?? '')) return undefined;
  const high = cardinalAt(text, low.end + 1);
  if (!high || isNumeral(text[high.end]) || high.value <= low.value || text[high.end] === '点') return undefined;
  const isExact = high.value >= 10 || exactUnitAt(text, high.end, high.value);
  if (!isExact) return undefined;
  const edits = [
    { start: at, end: low.end, text: String(low.value) },
    { start: low.end + 1, end: high.end, text: writeCardinal(high.value) },
  ];
  return { end: high.end, edits };
}

/** Numbers of ten and more. */
export function cardinal(text: string, at: number): Match | undefined {
  const runEnd = at + (matchAt(wholeRun, text, at)?.[0].length ?? 0);
  const number = cardinalAt(text, at);
  const isWhole = number && (number.end === runEnd || isPerOne(text, number));
  if (!number || !isWhole || isNumeral(text[at - 1]) || text[number.end] === '几') return leave(runEnd);
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(number.end, number.end + 3);
  if (number.value < 10 || roughBefore.test(before)) return leave(runEnd);
  if (number.value === 11 && holidayAfter.test(after)) return leave(runEnd);
  if (number.value === 10 && !countsSomething(after) && !/[差过]$/.test(before)) return leave(runEnd);
  return rewrite(at, number.end, writeCardinal(number.value));
}

/** True if 十 counts something here; alone it is as often a part of a word. */
function countsSomething(after: string): boolean {
  return (
    /^(?:\ue000|多|余|[到至]|[个位名只条件种次张把台本块元对双套群批间座家篇首部股根颗粒片天年周月日号点秒度岁人米斤公千厘毫平里克吨升亩倍折层楼]|分钟|小时|美元|英|欧元|万|亿|以内|以上|以下|左右|来)/.test(
      after,
    ) ||
    after === '' ||
    /^[，。？]/.test(after)
  );
}

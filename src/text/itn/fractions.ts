// Percentages and fractions: 百分之五十 50%, 千分之三 3‰, 三分之二 2/3.
import { type Edit, leave, type Match, rewrite } from './edit.js';
import { matchAt } from './measures.js';
import { isNoSign, numberAt } from './number.js';
import { cardinalAt, isNumeral, numeral } from './numerals.js';

const signOf: Readonly<Record<string, string>> = { 百: '%', 千: '‰' };
/** The beginning of a percentage. Speakers also say 百分三十 for 百分之三十, and 负的百分之二十 for 负百分之二十. */
const percentHead = /(负的?)?(?:([百千])分之|百分(?=[零〇一二两三四五六七八九十]))/y;
const rough = new RegExp(`${numeral}*`, 'y');

/** Percentages and per mille, such as 百分之五十 and 千分之三. */
export function percent(text: string, at: number): Match | undefined {
  const head = matchAt(percentHead, text, at);
  if (!head || isNoSign(text, at) || (!head[2] && /[几数上满]/.test(text[at - 1] ?? ''))) return undefined;
  const sign = signOf[head[2] ?? '百'] ?? '';
  const from = at + head[0].length;
  if (text[from] === '百' && !cardinalAt(text, from + 1)) {
    return { end: from + 1, edits: [percentEdit(at, from, from + 1, `${head[1] ? '-' : ''}100`, sign)] };
  }
  const number = numberAt(text, from);
  if (!number) return leave(from + (matchAt(rough, text, from)?.[0].length ?? 0));
  const figures = head[1] ? `-${number.text}` : number.text;
  const edits: Edit[] = [percentEdit(at, from, number.end, figures, sign)];
  return percentRange(text, number.end, sign, edits) ?? { end: number.end, edits };
}

/** The second number of a range such as 百分之十到二十, which is a percentage as well. */
function percentRange(text: string, at: number, sign: string, edits: readonly Edit[]): Match | undefined {
  if (!/[到至]/.test(text[at] ?? '')) return undefined;
  const to = numberAt(text, at + 1);
  if (!to || /^(?:[点月日号年天个小分秒])/.test(text.slice(to.end))) return undefined;
  return { end: to.end, edits: [...edits, { start: at + 1, end: to.end, text: to.text + sign }] };
}

function percentEdit(start: number, middle: number, end: number, figures: string, sign: string): Edit {
  const parts = [
    { start, end: middle, text: sign },
    { start: middle, end, text: figures },
  ];
  return { start, end, text: figures + sign, parts };
}

const largeDenominators: Readonly<Record<string, number>> = { 万: 10_000, 亿: 100_000_000 };

/** Fractions, such as 三分之二. */
export function fraction(text: string, at: number): Match | undefined {
  const isNegative = text[at] === '负' && !isNoSign(text, at);
  const from = isNegative ? at + (text[at + 1] === '的' ? 2 : 1) : at;
  if (text[at - 1] === '点' || isNumeral(text[at - 1])) return undefined;
  const large = largeDenominators[text[from] ?? ''];
  const below = large ? { value: large, end: from + 1 } : cardinalAt(text, from);
  if (!below || below.value < 2 || !text.startsWith('分之', below.end)) return undefined;
  const above = cardinalAt(text, below.end + 2);
  const rest = matchAt(rough, text, below.end + 2);
  const end = below.end + 2 + (rest?.[0].length ?? 0);
  // 万分之三点五 keeps its words, because 3.5/10000 is no fraction
  const withPoint = text[end] === '点' ? numberAt(text, below.end + 2) : undefined;
  if (withPoint?.isDecimal) return rewrite(below.end + 2, withPoint.end, withPoint.text);
  if (!above || above.end !== end) return leave(end);
  return rewrite(at, end, `${isNegative ? '-' : ''}${above.value}/${below.value}`);
}

/** Mixed fractions, such as 一又二分之一. */
export function mixedFraction(text: string, at: number): Match | undefined {
  const whole = isNumeral(text[at - 1]) ? undefined : cardinalAt(text, at);
  if (!whole || text[whole.end] !== '又') return undefined;
  const rest = fraction(text, whole.end + 1);
  if (!rest || rest.edits.length === 0) return undefined;
  return { end: rest.end, edits: [{ start: at, end: whole.end, text: String(whole.value) }, ...rest.edits] };
}

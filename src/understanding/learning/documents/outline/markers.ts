// The numbering at the beginning of a line: 第一章, 一、, （一）, 1., 1.1, （1）, ①, Chapter 1, # and similar marks.

export interface Marker {
  /** The style, which is the same for the lines of one list or for adjacent headings. */
  readonly style: string;
  /**
   * The rank of a heading that its form alone identifies; the smaller one is higher. undefined: only its neighbours
   * identify it.
   */
  readonly rank: number | undefined;
  /** The number; undefined: the style has no number. */
  readonly number: readonly number[] | undefined;
  /** The number as written: 第一条, 1.1. */
  readonly label: string;
  /** The text that follows. */
  readonly rest: string;
}

const han = '〇零一二三四五六七八九十百千两';
const fixedRanks: ReadonlyMap<string, number> = new Map(
  [['编', '篇', '部分', '部', '卷'], ['章', '讲', '课', '回', '单元'], ['节'], ['条']].flatMap((units, at) =>
    units.map((unit) => [unit, 10 + at] as const),
  ),
);
export const articleRank = 13;

const fixed = new RegExp(
  `^(第\\s*([${han}\\d０-９]{1,7})\\s*(编|篇|部分|部|卷|章|讲|课|回|单元|节|条))(之[${han}]{1,2})?(.*)$`,
);
/** Continuations of a sentence about an article, as in 第三条规定的情形. */
const aboutIt =
  /^(?:第|至|到|和|与|及|或|的|、(?!\s*\S{2,12}$)|，|所|规定|款|项|中|里|内|之(?![一二三四五六七八九十]+\s)|，|。|是|为(?!了)|有|以[上下内外]|将|应|可|要求|条款|约定|负责|讨论|介绍)/;
const english =
  /^((?:chapter|part|section|article|appendix)\s+([\divxlcA-Z]{1,6}(?:\.\d{1,3}){0,3}))(?:\s*[.:：、\-—–]\s*|\s+|$)(.*)$/i;
const appendix = new RegExp(`^(附[录件表]\\s*[${han}\\dA-Z]{0,3})(?:\\s*[:：、.]\\s*|\\s+|$)(.*)$`);
const markdown = /^(#{1,6})(?:\s+|(?=\p{Script=Han}))(.*?)\s*#*$/u;
const hanNumber = new RegExp(`^([${han}]{1,4})\\s*([、.．:：]|\\s+)\\s*(.*)$`);
const hanBracket = new RegExp(`^([（(【〔]?)\\s*([${han}]{1,4})\\s*[）)】〕]\\s*[、.．:：]?\\s*(.*)$`);
const decimal = /^((?:\d{1,3}|[A-Z])(?:[.．]\d{1,3}){1,5})\s*([.．、:：]?)(\s*)(.*)$/;
const digit = /^(\d{1,3})\s*([、.．)）]|\s(?=\s*\S))\s*(.*)$/;
const bracketed = /^[（([【]\s*(\d{1,3})\s*[）)\]】]\s*[、.．:：]?\s*(.*)$/;
const letter = /^[（(]?([A-Za-z])(?:[)）、]|[.．](?=\s|\p{Script=Han}))\s*(.*)$/u;
const circled = /^([①-⑳⑴-⒇⒈-⒛❶-❿])\s*[、.．]?\s*(.*)$/;
const bullet = /^([■◆●▶★※◎□◇▲☆])\s*(.*)$/;
/** Units that show a quantity, as in 3.5元, 5 月 and 10%; but not in 日常, 分类 or 人员. */
const unit =
  /^(?:[元万亿吨克倍折岁％%℃°~～+×*=/\-—–]|米(?!饭)|日(?![常志程期])|月(?![度报卡])|年(?![度假检费终])|时(?![间效段])|点(?![击评餐])|分(?![类析布公支级配组享])|人(?![员事力工才脸物])|个(?![人性])|名(?![称单词])|位(?!置)|次(?![要序])|层(?![级次])|楼(?![宇层])|室(?![内外])|天(?![线气])|号(?!码)|周(?![边期报])|度(?!量)|届|千克|公[里斤顷]|平方|小时|厘米|毫|KB|MB|GB|[kKcCmM]?[mMgG](?![a-zA-Z]))/;

/** The length of the part of a line that patterns see, so that they never search an endless line. */
const headCharacters = 400;

/** Reads the marker of a line; undefined: it has none. */
export function markerOf(text: string): Marker | undefined {
  const first = text.charCodeAt(0);
  if (first === 0x23) return markdownMarker(text);
  const head = text.slice(0, headCharacters).replace(/\s{5,}/g, '    ');
  const found = fixedMarker(head) ?? countedMarker(head) ?? wordMarker(head);
  return found && { ...found, rest: found.rest + text.slice(headCharacters) };
}

function markdownMarker(text: string): Marker | undefined {
  const found = markdown.exec(text);
  if (found === null || found[2] === '') return undefined;
  const depth = (found[1] as string).length;
  return { style: `#${depth}`, rank: depth, number: undefined, label: '', rest: found[2] as string };
}

function fixedMarker(text: string): Marker | undefined {
  if (!text.startsWith('第')) return undefined;
  const found = fixed.exec(text);
  if (found === null) return undefined;
  const [, label = '', number = '', kind = '', sub = '', rest = ''] = found;
  const isApart = rest === '' || /^[\s:：、.．【[（(]/.test(rest);
  // 第一部 in a sentence, 第二部分居民
  if (!isApart && (aboutIt.test(rest) || /[。；，,]/.test(rest) || rest.length > 30)) return undefined;
  if (isApart && kind === '条' && /^、/.test(rest) && aboutIt.test(rest)) return undefined;
  return {
    ...{
      style: `第${kind}`,
      rank: fixedRanks.get(kind),
      number: [hanValue(number)],
      label: label.replace(/\s+/g, '') + sub,
    },
    rest: rest.replace(/^[\s:：、.．]+/, ''),
  };
}

function wordMarker(text: string): Marker | undefined {
  const word = english.exec(text);
  if (word !== null) {
    const [, label = '', number = '', rest = ''] = word;
    if (/^(?:of|and|is|are|was|to|in|the|above|below|shall)\b/.test(rest) || /[.;,]$/.test(rest)) return undefined;
    const kind = label.split(/\s/)[0]?.toLowerCase() ?? '';
    const depth = number.split('.').length - 1;
    const rank = kind === 'part' ? 10 : kind === 'section' ? 12 + depth : kind === 'article' ? articleRank : 11;
    return { style: `${kind}${depth}`, rank, number: undefined, label, rest };
  }
  const last = appendix.exec(text);
  if (last === null || /[。；，]/.test(last[2] as string)) return undefined;
  return { style: '附', rank: 11, number: undefined, label: last[1] as string, rest: last[2] as string };
}

function countedMarker(text: string): Marker | undefined {
  const of = (style: string, number: readonly number[] | undefined, label: string, rest: string): Marker => ({
    ...{ style, rank: undefined, number, label, rest: rest.trim() },
  });
  let found = hanNumber.exec(text);
  if (found !== null) {
    const [, number = '', mark = '', rest = ''] = found;
    const style = mark.trim() === '' ? '一 ' : `一${mark}`;
    return rest === '' ? undefined : of(style, [hanValue(number)], number, rest);
  }
  found = hanBracket.exec(text);
  if (found !== null)
    return of(
      `（一${found[1] === '' ? '' : '('}`,
      [hanValue(found[2] as string)],
      found[2] as string,
      found[3] as string,
    );
  found = decimal.exec(text);
  if (found !== null) {
    const [, numbers = '', mark = '', space = '', rest = ''] = found;
    if (rest === '' || (mark === '' && unit.test(rest)) || (mark === '' && space === '' && /^\d/.test(rest)))
      return undefined;
    const parts = numbers.split(/[.．]/).map((part) => (/[A-Z]/.test(part) ? part.charCodeAt(0) - 64 : Number(part)));
    return parts.some((part) => part > 99) ? undefined : of(`1.${parts.length}`, parts, numbers, rest);
  }
  found = digit.exec(text);
  if (found !== null) {
    const [, number = '', mark = '', rest = ''] = found;
    if (rest === '' || (mark.trim() === '' && unit.test(rest)) || (/[.．]/.test(mark) && /^\d/.test(rest)))
      return undefined;
    return of(`1${mark.replace('．', '.').replace('）', ')').trim()}`, [Number(number)], number, rest);
  }
  found = bracketed.exec(text);
  if (found !== null) return of('(1)', [Number(found[1])], `（${found[1]}）`, found[2] as string);
  found = circled.exec(text);
  if (found !== null) return of('①', [circleValue(found[1] as string)], found[1] as string, found[2] as string);
  found = letter.exec(text);
  if (found !== null && found[2] !== '') {
    const name = found[1] as string;
    const isSmall = name >= 'a';
    return of(isSmall ? 'a' : 'A', [name.toLowerCase().charCodeAt(0) - 96], name, found[2] as string);
  }
  found = bullet.exec(text);
  return found === null || found[2] === '' ? undefined : of(found[1] as string, undefined, '', found[2] as string);
}

const circleStarts = [0x2460, 0x2474, 0x2488, 0x2776];

function circleValue(character: string): number {
  const code = character.charCodeAt(0);
  const start = circleStarts.findLast((each) => each <= code) ?? code;
  return code - start + 1;
}

const numerals = '〇一二三四五六七八九';

/** The value of a Chinese or Arabic number: 十二, 二十, 一百零三, 12. */
function hanValue(text: string): number {
  if (/^[\d０-９]+$/.test(text)) return Number(text.normalize('NFKC'));
  let [sum, digitValue] = [0, -1];
  for (const character of text) {
    const scale = character === '十' ? 10 : character === '百' ? 100 : character === '千' ? 1000 : 0;
    if (scale > 0) {
      sum += (digitValue < 0 ? 1 : digitValue) * scale;
      digitValue = -1;
    } else {
      const value = character === '零' ? 0 : character === '两' ? 2 : numerals.indexOf(character);
      digitValue = digitValue > 0 ? digitValue * 10 + value : value;
    }
  }
  return sum + Math.max(0, digitValue);
}

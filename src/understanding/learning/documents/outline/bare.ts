// Headings without a number: short lines above text.
import type { Heading } from './heading.js';
import type { DocumentLine } from './lines.js';
import type { Marker } from './markers.js';
import { answeredBy, isAskedAlone } from './question-lines.js';
import { endsSentence } from './raw.js';
import { isLooseTitle, isTitle, tidy } from './titles.js';

const documentWords =
  /(?:手册|指南|办法|规定|制度|说明书?|条例|须知|协议书?|合同|问答|faq|规程|细则|章程|通知|方案|规范|标准|守则|公约|介绍|简介|白皮书|报告|manual|guide)(?:[（(].{1,20}[)）])?$/i;
const notHeading =
  /^(?:[\d\s.,:：/年月日时分秒\-—~号第页+()（）]+|(?:https?:|www\.).*|.*@\S+\.\S+|[^：:]{1,10}[：:].+|[-*•·–—].*|图\s*\d.*|表\s*\d.*|注[:：].*|[)）\]】”’」』,.;:、，。；：|<>=(…].*)$/i;
/** Text that introduces a list or code. */
const leadsIn = /(?:以下|如下|下列|下面|包括|包含|分别|例如|following|these|below|as follows).{0,12}[:：]$/i;
const named = /^(?:【([^【】]{2,160})】|\*\*([^*]{2,160})\*\*[:：]?|〖([^〖〗]{2,30})〗|《([^《》]{2,30})》)$/;

/** Lines that begin a note or a list of headings, not a section. */
const aside =
  /^(?:注意|警告|提示|小心|重要|窍门|小贴士|技巧|注|目[录次]|note|warning|tip|caution|important)\s*[:：!！]?$/i;
/**
 * If at least this many headings are marked, and more than are not, a term above a line is no heading. If at least
 * `leastAnnounced` are in the table of contents, all headings are.
 */
const leastMarked = 5;
const leastAnnounced = 5;

type Headings = (Heading | undefined)[];
const of = (kind: Heading['kind'], title: string): Heading => ({
  ...{ kind, style: kind, rank: 0, sequence: undefined, label: '', title: tidy(title), inline: '' },
});

/** Adds bare headings among the lines that are neither headings nor counted lines nor rows of tables. */
export function addBareHeadings(
  lines: readonly DocumentLine[],
  headings: Headings,
  isRow: readonly boolean[],
  markers: readonly (Marker | undefined)[],
): void {
  const marked = headings.filter((each) => each !== undefined).length;
  const isNamed = lines.filter(({ isAnnounced }) => isAnnounced).length >= leastAnnounced;
  const isCounted = (at: number): boolean => markers[at] !== undefined;
  const found: number[] = [];
  for (const [at, line] of lines.entries()) {
    if (headings[at] !== undefined || isRow[at] || isCounted(at)) continue;
    if (line.goesOn || line.isCode || aside.test(line.text) || answeredBy(line.text) !== undefined) continue;
    if (line.isAnnounced) headings[at] = { ...of('bare', line.text), isOutside: line.place === 'outside' };
    else if (isNamed && at > 0) continue;
    else if (isAskedAlone(lines, at) && headings[at + 1] === undefined && isTitle(line.text))
      headings[at] = of('question', line.text);
    else {
      headings[at] = namedHeading(lines, at);
      if (headings[at] !== undefined) continue;
      headings[at] = bareHeading(lines, at, headings, isRow, isCounted);
      if (headings[at]?.kind === 'bare' && line.place === undefined && !isHan(line.text)) found.push(at);
    }
  }
  const bare = headings.filter((each) => each?.kind === 'bare').length;
  if (marked >= leastMarked && marked > bare) for (const at of found) headings[at] = undefined;
}

/** Headings in brackets, such as 【开户】. */
function namedHeading(lines: readonly DocumentLine[], at: number): Heading | undefined {
  const inside = named.exec((lines[at] as DocumentLine).text);
  if (inside === null || lines[at + 1] === undefined || at === 0) return undefined;
  const title = (inside[1] ?? inside[2] ?? inside[3] ?? inside[4]) as string;
  return isLooseTitle(title) ? of('bare', title) : undefined;
}

function bareHeading(
  lines: readonly DocumentLine[],
  at: number,
  headings: Headings,
  isRow: readonly boolean[],
  isCounted: (at: number) => boolean,
): Heading | undefined {
  const [own, before, next] = [lines[at] as DocumentLine, lines[at - 1], lines[at + 1]];
  if (own.place === 'inside' || own.text.startsWith('#')) return undefined;
  if (!isTitle(own.text) || own.width > 60 || notHeading.test(own.text) || next === undefined || next.goesOn)
    return undefined;
  const nextIsHeading = headings[at + 1] !== undefined;
  if (at === 0) {
    const isApart = next.isAfterBlank || nextIsHeading || documentWords.test(own.text);
    if (isApart && (nextIsHeading || documentWords.test(own.text) || headings.some((each) => each !== undefined)))
      return of('title', own.text);
  }
  if (own.place === 'outside')
    return next.place === 'inside' || nextIsHeading ? { ...of('bare', own.text), isOutside: true } : undefined;
  if (own.width > 44) return undefined;
  const isFresh =
    before === undefined ||
    own.isAfterBlank ||
    endsSentence(before.text) ||
    headings[at - 1] !== undefined ||
    isRow[at - 1];
  if (!isFresh || leadsIn.test(own.text) || (/[:：]$/.test(own.text) && next.isCode)) return undefined;
  if (/[:：]$/.test(own.text))
    return own.isAfterBlank && own.width <= 14 && !nextIsHeading ? of('bare', own.text) : undefined;
  if (nextIsHeading) return own.isAfterBlank ? of('bare', own.text) : undefined;
  if (isRow[at + 1] || isCounted(at + 1) || /^[-*•·]/.test(next.text))
    return own.isAfterBlank || before === undefined || isRow[at - 1] !== true ? of('bare', own.text) : undefined;
  const isText =
    endsSentence(next.text) || next.width >= 44 || lines[at + 2]?.goesOn === true || /[，：:]/.test(next.text);
  return isText && (next.width > own.width || (own.isAfterBlank && endsSentence(next.text)))
    ? of('bare', own.text)
    : undefined;
}

/** True if most of the text is Han. A list term such as the name of a command is not. */
function isHan(text: string): boolean {
  const count = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return count * 2 > text.length && !/^[“"「]/.test(text);
}

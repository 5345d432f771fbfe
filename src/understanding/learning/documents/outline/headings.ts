// Which lines of a document are headings, and of what kind.

import { type DocumentLine, endsSentence } from './lines.js';
import { articleRank, type Marker, markerOf } from './markers.js';
import { answeredBy, askedBy, isAskedAlone } from './question-lines.js';
import { areHeadings, inlineTitle, isTitle, type Sequence, sequencesOf } from './sequences.js';

export interface Heading {
  /** `title`: of the whole document; `ranked`: its form says how high it stands; `bare`: a short line above text. */
  readonly kind: 'title' | 'ranked' | 'counted' | 'bare' | 'question';
  readonly style: string;
  readonly rank: number;
  readonly sequence: Sequence | undefined;
  /** 第一条, 1.1; empty where there is none. */
  readonly label: string;
  /** Without its number. */
  readonly title: string;
  /** Text of the section that stands on the line of the heading. */
  readonly inline: string;
}

const documentWords =
  /(?:手册|指南|办法|规定|制度|说明书?|条例|须知|协议书?|合同|问答|faq|规程|细则|章程|通知|方案|规范|标准|守则|公约|介绍|简介|白皮书|报告|manual|guide)(?:[（(].{1,20}[)）])?$/i;
const notHeading =
  /^(?:[\d\s.,:：/年月日时分秒\-—~号第页+()（）]+|(?:https?:|www\.).*|.*@\S+\.\S+|[^：:]{1,10}[：:].+|[-*•·–—].*|图\s*\d.*|表\s*\d.*|注[:：].*)$/i;
/** A list comes, which the text before it begins. */
const leadsIn = /(?:以下|如下|下列|包括|包含|分别|following|these|below|as follows).{0,12}[:：]$/i;
const named = /^(?:【([^【】]{2,30})】|\*\*([^*]{2,40})\*\*[:：]?|〖([^〖〗]{2,30})〗|《([^《》]{2,30})》)$/;

/** For each line the heading that it is. `isRow`: the line is a row of a table. */
export function headingsOf(lines: readonly DocumentLine[], isRow: readonly boolean[]): (Heading | undefined)[] {
  const markers = lines.map((line, at) => (isRow[at] ? undefined : markerAt(line)));
  const headings = new Array<Heading | undefined>(lines.length).fill(undefined);
  const sequences = sequencesOf(markers.map((marker, at) => (isListMark(lines, at) ? undefined : marker)));
  const verdicts = new Map<Sequence, boolean>();
  for (const [at, line] of lines.entries()) {
    if (isRow[at]) continue;
    const marker = markers[at];
    const asked = line.goesOn
      ? undefined
      : askedBy(marker?.rank === undefined && marker !== undefined ? marker.rest : line.text);
    if (asked !== undefined) {
      headings[at] = questionHeading(lines, at, asked.question, asked.inline);
      continue;
    }
    if (marker === undefined) continue;
    if (marker.rank !== undefined) {
      headings[at] = rankedHeading(marker, marker.rank);
      continue;
    }
    const sequence = sequences.get(at);
    if (sequence === undefined) continue;
    let isHeading = verdicts.get(sequence);
    if (isHeading === undefined) {
      isHeading = areHeadings(sequence, markers, lines);
      verdicts.set(sequence, isHeading);
    }
    if (isHeading) headings[at] = countedHeading(marker, sequence);
  }
  const isCounted = (at: number): boolean => markers[at] !== undefined;
  for (const at of lines.keys()) {
    if (headings[at] !== undefined || isRow[at] || isCounted(at)) continue;
    headings[at] = bareHeading(lines, at, headings, isRow, isCounted);
  }
  // marks alone name nothing
  return headings.map((heading) => (heading?.title === '' && heading.label === '' ? undefined : heading));
}

function markerAt(line: DocumentLine): Marker | undefined {
  const marker = markerOf(unbold(line.text));
  if (line.underline !== undefined && isTitle(line.text)) {
    const rank = line.underline === '=' ? 1 : 2;
    return { style: `underline${rank}`, rank, number: undefined, label: '', rest: marker?.rest || line.text };
  }
  // a line that goes on begins with a number only by chance
  return line.goesOn && marker?.rank === undefined ? undefined : marker;
}

const unbold = (text: string): string => /^\*\*([^*]+)\*\*[:：]?$/.exec(text)?.[1] ?? text;

/** The answer of an open question, such as "A. …", counts nothing. */
const isListMark = (lines: readonly DocumentLine[], at: number): boolean =>
  answeredBy((lines[at] as DocumentLine).text) !== undefined && askedBy(lines[at - 1]?.text ?? '') !== undefined;

const ranked = { kind: 'ranked', sequence: undefined } as const;

function rankedHeading({ style, label, rest }: Marker, rank: number): Heading {
  const of = (title: string, inline: string): Heading => ({
    ...{ ...ranked, style, rank, label, title: tidy(title), inline },
  });
  if (label === '') return of(withoutNumber(rest), '');
  if (rank !== articleRank) return rest.length > 60 && /[。；]/.test(rest) ? of('', rest) : of(rest, '');
  if (isTitle(rest) && !/[：:]$/.test(rest)) return of(/^[【[（(](.+)[】\]）)]$/.exec(rest)?.[1] ?? rest, '');
  const inline = inlineTitle(rest);
  // of an article only what stands apart is its title, and no first sentence
  const isApart = inline !== undefined && !/^[^【[（(][^。：:]*[。？?]/.test(rest);
  return isApart ? of(inline.title, inline.body) : of('', rest);
}

/** ## 1.2 安装 */
function withoutNumber(title: string): string {
  const marker = markerOf(title);
  return marker === undefined || marker.number === undefined || marker.rest === '' ? title : marker.rest;
}

function countedHeading({ style, label, rest }: Marker, sequence: Sequence): Heading | undefined {
  const of = (title: string, inline: string): Heading => ({
    ...{ kind: 'counted', rank: 0, sequence, style, label, title: tidy(title), inline },
  });
  if (isTitle(rest)) return of(rest, '');
  const inline = inlineTitle(rest);
  return inline === undefined ? undefined : of(inline.title, inline.body);
}

function questionHeading(
  lines: readonly DocumentLine[],
  at: number,
  question: string,
  inline: string,
): Heading | undefined {
  // 问题： alone names what follows; with an answer after it the next line is the question
  if (!/[\p{L}\p{N}]/u.test(question)) return undefined;
  if (!/[？?]$/.test(question) && inline === '' && lines[at + 1] === undefined) return undefined;
  return { kind: 'question', style: 'question', rank: 0, sequence: undefined, label: '', title: question, inline };
}

function bareHeading(
  lines: readonly DocumentLine[],
  at: number,
  headings: readonly (Heading | undefined)[],
  isRow: readonly boolean[],
  isCounted: (at: number) => boolean,
): Heading | undefined {
  const own = lines[at] as DocumentLine;
  const of = (kind: Heading['kind'], title: string): Heading => ({
    ...{ kind, style: kind, rank: 0, sequence: undefined, label: '', title: tidy(title), inline: '' },
  });
  if (own.goesOn || answeredBy(own.text) !== undefined) return undefined;
  if (isAskedAlone(lines, at) && headings[at + 1] === undefined && isTitle(own.text)) return of('question', own.text);
  const next = lines[at + 1];
  const inside = named.exec(own.text);
  if (inside !== null && next !== undefined && at > 0)
    return of('bare', (inside[1] ?? inside[2] ?? inside[3] ?? inside[4]) as string);
  if (!isTitle(own.text) || own.width > 60 || notHeading.test(own.text) || next === undefined || next.goesOn)
    return undefined;
  const nextIsHeading = headings[at + 1] !== undefined;
  if (at === 0) {
    const isApart = next.isAfterBlank || nextIsHeading || documentWords.test(own.text);
    if (isApart && (nextIsHeading || documentWords.test(own.text) || headings.some((each) => each !== undefined)))
      return of('title', own.text);
  }
  const before = lines[at - 1];
  const isFresh =
    before === undefined || own.isAfterBlank || endsSentence(before.text) || headings[at - 1] !== undefined;
  if (own.width > 44 || leadsIn.test(own.text) || !(isFresh || isRow[at - 1])) return undefined;
  const isAbove = /[:：]$/.test(own.text)
    ? own.isAfterBlank && own.width <= 14 && !nextIsHeading
    : nextIsHeading
      ? own.isAfterBlank
      : isRow[at + 1] || isCounted(at + 1) || /^[-*•·]/.test(next.text)
        ? isFresh
        : isAboveText(own, next, lines[at + 2]);
  return isAbove ? of('bare', own.text) : undefined;
}

/** The next line is text, and no short line beside this one. */
function isAboveText(own: DocumentLine, next: DocumentLine, third: DocumentLine | undefined): boolean {
  const isText = endsSentence(next.text) || next.width >= 44 || third?.goesOn === true || /[，：:]/.test(next.text);
  return isText && (next.width > own.width || (own.isAfterBlank && endsSentence(next.text)));
}

/** 总　则 is 总则; marks of print are gone. */
function tidy(title: string): string {
  if (!/[\p{L}\p{N}]/u.test(title)) return '';
  const plain = title
    .replace(/\*\*|__|`/g, '')
    .replace(/[:：]$/, '')
    .trim();
  const pieces = plain.split(/\s+/);
  return pieces.every((piece) => /^\p{Script=Han}$/u.test(piece)) ? pieces.join('') : pieces.join(' ');
}

// Finds the headings of a document and their kinds.

import { addBareHeadings } from './bare.js';
import { hashHeadings } from './hashes.js';
import type { Heading } from './heading.js';
import type { DocumentLine } from './lines.js';
import { articleRank, type Marker, markerOf } from './markers.js';
import { answeredBy, askedBy } from './question-lines.js';
import { areHeadings, type Sequence, sequencesOf } from './sequences.js';
import { straysOf } from './strays.js';
import { inlineTitle, isLooseTitle, isTitle, tidy } from './titles.js';

/** For each line its heading, or undefined. `isRow` is true for rows of tables. */
export function headingsOf(lines: readonly DocumentLine[], isRow: readonly boolean[]): (Heading | undefined)[] {
  const markers = markersOf(lines, isRow);
  const headings = new Array<Heading | undefined>(lines.length).fill(undefined);
  const sequences = sequencesOf(markers.map((marker, at) => (isListMark(lines, at) ? undefined : marker)));
  const isHeading = verdictsOf(sequences, markers, lines);
  for (const [at, line] of lines.entries()) {
    if (isRow[at] || line.isCode) continue;
    const marker = markers[at];
    const asked = line.goesOn
      ? undefined
      : askedBy(marker?.rank === undefined && marker !== undefined ? marker.rest : line.text);
    const sequence = sequences.get(at);
    if (asked !== undefined) headings[at] = questionHeading(lines, at, asked.question, asked.inline);
    else if (marker?.rank !== undefined) headings[at] = rankedHeading(marker, marker.rank);
    else if (marker === undefined || sequence === undefined) continue;
    else if (isSure(line) && isLooseTitle(marker.rest)) headings[at] = titled(marker, sequence);
    else if (isHeading(sequence)) headings[at] = countedHeading(marker, sequence);
  }
  addBareHeadings(lines, headings, isRow, markers);
  // punctuation alone names nothing
  return headings.map((heading) => (heading?.title === '' && heading.label === '' ? undefined : heading));
}

/** True if a number makes the line a heading, whatever its neighbours are. */
const isSure = ({ place, isAnnounced }: DocumentLine): boolean => place === 'outside' || isAnnounced;

function markersOf(lines: readonly DocumentLine[], isRow: readonly boolean[]): (Marker | undefined)[] {
  const isHash = hashHeadings(lines);
  const markers = lines.map((line, at) => {
    return isRow[at] || line.isCode || line.place === 'inside' ? undefined : markerAt(line, isHash[at] === true);
  });
  addJoinedNumbers(markers, lines);
  const strays = straysOf(markers, lines);
  return markers.map((marker, at) => (strays.has(at) ? undefined : marker));
}

/** Adds numbers that are joined to their title, such as 2安装. They count if 2.1 is the next section number. */
function addJoinedNumbers(markers: (Marker | undefined)[], lines: readonly DocumentLine[]): void {
  let next: readonly number[] | undefined;
  for (let at = lines.length - 1; at >= 0; at--) {
    const marker = markers[at];
    const { text, isCode, goesOn } = lines[at] as DocumentLine;
    if (marker !== undefined) {
      if (isDecimal(marker.style)) next = marker.number;
      continue;
    }
    if (next?.length !== 2 || next[1] !== 1 || isCode || goesOn || text.length > longestJoined) continue;
    const found = /^(\d{1,2})([\p{Script=Han}A-Z].*)$/u.exec(text);
    if (found === null || Number(found[1]) !== next[0] || !isTitle(found[2] as string)) continue;
    markers[at] = {
      style: '1',
      rank: undefined,
      number: [next[0]],
      label: found[1] as string,
      rest: found[2] as string,
    };
    next = undefined;
  }
}

function markerAt(line: DocumentLine, isHash: boolean): Marker | undefined {
  const marker = markerOf(unbold(line.text));
  if (line.underline !== undefined && isLooseTitle(line.text)) {
    const rank = line.underline === '=' ? 1 : 2;
    return { style: `underline${rank}`, rank, number: undefined, label: '', rest: marker?.rest || line.text };
  }
  if (marker?.style.startsWith('#')) return isHash ? marker : undefined;
  // a line that continues a sentence begins with a number only by chance
  return line.goesOn && marker?.rank === undefined ? undefined : marker;
}

const unbold = (text: string): string => /^\*\*([^*]+)\*\*[:：]?$/.exec(text)?.[1] ?? text;

/**
 * Decides for each sequence whether its lines are headings. Decimal numbers such as 1.1 are judged together for the
 * whole document.
 */
function verdictsOf(
  sequences: ReadonlyMap<number, Sequence>,
  markers: readonly (Marker | undefined)[],
  lines: readonly DocumentLine[],
): (sequence: Sequence) => boolean {
  const pooled = new Map<string, number[]>();
  for (const [at, { style }] of sequences) {
    if (!isDecimal(style)) continue;
    const items = pooled.get(style);
    if (items === undefined) pooled.set(style, [at]);
    else items.push(at);
  }
  const verdicts = new Map<Sequence | string, boolean>();
  const votes = new Map<string, number>();
  for (const sequence of new Set(sequences.values())) {
    const { style, items } = sequence;
    const key = isDecimal(style) ? style : sequence;
    if (verdicts.has(key)) continue;
    const verdict = areHeadings(style, pooled.get(style) ?? items, markers, lines);
    verdicts.set(key, verdict);
    if (items.length > 1) votes.set(style, (votes.get(style) ?? 0) + (verdict ? 1 : -1));
  }
  // a line without neighbours is a heading if other lines of its style are
  return (sequence) =>
    verdicts.get(isDecimal(sequence.style) ? sequence.style : sequence) === true ||
    (sequence.items.length === 1 && (votes.get(sequence.style) ?? 0) > 0);
}

const longestJoined = 60;
const isDecimal = (style: string): boolean => /^1\.\d/.test(style);

/** True for a mark that belongs to the answer of an open question, such as "A. …", and counts nothing. */
const isListMark = (lines: readonly DocumentLine[], at: number): boolean =>
  answeredBy((lines[at] as DocumentLine).text) !== undefined && askedBy(lines[at - 1]?.text ?? '') !== undefined;

const ranked = { kind: 'ranked', sequence: undefined } as const;

function rankedHeading({ style, label, rest }: Marker, rank: number): Heading {
  const of = (title: string, inline: string): Heading => ({
    ...{ ...ranked, style, rank, label, title: tidy(title), inline },
  });
  if (label === '') return of(withoutNumber(rest), '');
  if (rank !== articleRank)
    return !isTitle(rest) && rest.length > 60 && /[。；]/.test(rest) ? of('', rest) : of(rest, '');
  if (isTitle(rest) && !/[：:]$/.test(rest)) return of(/^[【[（(](.+)[】\]）)]$/.exec(rest)?.[1] ?? rest, '');
  const inline = inlineTitle(rest);
  // the title of an article is only a part that stands apart and is no first sentence
  const isApart = inline !== undefined && !/^[^【[（(][^。：:]*[。？?]/.test(rest);
  return isApart ? of(inline.title, inline.body) : of('', rest);
}

/** Removes a number within a Markdown heading: ## 1.2 安装. */
function withoutNumber(title: string): string {
  const marker = markerOf(title);
  return marker === undefined || marker.number === undefined || marker.rest === '' ? title : marker.rest;
}

const titled = ({ style, label, rest }: Marker, sequence: Sequence, inline = ''): Heading => ({
  ...{ kind: 'counted', rank: 0, sequence, style, label, title: tidy(rest), inline },
});

function countedHeading(marker: Marker, sequence: Sequence): Heading | undefined {
  const { rest } = marker;
  if (isTitle(rest)) return titled(marker, sequence);
  const inline = inlineTitle(rest);
  if (inline !== undefined) return titled({ ...marker, rest: inline.title }, sequence, inline.body);
  return isLooseTitle(rest) && !/[。！!：:]/.test(rest) ? titled(marker, sequence) : undefined;
}

function questionHeading(
  lines: readonly DocumentLine[],
  at: number,
  question: string,
  inline: string,
): Heading | undefined {
  // 问题： alone names the following text; if an answer follows the mark, the next line is the question
  if (!/[\p{L}\p{N}]/u.test(question)) return undefined;
  if (!/[？?]$/.test(question) && inline === '' && lines[at + 1] === undefined) return undefined;
  return { kind: 'question', style: 'question', rank: 0, sequence: undefined, label: '', title: question, inline };
}

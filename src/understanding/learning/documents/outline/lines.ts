// The content lines of a document. Page numbers, headers and footers, tables of contents, footnotes and ruled lines are
// removed. Lines that continue a sentence are marked, and titles that were cut in two are joined.
import { codeLines } from './code.js';
import { longestTitle, mostTitleLines, nameOf, withoutContents } from './contents.js';
import { markerOf } from './markers.js';
import { withoutNotes } from './notes.js';
import { withoutHeaders } from './pages.js';
import { type Place, placesOfLines } from './places.js';
import { endsSentence, joined, type RawLine, rawLines, widthOf } from './raw.js';
import { goingOn } from './wrapping.js';

const leastCutColumns = 36;

export interface DocumentLine extends RawLine {
  /** width in columns; a Han character takes two */
  readonly width: number;
  /** The line continues the previous line, which was full. */
  readonly goesOn: boolean;
  readonly isCode: boolean;
  readonly place: Place;
  /** The table of contents names the line. */
  readonly isAnnounced: boolean;
}

/** Splits the text of a document into content lines. */
export function documentLines(document: string): DocumentLine[] {
  const { lines: raw, names } = withoutContents(withoutHeaders(rawLines(document)));
  const lines = withoutNotes(raw);
  const isCode = codeLines(lines);
  const places = placesOfLines(lines, isCode);
  const goesOn = goingOn(lines, isCode, places);
  // spelled out, because object spread takes most of the time for documents of short lines
  const all = lines.map(
    ({ text, indent, isAfterBlank, isAfterRule, underline, isFenced }, at): DocumentLine => ({
      text,
      indent,
      isAfterBlank,
      isAfterRule,
      underline,
      isFenced,
      width: widthOf(text),
      goesOn: goesOn[at] === true,
      isCode: isCode[at] === true,
      place: places[at],
      isAnnounced: false,
    }),
  );
  return withWholeTitles(all, names);
}

function withWholeTitles(lines: readonly DocumentLine[], names: ReadonlySet<string>): DocumentLine[] {
  const whole: DocumentLine[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as DocumentLine;
    const length = announcedLength(lines, at, names);
    const count = length || titleLength(lines, at);
    if (count <= 1) whole.push(length === 0 ? line : { ...line, isAnnounced: true, isCode: false });
    else {
      const parts = lines.slice(at, at + count);
      const title = parts.map(({ text }) => text).reduce(joined);
      const { underline } = parts.at(-1) as DocumentLine;
      whole.push({ ...line, text: title, width: widthOf(title), underline, isAnnounced: length > 0, isCode: false });
    }
    at += Math.max(1, count);
  }
  return whole;
}

/** The number of lines here that form a title from the table of contents; 0: none. */
function announcedLength(lines: readonly DocumentLine[], at: number, names: ReadonlySet<string>): number {
  const { place, isCode, isAfterBlank, goesOn, text } = lines[at] as DocumentLine;
  if (names.size === 0 || place === 'inside' || goesOn) return 0;
  const marker = markerOf(text);
  if (marker === undefined && (isCode || (place === undefined && !isAfterBlank))) return 0;
  let title = '';
  for (let length = 1; length <= mostTitleLines; length++) {
    const line = lines[at + length - 1];
    if (line === undefined || (length > 1 && line.isAfterBlank) || title.length > longestTitle) return 0;
    title = length === 1 ? line.text : joined(title, line.text);
    if (names.has(nameOf(title))) return length;
  }
  return 0;
}

/**
 * The number of lines here that form a title by their form: a full line with a number or left of the text, and its
 * continuation.
 */
function titleLength(lines: readonly DocumentLine[], at: number): number {
  const line = lines[at] as DocumentLine;
  if (line.goesOn || line.isCode || line.place === 'inside') return 1;
  if (line.place === undefined && (!line.isAfterBlank || markerOf(line.text) === undefined)) return 1;
  let length = askedLength(lines, at);
  while (lines[at + length]?.goesOn === true && length <= mostTitleLines) length++;
  const [last, next] = [lines[at + length - 1] as DocumentLine, lines[at + length]];
  const isApart = next === undefined || next.isAfterBlank || next.place !== line.place;
  const columns = lines.slice(at, at + length).reduce((sum, { width }) => sum + width, 0);
  const isSentence =
    /[。；;：:]$/.test(last.text) || (endsSentence(last.text) && !/[？?！!…]["”』」）)]?$/.test(last.text));
  return isApart && length <= mostTitleLines && columns <= longestTitle * 2 && !isSentence ? length : 1;
}

/** The length in lines of a numbered question in a block of its own, whose lines have other widths than the text. */
function askedLength(lines: readonly DocumentLine[], at: number): number {
  if ((lines[at] as DocumentLine).width < leastCutColumns) return 1;
  for (let length = 1; length <= mostTitleLines; length++) {
    const next = lines[at + length];
    const { text } = lines[at + length - 1] as DocumentLine;
    if (next === undefined || next.isAfterBlank) return /[？?]["”』」）)]?$/.test(text) ? length : 1;
    if (endsSentence(text) || markerOf(next.text) !== undefined) return 1;
  }
  return 1;
}

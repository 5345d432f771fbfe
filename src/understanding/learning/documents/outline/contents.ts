// Tables of contents. They are removed from the text, but they announce the headings that follow.
import { markerOf } from './markers.js';
import { endsSentence, type RawLine } from './raw.js';

export interface Announced {
  /** The lines outside the tables of contents. */
  readonly lines: readonly RawLine[];
  /** The headings that the tables announce, each in the form of `nameOf`. */
  readonly names: ReadonlySet<string>;
}

const contentsTitle = /^(?:目\s*[录次]|contents|table of contents)\s*[:：]?$/i;
const leader = /^(.*?\S)\s*(?:[.．·•…_]\s?){3,}\s*\d{1,4}$/;
const looseNumber = /^(.*?\D)(?:\s{2,}|\t\s*)\d{1,4}$/;
/** The maximum number of lines of a title or an entry. The two may be cut at different places. */
export const mostTitleLines = 4;
const longestName = 200;
/** The maximum length of a title in characters. */
export const longestTitle = 160;
/** The number of first entries that are tried; a document may leave out some of them. */
const entriesTried = 6;
const mostWrongEnds = 2;
const leastEntries = 3;
const leastRun = 4;
/**
 * The maximum number of tables of contents: a document has one, or one in each part. Each is searched for in all lines.
 */
const mostTables = 32;
const mostContentsLines = 3_000;

const isEntryOfPage = (text: string): boolean => text.length <= longestName && leader.test(text);

/** A title without its number, spaces and punctuation, in lower case. */
export function nameOf(text: string): string {
  if (text.length > longestName) return '';
  const entry = leader.exec(text)?.[1] ?? looseNumber.exec(text)?.[1] ?? text;
  const rest = markerOf(entry.trim())?.rest || entry;
  return rest.replace(/[\s\p{P}]/gu, '').toLowerCase();
}

/** Removes the tables of contents and collects the headings that they announce. */
export function withoutContents(lines: readonly RawLine[]): Announced {
  const places = placesOf(lines, lines.some(({ text }) => contentsTitle.test(text)) ? mostTitleLines : 1);
  const isEntry = lines.map(({ text }) => isEntryOfPage(text));
  const names = new Set<string>();
  let tables = 0;
  for (let at = 0; at < lines.length; at++) {
    const isTitled = contentsTitle.test((lines[at] as RawLine).text) && tables++ < mostTables;
    const end = isTitled ? endOfContents(lines, at, places) : endOfRun(lines, at, places);
    if (!isTitled && end - at < leastRun) at = Math.max(at, end - 1);
    if (end - at < leastEntries) continue;
    for (let entry = at; entry < end; entry++) {
      const length = entryLength(lines, entry, end, places);
      if (length > 0) names.add(nameOf(titleOf(lines, entry, length)));
    }
    isEntry.fill(true, at, end);
    at = end - 1;
  }
  for (const [at, { text }] of lines.entries()) if (isEntry[at]) names.add(nameOf(text));
  names.delete('');
  return { lines: lines.filter((_, at) => !isEntry[at]), names };
}

/** The line numbers at which each name begins, as one line or as several lines where a title may begin. */
function placesOf(lines: readonly RawLine[], mostLines: number): ReadonlyMap<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { text, isAfterBlank }] of lines.entries()) {
    const most = isAfterBlank || markerOf(text) !== undefined ? mostLines : 1;
    for (let length = 1; length <= most; length++) {
      if (length > 1 && (lines[at + length - 1]?.isAfterBlank ?? true)) break;
      const title = titleOf(lines, at, length);
      if (title.length > longestName) break;
      const name = nameOf(title);
      if (name === '') continue;
      const known = places.get(name);
      if (known === undefined) places.set(name, [at]);
      else known.push(at);
    }
  }
  return places;
}

const titleOf = (lines: readonly RawLine[], at: number, length: number): string =>
  lines
    .slice(at, at + length)
    .map(({ text }) => text)
    .join(' ');

/** The number of lines here that form an entry which occurs again from `end` on; 0: none. */
function entryLength(
  lines: readonly RawLine[],
  at: number,
  end: number,
  places: ReadonlyMap<string, number[]>,
): number {
  for (let length = 1; length <= mostTitleLines && at + length <= end; length++) {
    const last = places.get(nameOf(titleOf(lines, at, length)))?.at(-1);
    if (last !== undefined && last >= end) return length;
  }
  return 0;
}

/** The end of a table of contents: where its first entry occurs again, if most lines in between are entries. */
function endOfContents(lines: readonly RawLine[], title: number, places: ReadonlyMap<string, number[]>): number {
  let entry = title + 1;
  const wrong = new Set<number>();
  for (let tried = 0; tried < entriesTried && wrong.size < mostWrongEnds && entry < lines.length; tried++, entry++) {
    for (let length = 1; length <= mostTitleLines; length++) {
      const again = places.get(nameOf(titleOf(lines, entry, length)));
      const end = firstAfter(again, entry + 1);
      if (end === undefined || end <= title + leastEntries || end > title + mostContentsLines || wrong.has(end))
        continue;
      if (areEntries(lines, title + 1, end, places)) return withoutProse(lines, title + 1, end, places);
      wrong.add(end);
    }
  }
  let end = title + 1;
  while (end < lines.length) {
    const length = isEntryOfPage((lines[end] as RawLine).text) ? 1 : entryLength(lines, end, end + 1, places);
    if (length === 0) break;
    end += length;
  }
  return end > title + 1 ? end : title;
}

function areEntries(
  lines: readonly RawLine[],
  start: number,
  end: number,
  places: ReadonlyMap<string, number[]>,
): boolean {
  let [entries, others] = [0, 0];
  for (let at = start; at < end; ) {
    const length = entryLength(lines, at, end, places);
    if (length > 0) entries += length;
    else others++;
    at += Math.max(1, length);
  }
  return entries > others;
}

/** Moves the end before text between the last entry and the first heading, which is not part of the table. */
function withoutProse(
  lines: readonly RawLine[],
  start: number,
  end: number,
  places: ReadonlyMap<string, number[]>,
): number {
  let last = start;
  for (let at = start; at < end; ) {
    const length = entryLength(lines, at, end, places);
    at += Math.max(1, length);
    if (length > 0) last = at;
  }
  return lines.slice(last, end).some(({ text }) => endsSentence(text)) ? last : end;
}

/** The end of a run of numbered lines without text between them, all of which occur again. */
function endOfRun(lines: readonly RawLine[], start: number, places: ReadonlyMap<string, number[]>): number {
  let end = start;
  for (; end < lines.length; end++) {
    const { text } = lines[end] as RawLine;
    if (text.length > longestName || !(looseNumber.test(text) || markerOf(text) !== undefined)) break;
    if ((places.get(nameOf(text))?.at(-1) ?? -1) <= end) break;
  }
  return end;
}

function firstAfter(sorted: readonly number[] | undefined, place: number): number | undefined {
  if (sorted === undefined) return undefined;
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) > place) high = middle;
    else low = middle + 1;
  }
  return sorted[low];
}

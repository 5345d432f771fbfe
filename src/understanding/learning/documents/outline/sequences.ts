// Groups counted lines that belong together: 1. 2. 3. of one list, or adjacent headings. The text between them tells
// which of the two they are.
import type { DocumentLine } from './lines.js';
import type { Marker } from './markers.js';
import { inlineTitle, isTitle } from './titles.js';

export interface Sequence {
  readonly style: string;
  /** indices of its lines */
  readonly items: number[];
  last: readonly number[] | undefined;
  /** The sequence that encloses it. */
  readonly around: Sequence | undefined;
}

const mostAround = 12;

/** The sequence of each counted line. Ranked headings end all sequences. */
export function sequencesOf(markers: readonly (Marker | undefined)[]): ReadonlyMap<number, Sequence> {
  const found = new Map<number, Sequence>();
  let open: Sequence[] = [];
  for (const [at, marker] of markers.entries()) {
    if (marker === undefined) continue;
    if (marker.rank !== undefined) {
      open = [];
      continue;
    }
    const own = continued(open, marker) ?? begun(open, marker);
    own.items.push(at);
    own.last = marker.number;
    found.set(at, own);
  }
  return found;
}

function continued(open: Sequence[], marker: Marker): Sequence | undefined {
  for (const most of [1, 2]) {
    for (let at = open.length - 1; at >= 0; at--) {
      const each = open[at] as Sequence;
      if (each.style !== marker.style || !follows(each.last, marker.number, most)) continue;
      open.length = at + 1;
      return each;
    }
  }
  // 1. 2. 3、 of an inconsistent author
  const last = open.at(-1);
  const isAlike = last !== undefined && /^1[.、]?$/.test(last.style) && /^1[.、]?$/.test(marker.style);
  return isAlike && follows(last.last, marker.number, 1) ? last : undefined;
}

/** True if `next` follows `last` by one, or by up to `most` if numbers were left out. */
function follows(last: readonly number[] | undefined, next: readonly number[] | undefined, most: number): boolean {
  if (last === undefined || next === undefined) return last === next;
  const [before, after] = [last.at(-1) as number, next.at(-1) as number];
  if (after <= before || after > before + most) return false;
  return last.length === next.length && last.every((each, at) => at === last.length - 1 || each === next[at]);
}

function begun(open: Sequence[], marker: Marker): Sequence {
  if (open.length === mostAround) open.shift();
  const sequence: Sequence = { style: marker.style, items: [], last: undefined, around: open.at(-1) };
  open.push(sequence);
  return sequence;
}

/** True if the lines of a sequence are headings. */
export function areHeadings(
  style: string,
  items: readonly number[],
  markers: readonly (Marker | undefined)[],
  lines: readonly DocumentLine[],
): boolean {
  const isStrong = style.startsWith('一') || style.startsWith('（一');
  let [titles, bodies, inlines, asked] = [0, 0, 0, 0];
  for (const [nth, at] of items.entries()) {
    const rest = (markers[at] as Marker).rest;
    const inline = inlineTitle(rest);
    if (isTitle(rest) && !lines[at + 1]?.goesOn) {
      titles++;
      const next = items[nth + 1];
      if (next !== undefined && next > at + 1) bodies++;
    } else if (inline !== undefined) {
      inlines++;
      if (/[？?]$/.test(inline.title)) asked++;
    }
  }
  const { length } = items;
  if (length === 1) return titles === 1 && isAlone(items[0] as number, markers, lines);
  if (inlines > 0 && asked * 2 > length) return true;
  const counted = isStrong ? inlines : 0;
  return (titles + counted) / length >= 0.6 && (bodies + counted) / (length - 1) >= 0.5;
}

/** True if the only line of its sequence is a heading: text follows it, and nothing before it introduces a list. */
function isAlone(at: number, markers: readonly (Marker | undefined)[], lines: readonly DocumentLine[]): boolean {
  const [before, own, next] = [lines[at - 1], lines[at], lines[at + 1]];
  if (own === undefined || next === undefined || /[:：]$/.test(before?.text ?? '')) return false;
  const { number, style } = markers[at] as Marker;
  if (number !== undefined && number.at(-1) !== 1 && !style.startsWith('一') && !style.startsWith('1.')) return false;
  if (own.isAfterBlank && next.isAfterBlank) return true;
  return !next.isAfterBlank || own.isAfterBlank;
}

// Headings that are indented less than the text below them. In such a document the indent of a line tells what it is.

import { markerOf } from './markers.js';
import { endsSentence, type RawLine } from './raw.js';

/**
 * `outside`: left of all text, a heading; `inside`: at the indent of the text; undefined: indents tell nothing here.
 */
export type Place = 'outside' | 'inside' | undefined;

const mostOutsideText = 0.15;
const leastOutside = 3;

/** For each line its place by indent. */
export function placesOfLines(lines: readonly RawLine[], isCode: readonly boolean[]): Place[] {
  const nowhere = new Array<Place>(lines.length).fill(undefined);
  const texts = new Map<number, number>();
  let all = 0;
  for (const [at, { text, indent }] of lines.entries()) {
    if (isCode[at] || !(endsSentence(text) || /[a-z]\.$/.test(text)) || /[？?]$/.test(text)) continue;
    texts.set(indent, (texts.get(indent) ?? 0) + 1);
    all++;
  }
  if (all === 0) return nowhere;
  let [seen, textIndent] = [0, 0];
  for (const [indent, count] of [...texts].sort(([one], [other]) => one - other)) {
    textIndent = indent;
    seen += count;
    if (seen > all * mostOutsideText) break;
  }
  const outside = lines.flatMap(({ indent }, at) => (indent < textIndent && !isCode[at] ? [at] : []));
  if (outside.length < leastOutside || !areAbove(lines, outside, textIndent)) return nowhere;
  return lines.map(({ indent }) => (indent < textIndent ? 'outside' : 'inside'));
}

/**
 * True if the outside lines are headings: text follows them, and they are few. If many numbers stand inside the text,
 * headings stand there too, and the result is false.
 */
function areAbove(lines: readonly RawLine[], outside: readonly number[], textIndent: number): boolean {
  const runs = outside.filter((at, nth) => outside[nth + 1] !== at + 1);
  const above = runs.filter((at) => (lines[at + 1]?.indent ?? -1) >= textIndent).length;
  const numbered = lines.filter(({ text, indent }) => indent >= textIndent && isNumbered(text)).length;
  return outside.length * 2 <= lines.length && above * 5 >= runs.length * 3 && numbered * 2 <= outside.length;
}

/** True if the text has the number of a chapter, an article or a section. */
const isNumbered = (text: string): boolean => /^[第一（]|^1\.\d/.test(markerOf(text)?.style ?? '');

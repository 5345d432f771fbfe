// Documents whose lines were cut at a width. Finds the lines that continue on the next line.
import type { Place } from './places.js';
import { type RawLine, widthOf } from './raw.js';

const leastColumns = 36;
const mostColumns = 200;
/**
 * Columns that may stay empty at the end of a full line, because of a wide character or a mark that must not begin a
 * line.
 */
const slackColumns = 6;
const leastFull = 3;
const leastFullShare = 0.15;
const mostOverlong = 0.1;
/** The least share of lines after blank lines at which blank lines separate paragraphs. */
const leastBlankShare = 0.15;

/** For each line, true if it continues the sentence of the line before. */
export function goingOn(lines: readonly RawLine[], isCode: readonly boolean[], places: readonly Place[]): boolean[] {
  const ends = lines.map(({ text, indent }) => widthOf(text) + indent);
  const cut = cutWidth(lines, isCode, ends);
  if (cut === undefined) return lines.map(() => false);
  const blanks = lines.reduce((sum, { isAfterBlank }) => sum + Number(isAfterBlank), 0);
  const partsByBlank = blanks >= lines.length * leastBlankShare;
  return lines.map((line, at) => {
    const before = lines[at - 1];
    if (before === undefined || line.isAfterBlank || isCode[at] || isCode[at - 1] || before.underline !== undefined)
      return false;
    if (/^[-*•·+■●]\s/.test(line.text) || places[at] !== places[at - 1]) return false;
    const stop = partsByBlank ? /[:：]$/ : /[。！？!?；;：:]$/;
    const isFull = (ends[at - 1] as number) + firstWidth(line.text) > cut - slackColumns / 2;
    return isFull && !stop.test(before.text);
  });
}

/**
 * The width at which lines were cut: many unfinished lines have it, and few are wider; undefined: they were not cut.
 */
function cutWidth(lines: readonly RawLine[], isCode: readonly boolean[], ends: readonly number[]): number | undefined {
  const counts = new Array<number>(mostColumns + 1).fill(0);
  let [all, overlong] = [0, 0];
  for (const at of lines.keys()) {
    if (isCode[at] || (lines[at + 1]?.isAfterBlank ?? true)) continue;
    all++;
    const end = ends[at] as number;
    if (end > mostColumns) overlong++;
    else counts[end] = (counts[end] as number) + 1;
  }
  let [best, width] = [0, 0];
  for (let at = leastColumns; at <= mostColumns; at++) {
    let near = 0;
    for (let back = 0; back < slackColumns; back++) near += counts[at - back] as number;
    if (near > best) [best, width] = [near, at];
  }
  for (let at = width + slackColumns; at <= mostColumns; at++) overlong += counts[at] as number;
  return best >= leastFull && best >= all * leastFullShare && overlong <= all * mostOverlong ? width : undefined;
}

/** Columns that the first word of a line would have needed on the previous line. */
function firstWidth(text: string): number {
  const word = /^[!-~]+/.exec(text.slice(0, 60));
  return word === null ? 2 : word[0].length + 1;
}

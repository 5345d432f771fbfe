// Divides a document into sections. Each has the headings above it and its own text, without the text of inner
// sections.
import { unreachable } from '../../../../protocol/unreachable.js';
import type { Heading } from './heading.js';
import { headingsOf } from './headings.js';
import { type DocumentLine, documentLines } from './lines.js';
import { answeredBy } from './question-lines.js';
import { joined } from './raw.js';
import { type Table, tableLines, tablesOf } from './tables.js';

export interface Section {
  /** undefined: the text before the first heading */
  readonly heading: Heading | undefined;
  /** The enclosing headings, the outermost first. */
  readonly ancestors: readonly Heading[];
  /** The section's own text. Each paragraph is a line, a list item, or lines that were cut at a width. */
  readonly paragraphs: string[];
  /** The tables in the section's own text. */
  readonly tables: Table[];
}

const mostAncestors = 16;
/** Headings without inner sections. */
const forewords = /^(?:前言|引言|序言?|导言|导语|摘要|版权声明|修订记录|preface|introduction|abstract|foreword)$/i;
const tails =
  /^(?:附则|附录|附件|联系我们|联系方式|结束?语|结论|总结|后记|参考文献|致谢|备注|版权声明|references|conclusions?|contact(?: us)?)$/i;

/** Divides the text of a document into sections. */
export function outlineOf(text: string): Section[] {
  const lines = documentLines(text);
  const tables = tablesOf(lines);
  const isRow = new Array<boolean>(lines.length).fill(false);
  for (const { start, end } of tables) isRow.fill(true, start, end);
  const tableAt = new Map(tables.map((table) => [table.start, table]));
  const headings = headingsOf(lines, isRow);
  const sections: Section[] = [{ heading: undefined, ancestors: [], paragraphs: [], tables: [] }];
  const open: Heading[] = [];
  for (const [at, line] of lines.entries()) {
    const heading = headings[at];
    if (heading !== undefined) {
      close(open, heading, at);
      sections.push({ heading, ancestors: [...open], paragraphs: [], tables: [] });
      if (open.length < mostAncestors) open.push(heading);
    }
    const section = sections.at(-1) as Section;
    const table = tableAt.get(at);
    if (table !== undefined) {
      section.tables.push(table);
      section.paragraphs.push(...tableLines(table));
    } else if (heading !== undefined && heading.inline !== '') section.paragraphs.push(heading.inline);
    else if (heading === undefined && !isRow[at]) addLine(section, line);
  }
  return sections.filter(({ heading, paragraphs }) => heading !== undefined || paragraphs.length > 0);
}

function addLine({ heading, paragraphs }: Section, line: DocumentLine): void {
  const isAnswer = heading?.kind === 'question' && paragraphs.length === 0;
  const text = isAnswer ? (answeredBy(line.text) ?? line.text) : line.text;
  const before = paragraphs.at(-1);
  if (line.goesOn && before !== undefined) paragraphs[paragraphs.length - 1] = joined(before, text);
  else if (text !== '') paragraphs.push(text);
}

/** Closes the headings that do not enclose the new one. */
function close(open: Heading[], heading: Heading, at: number): void {
  const last = open.at(-1);
  if (last?.kind === 'question' || (last?.kind === 'bare' && forewords.test(last.title))) open.pop();
  const beside = firstBeside(open, heading, at);
  if (beside >= 0) open.length = beside;
}

/** The index of the outermost open heading that does not enclose the new one; negative if all do. */
function firstBeside(
  open: readonly Heading[],
  { kind, rank, style, sequence, title, isOutside }: Heading,
  at: number,
): number {
  switch (kind) {
    case 'question':
      return -1;
    case 'title':
      return 0;
    case 'ranked':
      return open.findIndex((each) => each.kind !== 'title' && !(each.kind === 'ranked' && each.rank < rank));
    case 'bare':
      return open.findIndex(
        (each) =>
          each.kind === 'bare' ||
          (tails.test(title) && each.kind !== 'title') ||
          (isOutside && each.kind === 'counted'),
      );
    case 'counted': {
      const own = open.findIndex((each) => each.sequence !== undefined && each.sequence === sequence);
      if (own >= 0) return own;
      const alike = open.findIndex((each) => each.style === style || isDeeper(each.style, style));
      const goesOnLater = (open[alike]?.sequence?.items.at(-1) ?? -1) > at;
      return goesOnLater && !style.startsWith('1.') ? -1 : alike;
    }
    default:
      return unreachable(kind);
  }
}

/** True if a decimal style is at least as deep as another: 1.1.1 ends where 1.2 begins. */
const isDeeper = (style: string, than: string): boolean =>
  /^1\.\d/.test(style) && /^1\.\d/.test(than) && Number(style.slice(2)) >= Number(than.slice(2));

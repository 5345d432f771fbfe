// Lines that begin with #. They are Markdown headings, or comments in code. A document marks its headings in one way:
// its first mark tells which. Headings that stand between blank lines do so throughout.
import type { DocumentLine } from './lines.js';
import { markerOf } from './markers.js';

const mostlyApart = 0.6;
const hash = /^(#{1,6})(?:\s|\p{Script=Han})/u;

/** For each line, true if its # marks a heading. */
export function hashHeadings(lines: readonly DocumentLine[]): boolean[] {
  const depths = lines.map(({ text, isCode, place }) => {
    return isCode || place === 'inside' ? 0 : (hash.exec(text)?.[1]?.length ?? 0);
  });
  const hashes = depths.flatMap((depth, at) => (depth > 0 ? [at] : []));
  if (hashes.length === 0 || !isMarkdown(lines, depths, hashes))
    return depths.map((depth, at) => depth > 0 && at === 0);
  const isApart = (at: number): boolean => lines[at]?.isAfterBlank === true && (lines[at + 1]?.isAfterBlank ?? true);
  const standApart = hashes.filter(isApart).length >= hashes.length * mostlyApart;
  return depths.map((depth, at) => {
    if (depth === 0) return false;
    const isSecond = (depths[at - 1] ?? 0) > 0 && depths[at - 1] === depth && !lines[at]?.isAfterBlank;
    const isFirst = depths[at + 1] === depth && !(lines[at + 1]?.isAfterBlank ?? true);
    if (isFirst || isSecond) return false;
    if (standApart) return isApart(at) || (lines[at]?.isAfterBlank === true && (depths[at + 1] ?? 0) > depth);
    // a comment stands between lines of code
    return !(
      lines[at - 1]?.isCode &&
      lines[at + 1]?.isCode &&
      !lines[at]?.isAfterBlank &&
      !lines[at + 1]?.isAfterBlank
    );
  });
}

/**
 * True if the document is Markdown: the first marked line that has the form of a heading, or otherwise most of them,
 * begin with #.
 */
function isMarkdown(lines: readonly DocumentLine[], depths: readonly number[], hashes: readonly number[]): boolean {
  let others = 0;
  let isFirst: boolean | undefined;
  for (const [at, { text, isCode, underline, place }] of lines.entries()) {
    if (isCode || place === 'inside') continue;
    const isHash = (depths[at] as number) > 0;
    if (!isHash && underline === undefined && markerOf(text) === undefined && !/^[【[]?问/.test(text)) continue;
    isFirst ??= isHash;
    if (!isHash) others++;
  }
  return isFirst === true || hashes.length > others;
}

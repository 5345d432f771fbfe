// Code, commands and their output. They contain no headings, tables or questions, and their lines are never joined.
import type { RawLine } from './raw.js';

const prompt = /^(?:[$%>]\s|[\w.-]+@[\w.-]+[:~].*[$#]\s?|\w+:[~/]\S*[$#])/;
const mark =
  /[{};\\]$|^[{}()[\]<>@+]|^["']?[\w.$-]+["']?\s*[:+?]?=\s?\S|(?:^|\s)--?[a-z][\w-]*|^[.~]?\/[\w.-]+|^[-dlrwxs]{9,10}\s|<\/?\w[^>]*>|\$[\w{(]|&&|\|\||->|=>|::|\w\(\)|^\w[\w-]*\/[\w-]+\s|^[\w.-]+:(?:\s|$)/;
const han = /\p{Script=Han}/gu;

/** Lines that are recognised by a section number, a heading depth or the mark of a question. */
const exempt = /^(?:\d{1,3}(?:\.\d{1,3}){1,4}\.?\s+[^\s=<>-]|#{2,6}\s|(?:q|a|question|answer)\s?\d{0,4}\s?[:：.])/i;
const longestExempt = 160;

/** True if a line looks like code: few of its letters are Han, and it has marks that sentences lack. */
function looksLikeCode(text: string): boolean {
  if (text.length < longestExempt && exempt.test(text)) return false;
  const head = text.slice(0, 300);
  const hanCount = head.match(han)?.length ?? 0;
  if (prompt.test(head)) return hanCount * 4 <= head.length;
  if (hanCount * 5 > head.length || /[。！？]$/.test(text)) return false;
  return mark.test(head) && (hanCount > 0 || !/^[A-Z][^;{}=]*\s[^;{}=]*[.?!]$/.test(head));
}

const isComment = (text: string): boolean => /^(?:#|\/\/|;)/.test(text);

/** For each line, true if it is code: by itself, or because most of its block is. */
export function codeLines(lines: readonly RawLine[]): boolean[] {
  const isCode = lines.map(({ text, isFenced }) => isFenced || looksLikeCode(text));
  for (let start = 0; start < lines.length; ) {
    let end = start + 1;
    while (end < lines.length && !(lines[end] as RawLine).isAfterBlank) end++;
    spread(lines, isCode, start, end);
    start = end;
  }
  return isCode;
}

function spread(lines: readonly RawLine[], isCode: boolean[], start: number, end: number): void {
  let [code, comments] = [0, 0];
  for (let at = start; at < end; at++) {
    if (isCode[at]) code++;
    else if (isComment((lines[at] as RawLine).text)) comments++;
  }
  if (code === 0) return;
  const isBlock = code * 5 >= (end - start - comments) * 3;
  for (let at = start; at < end; at++) {
    const { text, underline } = lines[at] as RawLine;
    // a line without Han between lines of code, or a comment next to code
    const isWithin = isComment(text) ? isCode[at - 1] || at > start || isCode[at + 1] : !/\p{Script=Han}/u.test(text);
    if (isBlock && isWithin && underline === undefined && !(at === start && /^#{1,6}\s/.test(text))) isCode[at] = true;
  }
}

// Removes page numbers, and headers and footers that repeat on every page.
import { endsSentence, type RawLine } from './raw.js';

const pageOnly =
  /^(?:[-—–~\s]*第?\s*\d{1,4}\s*页?\s*(?:[,，/／]?\s*共\s*\d{1,4}\s*页|[/／]\s*\d{1,4}\s*页?)[-—–~\s]*|[-—–~]+\s*\d{1,4}\s*[-—–~]+|第\s*\d{1,4}\s*页|page\s+\d{1,4}(?:\s*(?:of|\/)\s*\d{1,4})?)$/i;
/** A header or footer with a page number. */
const pageAtEnd = /(?:第\s*\d{1,4}\s*页(?:\s*[,，/]?\s*共\s*\d{1,4}\s*页)?|page\s+\d{1,4}(?:\s+of\s+\d{1,4})?)$/i;
const counted = /^(?:[（(]?[\d一二三四五六七八九十]{1,3}[)）.．、\s]|[①-⑳]|#|[-*•]|[问答QA]\d*[:：])/;
const longestHeader = 60;

/** A header without its digits and spaces, so that it is the same on all pages. */
const masked = (text: string): string => text.replace(/\d+/g, '#').replace(/\s+/g, '');

/**
 * Removes lines that repeat on many pages. They are recognised by a page number next to them, because they break
 * sentences, or because they repeat the title.
 */
export function withoutHeaders(lines: readonly RawLine[]): RawLine[] {
  const places = new Map<string, number[]>();
  const isPage = lines.map(({ text }) => text.length <= longestHeader && pageOnly.test(text));
  markLoneNumbers(lines, isPage);
  for (const [at, { text }] of lines.entries()) {
    if (isPage[at] || text.length > longestHeader || text.length < 2 || /[。；]$/.test(text)) continue;
    if (counted.test(text)) continue; // the first heading of each chapter may have the same words
    const key = masked(text);
    const known = places.get(key);
    if (known === undefined) places.set(key, [at]);
    else known.push(at);
  }
  const dropped = new Set<number>();
  for (const [at, is] of isPage.entries()) if (is) dropped.add(at);
  for (const all of places.values()) {
    if (all.length < 2) continue;
    const first = lines[all[0] as number] as RawLine;
    if (pageAtEnd.test(first.text)) {
      for (const at of all) dropped.add(at);
      continue;
    }
    const isSame = all.every((at) => lines[at]?.text === first.text);
    const besidePage = all.filter((at) => isPage[at - 1] || isPage[at + 1]).length;
    if (isSame && besidePage * 2 > all.length) {
      for (const at of all) if (at > 0) dropped.add(at);
      continue;
    }
    if (all.length < 3 || !isSame) continue;
    const breaking = all.filter((at) => breaksSentence(lines, at)).length;
    if (all[0] === 0 || breaking * 2 > all.length) for (const at of all.slice(all[0] === 0 ? 1 : 0)) dropped.add(at);
  }
  return dropped.size === 0 ? [...lines] : without(lines, dropped);
}

/** Marks lines of a number alone as page numbers if each is one more than the one before. */
function markLoneNumbers(lines: readonly RawLine[], isPage: boolean[]): void {
  const lone = lines.flatMap(({ text }, at) => (/^\d{1,4}$/.test(text) ? [at] : []));
  for (const [nth, at] of lone.entries()) {
    const value = Number(lines[at]?.text);
    const before = nth > 0 ? Number(lines[lone[nth - 1] as number]?.text) : undefined;
    const after = nth + 1 < lone.length ? Number(lines[lone[nth + 1] as number]?.text) : undefined;
    const isFar = nth === 0 || at - (lone[nth - 1] as number) > 3;
    if (isFar && (before === value - 1 || after === value + 1)) isPage[at] = true;
  }
}

function breaksSentence(lines: readonly RawLine[], at: number): boolean {
  const before = lines[at - 1];
  return before !== undefined && before.text.length >= 15 && !endsSentence(before.text) && !/[:：]$/.test(before.text);
}

/**
 * Drops lines. The blank of a dropped line stays only if the line stood between blanks or pages, so that a text that it
 * interrupted is joined again.
 */
function without(lines: readonly RawLine[], dropped: ReadonlySet<number>): RawLine[] {
  const kept: RawLine[] = [];
  let isCut = false;
  for (const [at, line] of lines.entries()) {
    if (dropped.has(at)) {
      isCut = true;
      continue;
    }
    const before = kept.at(-1);
    if (isCut && before !== undefined && before.text.length >= 15 && !/[。！？!?；;：:]$/.test(before.text))
      kept.push({ ...line, isAfterBlank: false });
    else kept.push(isCut ? { ...line, isAfterBlank: true } : line);
    isCut = false;
  }
  return kept;
}

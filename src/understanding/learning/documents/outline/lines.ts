// The lines of a document that say something. Numbers of pages, headers and footers, tables of contents and ruled lines are left
// out; a line that only goes on is told from one that begins.

export interface DocumentLine {
  /** without blanks around it; tabs inside stay */
  readonly text: string;
  /** columns of blanks before it */
  readonly indent: number;
  /** in columns: a Han character takes two */
  readonly width: number;
  readonly isAfterBlank: boolean;
  /** The line before was full, and its sentence had not ended. */
  readonly goesOn: boolean;
  /** How the line that follows underlines it. */
  readonly underline: '=' | '-' | undefined;
}

interface RawLine {
  text: string;
  indent: number;
  isAfterBlank: boolean;
  underline: '=' | '-' | undefined;
}

export const endsSentence = (text: string): boolean => /[。！？!?；;…][”’」』）)"']*$/.test(text);

const isRuled = (text: string): boolean => text.length >= 3 && /^[-=_*~—＝－─━\s]+$/.test(text);
const pageOnly =
  /^(?:[-—–~\s]*第?\s*\d{1,4}\s*页?\s*(?:[,，/／]?\s*共\s*\d{1,4}\s*页|[/／]\s*\d{1,4}\s*页?)[-—–~\s]*|[-—–~]+\s*\d{1,4}\s*[-—–~]+|第\s*\d{1,4}\s*页|page\s+\d{1,4}(?:\s*(?:of|\/)\s*\d{1,4})?)$/i;
/** A header or footer that has the number of the page beside it. */
const pageAtEnd = /(?:第\s*\d{1,4}\s*页(?:\s*[,，/]?\s*共\s*\d{1,4}\s*页)?|page\s+\d{1,4}(?:\s+of\s+\d{1,4})?)$/i;
const contentsTitle = /^(?:目\s*[录次]|contents|table of contents)\s*[:：]?$/i;
const leader = /^(.*?\S)\s*(?:[.．·•…_]\s?){3,}\s*\d{1,4}$/;
const looseNumber = /^(.*?\D)(?:\s{2,}|\t\s*)\d{1,4}$/;
const counted = /^(?:[（(]?[\d一二三四五六七八九十]{1,3}[)）.．、\s]|[①-⑳]|#|[-*•]|[问答QA]\d*[:：])/;
const longestHeader = 60;
/** A line that names a heading and its page. */
const longestEntry = 200;

/** What the document says, in lines. */
export function documentLines(text: string): DocumentLine[] {
  return joinable(withoutContents(withoutHeaders(rawLines(text))));
}

function rawLines(text: string): RawLine[] {
  const lines: RawLine[] = [];
  let isAfterBlank = true;
  for (const raw of text.split(/\r\n?|[\n\u2028\u2029\u0085\v]/)) {
    const isNewPage = raw.includes('\f');
    const clean = raw.replace(/\u200b|\u200c|\u200d|\u2060|\ufeff|\f|\0/g, '');
    const trimmed = clean.trim();
    if (trimmed === '') {
      isAfterBlank = true;
      continue;
    }
    const before = lines.at(-1);
    if (isRuled(trimmed)) {
      const isUnder = before !== undefined && !isAfterBlank && before.text.length <= longestHeader;
      if (isUnder && before.underline === undefined) before.underline = /^[-—－─━_~*\s]+$/.test(trimmed) ? '-' : '=';
      isAfterBlank = true;
      continue;
    }
    const indent = widthOf(clean.slice(0, clean.length - clean.trimStart().length));
    lines.push({ text: trimmed, indent, isAfterBlank: isAfterBlank || isNewPage, underline: undefined });
    isAfterBlank = false;
  }
  return lines;
}

/** Digits do not tell one page from another. */
const masked = (text: string): string => text.replace(/\d+/g, '#').replace(/\s+/g, '');

/** A line that stands on many pages is known by the page number beside it, or because it breaks sentences, or because it is the title. */
function withoutHeaders(lines: readonly RawLine[]): RawLine[] {
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

/** Lines of a number alone are pages where each is one more than the one before. */
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

/** The blank of a dropped line is kept only where the line stood between blanks or pages, so that what it cut in two grows together. */
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

/** Lines that name headings of the document and their pages. */
function withoutContents(lines: readonly RawLine[]): RawLine[] {
  const last = new Map<string, number>();
  for (const [at, { text }] of lines.entries()) if (text.length <= longestEntry) last.set(plain(text), at);
  const isEntry = lines.map(({ text }) => text.length <= longestEntry && leader.test(text));
  for (let at = 0; at < lines.length; at++) {
    const { text } = lines[at] as RawLine;
    if (contentsTitle.test(text)) {
      let to = at + 1;
      while (to < lines.length && (isEntry[to] || comesAgain(lines, to, last))) to++;
      if (to === at + 1) continue;
      isEntry.fill(true, at, to);
      at = to - 1;
    } else if (isLoose(text)) {
      let to = at;
      while (to < lines.length && isLoose((lines[to] as RawLine).text) && comesAgain(lines, to, last)) to++;
      if (to - at >= 3) isEntry.fill(true, at, to);
      at = Math.max(at, to - 1);
    }
  }
  return lines.filter((_, at) => !isEntry[at]);
}

const isLoose = (text: string): boolean => text.length <= longestEntry && looseNumber.test(text);

const plain = (text: string): string => text.replace(/[\s.．·…_]+/g, '');

function comesAgain(lines: readonly RawLine[], at: number, last: ReadonlyMap<string, number>): boolean {
  const { text } = lines[at] as RawLine;
  if (text.length > longestEntry) return false;
  const withNumber = plain(text);
  if ((last.get(withNumber) ?? -1) > at) return true;
  const bare = plain((looseNumber.exec(text) ?? leader.exec(text) ?? /^(.*?\D)\s+\d{1,4}$/.exec(text))?.[1] ?? text);
  return (last.get(bare) ?? -1) > at;
}

const leastFullColumns = 36;

/** Lines that were cut at a width go on in the next. */
function joinable(lines: readonly RawLine[]): DocumentLine[] {
  const widths = lines.map(({ text }) => widthOf(text));
  const full = fullWidth(lines, widths);
  return lines.map((line, at) => {
    const before = lines[at - 1];
    const isFull = before !== undefined && (widths[at - 1] as number) + before.indent >= full;
    const goesOn =
      isFull && !line.isAfterBlank && before.underline === undefined && !/[。！？!?；;：:]$/.test(before.text);
    return { ...line, width: widths[at] as number, goesOn };
  });
}

/** Where many lines are cut at one width, nearly that width; else more than any line has. */
function fullWidth(lines: readonly RawLine[], widths: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const [at, width] of widths.entries()) {
    const whole = width + (lines[at] as RawLine).indent;
    counts.set(whole, (counts.get(whole) ?? 0) + 1);
  }
  const widest = [...counts.keys()].reduce((most, width) => Math.max(most, width), 0);
  if (widest < leastFullColumns || widest > 200) return Number.POSITIVE_INFINITY;
  let near = 0;
  for (const [width, count] of counts) if (width >= widest - 6) near += count;
  return near >= 3 || near * 4 >= lines.length ? widest - 6 : Number.POSITIVE_INFINITY;
}

function widthOf(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at++) width += text.charCodeAt(at) >= 0x2e80 ? 2 : text[at] === '\t' ? 4 : 1;
  return width;
}

/** The text of lines that belong to one paragraph. */
export function joined(one: string, other: string): string {
  const isLatin = /[\w,.;:)]$/.test(one) && /^[\w(]/.test(other);
  return isLatin ? `${one} ${other}` : one + other;
}

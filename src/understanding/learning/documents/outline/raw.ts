// A document cut into lines: blanks, ruled lines and marks that print nothing are gone, and what they said is kept beside the lines.

export interface RawLine {
  /** without blanks around it; tabs inside stay */
  readonly text: string;
  /** columns of blanks before it */
  readonly indent: number;
  readonly isAfterBlank: boolean;
  readonly isAfterRule: boolean;
  /** How the line that follows underlines it. */
  readonly underline: '=' | '-' | undefined;
  /** It stands between fences (```), so that it is code whatever it says. */
  readonly isFenced: boolean;
}

export const endsSentence = (text: string): boolean => /[。！？!?；;…][”’」』）)"']*$/.test(text);

const longestUnderlined = 160;
const isRuled = (text: string): boolean => text.length >= 3 && /^[-=_*~—＝－─━\s]+$/.test(text);
const fence = /^(?:```+|~~~+)/;

export function rawLines(text: string): RawLine[] {
  const lines: { -readonly [Key in keyof RawLine]: RawLine[Key] }[] = [];
  let [isAfterBlank, isAfterRule, isFenced] = [true, false, false];
  for (const raw of text.split(/\r\n?|[\n\u2028\u2029\u0085\v]/)) {
    const isNewPage = raw.includes('\f');
    const clean = raw.replace(/\u200b|\u200c|\u200d|\u2060|\ufeff|\f|\0/g, '');
    const trimmed = clean.trim();
    if (fence.test(trimmed)) isFenced = !isFenced;
    if (trimmed === '' || fence.test(trimmed)) {
      isAfterBlank = true;
      continue;
    }
    const before = lines.at(-1);
    if (isRuled(trimmed)) {
      const isUnder = before !== undefined && !isAfterBlank && before.text.length <= longestUnderlined;
      if (isUnder && before.underline === undefined) before.underline = /^[-—－─━_~*\s]+$/.test(trimmed) ? '-' : '=';
      [isAfterBlank, isAfterRule] = [true, true];
      continue;
    }
    const indent = widthOf(clean.slice(0, clean.length - clean.trimStart().length));
    const isApart = isAfterBlank || isNewPage;
    lines.push({ text: trimmed, indent, isAfterBlank: isApart, isAfterRule, underline: undefined, isFenced });
    [isAfterBlank, isAfterRule] = [false, false];
  }
  return lines;
}

/** In columns: a Han character takes two. */
export function widthOf(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at++) width += text.charCodeAt(at) >= 0x2e80 ? 2 : text[at] === '\t' ? 4 : 1;
  return width;
}

/** The text of lines that belong to one paragraph: Han characters stand together, words of letters stand apart. */
export function joined(one: string, other: string): string {
  const isLatin = /[\w,.;:)]$/.test(one) && /^[\w(]/.test(other);
  return isLatin ? `${one} ${other}` : one + other;
}

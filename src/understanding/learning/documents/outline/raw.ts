// Splits a document into lines. Blank lines, ruled lines and marks without text are removed; what they tell is kept in
// the fields of the lines.

export interface RawLine {
  /** text without surrounding blanks; inner tabs stay */
  readonly text: string;
  /** columns of blanks before the text */
  readonly indent: number;
  readonly isAfterBlank: boolean;
  readonly isAfterRule: boolean;
  /** The character of an underline on the next line. */
  readonly underline: '=' | '-' | undefined;
  /** The line is between code fences (```), so it is code whatever it contains. */
  readonly isFenced: boolean;
}

export const endsSentence = (text: string): boolean => /[。！？!?；;…][”’」』）)"']*$/.test(text);

const longestUnderlined = 160;
const isRuled = (text: string): boolean => text.length >= 3 && /^[-=_*~—＝－─━\s]+$/.test(text);
const fence = /^(?:```+|~~~+)/;

/** Splits a document into its lines, without blank and ruled ones. */
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

/** The width in columns; a Han character takes two, a tab four. */
export function widthOf(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at++) width += text.charCodeAt(at) >= 0x2e80 ? 2 : text[at] === '\t' ? 4 : 1;
  return width;
}

/** Joins the lines of one paragraph. Latin words get a space between them, Han characters do not. */
export function joined(one: string, other: string): string {
  const isLatin = /[\w,.;:)]$/.test(one) && /^[\w(]/.test(other);
  return isLatin ? `${one} ${other}` : one + other;
}

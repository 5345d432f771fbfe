// Recognises titles by their length and punctuation.

const mostSure = 160;
const most = 60;
const mostHan = 32;

/** True if a line is a title by its form alone. */
export function isTitle(text: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(text) || text.length > mostSure || /[，、,]$|[a-z)]\.$/.test(text)) return false;
  if (/[？?].*[！!]["”』」）)]?$|[？?]["”』」）)]?$/.test(text)) return true;
  if (text.length > most || /[。；;]/.test(text)) return false;
  return (
    text.length <= (/[a-z]{3}/i.test(text) ? most : mostHan) &&
    !/[，！!]/.test(text) &&
    !/\S[:：]\S/.test(text.replace(/\d[:：]\d/g, ''))
  );
}

/** True if a line may be a title where its place or its neighbours indicate one: it does not end as a sentence does. */
export const isLooseTitle = (text: string): boolean =>
  isTitle(text) || (/[\p{L}\p{N}]/u.test(text) && text.length <= mostSure && !/[。；;，、,]["”』」）)]?$/.test(text));

export interface Inline {
  readonly title: string;
  readonly body: string;
}

/** Splits a title from the text on its line: 目的：为了规范……, 适用范围。本办法适用于……; undefined: there is no title. */
export function inlineTitle(text: string): Inline | undefined {
  const asked = /^([^。！？?]{3,60}[？?])\s*(?:答\s*[:：])?\s*(\S.{2,})$/s.exec(text);
  if (asked !== null) return { title: asked[1] as string, body: asked[2] as string };
  const named =
    /^(?:[【[（(]([^】\]）)]{2,20})[】\]）)]|([^\s。：:，,；！？?]{2,16})(?:\s*[：:。]|\s{2,}|\u3000+))\s*(\S.{7,})$/s.exec(
      text,
    );
  return named === null ? undefined : { title: (named[1] ?? named[2]) as string, body: named[3] as string };
}

/** Cleans a title: 总　则 becomes 总则, and formatting marks are removed. */
export function tidy(title: string): string {
  if (!/[\p{L}\p{N}]/u.test(title)) return '';
  const plain = title
    .replace(/\*\*|__|`/g, '')
    .replace(/[:：]$/, '')
    .trim();
  const pieces = plain.split(/\s+/);
  return pieces.every((piece) => /^\p{Script=Han}$/u.test(piece)) ? pieces.join('') : pieces.join(' ');
}

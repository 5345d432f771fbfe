// The interface of a rule of number reading: asked at a position of the folded text, it answers how far it reads and
// what is said.
import type { Reader } from './reader.js';

export interface Reading {
  /** UTF-16 units of the text that are read. */
  readonly length: number;
  /** In the notation of pieces.ts. */
  readonly spoken: string;
}

export type Rule = (text: string, at: number, reader: Reader) => Reading | undefined;

/** A number as it may stand in a quantity: 1,234.5 or 12. */
export const quantity = '(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?';

/** A rule of one sticky pattern. */
export function rule(
  pattern: string,
  say: (found: RegExpExecArray, reader: Reader, text: string, at: number) => string | undefined,
): Rule {
  const sticky = new RegExp(pattern, 'uy');
  return (text, at, reader) => {
    sticky.lastIndex = at;
    const found = sticky.exec(text);
    const spoken = found ? say(found, reader, text, at) : undefined;
    return found && spoken !== undefined ? { length: found[0].length, spoken } : undefined;
  };
}

/** The text just before, without spaces. */
export function before(text: string, at: number, count = 8): string {
  return text.slice(Math.max(0, at - count), at).replace(/\s+/g, '');
}

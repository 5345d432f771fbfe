// The interface of a number-reading rule. A rule gets a position of the folded text and returns how many units it
// reads, and the spoken form.
import type { Reader } from './reader.js';

export interface Reading {
  /** The number of UTF-16 units that are read. */
  readonly length: number;
  /** The spoken form in the notation of pieces.ts. */
  readonly spoken: string;
}

export type Rule = (text: string, at: number, reader: Reader) => Reading | undefined;

/** A number that may stand in a quantity: 1,234.5 or 12. */
export const quantity = '(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?';

/** Builds a rule from a pattern that must match at the position. */
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

/** The text just before `at`, without spaces. */
export function before(text: string, at: number, count = 8): string {
  return text.slice(Math.max(0, at - count), at).replace(/\s+/g, '');
}

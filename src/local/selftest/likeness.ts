// Measures how much of a text was recognised.
import { editsBetween } from '../../config/edits.js';

/** Letters and digits alone. */
const bare = (text: string): string[] => [...text.replace(/[^\p{L}\p{N}]/gu, '')];

/** Share of the characters of `expected` that `heard` has, from 0 to 1; each one wrong, missing or too many counts. */
export function rightShare(expected: string, heard: string): number {
  const [wanted, got] = [bare(expected), bare(heard)];
  if (wanted.length === 0) return got.length === 0 ? 1 : 0;
  return Math.max(0, 1 - editsBetween(wanted, got) / wanted.length);
}

// The unit of rewriting. A piece holds one or more units and their written form; each step rewrites a list of pieces.
import type { WordCategory } from '../protocol/engine/recognition.js';
import type { Unit } from './heard.js';

export interface Piece {
  /** The units that were heard; never empty. */
  readonly units: readonly Unit[];
  /** The text as `words` shows it. */
  readonly text: string;
  /** The text as the sentence shows it: empty if smoothing drops it, asterisks if it is masked. */
  readonly shown: string;
  readonly categories: readonly WordCategory[];
}

const categoryOrder: readonly WordCategory[] = ['U', 'P', 'S', 'M', 'D'];

export function toPiece(unit: Unit): Piece {
  return { units: [unit], text: unit.text, shown: unit.text, categories: unit.hotword ? ['U'] : [] };
}

/** Adds a category, keeping the categories in their fixed order. */
export function withCategory(categories: readonly WordCategory[], added: WordCategory): readonly WordCategory[] {
  if (categories.includes(added)) return categories;
  return categoryOrder.filter((category) => category === added || categories.includes(category));
}

/** All categories of the pieces, in their fixed order. */
export function unionOfCategories(pieces: readonly Piece[]): readonly WordCategory[] {
  return categoryOrder.filter((category) => pieces.some((piece) => piece.categories.includes(category)));
}

export function isSmoothed(piece: Piece): boolean {
  return piece.categories.includes('S');
}

/** Joins texts. Two foreign words keep a space between them; spelled letters (A B C) do not. */
export function joinTexts(texts: readonly string[]): string {
  let joined = '';
  let before = '';
  for (const text of texts) {
    if (text === '') continue;
    if (needsSpace(before, text)) joined += ' ';
    joined += text;
    before = text;
  }
  return joined;
}

/** True if joinTexts puts a space between the two. */
export function needsSpace(before: string, after: string): boolean {
  if (!isLetter(before.charCodeAt(before.length - 1)) || !isLetter(after.charCodeAt(0))) return false;
  return before.length > 1 || after.length > 1;
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

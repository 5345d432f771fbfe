// The request's text in parts, plain or between tags, and the selection of the parts between two offsets.
import type { Prosody } from '../protocol/engine/synthesis.js';
import { type Folded, normalise } from './normalise.js';
import type { Piece } from './pieces.js';

export type Part =
  /** `places`: the offset in the request of each UTF-16 unit, and one more for the end. */
  | { readonly kind: 'text'; readonly text: string; readonly places: readonly number[]; readonly prosody?: Prosody }
  /** Text that is read in place of the written text. */
  | {
      readonly kind: 'substitute';
      readonly text: string;
      readonly start: number;
      readonly end: number;
      readonly prosody?: Prosody;
    }
  | { readonly kind: 'pieces'; readonly pieces: readonly Piece[]; readonly start: number; readonly end: number };

/** A placeholder for a part that is never split. */
const whole = '\ufffc';

/** The text by which sentences are cut. */
export function shapeOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : whole)).join('');
}

/** The parts between two offsets of the shape. */
export function partsWithin(parts: readonly Part[], start: number, end: number): Part[] {
  const within: Part[] = [];
  let at = 0;
  for (const part of parts) {
    const length = part.kind === 'text' ? part.text.length : 1;
    const from = Math.max(0, start - at);
    const to = Math.min(length, end - at);
    at += length;
    if (from >= to) continue;
    if (part.kind === 'text') {
      within.push({ ...part, text: part.text.slice(from, to), places: part.places.slice(from, to + 1) });
    } else within.push(part);
  }
  return within;
}

/** A part's text as the rules read it. */
export function foldPart(part: Exclude<Part, { kind: 'pieces' }>): Folded {
  if (part.kind === 'substitute') {
    const { text, skipped } = normalise(part.text, 0);
    return { text, skipped, places: [...new Array<number>(text.length).fill(part.start), part.end] };
  }
  const { text, places, skipped } = normalise(part.text, 0);
  return { text, skipped, places: places.map((place) => part.places[place] ?? part.places.at(-1) ?? 0) };
}

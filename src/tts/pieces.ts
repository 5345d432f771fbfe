// Pieces, the stage between written text and units of speech. They hold the words to speak, in writing. Rules answer in
// a string notation: Chinese characters; capital letters, said by name; small letters, an English word; a space, the
// end of a word; `|`, a short break; fixedOne, a 一 that keeps its first tone.
import type { Boundary, Phone, Prosody } from '../protocol/engine/synthesis.js';

export const fixedOne = '\ue001';
export const shortBreak = '|';

interface Placed {
  readonly start: number;
  readonly end: number;
  readonly prosody?: Prosody;
}

export type Piece =
  | (Placed & { readonly kind: 'spoken'; readonly notation: string })
  /** Chinese text of the request, one character at a time. */
  | (Placed & { readonly kind: 'han'; readonly character: string })
  | (Placed & { readonly kind: 'latin'; readonly text: string })
  | (Placed & { readonly kind: 'letters'; readonly text: string })
  /** Tonal syllables that the markup gives. */
  | (Placed & { readonly kind: 'syllables'; readonly syllables: readonly string[] })
  | (Placed & { readonly kind: 'phones'; readonly text: string; readonly phones: readonly Phone[] })
  | (Placed & { readonly kind: 'mark'; readonly boundary: Boundary })
  | (Placed & { readonly kind: 'pause'; readonly ms: number })
  | (Placed & { readonly kind: 'skipped' });

const boundaryRank: Readonly<Record<Boundary, number>> = { none: 0, word: 1, phrase: 2, clause: 3, sentence: 4 };

/** The stronger of two boundaries. */
export function stronger(one: Boundary, other: Boundary): Boundary {
  return boundaryRank[one] >= boundaryRank[other] ? one : other;
}

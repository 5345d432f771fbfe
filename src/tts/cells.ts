// Splits pieces into cells: one for each Chinese character, English word, letter, mark or silence.
import type { Boundary, Phone, Prosody } from '../protocol/engine/synthesis.js';
import { unreachable } from '../protocol/unreachable.js';
import { readLatin, spell } from './english/latin.js';
import { fixedOne, type Piece, shortBreak } from './pieces.js';

interface Placed {
  readonly start: number;
  readonly end: number;
  readonly prosody: Prosody | undefined;
}

export type Cell = Placed &
  (
    | {
        readonly kind: 'han';
        readonly character: string;
        /** The reading, if the request gives one. */
        readonly given?: string;
      }
    | { readonly kind: 'english'; readonly text: string; readonly phones: readonly Phone[]; readonly isLetter: boolean }
    | { readonly kind: 'mark'; readonly boundary: Boundary }
    | { readonly kind: 'pause'; readonly ms: number }
  );

/** A placeholder for the character where only a syllable is given. */
const noCharacter = '\ue002';

/** Splits pieces into cells, in their order. */
export function toCells(pieces: readonly Piece[]): Cell[] {
  return pieces.flatMap(cellsOf);
}

function cellsOf(piece: Piece): Cell[] {
  const { start, end, prosody } = piece;
  const placed = { start, end, prosody };
  switch (piece.kind) {
    case 'han':
      return [{ kind: 'han', character: piece.character, ...placed }];
    case 'spoken':
      return notationCells(piece.notation, placed);
    case 'latin':
      // each word has its own place in the run, which keeps its written length
      return readLatin(piece.text).map((word) => ({ ...english(word, placed), ...within(placed, piece.text, word) }));
    case 'letters':
      return spell(piece.text).map((word) => english(word, placed));
    case 'syllables':
      return piece.syllables.map((given) => ({ kind: 'han', character: noCharacter, given, ...placed }));
    case 'phones':
      return [{ kind: 'english', text: piece.text, phones: piece.phones, isLetter: false, ...placed }];
    case 'mark':
      return [{ kind: 'mark', boundary: piece.boundary, ...placed }];
    case 'pause':
      return [{ kind: 'pause', ms: piece.ms, ...placed }];
    case 'skipped':
      return [];
    default:
      return unreachable(piece);
  }
}

function within(placed: Placed, run: string, word: { readonly start: number; readonly end: number }): Partial<Placed> {
  const isPlain = placed.end - placed.start === run.length;
  return isPlain ? { start: placed.start + word.start, end: placed.start + word.end } : {};
}

type Word = { readonly text: string; readonly phones: readonly Phone[]; readonly isLetter: boolean };

function english({ text, phones, isLetter }: Word, placed: Placed): Cell {
  return { kind: 'english', text, phones, isLetter, ...placed };
}

const notationParts = /[A-Z]+|[a-z]+(?:'[a-z]+)?|./gsu;

function notationCells(notation: string, placed: Placed): Cell[] {
  return [...notation.matchAll(notationParts)].flatMap(([part]): Cell[] => {
    if (part === fixedOne) return [{ kind: 'han', character: '一', given: 'yi1', ...placed }];
    if (part === shortBreak) return [{ kind: 'mark', boundary: 'phrase', ...placed }];
    if (part === ' ') return [{ kind: 'mark', boundary: 'word', ...placed }];
    if (/^[A-Z]/.test(part)) return spell(part).map((word) => english(word, placed));
    if (/^[a-z]/.test(part)) return readLatin(part).map((word) => english(word, placed));
    return [{ kind: 'han', character: part, ...placed }];
  });
}

// Number normalisation of pieces. A number in figures keeps the units that it came from, and with them their times.
import type { Unit } from '../heard.js';
import type { Mark } from '../marks.js';
import { isSmoothed, type Piece, unionOfCategories, withCategory } from '../piece.js';
import type { Edit } from './edit.js';
import { numberEdits } from './normalise.js';
import { hidden } from './protected.js';

/** Writes numbers in figures. Marks inside a number disappear; each mark belongs to the last unit of a piece. */
export function normaliseDigits(pieces: readonly Piece[], marks: ReadonlyMap<Unit, Mark>): readonly Piece[] {
  let written = pieces;
  for (;;) {
    const { text, starts } = layOut(written, marks);
    const edits = numberEdits(text);
    if (edits.length === 0) return written;
    written = rewritten(written, starts, edits);
  }
}

interface Layout {
  readonly text: string;
  /** The start of each piece, and one more entry for the end. */
  readonly starts: readonly number[];
}

function layOut(pieces: readonly Piece[], marks: ReadonlyMap<Unit, Mark>): Layout {
  let text = '';
  const starts = pieces.map((piece) => {
    const start = text.length;
    // a hotword keeps the spelling of its list
    text += piece.categories.includes('U') ? hidden.repeat(piece.shown.length) : piece.shown;
    const last = piece.units.at(-1);
    if (piece.shown !== '' && last) text += marks.get(last) ?? '';
    return start;
  });
  return { text, starts: [...starts, text.length] };
}

function rewritten(pieces: readonly Piece[], starts: readonly number[], edits: readonly Edit[]): Piece[] {
  const out: Piece[] = [];
  let at = 0;
  for (const edit of edits) {
    while (at < pieces.length && endOf(pieces, starts, at) <= edit.start) out.push(pieces[at++] as Piece);
    let end = at;
    while (end < pieces.length && (starts[end] as number) < edit.end) end++;
    out.push(...numberPieces(pieces.slice(at, end), starts.slice(at, end), edit));
    at = end;
  }
  out.push(...pieces.slice(at));
  return out;
}

function endOf(pieces: readonly Piece[], starts: readonly number[], at: number): number {
  return (starts[at] as number) + (pieces[at] as Piece).shown.length;
}

function numberPieces(covered: readonly Piece[], starts: readonly number[], edit: Edit): Piece[] {
  const parts = edit.parts ?? [edit];
  const out: Piece[] = [];
  for (const [number, part] of parts.entries()) {
    const isLast = number === parts.length - 1;
    const from = number === 0 ? Number.NEGATIVE_INFINITY : part.start;
    const to = isLast ? Number.POSITIVE_INFINITY : part.end;
    const inside = covered.filter((_, index) => (starts[index] as number) >= from && (starts[index] as number) < to);
    const spoken = inside.filter((piece) => !isSmoothed(piece));
    const [firstSpoken] = spoken;
    const early = firstSpoken ? inside.slice(0, inside.indexOf(firstSpoken)) : inside; // fillers before the number
    out.push(...early);
    if (spoken.length > 0) {
      out.push({
        units: spoken.flatMap((piece) => piece.units),
        text: part.text,
        shown: isLast ? edit.text : '',
        categories: withCategory(unionOfCategories(spoken), 'D'),
      });
    }
    out.push(...inside.slice(early.length).filter(isSmoothed));
  }
  return out;
}

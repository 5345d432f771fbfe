// Masks sensitive words (specification 1, section 2.5) with one asterisk for each character.
import { isSmoothed, type Piece, withCategory } from './piece.js';

interface Node {
  readonly next: Map<string, Node>;
  isWord: boolean;
}

export interface SensitiveWords {
  readonly root: Node;
  readonly isEmpty: boolean;
}

const plainAway = /[\p{P}\p{Z}\p{C}]/u;

/** Full width, half width, capitals and small letters compare as equal. */
function plain(character: string): string {
  return character.normalize('NFKC').toLowerCase();
}

export function compileSensitiveWords(words: readonly string[]): SensitiveWords {
  const root: Node = { next: new Map(), isWord: false };
  let isEmpty = true;
  for (const word of words) {
    const characters = comparable([...word].map((character) => ({ character, owner: 0 })));
    if (characters.length === 0) continue;
    isEmpty = false;
    let node = root;
    for (const { character } of characters) {
      const next = node.next.get(character) ?? { next: new Map(), isWord: false };
      node.next.set(character, next);
      node = next;
    }
    node.isWord = true;
  }
  return { root, isEmpty };
}

interface Placed {
  readonly character: string;
  /** Which piece it is of. */
  readonly owner: number;
}

function comparable(characters: readonly Placed[]): Placed[] {
  const kept = characters.flatMap(({ character, owner }) =>
    [...plain(character)].map((each) => ({ character: each, owner })),
  );
  const words = kept.filter(({ character }) => !plainAway.test(character));
  // a word of nothing but punctuation is compared as it is
  return words.length > 0 ? words : kept;
}

/**
 * Marks are not part of pieces, so they never hide a word; smoothed pieces do not stand in the way. Both the spoken and
 * the written form are looked at, and a piece that a word touches is masked whole.
 */
export function maskPieces(pieces: readonly Piece[], words: SensitiveWords): readonly Piece[] {
  if (words.isEmpty) return pieces;
  const masked = new Set<number>();
  for (const form of [spoken, written]) {
    const characters = pieces.flatMap((piece, owner) =>
      isSmoothed(piece) ? [] : [...form(piece)].map((character) => ({ character, owner })),
    );
    for (const owner of hits(comparable(characters), words.root)) masked.add(owner);
  }
  return pieces.map((piece, owner) =>
    masked.has(owner)
      ? { ...piece, shown: stars(piece.shown), categories: withCategory(piece.categories, 'M') }
      : piece,
  );
}

function spoken(piece: Piece): string {
  return piece.units.map((unit) => unit.text).join('');
}

function written(piece: Piece): string {
  return piece.shown;
}

function stars(shown: string): string {
  return [...shown].map((character) => (/\s/.test(character) ? character : '*')).join('');
}

/** The longest word at each place; what it covers is not looked at again. */
function hits(characters: readonly Placed[], root: Node): Set<number> {
  const owners = new Set<number>();
  let at = 0;
  while (at < characters.length) {
    const end = longestAt(characters, at, root);
    for (const { owner } of characters.slice(at, end)) owners.add(owner);
    at = Math.max(end, at + 1);
  }
  return owners;
}

function longestAt(characters: readonly Placed[], from: number, root: Node): number {
  let node: Node | undefined = root;
  let end = from;
  for (let at = from; at < characters.length; at++) {
    node = node.next.get((characters[at] as Placed).character);
    if (!node) break;
    if (node.isWord) end = at + 1;
  }
  return end;
}

// Masks sensitive words (specification 1, section 2.5) with one asterisk for each character.
import { isSmoothed, type Piece, withCategory } from './piece.js';
import { emptyTrie, insert, runsAt, type Trie } from './trie.js';

export type SensitiveWords = Trie<true>;

const plainAway = /[\p{P}\p{Z}\p{C}]/u;

/** Full width, half width, capitals and small letters compare as equal. */
function plain(character: string): string {
  return character.normalize('NFKC').toLowerCase();
}

export function compileSensitiveWords(words: readonly string[]): SensitiveWords {
  const root = emptyTrie<true>();
  for (const word of words) {
    const characters = comparable([...word].map((character) => ({ character, owner: 0 })));
    if (characters.length === 0) continue;
    insert(
      root,
      characters.map(({ character }) => character),
      true,
    );
  }
  return root;
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
  if (words.next.size === 0) return pieces;
  const masked = new Set<number>();
  for (const form of [spoken, written]) {
    const characters = pieces.flatMap((piece, owner) =>
      isSmoothed(piece) ? [] : [...form(piece)].map((character) => ({ character, owner })),
    );
    for (const owner of hits(comparable(characters), words)) masked.add(owner);
  }
  // % of 50%: the sentence shows the sign with the figures that follow it
  for (const [owner, piece] of pieces.entries()) {
    if (masked.has(owner) && piece.shown === '' && !isSmoothed(piece)) masked.add(owner + 1);
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
function hits(characters: readonly Placed[], root: SensitiveWords): Set<number> {
  const owners = new Set<number>();
  const keys = characters.map(({ character }) => character);
  let at = 0;
  while (at < characters.length) {
    const end = [...runsAt(root, keys, at)].at(-1)?.end ?? at;
    for (const { owner } of characters.slice(at, end)) owners.add(owner);
    at = Math.max(end, at + 1);
  }
  return owners;
}

// Masks sensitive words (specification 1, section 2.5) with one asterisk for each character.
import { isSmoothed, type Piece, withCategory } from './piece.js';
import { emptyTrie, insert, runsAt, type Trie } from './trie.js';

export type SensitiveWords = Trie<true>;

const plainAway = /[\p{P}\p{Z}\p{C}]/u;

/** Folds full width, half width and letter case for comparison. */
function plain(character: string): string {
  return character.normalize('NFKC').toLowerCase();
}

/** Compiles a list of sensitive words; empty ones are ignored. */
export function compileSensitiveWords(words: readonly string[]): SensitiveWords {
  const root = emptyTrie<true>();
  for (const word of words) {
    const { keys } = comparable([word]);
    if (keys.length > 0) insert(root, keys, true);
  }
  return root;
}

interface Comparable {
  readonly keys: string[];
  /** Index of the piece that each key belongs to. */
  readonly owners: number[];
}

/** The keys of texts without punctuation and spaces. A text of nothing else is compared as it is. */
function comparable(texts: readonly string[]): Comparable {
  const all: Comparable = { keys: [], owners: [] };
  const words: Comparable = { keys: [], owners: [] };
  for (const [owner, text] of texts.entries()) {
    for (const character of text) {
      for (const key of isIdeograph(character) ? character : plain(character)) {
        all.keys.push(key);
        all.owners.push(owner);
        if (!isIdeograph(key) && plainAway.test(key)) continue;
        words.keys.push(key);
        words.owners.push(owner);
      }
    }
  }
  return words.keys.length > 0 ? words : all;
}

/** True for the common ideographs, which are most of a text and need no folding. */
function isIdeograph(character: string): boolean {
  return character >= '\u4e00' && character <= '\u9fff';
}

/**
 * Masks every piece that a sensitive word touches. Both the spoken and the written form are compared. Marks are not
 * part of pieces and smoothed pieces are skipped, so neither hides a word.
 */
export function maskPieces(pieces: readonly Piece[], words: SensitiveWords): readonly Piece[] {
  if (words.next.size === 0) return pieces;
  const masked = new Set<number>();
  for (const form of [spoken, written]) {
    const texts = pieces.map((piece) => (isSmoothed(piece) ? '' : form(piece)));
    for (const owner of hits(comparable(texts), words)) masked.add(owner);
  }
  // the % of 50%: the sentence shows the sign with the figures that follow it
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
  return piece.units.length === 1 ? (piece.units[0]?.text ?? '') : piece.units.map((unit) => unit.text).join('');
}

function written(piece: Piece): string {
  return piece.shown;
}

function stars(shown: string): string {
  return [...shown].map((character) => (/\s/.test(character) ? character : '*')).join('');
}

/**
 * The owners of the keys that sensitive words cover. The longest word at each place wins, and the search goes on after
 * it.
 */
function hits({ keys, owners }: Comparable, root: SensitiveWords): Set<number> {
  const hit = new Set<number>();
  let at = 0;
  while (at < keys.length) {
    const end = runsAt(root, keys, at).at(-1)?.end ?? at;
    for (const owner of owners.slice(at, end)) hit.add(owner);
    at = Math.max(end, at + 1);
  }
  return hit;
}

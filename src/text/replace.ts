// Replacement hotwords (specification 1, section 2.4). Text rules come before phoneme rules and earlier lines before
// later ones; longer hotwords have no precedence. Text that one rule wrote is not matched by another.
import type { HotwordRule } from '../protocol/engine/recognition.js';
import { unreachable } from '../protocol/unreachable.js';
import { evenly, splitUnits, type Unit } from './heard.js';
import type { Piece } from './piece.js';
import { readUnits } from './pinyin.js';
import { emptyTrie, insert, runsAt, type Trie } from './trie.js';

interface Wanted {
  /** Position in the order of precedence. */
  readonly order: number;
  readonly text: string;
}

export interface Replacements {
  /** Text rules, keyed by characters. */
  readonly texts: Trie<Wanted>;
  /** Phoneme rules, keyed by tonal syllables. */
  readonly tonal: Trie<Wanted>;
  readonly toneless: Trie<Wanted>;
}

/** Compiles the replacement rules of a hotword list; weighted hotwords are ignored. */
export function compileReplacements(rules: readonly HotwordRule[]): Replacements {
  const texts = emptyTrie<Wanted>();
  const tonal = emptyTrie<Wanted>();
  const toneless = emptyTrie<Wanted>();
  for (const [order, rule] of rules.entries()) {
    switch (rule.kind) {
      case 'weighted':
        break;
      case 'text':
        if (rule.heard !== '') insert(texts, [...rule.heard].map(lower), { order, text: rule.text });
        break;
      case 'phonemes':
        for (const reading of rule.readings) {
          const syllables = reading.split(' ').filter((syllable) => syllable !== '');
          if (syllables.length === 0) continue;
          if (rule.tonal) insert(tonal, syllables, { order, text: rule.text });
          else insert(toneless, syllables.map(withoutTone), { order, text: rule.text });
        }
        break;
      default:
        unreachable(rule);
    }
  }
  return { texts, tonal, toneless };
}

function withoutTone(syllable: string): string {
  return syllable.replace(/[0-5]$/, '');
}

function lower(character: string): string {
  return character.toLowerCase();
}

const han = /^\p{Script=Han}/u;

/** Applies the text rules, then the phoneme rules. */
export function replaceHotwords(pieces: readonly Piece[], replacements: Replacements): readonly Piece[] {
  const byText = replaceTexts(pieces, replacements.texts);
  return replaceReadings(byText, replacements);
}

/** One key that is compared, with the piece that it comes from. */
interface Item {
  readonly key: string;
  readonly piece: number;
  /** Index of the character in its piece. */
  readonly at: number;
}

interface Hit {
  readonly order: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function replaceTexts(pieces: readonly Piece[], texts: Trie<Wanted>): readonly Piece[] {
  if (texts.next.size === 0) return pieces;
  const items = pieces.flatMap((piece, number) =>
    isReplaced(piece)
      ? [opaque(number)]
      : [...piece.text].map((character, at) => ({ key: lower(character), piece: number, at })),
  );
  return rewrite(pieces, items, chosen(hitsOf(items, texts)));
}

function replaceReadings(pieces: readonly Piece[], { tonal, toneless }: Replacements): readonly Piece[] {
  if (tonal.next.size === 0 && toneless.next.size === 0) return pieces;
  const readings = readUnits(pieces.flatMap((piece) => piece.units));
  const items = pieces.map((piece, number): Item => {
    const isRead = !isReplaced(piece) && han.test(piece.text);
    const reading = !isRead ? '' : (readings.get(piece.units[0] as Unit) ?? '');
    return { key: reading, piece: number, at: 0 };
  });
  const plain = items.map((item) => ({ ...item, key: withoutTone(item.key) }));
  return rewrite(pieces, items, chosen([...hitsOf(items, tonal), ...hitsOf(plain, toneless)]));
}

/** True for a replaced piece, whose word number is negative. */
function isReplaced(piece: Piece): boolean {
  return (piece.units[0]?.word ?? 0) < 0;
}

function opaque(piece: number): Item {
  return { key: '', piece, at: 0 };
}

function hitsOf(items: readonly Item[], wanted: Trie<Wanted>): Hit[] {
  const keys = items.map((item) => item.key);
  return items.flatMap((_, from) =>
    runsAt(wanted, keys, from).map(({ end, value }) => ({ from, to: end, order: value.order, text: value.text })),
  );
}

/** Selects hits by line, then by place. A hit that overlaps an earlier choice is dropped. */
function chosen(hits: readonly Hit[]): Hit[] {
  const taken = new Set<number>();
  const kept: Hit[] = [];
  for (const hit of [...hits].sort((a, b) => a.order - b.order || a.from - b.from)) {
    const places = Array.from({ length: hit.to - hit.from }, (_, step) => hit.from + step);
    if (places.some((place) => taken.has(place))) continue;
    for (const place of places) taken.add(place);
    kept.push(hit);
  }
  return kept.sort((a, b) => a.from - b.from);
}

function rewrite(pieces: readonly Piece[], items: readonly Item[], hits: readonly Hit[]): readonly Piece[] {
  if (hits.length === 0) return pieces;
  const out: Piece[] = [];
  let at = 0;
  let word = Math.min(0, ...pieces.map((piece) => piece.units[0]?.word ?? 0));
  for (const hit of hits) {
    const first = items[hit.from] as Item;
    const last = items[hit.to - 1] as Item;
    const before = cut(pieces[first.piece] as Piece, 0, first.at);
    const after = cut(pieces[last.piece] as Piece, last.at + 1, Number.POSITIVE_INFINITY);
    // two hits in one run of letters: its remainder was already written after the first hit
    const isCut = at > first.piece;
    if (isCut) out.pop();
    else out.push(...pieces.slice(at, first.piece));
    const left = isCut ? between(pieces[first.piece] as Piece, items, hits, hit) : before;
    if (left) out.push(left);
    out.push(...written(hit.text, covered(pieces, first, last), --word));
    if (after) out.push(after);
    at = last.piece + 1;
  }
  out.push(...pieces.slice(at));
  return out;
}

function between(piece: Piece, items: readonly Item[], hits: readonly Hit[], hit: Hit): Piece | undefined {
  const before = hits[hits.indexOf(hit) - 1] as Hit;
  return cut(piece, (items[before.to - 1] as Item).at + 1, (items[hit.from] as Item).at);
}

/** The pieces that a hit covers; the first and the last are cut to the hit. */
function covered(pieces: readonly Piece[], first: Item, last: Item): Piece[] {
  const whole = pieces.slice(first.piece, last.piece + 1);
  return whole.map((piece, index) => {
    const from = index === 0 ? first.at : 0;
    const to = index === whole.length - 1 ? last.at + 1 : Number.POSITIVE_INFINITY;
    return cut(piece, from, to) ?? piece;
  });
}

/** A part of a piece of one unit, with its share of the unit's time. */
function cut(piece: Piece, from: number, to: number): Piece | undefined {
  const characters = [...piece.text];
  const text = characters.slice(from, to).join('');
  const unit = piece.units[0];
  if (text === '' || !unit || (from === 0 && to >= characters.length)) return undefined;
  const bounds = [...evenly(unit.startMs, unit.endMs, characters.length), unit.endMs];
  const startMs = bounds[from] ?? unit.startMs;
  const endMs = bounds[Math.min(to, characters.length)] ?? unit.endMs;
  return { ...piece, units: [{ ...unit, text, startMs, endMs }], text, shown: text };
}

/**
 * The pieces of a hotword over the time of the text that it replaces. Syllables align one to one if the counts are
 * equal.
 */
function written(text: string, over: readonly Piece[], word: number): Piece[] {
  const units = over.flatMap((piece) => piece.units);
  const texts = splitUnits(text);
  const startMs = units[0]?.startMs ?? 0;
  const endMs = units.at(-1)?.endMs ?? startMs;
  const confidence = units.reduce((sum, unit) => sum + unit.confidence, 0) / Math.max(1, units.length);
  const isAligned = texts.length === units.length;
  const starts = isAligned ? units.map((unit) => unit.startMs) : evenly(startMs, endMs, texts.length);
  return texts.map((each, at) => ({
    units: [
      {
        text: each,
        startMs: starts[at] ?? startMs,
        endMs: (isAligned ? units[at]?.endMs : starts[at + 1]) ?? endMs,
        confidence: isAligned ? (units[at]?.confidence ?? confidence) : confidence,
        reading: undefined,
        word,
        hotword: true,
      },
    ],
    text: each,
    shown: each,
    categories: ['U'],
  }));
}

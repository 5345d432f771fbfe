// The form in which texts and words are compared: composed (NFC), lower case, half width. Each of its units knows its
// offset in the text, which need not be composed.

export interface Comparable {
  readonly text: string;
  /** UTF-16 code units to compare. */
  readonly keys: string;
  /**
   * For each unit of `keys` the offset in the text where it may begin; -1: inside a character. Absent: offsets are
   * equal.
   */
  readonly starts?: Int32Array;
  /** For each unit of `keys` the offset in the text where it may end; -1: inside a character. */
  readonly ends?: Int32Array;
}

const wide = /[\uff01-\uff5e\u3000]/g;
/**
 * Characters whose lower-case form may have another length. A text with one of them is lower-cased unit by unit, so
 * that its length stays.
 */
const odd = /[\u0080-\u2e7f]/;
/** Sequences that composition may turn into one character. */
const composed = /[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?|[\uac00-\ud7a3][\u11a8-\u11ff]?|\P{M}\p{M}*|\p{M}+/gu;

const halfWidth = (text: string): string =>
  text.replace(wide, (unit) => (unit === '\u3000' ? ' ' : String.fromCharCode(unit.charCodeAt(0) - 0xfee0)));

function small(text: string): string {
  if (!odd.test(text)) return text.toLowerCase();
  return text.replace(/[^\u2e80-\uffff]/g, (unit) => {
    const lower = unit.toLowerCase();
    return lower.length === 1 ? lower : unit;
  });
}

const unchanged = /^[\u4e00-\u9fff]*$/;

/** The comparable form of a word. */
export const keysOf = (word: string): string => (unchanged.test(word) ? word : small(halfWidth(word).normalize('NFC')));

/** The comparable form of a text, with offsets. */
export function comparable(text: string): Comparable {
  const half = halfWidth(text);
  if (half.normalize('NFC') === half) return { text, keys: small(half) };
  let keys = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: part, index } of half.matchAll(composed)) {
    const key = small(part.normalize('NFC'));
    for (let at = 0; at < key.length; at++) {
      starts.push(at === 0 ? index : -1);
      ends.push(at === key.length - 1 ? index + part.length : -1);
    }
    keys += key;
  }
  return { text, keys, starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}

const letter = /\p{L}/u;

function kindOf(unit: number): 'letter' | 'digit' | undefined {
  if (unit >= 0x30 && unit <= 0x39) return 'digit';
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) ? 'letter' : undefined;
  // alphabets that put spaces between words
  return unit < 0x1100 || (unit >= 0x1e00 && unit < 0x2000)
    ? letter.test(String.fromCharCode(unit))
      ? 'letter'
      : undefined
    : undefined;
}

/** True between two letters or between two digits, which is inside a word. */
function isInsideWord(keys: string, at: number): boolean {
  if (at <= 0 || at >= keys.length) return false;
  const kind = kindOf(keys.charCodeAt(at));
  return kind !== undefined && kind === kindOf(keys.charCodeAt(at - 1));
}

/**
 * The offsets in the text of the keys from `from` to `to`; undefined: they begin or end inside a word or a character.
 */
export function placeOf(of: Comparable, from: number, to: number): { start: number; end: number } | undefined {
  if (isInsideWord(of.keys, from) || isInsideWord(of.keys, to)) return undefined;
  const start = of.starts ? (of.starts[from] as number) : from;
  const end = of.ends ? (of.ends[to - 1] as number) : to;
  return start < 0 || end < 0 ? undefined : { start, end };
}

// Finds the places of a word in the recognised text. Characters that were read and syllables that were heard have their
// places on one scale, that of the characters in plain form, because only then can they be compared.

import type { PromptSyllable } from '../protocol/engine/ring.js';

export interface Said {
  /** in plain form */
  readonly plain: string;
  readonly syllables: readonly string[];
  /** the evidence for each syllable */
  readonly heardAs: readonly PromptSyllable[];
  /** the place at which each syllable begins, and behind the last one the place at which it ends */
  readonly syllableAt: readonly number[];
  /** the places at which a sentence after the first begins: before them lies a pause */
  readonly joints: readonly number[];
  /** More words may follow without a pause. */
  readonly isOpen: boolean;
}

/** A half-open range of places. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A word as it is written in plain form, and as runs of syllables with tone digits. */
export interface Sought {
  readonly plain: string;
  readonly readings: readonly (readonly string[])[];
}

type Accept = (span: Span) => boolean;

/** A word of three syllables is the same without its tones; one of two must agree in a tone. */
const surelySyllables = 3;

/** The first place at which it is written and that is accepted. */
export function firstWritten({ plain: text }: Said, { plain }: Sought, accept: Accept): Span | undefined {
  for (let from = text.indexOf(plain); from >= 0; from = text.indexOf(plain, from + 1)) {
    const span = { from, to: from + plain.length };
    if (accept(span)) return span;
  }
  return undefined;
}

/** The first place at which it was heard and that is accepted. */
export function firstHeard(said: Said, { readings }: Sought, accept: Accept): Span | undefined {
  const { syllables, syllableAt } = said;
  for (let at = 0; at < syllables.length; at++) {
    const run = readings.find((each) => at + each.length <= syllables.length && soundsLike(each, syllables, at));
    if (run === undefined) continue;
    const span = { from: syllableAt[at] ?? 0, to: syllableAt[at + run.length] ?? 0 };
    if (accept(span)) return span;
  }
  return undefined;
}

/** Every place at which it is written or was heard. */
export function everyPlace(said: Said, sought: Sought): Span[] {
  const spans: Span[] = [];
  const keep: Accept = (span) => {
    spans.push(span);
    return false;
  };
  firstWritten(said, sought, keep);
  firstHeard(said, sought, keep);
  return spans;
}

/**
 * Places where the text may yet become the word: its last words are the word's first ones. Places run past the text.
 */
export function openPlaces({ plain: text, syllables, syllableAt }: Said, { plain, readings }: Sought): Span[] {
  const spans: Span[] = [];
  const written = longestBeginning(plain.length, text.length, (count) => text.endsWith(plain.slice(0, count)));
  if (written > 0) spans.push({ from: text.length - written, to: text.length - written + plain.length });
  for (const run of readings) {
    const heard = longestBeginning(run.length, syllables.length, (count) =>
      soundsLike(run.slice(0, count), syllables, syllables.length - count, 0),
    );
    if (heard > 0)
      spans.push({ from: syllableAt[syllables.length - heard] ?? 0, to: text.length + run.length - heard });
  }
  return spans;
}

/** Length of the longest proper beginning of the word with which the text ends. */
function longestBeginning(length: number, textLength: number, fits: (count: number) => boolean): number {
  for (let count = Math.min(length - 1, textLength); count > 0; count--) if (fits(count)) return count;
  return 0;
}

function soundsLike(run: readonly string[], heard: readonly string[], at: number, leastTones = 1): boolean {
  let tones = 0;
  for (const [index, syllable] of run.entries()) {
    const other = heard[at + index] ?? '';
    if (toneless(other) !== toneless(syllable)) return false;
    if (other === syllable) tones++;
  }
  return run.length >= surelySyllables || tones >= leastTones;
}

const toneless = (syllable: string): string => syllable.replace(/\d$/, '');

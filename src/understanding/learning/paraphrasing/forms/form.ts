// The parts that all forms of questions share.
import type { PhraseTable } from '../phrase-table.js';
import { askingWords, pronouns } from './form-words.js';

export interface Variant {
  readonly text: string;
  /** The distance from plain speech, 0 for a common form; the ranking subtracts it. */
  readonly cost: number;
}

/** Rewords one clause, given as its words without greeting, final particle and marks. */
export type Form = (words: readonly string[], table: PhraseTable) => Variant[];

const asking = new Set(askingWords);
const persons = new Set(pronouns);

export const joined = (words: readonly string[]): string => words.join('');
/** True if the words ask for something that they do not name. */
export const asks = (words: readonly string[]): boolean => asksOpenly(words) || words.some((word) => /^几/.test(word));
/** The same without 几, which also means "a few": 可以晚几天吗. */
export const asksOpenly = (words: readonly string[]): boolean =>
  words.some((word) => asking.has(word) || /[什谁哪怎啥]|多少|如何/.test(word));
export const isPerson = (text: string): boolean => text === '' || persons.has(text);

/** The index of the first of these words; -1: there is none. */
export const placeOf = (words: readonly string[], of: ReadonlySet<string>): number =>
  words.findIndex((word) => of.has(word));

export const variants = (cost: number, ...texts: readonly string[]): Variant[] => texts.map((text) => ({ text, cost }));

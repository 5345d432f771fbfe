// How a clause is asked: the parts that all forms share.
import type { PhraseTable } from '../phrase-table.js';
import { askingWords, pronouns } from './form-words.js';

export interface Variant {
  readonly text: string;
  /** How far from plain speech it is, 0 for a form that everybody uses; the ranking takes it off. */
  readonly cost: number;
}

/** The words of one clause, without greeting, final particle and marks. */
export type Form = (words: readonly string[], table: PhraseTable) => Variant[];

const asking = new Set(askingWords);
const persons = new Set(pronouns);

export const joined = (words: readonly string[]): string => words.join('');
/** Does it ask for something that it does not name? */
export const asks = (words: readonly string[]): boolean => asksOpenly(words) || words.some((word) => /^几/.test(word));
/** The same without 几, which also stands for a few: 可以晚几天吗. */
export const asksOpenly = (words: readonly string[]): boolean =>
  words.some((word) => asking.has(word) || /[什谁哪怎啥]|多少|如何/.test(word));
export const isPerson = (text: string): boolean => text === '' || persons.has(text);

/** The place of the first word that is one of these. */
export const placeOf = (words: readonly string[], of: ReadonlySet<string>): number =>
  words.findIndex((word) => of.has(word));

export const variants = (cost: number, ...texts: readonly string[]): Variant[] => texts.map((text) => ({ text, cost }));

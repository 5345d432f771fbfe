// Words in Latin letters. Decides which are read and which are spelled.

import type { Phone } from '../../protocol/engine/synthesis.js';
import { limits } from '../../protocol/limits.js';
import { soundOut } from './g2p.js';
import { letterPhones } from './letters.js';
import { isReadable, lookUp } from './lexicon.js';

export interface LatinWord {
  readonly text: string;
  /** Offset from the start of the run. */
  readonly start: number;
  readonly end: number;
  readonly phones: readonly Phone[];
  readonly isLetter: boolean;
}

const parts = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+(?:'[a-z]+)*|[A-Z]/g;

/** Splits a run of letters and apostrophes into words: `iPhone` is one word, `OpenAI` is a word and two letters. */
export function readLatin(written: string): LatinWord[] {
  const run = written.replace(/’/g, "'");
  const whole = lookUp(run.toLowerCase());
  if (whole && !isSpelled(run)) return [word(run, 0, whole)];
  const words: LatinWord[] = [];
  for (const found of run.matchAll(parts)) words.push(...readPart(found[0], found.index));
  return words;
}

function readPart(part: string, at: number): LatinWord[] {
  if (isSpelled(part)) return spell(part, at);
  const known = lookUp(part.toLowerCase());
  if (known) return [word(part, at, known)];
  const hasVowel = /[aeiouy]/i.test(part);
  if (!hasVowel || part.length > limits.tts.wordLetters || part.length === 1) return spell(part, at);
  return [word(part, at, soundOut(part.toLowerCase()))];
}

/** True if the part is spelled. Up to five capitals are an abbreviation, unless it is known as a word (SIM, WIFI). */
function isSpelled(part: string): boolean {
  if (!/^[A-Z]+$/.test(part)) return false;
  return part.length <= 5 && !isReadable(part.toLowerCase());
}

function word(text: string, start: number, phones: readonly Phone[]): LatinWord {
  return { text, start, end: start + text.length, phones, isLetter: false };
}

/** Spells a text letter by letter; characters without a letter name are skipped. */
export function spell(text: string, start = 0): LatinWord[] {
  const words: LatinWord[] = [];
  for (const [at, letter] of [...text].entries()) {
    const phones = letterPhones(letter);
    if (phones) words.push({ text: letter, start: start + at, end: start + at + 1, phones, isLetter: true });
  }
  return words;
}

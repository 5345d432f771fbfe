// How prompts and keywords sound: syllables with their tones, for keywords that were written down as homophones.

import type { TextPiece } from '../../protocol/ring.js';
import { readTexts } from '../../text/pinyin.js';
import type { HeardHypothesis } from '../runtime/hypotheses.js';
import type { Language } from '../runtime/language.js';
import { syllablesOf } from './syllables.js';

export interface PromptReadings {
  readonly readings: string[];
  readonly pieces: TextPiece[];
}

/** As they were heard, or as the characters are read where the recogniser hears characters; word by word. */
export function readingsOf({ words, text }: HeardHypothesis, isPhonetic: boolean): PromptReadings {
  const readings: string[] = [];
  const pieces: TextPiece[] = [];
  const read = isPhonetic ? [] : readTexts([...text]);
  let character = 0;
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    const end = next === undefined ? text.length : text.indexOf(next.text, character + word.text.length);
    const own = isPhonetic
      ? (syllablesOf(word.units) ?? []).map((syllable) => syllable.text)
      : read.splice(0, [...text.slice(character, end)].length);
    readings.push(...own);
    pieces.push({ characters: end - character, syllables: own.length, toMs: word.endMs });
    character = end;
  }
  return { readings, pieces };
}

const mostReadings = 4;

/** The readings of a keyword, each a run of syllables: the lexicon's, which are those of what is heard. */
export function keywordReadings(language: Language | undefined): (word: string) => string[][] {
  if (language === undefined) return (word) => [readTexts([...word])];
  const names = language.lexicon.units;
  return (word) => {
    const runs = language.lexicon.readings(word).slice(0, mostReadings);
    const heard = runs.map((run) => syllablesOf([...run].map((unit) => ({ name: names[unit] ?? '', startMs: 0 }))));
    return heard.filter((syllables) => syllables !== undefined).map((syllables) => syllables.map(({ text }) => text));
  };
}

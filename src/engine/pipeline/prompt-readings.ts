// How prompts and keywords sound: syllables with their tones, for keywords that were written down as homophones.
import { readTexts } from '../../text/pinyin.js';
import type { HeardHypothesis } from '../runtime/hypotheses.js';
import type { Language } from '../runtime/language.js';
import { syllablesOf } from './syllables.js';

/** As they were heard, or as the characters are read where the recogniser hears characters. */
export function readingsOf({ words, text }: HeardHypothesis, isPhonetic: boolean): string[] {
  if (!isPhonetic) return readTexts([...text]);
  return words.flatMap((word) => syllablesOf(word.units)?.map((syllable) => syllable.text) ?? []);
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

// How prompts and keywords sound: syllables with their tones, for keywords that were written down as homophones.
import type { PromptSyllable } from '../../protocol/ring.js';
import { readTexts } from '../../text/pinyin.js';
import type { HeardHypothesis, HeardUnit } from '../runtime/hypotheses.js';
import type { Language } from '../runtime/language.js';
import { syllablesOf } from './syllables.js';

/** As they were heard, or as the characters are read where the recogniser hears characters. */
export function readingsOf({ words, text }: HeardHypothesis, isPhonetic: boolean): string[] {
  if (!isPhonetic) return readTexts([...text]);
  return words.flatMap((word) => syllablesOf(word.units)?.map((syllable) => syllable.text) ?? []);
}

/** Of each reading, how it was heard. */
export function promptSyllables({ words, units }: HeardHypothesis, isPhonetic: boolean): PromptSyllable[] {
  if (!isPhonetic) return units.map((unit) => heardAs([unit]));
  return words.flatMap((word) => {
    const syllables: PromptSyllable[] = [];
    for (let from = 0, at = 0; at < word.units.length; at++) {
      if (!/\d$/.test(word.units[at]?.name ?? '')) continue; // a syllable ends with the tone of its final
      syllables.push(heardAs(word.units.slice(from, at + 1)));
      from = at + 1;
    }
    return syllables;
  });
}

/**
 * How clearly anything was heard there counts twice, what the syllable's own units have of it once: the search makes
 * the likeliest words of anything, but where nothing is clear they were not said.
 */
function heardAs(units: readonly HeardUnit[]): PromptSyllable {
  const log = (value: number): number => Math.log(Math.max(value, 1e-6));
  const logs = units.reduce((sum, { clearness, confidence }) => sum + 2 * log(clearness) + log(confidence), 0);
  return { fromMs: units[0]?.startMs ?? 0, confidence: Math.exp(logs / (3 * Math.max(1, units.length))) };
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

// Readings of prompts and keywords: syllables with their tones, for keywords that were written down as homophones.
import type { PromptSyllable, TextPiece } from '../../../protocol/engine/ring.js';
import { readTexts } from '../../../text/pinyin.js';
import type { HeardHypothesis, HeardUnit, HeardWord } from '../../runtime/recogniser/hypotheses.js';
import type { Language } from '../../runtime/recogniser/language.js';
import { syllablesOf } from '../recognition/syllables.js';

export interface PromptReadings {
  readonly readings: string[];
  /** The syllables of each reading. */
  readonly syllables: PromptSyllable[];
  readonly pieces: TextPiece[];
}

/** The readings, word by word: as they were heard, or from the lexicon if the recogniser outputs characters. */
export function promptReadings({ words, text }: HeardHypothesis, isPhonetic: boolean): PromptReadings {
  const readings: string[] = [];
  const syllables: PromptSyllable[] = [];
  const pieces: TextPiece[] = [];
  const read = isPhonetic ? [] : readTexts([...text]);
  let character = 0;
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    const end = next === undefined ? text.length : text.indexOf(next.text, character + word.text.length);
    const own = isPhonetic
      ? (syllablesOf(word.units) ?? []).map((syllable) => syllable.text)
      : read.splice(0, [...text.slice(character, end)].length);
    const heard = isPhonetic ? heardSyllables(word) : own.map(() => heardAs(word.units));
    readings.push(...own);
    syllables.push(...heard.slice(0, own.length));
    pieces.push({ characters: end - character, syllables: own.length, toMs: word.endMs });
    character = end;
  }
  return { readings, syllables, pieces };
}

/** The heard syllables of a word; the tone of a final ends a syllable. */
function heardSyllables({ units }: HeardWord): PromptSyllable[] {
  const heard: PromptSyllable[] = [];
  let from = 0;
  for (const [at, { name }] of units.entries()) {
    if (!/\d$/.test(name)) continue;
    heard.push(heardAs(units.slice(from, at + 1)));
    from = at + 1;
  }
  return heard;
}

/**
 * The confidence of a syllable. The clarity of anything heard there counts twice, the share of the syllable's own units
 * once: the search makes the likeliest words of any sound, but where nothing is clear, they were not said.
 */
function heardAs(units: readonly HeardUnit[]): PromptSyllable {
  const log = (value: number): number => Math.log(Math.max(value, 1e-6));
  const logs = units.reduce((sum, { clearness, confidence }) => sum + 2 * log(clearness) + log(confidence), 0);
  return { fromMs: units[0]?.startMs ?? 0, confidence: Math.exp(logs / (3 * Math.max(1, units.length))) };
}

const mostReadings = 4;

/** The readings of a keyword, each a run of syllables. They come from the lexicon, like those of recognised words. */
export function keywordReadings(language: Language | undefined): (word: string) => string[][] {
  if (language === undefined) return (word) => [readTexts([...word])];
  const names = language.lexicon.units;
  return (word) => {
    const runs = language.lexicon.readings(word).slice(0, mostReadings);
    const heard = runs.map((run) => syllablesOf([...run].map((unit) => ({ name: names[unit] ?? '', startMs: 0 }))));
    return heard.filter((syllables) => syllables !== undefined).map((syllables) => syllables.map(({ text }) => text));
  };
}

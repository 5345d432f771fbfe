// Turns the output of a search into words with times. Frames become milliseconds of the session's audio here, and the
// one or two frames of a unit become the segment in which it was said: up to the next unit, or to a pause.
import { hotwordBase, unitStride, wordStride } from '../../../native/search.js';
import type { Hypothesis as NativeHypothesis } from '../../../native/search-addon.js';
import { scoreNats, wordConfidence } from './confidence.js';
import { textOf, type Units } from './units.js';

/** A phone, a character or a piece of a word. */
export interface HeardUnit {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Highest probability that the recogniser gave the unit, 0-1. */
  readonly confidence: number;
  /**
   * Certainty of the recogniser about any unit within a second of this one, 0-1, whichever words the search made of
   * that.
   */
  readonly clearness: number;
  /** Loss of this reading of the sound against the likeliest one, from this unit to the next; in nats. */
  readonly lostNats: number;
}

export interface HeardWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Probability that the word was said, 0-1. */
  readonly confidence: number;
  /** The sounds of the word: phones if the model recognises phones, otherwise the characters themselves. */
  readonly units: readonly HeardUnit[];
  /** Number of the hotword; undefined for words of the lexicon. */
  readonly hotword: number | undefined;
}

export interface HeardHypothesis {
  /** The texts of the words, one after the other. */
  readonly text: string;
  readonly words: readonly HeardWord[];
  readonly units: readonly HeardUnit[];
  /** Geometric mean over the units, 0-1; 0 if nothing was heard. */
  readonly confidence: number;
  /** Score as a natural logarithm; comparable within one sentence only. */
  readonly score: number;
}

/** The mapping from the numbers of a search to units and times. */
export interface Reading {
  readonly units: Units;
  /** Text of a word; undefined if the search has no lexicon: every unit is then a word. */
  readonly wordText: ((word: number) => string) | undefined;
  readonly hotwordText: (hotword: number) => string;
  /** Start of a unit's sound, from its first frame. */
  readonly startMs: (frame: number) => number;
  /** End of a unit's sound before a pause, from the frame after its last. */
  readonly endMs: (frame: number) => number;
}

/** Least length of a pause: in a shorter gap the first unit lasts until the second begins. */
const pauseMs = 100;

export function readHypothesis(heard: NativeHypothesis, reading: Reading): HeardHypothesis {
  const units = readUnits(heard, reading);
  const words = reading.wordText === undefined ? unitsAsWords(units, reading) : readWords(heard, units, reading);
  return { text: textOfWords(words, reading), words, units, confidence: geometricMean(units), score: heard.score };
}

/** The text alone, to see whether it has changed. */
export function readText({ words, units }: NativeHypothesis, reading: Reading): string {
  const { wordText } = reading;
  if (wordText === undefined) {
    const ids: number[] = [];
    for (let at = 0; at < units.length; at += unitStride) ids.push(units[at] ?? 0);
    return textOf(ids, reading.units);
  }
  let text = '';
  for (let at = 0; at < words.length; at += wordStride) text += textOfWord(words[at] ?? 0, wordText, reading);
  return text;
}

function textOfWord(word: number, wordText: (word: number) => string, { hotwordText }: Reading): string {
  return word >= hotwordBase ? hotwordText(word - hotwordBase) : wordText(word);
}

function readUnits(
  { units: numbers, clearness, lost }: NativeHypothesis,
  { units, startMs, endMs }: Reading,
): HeardUnit[] {
  const heard: HeardUnit[] = [];
  for (let at = 0; at < numbers.length; at += unitStride) {
    const [unit = 0, first = 0, after = 0, confidence = 0] = numbers.subarray(at, at + unitStride);
    const nextMs = at + unitStride < numbers.length ? startMs(numbers[at + unitStride + 1] ?? 0) : undefined;
    const lastMs = endMs(after);
    const touches = nextMs !== undefined && nextMs < lastMs + pauseMs;
    heard.push({
      name: units.names[unit] ?? '',
      startMs: startMs(first),
      endMs: touches ? nextMs : lastMs,
      confidence,
      clearness: clearness[at / unitStride] ?? 0,
      lostNats: lost[at / unitStride] ?? 0,
    });
  }
  return heard;
}

function readWords(
  { words: numbers, score }: NativeHypothesis,
  units: readonly HeardUnit[],
  reading: Reading,
): HeardWord[] {
  const words: Omit<HeardWord, 'confidence'>[] = [];
  for (let at = 0; at < numbers.length; at += wordStride) {
    const [word = 0, first = 0, count = 0] = numbers.subarray(at, at + wordStride);
    const own = units.slice(first, first + count);
    words.push({
      text: textOfWord(word, reading.wordText as (word: number) => string, reading),
      startMs: own[0]?.startMs ?? 0,
      endMs: own.at(-1)?.endMs ?? 0,
      units: own,
      hotword: word >= hotwordBase ? word - hotwordBase : undefined,
    });
  }
  const ofSentence = scoreNats(
    score,
    words.reduce((sum, { text }) => sum + Array.from(text).length, 0),
  );
  return words.map((word) => ({ ...word, confidence: wordConfidence(word.units, ofSentence) }));
}

const pieceStart = '\u2581'; // SentencePiece's mark of the beginning of a word

/** Turns units into words: characters and phones are words of their own, pieces are joined. */
function unitsAsWords(units: readonly HeardUnit[], { units: { kind } }: Reading): HeardWord[] {
  const words: HeardWord[] = [];
  for (const unit of units) {
    if (/^<.*>$/.test(unit.name)) continue;
    const last = words.at(-1);
    const goesOn = kind === 'bpe' && last !== undefined && !unit.name.startsWith(pieceStart);
    const { startMs, endMs } = unit;
    if (!goesOn) {
      const text = unit.name.replaceAll(pieceStart, '');
      words.push({ text, startMs, endMs, confidence: wordConfidence([unit]), units: [unit], hotword: undefined });
      continue;
    }
    const joined = [...last.units, unit];
    words[words.length - 1] = {
      ...last,
      text: last.text + unit.name,
      endMs,
      confidence: wordConfidence(joined),
      units: joined,
    };
  }
  return words;
}

/** The same hypothesis with all times limited to the given span. */
export function within(heard: HeardHypothesis, fromMs: number, toMs: number): HeardHypothesis {
  const clip = <T extends Pick<HeardUnit, 'startMs' | 'endMs'>>(each: T): T => ({
    ...each,
    startMs: Math.min(Math.max(each.startMs, fromMs), toMs),
    endMs: Math.min(Math.max(each.endMs, fromMs), toMs),
  });
  const words = heard.words.map((word) => ({ ...clip(word), units: word.units.map(clip) }));
  return { ...heard, words, units: heard.units.map(clip) };
}

function textOfWords(words: readonly HeardWord[], { units: { kind }, wordText }: Reading): string {
  const between = wordText === undefined && kind !== 'characters' ? ' ' : '';
  return words.map(({ text }) => text).join(between);
}

function geometricMean(units: readonly HeardUnit[]): number {
  if (units.length === 0) return 0;
  return Math.exp(units.reduce((sum, { confidence }) => sum + Math.log(Math.max(confidence, 1e-6)), 0) / units.length);
}

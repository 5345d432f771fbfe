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
  /** 0-1: the highest probability that the recogniser gave it. */
  readonly confidence: number;
  /** 0-1: how sure the recogniser was of anything within a second of it, whatever words the search made of that. */
  readonly clearness: number;
  /** How much less likely this reading of the sound is than the likeliest, from this unit to the next; in nats. */
  readonly lostNats: number;
}

export interface HeardWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** 0-1: the probability that the word was said. */
  readonly confidence: number;
  /** The sounds of the word: phones if the model recognises phones, otherwise the characters themselves. */
  readonly units: readonly HeardUnit[];
  /** Number of the hotword that it is; undefined for words of the lexicon. */
  readonly hotword: number | undefined;
}

export interface HeardHypothesis {
  /** The words' texts, one after the other. */
  readonly text: string;
  readonly words: readonly HeardWord[];
  readonly units: readonly HeardUnit[];
  /** 0-1: geometric mean over the units; 0 when nothing was heard. */
  readonly confidence: number;
  /** Natural logarithm; comparable within one sentence only. */
  readonly score: number;
}

/** The mapping from a search's numbers to units and times. */
export interface Reading {
  readonly units: Units;
  /** Undefined if the search has no lexicon: then every unit is a word. */
  readonly wordText: ((word: number) => string) | undefined;
  readonly hotwordText: (hotword: number) => string;
  /** Start of the sound of a unit with this first frame. */
  readonly startMs: (frame: number) => number;
  /** End of the sound if a pause follows, from the frame after its last. */
  readonly endMs: (frame: number) => number;
}

/** A shorter one between two units is none: the first lasts until the second begins. */
const pauseMs = 100;

export function readHypothesis(heard: NativeHypothesis, reading: Reading): HeardHypothesis {
  const units = readUnits(heard, reading);
  const words = reading.wordText === undefined ? unitsAsWords(units, reading) : readWords(heard, units, reading);
  return { text: textOfWords(words, reading), words, units, confidence: geometricMean(units), score: heard.score };
}

/** The text alone, for a look at whether it changed. */
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

const pieceStart = '\u2581'; // SentencePiece: a word begins here

/** Characters and phones are words of their own; pieces are joined to words. */
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

/** The same with all times between two. */
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

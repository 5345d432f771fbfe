// Turns folded text into pieces: numbers and addresses by their rules, Chinese characters, words in Latin letters,
// marks and signs.
import type { Boundary, DigitMode, Prosody, SpokenLanguage } from '../protocol/engine/synthesis.js';
import { englishFigures } from './english/figures.js';
import type { Folded } from './normalise.js';
import type { Piece } from './pieces.js';
import { boundaryOf, markName, signWord } from './symbols.js';
import { makeReader, readFigures } from './tn/order.js';
import type { Reading } from './tn/rule.js';

export interface ReadingParams {
  /** Language of the voice. A sentence that has no text in it is read in the other language. */
  readonly language: SpokenLanguage;
  readonly digitMode: DigitMode;
  readonly speakPunctuation: boolean;
}

export type TextReader = (folded: Folded, language: SpokenLanguage, prosody?: Prosody) => Piece[];

const han = /\p{Script=Han}/u;
const latinRun = /[A-Za-z]+(?:['’][A-Za-z]+)*/y;
const title = /(?:^|[^A-Za-z])(?:Mr|Mrs|Ms|Dr|Prof|St|No|vs|[A-Z])$/;

/**
 * The language of a text: Chinese if it has a Chinese character; otherwise English for an English voice, or if it has
 * at least three words.
 */
export function languageOf(text: string, voice: SpokenLanguage): SpokenLanguage {
  if (han.test(text)) return 'cn';
  if (voice === 'en') return 'en';
  return (text.match(/(?<!\S)[A-Za-z][a-z']*(?=[\s,.!?]|$)/g) ?? []).length >= 3 ? 'en' : 'cn';
}

/** Builds the function that turns folded text into pieces. */
export function makeTextReader(params: Omit<ReadingParams, 'language'>): TextReader {
  const reader = makeReader(params.digitMode);
  const inEnglish = englishFigures(params.digitMode);
  const inChinese = (text: string, at: number): Reading | undefined => readFigures(text, at, reader);
  return (folded, language, prosody) =>
    readPieces(folded, language === 'cn' ? inChinese : inEnglish, language, params.speakPunctuation, prosody);
}

function readPieces(
  { text, places }: Folded,
  figures: (text: string, at: number) => Reading | undefined,
  language: SpokenLanguage,
  speakPunctuation: boolean,
  prosody: Prosody | undefined,
): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const place = (length: number): { start: number; end: number; prosody?: Prosody } => ({
    start: places[at] ?? 0,
    end: places[at + length] ?? places.at(-1) ?? 0,
    ...(prosody ? { prosody } : {}),
  });
  while (at < text.length) {
    const reading = figures(text, at);
    if (reading) {
      pieces.push({ kind: 'spoken', notation: reading.spoken, ...place(reading.length) });
      at += reading.length;
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    latinRun.lastIndex = at;
    const run = latinRun.exec(text)?.[0];
    if (han.test(character)) pieces.push({ kind: 'han', character, ...place(character.length) });
    else if (run?.length === 1 && language === 'cn') pieces.push({ kind: 'letters', text: run, ...place(1) });
    else if (run !== undefined) pieces.push({ kind: 'latin', text: run, ...place(run.length) });
    else pieces.push(...signs(text, at, language, speakPunctuation).map((sign) => ({ ...sign, ...place(1) })));
    at += run?.length ?? character.length;
  }
  return pieces;
}

type Sign =
  | { readonly kind: 'spoken'; readonly notation: string }
  | { readonly kind: 'mark'; readonly boundary: Boundary }
  | { readonly kind: 'skipped' };

function signs(text: string, at: number, language: SpokenLanguage, speakPunctuation: boolean): Sign[] {
  const character = text.charAt(at);
  const name = speakPunctuation ? markName(character, language) : undefined;
  // a row of dots or dashes is one mark
  if (name !== undefined && text[at - 1] !== character) {
    return [
      { kind: 'spoken', notation: ` ${name} ` },
      { kind: 'mark', boundary: markBoundary(text, at) ?? 'phrase' },
    ];
  }
  const boundary = markBoundary(text, at);
  if (boundary !== undefined) return [{ kind: 'mark', boundary }];
  const word = signWord(text, at, language);
  return word === undefined ? [{ kind: 'skipped' }] : [{ kind: 'spoken', notation: word }];
}

function markBoundary(text: string, at: number): Boundary | undefined {
  const boundary = boundaryOf(text.charAt(at));
  if (text[at] === '.' && title.test(text.slice(Math.max(0, at - 5), at))) return 'word';
  if (text[at] === '.' && /[A-Za-z0-9]/.test(text[at + 1] ?? '')) return 'word';
  return boundary;
}

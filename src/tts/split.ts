// Cuts a text into sentences. A cut looks at no more than limits.tts.sentenceCharacters, so that the cost per sentence
// does not depend on the length of the text.
import { limits } from '../protocol/limits.js';

export interface Cut {
  readonly start: number;
  readonly end: number;
  /** true: the cut is at the end of a sentence; false: it is at a comma, or forced by the length. */
  readonly isWhole: boolean;
}

const ends = new Set([...'。！？!?…｡']);
const commas = new Set([...'，、；：,;:—']);
const closers = new Set([...'”’」』）)】》〉"\'。！？!?…｡']);
const abbreviation = /(?:^|[^A-Za-z])(?:Mr|Mrs|Ms|Dr|Prof|St|No|vs|etc|e\.g|i\.e|Inc|Ltd|Co|[A-Z])$/;

/** Yields cuts that follow one another without gaps. The caller may stop at any time. */
export function* cutSentences(text: string): Generator<Cut> {
  let start = 0;
  while (start < text.length) {
    const cut = nextCut(text, start);
    yield cut;
    start = cut.end;
  }
}

function nextCut(text: string, start: number): Cut {
  const until = Math.min(text.length, start + limits.tts.sentenceCharacters);
  let comma = -1;
  for (let at = start; at < until; at++) {
    const character = text[at] as string;
    if (character === '\n' || character === '\u2029') return { start, end: at + 1, isWhole: true };
    if (endsSentence(text, start, at)) return { start, end: afterClosers(text, at + 1), isWhole: true };
    if (!commas.has(character) || isInsideNumber(text, at)) continue;
    comma = at + 1;
    if (start === 0 && comma >= limits.tts.firstSentenceCharacters && text.length - comma > 4) {
      return { start, end: comma, isWhole: false };
    }
  }
  if (until === text.length) return { start, end: until, isWhole: true };
  if (comma > start) return { start, end: comma, isWhole: false };
  return { start, end: softEnd(text, start, until), isWhole: false };
}

function endsSentence(text: string, start: number, at: number): boolean {
  const character = text[at] as string;
  const next = text[at + 1] ?? ' ';
  if (character === '.') {
    return /[\s”"'’)]/.test(next) && !abbreviation.test(text.slice(Math.max(start, at - 6), at));
  }
  if (!ends.has(character)) return false;
  // a question mark inside an address
  return character === '!' || character === '?' ? !/[A-Za-z0-9/=&]/.test(next) : true;
}

/** Skips closing marks. It skips a bounded number, because a row of a thousand marks is not one end. */
function afterClosers(text: string, from: number): number {
  let at = from;
  while (at < from + 8 && closers.has(text[at] ?? '')) at++;
  return at;
}

function isInsideNumber(text: string, at: number): boolean {
  return /[,:：]/.test(text[at] as string) && /\d/.test(text[at - 1] ?? '') && /\d/.test(text[at + 1] ?? '');
}

/** An end that is not inside a word, a number or a character, if there is one within reach. */
function softEnd(text: string, start: number, until: number): number {
  for (let end = until; end > start + limits.tts.sentenceCharacters / 2; end--) {
    const isJoined =
      isHigh(text, end - 1) || /[A-Za-z0-9@./_%-]{2}|.[\p{Mn}\p{Cf}]/u.test(text.slice(end - 1, end + 1));
    if (!isJoined) return end;
  }
  return isHigh(text, until - 1) ? until - 1 : until;
}

/** True at the high half of a surrogate pair whose low half follows. */
function isHigh(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}

// Builds the `words` of a result (specification 2, section 2.4).
import type { RecognisedWord, WordCategory, WordType } from '../protocol/engine/recognition.js';
import type { Mark } from './marks.js';
import { isSmoothed, joinTexts, type Piece, unionOfCategories } from './piece.js';

/** A piece with its syllables and the mark that follows it. */
export interface PlacedPiece {
  readonly piece: Piece;
  readonly syllables: readonly string[];
  readonly mark: Mark | undefined;
}

/** The words of a result as `wordType` wants them: characters, words or none. Punctuation has category P. */
export function recognisedWords(
  placed: readonly PlacedPiece[],
  wordType: WordType,
  outputPinyin: boolean,
): RecognisedWord[] {
  if (wordType === 'DISABLED') return [];
  const words: RecognisedWord[] = [];
  let group: PlacedPiece[] = [];
  let mark: RecognisedWord | undefined;
  const close = (): void => {
    if (group.length > 0) words.push(wordOf(group, outputPinyin));
    group = [];
  };
  const setMark = (): void => {
    close();
    if (mark) words.push(mark);
    mark = undefined;
  };
  for (const each of placed) {
    // a filler inside a number begins before the mark that follows the number
    if (mark && !(isSmoothed(each.piece) && (each.piece.units[0]?.startMs ?? 0) < mark.startMs)) setMark();
    const last = group.at(-1);
    if (last && (wordType === 'CHAR' || !isOneWord(last.piece, each.piece))) close();
    group.push(each);
    if (each.mark === undefined) continue;
    close();
    mark = markWord(each.mark, words.at(-1) as RecognisedWord);
  }
  setMark();
  return words;
}

function isOneWord(before: Piece, after: Piece): boolean {
  return (
    before.units.at(-1)?.word === after.units[0]?.word &&
    isSmoothed(before) === isSmoothed(after) &&
    !before.categories.includes('D') &&
    !after.categories.includes('D')
  );
}

function wordOf(group: readonly PlacedPiece[], outputPinyin: boolean): RecognisedWord {
  const [first] = group;
  const pieces = group.map(({ piece }) => piece);
  const units = group.length === 1 ? (first?.piece.units ?? []) : pieces.flatMap((piece) => piece.units);
  const isPlain = pieces.every((piece) => piece.categories.length === 0);
  return {
    text: (group.length === 1 ? (first?.piece.text ?? '') : joinTexts(pieces.map((piece) => piece.text))).trim(),
    startMs: units[0]?.startMs ?? 0,
    endMs: units.at(-1)?.endMs ?? 0,
    pinyin: outputPinyin ? group.flatMap(({ syllables }) => syllables).join(' ') : undefined,
    confidence: meanConfidence(units),
    categories: isPlain ? plain : unionOfCategories(pieces),
  };
}

const plain: readonly WordCategory[] = [];

/** The entry of a mark. Its start and its end are both the end of the word before it. */
function markWord(mark: Mark, before: RecognisedWord): RecognisedWord {
  return {
    text: mark,
    startMs: before.endMs,
    endMs: before.endMs,
    pinyin: before.pinyin === undefined ? undefined : '',
    confidence: before.confidence,
    categories: ['P'],
  };
}

/** The mean confidence of units; 0 if there are none. */
export function meanConfidence(units: readonly { readonly confidence: number }[]): number {
  if (units.length === 0) return 0;
  let sum = 0;
  for (const { confidence } of units) sum += confidence;
  const mean = sum / units.length;
  return Math.round(Math.min(1, Math.max(0, mean)) * 1000) / 1000;
}

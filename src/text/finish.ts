// Makes written text of recognised text. The steps have this order, for these reasons:
//   1. replacement hotwords   they always apply and change what counts as heard
//   2. smoothing              fillers and repeats would split numbers and sensitive words and mislead the model
//   3. punctuation            the model reads spoken words without fillers (`TextDraft.text`); the caller gives its marks
//   4. numbers                after punctuation, because the model knows no digits; a mark inside a number is dropped
//   5. masking                last, so that nothing changes a mask; it compares the spoken and the written form
// Nothing here waits or reads files: the punctuation model runs elsewhere, between `beginText` and `finishText`.
import type { Candidate, HotwordRule, RecognisedWord, TextParams } from '../protocol/engine/recognition.js';
import { type HeardWord, toUnits, type Unit } from './heard.js';
import { normaliseDigits } from './itn/pieces.js';
import { type GivenMarks, type Mark, toMark } from './marks.js';
import { innerBreaks } from './paragraph.js';
import { isSmoothed, joinTexts, needsSpace, type Piece, toPiece } from './piece.js';
import { readUnits } from './pinyin.js';
import { meanConfidence, type PlacedPiece, recognisedWords } from './recognised-words.js';
import { compileReplacements, type Replacements, replaceHotwords } from './replace.js';
import { compileSensitiveWords, maskPieces, type SensitiveWords } from './sensitive.js';
import { smoothPieces } from './smooth.js';

/** The text rules of a session. They are built once from its parameters and used for every hypothesis. */
export interface TextRules {
  readonly params: TextParams;
  readonly replacements: Replacements;
  readonly sensitiveWords: SensitiveWords;
}

/** The state between the two steps, with the text that the punctuation model reads. */
export interface TextDraft {
  readonly raw: readonly Piece[];
  readonly pieces: readonly Piece[];
  /** The text without fillers and punctuation; numbers are still as spoken. */
  readonly text: string;
}

export interface FinishOptions {
  /** The mark after each character (code point) of the draft's text; undefined: no marks. */
  readonly marks?: GivenMarks | undefined;
  /** Interim results have neither words nor confidence. */
  readonly isFinal: boolean;
  /** `startsParagraph` was true, so the text begins with a newline. */
  readonly newParagraph?: boolean;
}

/** Compiles the text rules of a session from its parameters and its hotwords. */
export function makeTextRules(params: TextParams, hotwords: readonly HotwordRule[]): TextRules {
  return {
    params,
    replacements: compileReplacements(hotwords),
    sensitiveWords: compileSensitiveWords(params.sensitiveWords),
  };
}

/** The first step: replaces hotwords and smooths. The draft's `text` is the input of the punctuation model. */
export function beginText(rules: TextRules, words: readonly HeardWord[]): TextDraft {
  const raw = replaceHotwords(toUnits(words).map(toPiece), rules.replacements);
  const pieces = rules.params.textSmooth ? smoothPieces(raw) : raw;
  return { raw, pieces, text: joinTexts(pieces.map((piece) => piece.shown)) };
}

/** The second step: sets marks, writes numbers in figures and masks sensitive words. */
export function finishText(rules: TextRules, draft: TextDraft, options: FinishOptions): Candidate {
  const { params } = rules;
  const marks = params.addPunc ? marksByUnit(draft, options.marks ?? []) : new Map<Unit, Mark>();
  const numbered = params.digitNorm ? normaliseDigits(draft.pieces, marks) : draft.pieces;
  const pieces = maskPieces(numbered, rules.sensitiveWords);
  const syllables = params.outputPinyin ? readUnits(draft.raw.flatMap((piece) => piece.units)) : undefined;
  const placed = pieces.map((piece) => place(piece, marks, syllables));
  const shown = placed.filter(({ piece }) => !isSmoothed(piece));
  const breaks = params.makeParagraph ? innerBreaks(shown) : new Set<PlacedPiece>();
  const text = joinTexts(
    shown.map((each) => each.piece.shown + (each.mark ?? '') + (breaks.has(each) ? '\n' : '')),
  ).trim();
  const units = draft.raw.flatMap((piece) => piece.units);
  return {
    text: options.newParagraph && text !== '' ? `\n${text}` : text,
    pinyin: syllables && shown.flatMap(sentenceSyllables).join(' '),
    confidence: options.isFinal ? meanConfidence(units) : 0,
    words: options.isFinal ? wordsOf(rules, draft, placed, syllables) : [],
  };
}

function wordsOf(
  { params }: TextRules,
  draft: TextDraft,
  placed: readonly PlacedPiece[],
  syllables: Syllables | undefined,
): RecognisedWord[] {
  const source = params.wordTpp ? placed : draft.raw.map((piece) => place(piece, new Map(), syllables));
  return recognisedWords(source, params.wordType, params.outputPinyin);
}

const noSyllables: readonly string[] = [];

type Syllables = ReadonlyMap<Unit, string>;

function place(piece: Piece, marks: ReadonlyMap<Unit, Mark>, syllables: Syllables | undefined): PlacedPiece {
  const last = piece.units.at(-1);
  return {
    piece,
    syllables: syllables ? piece.units.flatMap((unit) => syllables.get(unit) ?? []) : noSyllables,
    mark: last && marks.get(last),
  };
}

/** The syllables that the sentence shows. A mask hides the reading as well. */
function sentenceSyllables({ piece, syllables }: PlacedPiece): readonly string[] {
  return piece.categories.includes('M') ? syllables.map(() => '*') : syllables;
}

function marksByUnit(draft: TextDraft, given: GivenMarks): Map<Unit, Mark> {
  const marks = new Map<Unit, Mark>();
  let at = 0;
  let before = '';
  for (const piece of draft.pieces) {
    if (piece.shown === '') continue;
    // the spaces that joinTexts adds are characters of the draft's text as well
    at += (needsSpace(before, piece.shown) ? 1 : 0) + (piece.shown.length === 1 ? 1 : [...piece.shown].length);
    before = piece.shown;
    const mark = toMark(given[at - 1]);
    const last = piece.units.at(-1);
    if (mark && last) marks.set(last, mark);
  }
  return marks;
}

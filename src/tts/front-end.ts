// The front end of synthesis. It turns text or markup into sentences of speech units, one at a time and on demand.

import type { SpokenSentence, SynthesisWarning } from '../protocol/engine/synthesis.js';
import { ServiceError } from '../protocol/errors.js';
import { readMarkup } from './markup/tags.js';
import { normalise } from './normalise.js';
import type { Piece } from './pieces.js';
import { languageOf, makeTextReader, type ReadingParams, type TextReader } from './read-text.js';
import { foldPart, type Part, partsWithin, shapeOf } from './source.js';
import { type Cut, cutSentences } from './split.js';
import { toSentence } from './utterance.js';

export interface SynthesisText extends ReadingParams {
  readonly text: string;
  /** The parameter useS3ML. */
  readonly isMarkup: boolean;
}

export interface OpenedText {
  /** Warnings about the markup; they belong in the START response. */
  readonly warnings: readonly SynthesisWarning[];
  /**
   * Each step does the work of one sentence. A sentence may have no tokens (emoji, other scripts); a text that has none
   * at all ends with INVALID_ARGUMENT.
   */
  readonly sentences: Generator<SpokenSentence, void, undefined>;
}

/** Opens a text. Markup is parsed at once and throws INVALID_ARGUMENT if it is broken or too long. */
export function openText(given: SynthesisText, isVoiceKnown: (name: string) => boolean): OpenedText {
  const read = makeTextReader(given);
  if (!given.isMarkup) return { warnings: [], sentences: plainSentences(given, read) };
  const { parts, warnings } = readMarkup(given.text, given, isVoiceKnown);
  return { warnings, sentences: markedSentences(given, parts, read) };
}

function* plainSentences(given: SynthesisText, read: TextReader): Generator<SpokenSentence, void, undefined> {
  let isSpoken = false;
  for (const cut of cutSentences(given.text)) {
    const { start, end, isWhole } = cut;
    const written = given.text.slice(start, end);
    const folded = normalise(written, start);
    const pieces = read(folded, languageOf(folded.text, given.language));
    const sentence = toSentence(pieces, { start, end, isWhole, text: written, skipped: folded.skipped });
    isSpoken ||= sentence.tokens.length > 0;
    yield sentence;
  }
  if (!isSpoken) throw nothingToSay();
}

function* markedSentences(
  given: SynthesisText,
  parts: readonly Part[],
  read: TextReader,
): Generator<SpokenSentence, void, undefined> {
  const shape = shapeOf(parts);
  let isSpoken = false;
  for (const cut of cutSentences(shape)) {
    const sentence = markedSentence(given, partsWithin(parts, cut.start, cut.end), shape, cut, read);
    isSpoken ||= sentence.tokens.length > 0;
    yield sentence;
  }
  if (!isSpoken) throw nothingToSay();
}

function markedSentence(
  given: SynthesisText,
  parts: readonly Part[],
  shape: string,
  cut: Cut,
  read: TextReader,
): SpokenSentence {
  const text = shape.slice(cut.start, cut.end);
  const language = languageOf(text, given.language);
  const pieces: Piece[] = [];
  let skipped = 0;
  for (const part of parts) {
    if (part.kind === 'pieces') {
      pieces.push(...part.pieces);
      continue;
    }
    const folded = foldPart(part);
    const own = part.kind === 'substitute' ? languageOf(folded.text, language) : language;
    pieces.push(...read(folded, own, part.prosody));
    skipped += folded.skipped;
  }
  return toSentence(pieces, { ...extentOf(parts), isWhole: cut.isWhole, text, skipped });
}

function extentOf(parts: readonly Part[]): { start: number; end: number } {
  const [first] = parts;
  const last = parts.at(-1);
  return {
    start: first === undefined ? 0 : first.kind === 'text' ? (first.places[0] ?? 0) : first.start,
    end: last === undefined ? 0 : last.kind === 'text' ? (last.places.at(-1) ?? 0) : last.end,
  };
}

function nothingToSay(): ServiceError {
  return new ServiceError('INVALID_ARGUMENT', 'text: contains nothing that can be spoken');
}

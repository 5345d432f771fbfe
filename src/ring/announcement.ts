// The sentences of one announcement as one text. A recogniser ends a sentence at a pause, an announcer pauses anywhere,
// so a keyword may begin in one sentence and end in the next. And what was said after the call was answered is no
// announcement: it is left out, word by word.

import type { PromptSyllable, TextEvent } from '../protocol/engine/ring.js';
import { limits } from '../protocol/limits.js';
import type { Said, Span } from './keyword-places.js';
import { plainForm } from './plain-form.js';

interface SaidPiece {
  readonly plain: string;
  readonly syllables: readonly string[];
  /** the evidence for each syllable */
  readonly heardAs: readonly PromptSyllable[];
  readonly toMs: number;
}

export interface SaidSentence {
  readonly text: string;
  readonly pieces: readonly SaidPiece[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly confidence: number;
}

/** The sentence of an event. If the quality of each syllable is not known, the confidence of the whole text counts. */
export function sentenceOf(event: TextEvent): SaidSentence {
  const { text, readings = [], pieces, fromMs, atMs, confidence } = event;
  const isKnown = event.syllables?.length === readings.length;
  const heardAs = isKnown ? event.syllables : readings.map(() => ({ fromMs, confidence }));
  if (pieces === undefined) {
    const whole = { plain: plainForm(text), syllables: readings, heardAs, toMs: atMs };
    return { text, pieces: [whole], fromMs, toMs: atMs, confidence };
  }
  let [character, syllable] = [0, 0];
  const said = pieces.map(({ characters, syllables, toMs }) => {
    const [fromCharacter, fromSyllable] = [character, syllable];
    character += characters;
    syllable += syllables;
    const plain = plainForm(text.slice(fromCharacter, character));
    const own = { syllables: readings.slice(fromSyllable, syllable), heardAs: heardAs.slice(fromSyllable, syllable) };
    return { plain, ...own, toMs };
  });
  return { text, pieces: said, fromMs, toMs: pieces.at(-1)?.toMs ?? atMs, confidence };
}

/** The sentences that `newest` goes on with, oldest first; none after a long pause. */
export function goneBefore(before: readonly SaidSentence[], newest: SaidSentence): readonly SaidSentence[] {
  const { announcementPauseMs, announcementCharacters } = limits.ring;
  const last = before.at(-1);
  if (last === undefined || newest.fromMs - last.toMs > announcementPauseMs) return [];
  let from = before.length;
  let characters = 0;
  while (from > 0) {
    characters += before[from - 1]?.text.length ?? 0;
    if (characters > announcementCharacters) break;
    from--;
  }
  return before.slice(from);
}

/** A text by itself. */
export const saidText = (text: string, syllables: readonly string[]): Said =>
  saidIn([sentenceOf({ type: 'text', text, readings: syllables, isFinal: true, fromMs: 0, atMs: 0, confidence: 0 })], {
    isOpen: false,
  });

/** The text of these sentences, but nothing that ended after the answer. */
export function saidIn(
  sentences: readonly Pick<SaidSentence, 'pieces'>[],
  { isOpen, answeredAtMs = Number.POSITIVE_INFINITY }: { readonly isOpen: boolean; readonly answeredAtMs?: number },
): Said {
  let plain = '';
  const syllables: string[] = [];
  const heardAs: PromptSyllable[] = [];
  const syllableAt: number[] = [];
  const joints: number[] = [];
  for (const [index, sentence] of sentences.entries()) {
    if (index > 0) joints.push(plain.length);
    for (const piece of sentence.pieces) {
      if (piece.toMs > answeredAtMs) {
        return { plain, syllables, heardAs, syllableAt: [...syllableAt, plain.length], joints, isOpen: false };
      }
      const each = piece.plain.length / Math.max(1, piece.syllables.length);
      syllableAt.push(...piece.syllables.map((_, at) => plain.length + at * each));
      syllables.push(...piece.syllables);
      heardAs.push(...piece.heardAs);
      plain += piece.plain;
    }
  }
  return { plain, syllables, heardAs, syllableAt: [...syllableAt, plain.length], joints, isOpen };
}

/**
 * The sentences from the one in which a stretch of `said` begins to the newest; none if it ends before the newest
 * begins.
 */
export function sentencesAt(sentences: readonly SaidSentence[], { joints }: Said, at: Span): readonly SaidSentence[] {
  const starts = [0, ...joints];
  const newestAt = starts[sentences.length - 1];
  if (newestAt === undefined || at.to <= newestAt) return [];
  return sentences.slice(starts.findLastIndex((start) => start <= at.from));
}

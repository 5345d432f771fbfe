// makeParagraph: decides where a new paragraph begins. It uses pauses and lengths; words count only where they are one
// of a few openings that start a new subject.

import { endsSentence } from './marks.js';
import type { PlacedPiece } from './recognised-words.js';

/** The state of the current paragraph. */
export interface OpenParagraph {
  readonly characters: number;
  readonly sentences: number;
  readonly endMs: number;
}

/** The state before the first sentence. */
export const noParagraph: OpenParagraph = { characters: 0, sentences: 0, endMs: 0 };

interface Spoken {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** A pause that always ends a paragraph, ms. Half of it is enough once the paragraph is long. */
const pauseMs = 3_000;
const longCharacters = 120;
const longestCharacters = 300;
/** Openings that start a new paragraph after at least two sentences. */
const newSubject =
  /^(?:另外|此外|接下来|下面|最后|首先|第二|第三|其次|总之|综上|还有一个|再说|对了|那么接下来|好[，,]?那)/;

/** True if this sentence begins a new paragraph. It is never true of the first sentence. */
export function startsParagraph(open: OpenParagraph, sentence: Spoken): boolean {
  if (open.sentences === 0) return false;
  const gapMs = sentence.startMs - open.endMs;
  if (gapMs >= pauseMs) return true;
  if (open.characters >= longestCharacters) return true;
  if (open.characters >= longCharacters && gapMs >= pauseMs / 2) return true;
  return open.sentences >= 2 && newSubject.test(sentence.text);
}

/** The state of the paragraph after this sentence has joined it. */
export function withSentence(open: OpenParagraph, sentence: Spoken, isNew: boolean): OpenParagraph {
  const before = isNew ? noParagraph : open;
  return {
    characters: before.characters + [...sentence.text].length,
    sentences: before.sentences + 1,
    endMs: sentence.endMs,
  };
}

/** The pieces after which a paragraph ends inside one sentence of the recogniser (up to vadMaxSegment). */
export function innerBreaks(placed: readonly PlacedPiece[]): Set<PlacedPiece> {
  const breaks = new Set<PlacedPiece>();
  let characters = 0;
  for (const [at, each] of placed.entries()) {
    characters += [...each.piece.shown].length;
    const next = placed[at + 1];
    if (!next || !endsSentence(each.mark)) continue;
    const gapMs = (next.piece.units[0]?.startMs ?? 0) - (each.piece.units.at(-1)?.endMs ?? 0);
    const isEnd = gapMs >= pauseMs || characters >= longestCharacters;
    if (!isEnd && !(characters >= longCharacters && gapMs >= pauseMs / 2)) continue;
    breaks.add(each);
    characters = 0;
  }
  return breaks;
}

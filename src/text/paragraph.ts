// makeParagraph: where a new paragraph begins. By pause and length; the words of the text say nothing here but for a
// few openings that start a new subject.

import { endsSentence } from './marks.js';
import type { PlacedPiece } from './recognised-words.js';

/** State of the open paragraph. */
export interface OpenParagraph {
  readonly characters: number;
  readonly sentences: number;
  readonly endMs: number;
}

export const noParagraph: OpenParagraph = { characters: 0, sentences: 0, endMs: 0 };

interface Spoken {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Silence that ends a paragraph however short it is; half of it is enough once the paragraph is long. */
const pauseMs = 3_000;
const longCharacters = 120;
const longestCharacters = 300;
/** After two sentences at least. */
const newSubject =
  /^(?:另外|此外|接下来|下面|最后|首先|第二|第三|其次|总之|综上|还有一个|再说|对了|那么接下来|好[，,]?那)/;

/** True if this sentence begins a new paragraph; never true of the first one. */
export function startsParagraph(open: OpenParagraph, sentence: Spoken): boolean {
  if (open.sentences === 0) return false;
  const gapMs = sentence.startMs - open.endMs;
  if (gapMs >= pauseMs) return true;
  if (open.characters >= longestCharacters) return true;
  if (open.characters >= longCharacters && gapMs >= pauseMs / 2) return true;
  return open.sentences >= 2 && newSubject.test(sentence.text);
}

/** The open paragraph once this sentence is part of it. */
export function withSentence(open: OpenParagraph, sentence: Spoken, isNew: boolean): OpenParagraph {
  const before = isNew ? noParagraph : open;
  return {
    characters: before.characters + [...sentence.text].length,
    sentences: before.sentences + 1,
    endMs: sentence.endMs,
  };
}

/** Inside one sentence of the recogniser (up to vadMaxSegment): the pieces after whose mark a paragraph ends. */
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

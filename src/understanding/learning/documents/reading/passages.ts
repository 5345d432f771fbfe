// Divides documents into passages. A passage is searched as a whole with its headings, and its sentences form the
// answers.
import { outlineOf, type Section } from '../outline/outline.js';

export interface SourceDocument {
  readonly doc: string;
  readonly text: string;
}

export interface Passage {
  readonly doc: string;
  /** the headings of the passage */
  readonly topic: string;
  readonly text: string;
  /** The offset of each sentence in the text; after the last one, the end of the text. */
  readonly bounds: readonly number[];
}

const longestPassage = 800;
/**
 * The maximum length in characters of a short line. List items and other short lines form a passage with their
 * neighbours.
 */
const shortLine = 60;
const longestOfLines = 400;
const longestSentence = 400;

/** The passages of a document. */
export function* passagesOf({ doc, text }: SourceDocument): Generator<Passage> {
  for (const section of outlineOf(text)) {
    const topic = topicOf(section);
    for (const own of textsOf(section)) yield { doc, topic, text: own, bounds: sentenceBounds(own) };
  }
}

const topicOf = ({ ancestors, heading }: Section): string =>
  [...ancestors, ...(heading === undefined ? [] : [heading])]
    .map(({ title, label }) => title || label)
    .filter((title) => title !== '')
    .join(' ');

function* textsOf({ paragraphs, heading }: Section): Generator<string> {
  let lines = '';
  for (const paragraph of paragraphs) {
    const isShort = paragraph.length <= shortLine || heading?.kind === 'question';
    if (lines !== '' && (!isShort || lines.length + paragraph.length > longestOfLines)) {
      yield lines;
      lines = '';
    }
    if (isShort && paragraph.length <= longestOfLines) lines = lines === '' ? paragraph : `${lines}\n${paragraph}`;
    else yield* pieces(paragraph);
  }
  if (lines !== '') yield lines;
}

/** Cuts a paragraph that is too long between sentences. */
function* pieces(paragraph: string): Generator<string> {
  if (paragraph.length <= longestPassage) {
    yield paragraph;
    return;
  }
  const bounds = sentenceBounds(paragraph);
  let from = 0;
  for (let at = 1; at < bounds.length; at++) {
    const [end, next] = [bounds[at] as number, bounds[at + 1]];
    if (next !== undefined && next - from <= longestPassage) continue;
    yield paragraph.slice(from, end);
    from = end;
  }
}

const sentenceEnd = /(?:[。！？!?…]+|[.](?=\s+[A-Z"“]))[”"』」）)]*\s*|\n+/g;
const clauseEnd = /[；;]\s*|[，,]\s*/g;

function sentenceBounds(text: string): number[] {
  const bounds = [0];
  const add = (end: number): void => {
    const begin = bounds.at(-1) as number;
    if (end - begin > longestSentence) addClauses(text, begin, end, bounds);
    if (end > (bounds.at(-1) as number) && text.slice(bounds.at(-1), end).trim() !== '') bounds.push(end);
  };
  for (const match of text.matchAll(sentenceEnd)) add(match.index + match[0].length);
  add(text.length);
  bounds[bounds.length - 1] = text.length;
  return bounds.length === 1 ? [0, text.length] : bounds;
}

/** Cuts an overlong sentence after a clause, or anywhere. */
function addClauses(text: string, begin: number, end: number, bounds: number[]): void {
  let from = begin;
  let last = begin;
  const cut = (at: number): void => {
    bounds.push(at);
    from = at;
  };
  for (const match of text.slice(begin, end).matchAll(clauseEnd)) {
    const at = begin + match.index + match[0].length;
    while (at - from > longestSentence)
      cut(last > from && last - from <= longestSentence ? last : from + longestSentence);
    last = at;
  }
  while (end - from > longestSentence)
    cut(last > from && last - from <= longestSentence ? last : from + longestSentence);
}

/** A sentence of a passage without surrounding blanks. */
export const sentenceAt = ({ text, bounds }: Passage, at: number): string =>
  text.slice(bounds[at], bounds[at + 1]).trim();

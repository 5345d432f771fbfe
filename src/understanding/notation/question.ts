// Slot notation in questions (specification 3, section 2.3): `{[sample:][name][@lexicon]}` within plain text, or a
// regular expression after `RE:`.
import { NotationFault } from './fault.js';
import { checkedName } from './names.js';
import { compilePattern } from './pattern.js';

export interface TextPart {
  readonly kind: 'text';
  readonly text: string;
}

/** A slot, which has at least one of `name` and `lexicon`. */
export interface SlotPart {
  readonly kind: 'slot';
  /** The offset of its opening brace. */
  readonly at: number;
  /** A word that reads well in place of the slot; it has no meaning. */
  readonly sample: string | undefined;
  /** The variable that a hit fills. */
  readonly name: string | undefined;
  /** The lexicon of the slot. A slot without one is defined by its intent. */
  readonly lexicon: string | undefined;
}

export type QuestionPart = TextPart | SlotPart;

export type Question =
  | { readonly kind: 'sentence'; readonly parts: readonly QuestionPart[] }
  | {
      readonly kind: 'pattern';
      /** The expression in RE2 syntax. */
      readonly source: string;
      /** The named groups, which fill slots. */
      readonly groups: readonly string[];
    };

const patternPrefix = 'RE:';

/** True for a question that is a regular expression. */
export const isPattern = (text: string): boolean => text.startsWith(patternPrefix);

/** The regular expression of such a question. */
export const sourceOf = (text: string): string => text.slice(patternPrefix.length);

/** Parses a question. @throws NotationFault */
export function parseQuestion(text: string): Question {
  if (isPattern(text)) return patternOf(text);
  const parts: QuestionPart[] = [];
  let plainFrom = 0;
  const addPlain = (end: number) => {
    if (end > plainFrom) parts.push({ kind: 'text', text: text.slice(plainFrom, end) });
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '}') throw new NotationFault(at, 'this } has no matching {; a slot is written {name}');
    if (character !== '{') continue;
    addPlain(at);
    const end = closingBrace(text, at);
    parts.push(slotOf(text.slice(at + 1, end), at));
    at = end;
    plainFrom = end + 1;
  }
  addPlain(text.length);
  if (parts.every((part) => part.kind === 'text' && part.text.trim() === '')) {
    throw new NotationFault(0, 'the question is empty');
  }
  return { kind: 'sentence', parts };
}

function closingBrace(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '}') return at;
    if (text[at] === '{') throw new NotationFault(at, 'a slot cannot be inside another slot');
  }
  throw new NotationFault(open, 'this { is not closed');
}

/** Parses a slot. The first `:` ends the sample, the last `@` begins the lexicon. */
function slotOf(inside: string, at: number): SlotPart {
  const colon = inside.indexOf(':');
  const sample = colon < 0 ? undefined : inside.slice(0, colon);
  const rest = colon < 0 ? inside : inside.slice(colon + 1);
  const restAt = at + 1 + colon + 1;
  const sign = rest.lastIndexOf('@');
  const name = sign < 0 ? rest : rest.slice(0, sign);
  const lexicon = sign < 0 ? undefined : rest.slice(sign + 1);
  if (sample?.trim() === '') throw new NotationFault(at + 1, 'the sample word before : is empty');
  if (lexicon?.trim() === '') throw new NotationFault(restAt + sign, 'the name of a lexicon is missing after @');
  if (name === '' && lexicon === undefined) {
    throw new NotationFault(at, 'a slot needs a name, a lexicon, or both: {name}, {@lexicon}, {name@lexicon}');
  }
  return {
    ...{ kind: 'slot', at, sample, lexicon },
    name: name === '' ? undefined : checkedName(name, restAt),
  };
}

function patternOf(text: string): Question {
  const source = sourceOf(text);
  const { groups } = compilePattern(source, patternPrefix.length);
  for (const group of groups) checkedName(group, text.indexOf(group));
  return { kind: 'pattern', source, groups };
}

/**
 * The question without notation, as menus and training show it. A slot becomes its sample word, or else its name, or
 * else its lexicon.
 */
export function plainText(question: Question): string {
  if (question.kind === 'pattern') return `${patternPrefix}${question.source}`;
  return question.parts
    .map((part) => (part.kind === 'text' ? part.text : (part.sample ?? part.name ?? part.lexicon ?? '')))
    .join('');
}

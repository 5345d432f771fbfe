// The questions of a robot in the matcher's form: one entry for each text, standard or extended.

import type { Steps } from '../../protocol/steps.js';
import { NotationFault } from '../notation/fault.js';
import { parseQuestion, type QuestionPart, type SlotPart } from '../notation/question.js';
import { systemLexiconName } from '../notation/system-lexicons.js';
import type { QuestionRecord } from '../package/records.js';
import { plainText } from './plain-text.js';

export interface Gap {
  readonly least: number;
  readonly most: number;
}

/** A slot inside a text. Without a lexicon it accepts any characters. */
export interface TextSlot {
  /** undefined: a hit assigns nothing. */
  readonly name: string | undefined;
  readonly lexicon: string;
  readonly gap: Gap | undefined;
}

export type TextPart = string | TextSlot;

export interface QuestionText {
  readonly question: number;
  readonly extId: number | null;
  /** The text without punctuation; slots show their samples. */
  readonly literal: string;
  /** The text as the matcher compares it; slots show their samples. */
  readonly core: string;
  /** undefined: the text has no slots. */
  readonly parts: readonly TextPart[] | undefined;
}

export interface QuestionPattern {
  readonly question: number;
  readonly extId: number | null;
  readonly source: string;
}

export interface QuestionTexts {
  readonly questionIds: readonly number[];
  /** The standard question of each question, as it was written. */
  readonly standards: readonly string[];
  readonly texts: readonly QuestionText[];
  readonly patterns: readonly QuestionPattern[];
  /** All lexicons that slots name, except gaps. */
  readonly lexicons: readonly string[];
}

export type SlotLexicon = (questionId: number, slotName: string) => string | undefined;
export type RepresentWord = (lexicon: string) => string;

/** The number of characters that a slot without a definition accepts. */
const undefinedSlot: Gap = { least: 1, most: 20 };

/** Reads the questions step by step. */
export function* readQuestions(
  questions: Iterable<QuestionRecord>,
  slotLexicon: SlotLexicon,
  representWord: RepresentWord,
): Steps<QuestionTexts> {
  const questionIds: number[] = [];
  const standards: string[] = [];
  const texts: QuestionText[] = [];
  const patterns: QuestionPattern[] = [];
  const lexicons = new Set<string>();
  for (const { id, text, ext } of questions) {
    yield;
    const question = questionIds.push(id) - 1;
    standards.push(text);
    const all = [{ id: null, text }, ...ext];
    for (const { id: extId, text: written } of all) {
      const parsed = parsedOrPlain(written);
      if (parsed.kind === 'pattern') {
        patterns.push({ question, extId, source: parsed.source });
        continue;
      }
      const hasSlots = parsed.parts.some(({ kind }) => kind === 'slot');
      const parts = hasSlots ? parsed.parts.map((part) => partOf(part, id)) : undefined;
      const shown = parsed.parts.map((part) => (part.kind === 'text' ? part.text : shownSlot(part, id)));
      const { literal, core } = plainText(shown.join(''));
      const isSame = literal.text === core.text;
      texts.push({ question, extId, literal: literal.text, core: isSame ? literal.text : core.text, parts });
    }
  }
  return { questionIds, standards, texts, patterns, lexicons: [...lexicons] };

  function partOf(part: QuestionPart, id: number): TextPart {
    if (part.kind === 'text') return plainText(part.text).literal.text;
    const slot = slotOf(part, part.name === undefined ? undefined : slotLexicon(id, part.name));
    if (slot.gap === undefined) lexicons.add(slot.lexicon);
    return slot;
  }

  function shownSlot(part: SlotPart, id: number): string {
    const slot = slotOf(part, part.name === undefined ? undefined : slotLexicon(id, part.name));
    if (slot.gap !== undefined) return part.sample ?? '';
    return part.sample ?? representWord(slot.lexicon);
  }
}

/** Parses notation. Invalid notation was stored before it was validated, and is taken as plain text. */
function parsedOrPlain(written: string): ReturnType<typeof parseQuestion> {
  try {
    return parseQuestion(written);
  } catch (fault) {
    if (!(fault instanceof NotationFault)) throw fault;
    return { kind: 'sentence', parts: [{ kind: 'text', text: written }] };
  }
}

function slotOf(part: SlotPart, defined: string | undefined): TextSlot {
  const named = part.lexicon ?? defined;
  if (named === undefined) return { name: part.name, lexicon: '', gap: undefinedSlot };
  const lexicon = systemLexiconName(named) ?? named;
  const [, least, most] = /^SYS\.any_(\d+)_(\d+)$/.exec(lexicon) ?? [];
  const gap = least === undefined ? undefined : { least: Number(least), most: Number(most) };
  return { name: part.name, lexicon, gap };
}

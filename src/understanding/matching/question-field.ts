// The questions of a robot in searchable form: their texts, and which texts each question has.

import type { Steps } from '../../protocol/steps.js';
import type { Entity } from '../entities/entity.js';
import type { Line } from './plain-text.js';
import type { QuestionText, QuestionTexts, RepresentWord } from './question-texts.js';
import type { Placed } from './slot-trie.js';
import { type FieldText, type Query, TextField } from './text-field.js';
import type { SentenceVectors } from './word-vectors.js';

/** The first character of a private range with one character per lexicon, which represents all values of its slots. */
const firstSymbol = 0xe000;
const symbols = 0x1900;

interface FieldParts {
  readonly field: TextField;
  readonly representWord: RepresentWord;
}

export class QuestionField {
  readonly known: QuestionTexts;
  readonly field: TextField;
  /** The texts of each question, without patterns. */
  readonly textsOf: readonly (readonly number[])[];
  readonly #symbolOf: ReadonlyMap<string, string>;
  readonly #representWord: RepresentWord;

  private constructor(known: QuestionTexts, symbolOf: ReadonlyMap<string, string>, parts: FieldParts) {
    this.known = known;
    this.#symbolOf = symbolOf;
    this.#representWord = parts.representWord;
    this.field = parts.field;
    const textsOf: number[][] = known.questionIds.map(() => []);
    for (const [text, { question }] of known.texts.entries()) textsOf[question]?.push(text);
    this.textsOf = textsOf;
  }

  static *of(
    known: QuestionTexts,
    representWord: RepresentWord,
    vectors: SentenceVectors | undefined,
  ): Steps<QuestionField> {
    const symbolOf = new Map(
      known.lexicons.map((lexicon, at) => [lexicon, String.fromCharCode(firstSymbol + (at % symbols))]),
    );
    const texts = known.texts.map((text) => fieldText(text, symbolOf));
    const field = yield* TextField.of(texts, vectors);
    return new QuestionField(known, symbolOf, { field, representWord });
  }

  /** The line of an input in both forms; `settle` removes overlaps of its entities. */
  query({ text }: Line, placed: readonly Placed[], settle: (entities: readonly Entity[]) => readonly Entity[]): Query {
    const known = placed.filter(({ entity }) => this.#symbolOf.has(entity.lexicon));
    if (known.length === 0) return { line: text, spoken: text, slotLine: text, slotSpoken: text };
    const settled = new Set(settle(known.map(({ entity }) => entity)));
    let [slotLine, slotSpoken, from] = ['', '', 0];
    for (const { entity, start, end } of known) {
      if (start < from || !settled.has(entity)) continue;
      const before = text.slice(from, start);
      slotLine += before + (this.#symbolOf.get(entity.lexicon) ?? '');
      slotSpoken += before + this.#representWord(entity.lexicon);
      from = end;
    }
    const rest = text.slice(from);
    return { line: text, spoken: text, slotLine: slotLine + rest, slotSpoken: slotSpoken + rest };
  }
}

function fieldText({ question, core, parts }: QuestionText, symbolOf: ReadonlyMap<string, string>): FieldText {
  if (parts === undefined) return { question, line: core, spoken: core, hasSlots: false, hasGap: false };
  const line = parts.map((part) => (typeof part === 'string' ? part : (symbolOf.get(part.lexicon) ?? '')));
  const hasGap = parts.some((part) => typeof part !== 'string' && part.gap !== undefined);
  return { question, line: line.join(''), spoken: core, hasSlots: true, hasGap };
}

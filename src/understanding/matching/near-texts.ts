// Texts that are like an input: by the characters that they share.
import type { Entity } from '../entities/entity.js';
import { GramIndex } from './gram-index.js';
import type { FilledSlot } from './hit.js';
import type { Line } from './plain-text.js';
import type { QuestionText, QuestionTexts } from './question-texts.js';
import type { Placed } from './slot-trie.js';
import { filledSlots, nearestFillings } from './slots.js';

export interface NearReading {
  readonly core: Line;
  readonly original: string;
  readonly placed: readonly Placed[];
  /** For each text. */
  readonly similarities: Float32Array;
}

export interface NearHit {
  readonly question: number;
  readonly text: number;
  readonly score: number;
  readonly slots: readonly FilledSlot[];
}

export type Settle = (entities: readonly Entity[]) => readonly Entity[];

/** Private use: a character for each lexicon, which stands for whatever fills its slots. */
const firstSymbol = 0xe000;
const symbols = 0x1900;

export class NearTexts {
  readonly #known: QuestionTexts;
  readonly #symbolOf: ReadonlyMap<string, string>;
  readonly #index: GramIndex;
  /** Of each question: where its texts begin. */
  readonly #begins: Uint32Array;

  constructor(known: QuestionTexts) {
    this.#known = known;
    this.#symbolOf = new Map(
      known.lexicons.map((lexicon, at) => [lexicon, String.fromCharCode(firstSymbol + (at % symbols))]),
    );
    this.#begins = new Uint32Array(known.questionIds.length + 1);
    for (const { question } of known.texts) this.#begins[question + 1] = (this.#begins[question + 1] as number) + 1;
    for (let at = 0; at < known.questionIds.length; at++) {
      this.#begins[at + 1] = (this.#begins[at + 1] as number) + (this.#begins[at] as number);
    }
    this.#index = new GramIndex(known.texts.map((text) => this.#lineOf(text)));
  }

  #lineOf({ core, parts }: QuestionText): string {
    if (parts === undefined) return core;
    return parts.map((part) => (typeof part === 'string' ? part : (this.#symbolOf.get(part.lexicon) ?? ''))).join('');
  }

  read(core: Line, placed: readonly Placed[], original: string, settle: Settle): NearReading {
    const { cosines } = this.#index.similarities(core.text);
    if (this.#symbolOf.size > 0 || this.#known.texts.some(({ parts }) => parts !== undefined)) {
      const symbolic = this.#index.similarities(this.#withSymbols(core.text, placed, settle));
      const length = Math.sqrt(symbolic.squares);
      for (const [text, { parts }] of this.#known.texts.entries()) {
        if (parts === undefined) continue;
        const cosine = symbolic.cosines[text] as number;
        const hasGap = parts.some((part) => typeof part !== 'string' && part.gap !== undefined);
        // a gap takes words that the text does not have
        cosines[text] = hasGap ? Math.min(1, cosine * length * this.#index.factor(text)) : cosine;
      }
    }
    return { core, original, placed, similarities: cosines };
  }

  #withSymbols(line: string, placed: readonly Placed[], settle: Settle): string {
    const settled = new Set(settle(placed.map(({ entity }) => entity)));
    let [shown, from] = ['', 0];
    for (const { entity, start, end } of placed) {
      if (start < from || !settled.has(entity)) continue;
      shown += line.slice(from, start) + (this.#symbolOf.get(entity.lexicon) ?? '');
      from = end;
    }
    return shown + line.slice(from);
  }

  /** The `count` best questions among those, best first. */
  hits(
    reading: NearReading,
    questions: ReadonlyMap<number, number>,
    isOpen: (question: number) => boolean,
    count: number,
  ): readonly NearHit[] {
    const best: { question: number; text: number; similarity: number }[] = [];
    let least = 0;
    for (const question of questions.keys()) {
      const [text, similarity] = this.#nearest(reading, question);
      if (similarity <= least || !isOpen(question)) continue;
      best.push({ question, text, similarity });
      if (best.length < 4 * count) continue;
      best.sort((a, b) => b.similarity - a.similarity);
      best.length = count;
      least = (best.at(-1) as { similarity: number }).similarity;
    }
    best.sort((a, b) => b.similarity - a.similarity);
    return best.slice(0, count).map(({ question, text, similarity }) => {
      const { parts = [] } = this.#known.texts[text] as QuestionText;
      const slots = filledSlots(parts, nearestFillings(parts, reading.placed), reading.core, reading.original);
      return { question, text, score: confidence(similarity), slots };
    });
  }

  #nearest({ similarities }: NearReading, question: number): [text: number, similarity: number] {
    let [nearest, similarity] = [-1, 0];
    const end = this.#begins[question + 1] as number;
    for (let text = this.#begins[question] as number; text < end; text++) {
      const each = similarities[text] as number;
      if (each > similarity) [nearest, similarity] = [text, each];
    }
    return [nearest, similarity];
  }
}

/** 0.55 at a cosine of 0.5; never 1. */
function confidence(similarity: number): number {
  return Math.min(0.999, 1 / (1 + Math.exp(-(8 * similarity - 3.8))));
}

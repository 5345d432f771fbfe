// Finds texts that equal an input word for word.
import type { Steps } from '../../protocol/steps.js';
import type { Line } from './plain-text.js';
import type { QuestionText } from './question-texts.js';
import { type Placed, type SlotHit, SlotTrie } from './slot-trie.js';

export class ExactTexts {
  readonly #texts: readonly QuestionText[];
  /** Texts by their `core`. */
  readonly #plain = new Map<string, number | number[]>();
  readonly #slotted = new SlotTrie();

  private constructor(texts: readonly QuestionText[]) {
    this.#texts = texts;
  }

  static *of(texts: readonly QuestionText[]): Steps<ExactTexts> {
    const made = new ExactTexts(texts);
    for (const [index, text] of texts.entries()) {
      made.#add(index, text);
      yield;
    }
    return made;
  }

  #add(index: number, text: QuestionText): void {
    if (text.parts !== undefined) this.#slotted.add(index, text);
    const known = this.#plain.get(text.core);
    if (known === undefined) this.#plain.set(text.core, index);
    else if (typeof known === 'number') this.#plain.set(text.core, [known, index]);
    else known.push(index);
  }

  /** Texts with the same words, apart from greetings, fillers and repetitions. Slots count as their samples. */
  *plain(literal: string, core: string): Iterable<{ readonly text: number; readonly isLiteral: boolean }> {
    const known = this.#plain.get(core);
    if (known === undefined || core === '') return;
    for (const text of typeof known === 'number' ? [known] : known) {
      yield { text, isLiteral: (this.#texts[text] as QuestionText).literal === literal };
    }
  }

  /** Texts with slots that match the whole line. */
  slotted(line: Line, placed: readonly Placed[]): readonly SlotHit[] {
    return this.#slotted.hits(line, placed);
  }
}

// The characters that stand beside the slots of an intent in its own questions. By 从{from}到{to}, the city in 到上海 is `to`.
import type { Entity } from '../entities/entity.js';
import { sharedSides } from '../entities/neighbours.js';
import { parseQuestion } from '../notation/question.js';

interface Sides {
  readonly before: Set<string>;
  readonly after: Set<string>;
}

export class SlotNeighbours {
  readonly #sides = new Map<string, Sides>();

  /** `texts` are the questions of the intent, in notation. */
  constructor(texts: Iterable<string>) {
    for (const text of texts) {
      const question = parseQuestion(text);
      if (question.kind !== 'sentence') continue;
      for (const [at, part] of question.parts.entries()) {
        if (part.kind !== 'slot' || part.name === undefined) continue;
        const sides = this.#sides.get(part.name) ?? { before: new Set(), after: new Set() };
        this.#sides.set(part.name, sides);
        const [before, after] = [question.parts[at - 1], question.parts[at + 1]];
        if (before?.kind === 'text') sides.before.add(before.text.slice(-1));
        if (after?.kind === 'text') sides.after.add(after.text.charAt(0));
      }
    }
  }

  /** The number of sides on which an entity of a text has a neighbour of the slot. */
  shared(slot: string, text: string, entity: Entity): number {
    const sides = this.#sides.get(slot);
    return sides === undefined ? 0 : sharedSides(sides, text, entity);
  }
}

// The characters beside a value, by which one slot is told from another of the same lexicon.
import type { Entity } from './entity.js';

export interface Neighbours {
  /** Characters that stand before the slot. */
  readonly before: ReadonlySet<string>;
  /** Characters that stand after it. */
  readonly after: ReadonlySet<string>;
}

/** The number of sides on which an entity of a text has a neighbour of the slot: 0 to 2. */
export const sharedSides = ({ before, after }: Neighbours, text: string, { start, end }: Entity): number =>
  Number(before.has(text.charAt(start - 1))) + Number(after.has(text.charAt(end)));

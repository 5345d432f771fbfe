// Maps entities to the lines of an input, and to the slots that they fill.
import type { Entity } from '../entities/entity.js';
import { type Neighbours, sharedSides } from '../entities/neighbours.js';
import { rulingsOn } from '../entities/ruled-out.js';
import type { FilledSlot } from './hit.js';
import type { Line } from './plain-text.js';
import type { TextPart, TextSlot } from './question-texts.js';
import type { Filling, Placed } from './slot-trie.js';

/**
 * Converts offsets in the original to offsets in the line. Entities of which nothing is left are dropped. Sorted by
 * start, the longer first.
 */
export function placed({ origins }: Line, entities: readonly Entity[]): Placed[] {
  return entities
    .map((entity) => ({ entity, start: firstFrom(origins, entity.start), end: firstFrom(origins, entity.end) }))
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The first unit of a line that comes from this offset of the original or a later one. */
function firstFrom(origins: readonly number[], place: number): number {
  let [low, high] = [0, origins.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((origins[middle] as number) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

const slotsOf = (parts: readonly TextPart[]): readonly TextSlot[] => parts.filter((part) => typeof part !== 'string');

/**
 * The named slots with their values. `fillings` has one entry per slot. Anonymous slots assign nothing; of two slots
 * with one name the first counts.
 */
export function filledSlots(
  parts: readonly TextPart[],
  fillings: readonly (Filling | undefined)[],
  { origins }: Line,
  original: string,
): readonly FilledSlot[] {
  const filled = new Map<string, FilledSlot>();
  for (const [index, { name, lexicon }] of slotsOf(parts).entries()) {
    const filling = fillings[index];
    if (name === undefined || filling === undefined || filled.has(name)) continue;
    const { entity, start, end } = filling;
    const words = original.slice(origins[start], origins[end]).trim();
    filled.set(name, { name, lexicon, value: entity?.value ?? words, normValue: entity?.normValue ?? words });
  }
  return [...filled.values()];
}

/** Words by which a question itself rules a value out: {day}没空. */
const negation = /[不没别除]|\bnot\b/iu;

/** The neighbours of a slot in its text: 去 and 的 in 去{to}的票. */
function neighboursIn(parts: readonly TextPart[], slot: TextSlot): Neighbours {
  const at = parts.indexOf(slot);
  const [before, after] = [parts[at - 1], parts[at + 1]];
  const only = (part: TextPart | undefined, of: (text: string) => string) =>
    new Set(typeof part === 'string' && part !== '' ? [of(part)] : []);
  return { before: only(before, (text) => text.slice(-1)), after: only(after, (text) => text.charAt(0)) };
}

/** The first entity among those with most neighbours in common with the slot. */
function nearestOf(open: readonly Placed[], neighbours: Neighbours, original: string): Placed | undefined {
  const shared = open.map(({ entity }) => sharedSides(neighbours, original, entity));
  return open[shared.indexOf(Math.max(...shared))];
}

/**
 * For each slot of a near text, the entity of its lexicon that no earlier slot took and that has most neighbours in
 * common with the slot; the first one among equals. Values that the caller rules out are left out, unless the text
 * itself is such a sentence.
 */
export function nearestFillings(
  parts: readonly TextPart[],
  entities: readonly Placed[],
  original: string,
): (Filling | undefined)[] {
  const slots = slotsOf(parts);
  if (slots.length === 0) return [];
  const isNegative = parts.some((part) => typeof part === 'string' && negation.test(part));
  const rulings = rulingsOn(original, isNegative ? [] : entities.map(({ entity }) => entity));
  const isMeant = ({ entity }: Placed): boolean => {
    const ruling = rulings.get(entity);
    const isOnly = slots.filter(({ lexicon }) => lexicon === entity.lexicon).length === 1;
    return ruling !== 'out' && !(ruling === 'moved' && isOnly);
  };
  const taken = new Set<Placed>();
  return slots.map((slot) => {
    if (slot.gap !== undefined) return undefined;
    const open = entities.filter((each) => each.entity.lexicon === slot.lexicon && !taken.has(each) && isMeant(each));
    const found = open.length > 1 ? nearestOf(open, neighboursIn(parts, slot), original) : open[0];
    if (found === undefined) return undefined;
    for (const each of entities) if (each.start < found.end && found.start < each.end) taken.add(each);
    return found;
  });
}

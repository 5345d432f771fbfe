// The rule for finds that overlap (docs/entity-names.md). One after another is taken, and what overlaps one that was taken falls
// away: first the finds of the lexicons that are wanted, then SYS.any after all others, the longer one, the earlier one, the
// robot's own lexicon before the system's, and the lexicon that was named first.
import type { Entity } from './entity.js';

/** Without overlap, in the order of the text. */
export function settle(entities: readonly Entity[], wanted: readonly string[] = []): Entity[] {
  const names = new Map<string, number>();
  for (const name of [...wanted, ...entities.map(({ lexicon }) => lexicon)]) {
    if (!names.has(name)) names.set(name, names.size);
  }
  const isWanted = new Set(wanted);
  const ranked = entities.map((entity) => ({
    entity,
    keys: [
      isWanted.has(entity.lexicon) ? 0 : 1,
      entity.lexicon.startsWith('SYS.any_') ? 1 : 0,
      entity.start - entity.end,
      entity.start,
      entity.lexicon.startsWith('SYS.') ? 1 : 0,
      names.get(entity.lexicon) as number,
    ],
  }));
  ranked.sort((one, other) => compared(one.keys, other.keys));
  const isTaken = new Uint8Array(entities.reduce((most, { end }) => Math.max(most, end), 0));
  const kept: Entity[] = [];
  for (const { entity } of ranked) {
    if (isTaken.subarray(entity.start, entity.end).includes(1)) continue;
    isTaken.fill(1, entity.start, entity.end);
    kept.push(entity);
  }
  return kept.sort((one, other) => one.start - other.start);
}

function compared(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((key, place) => key !== other[place]);
  return at < 0 ? 0 : (one[at] as number) - (other[at] as number);
}

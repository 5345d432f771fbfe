// Resolves overlaps of entities (docs/entity-names.md). Entities are taken one after another, and one that overlaps a
// taken one is dropped. The order is: first the wanted lexicons, SYS.any after all others, the longer entity, the
// earlier entity, the robot's own lexicon before a system lexicon, and the lexicon that was named first. A date and the
// time that contains it both stay: 后天上午十点 contains a day and a time of day.
import type { Entity } from './entity.js';

/** Lexicons that give way to all others but not to each other. */
const layers = ['SYS.date', 'SYS.time'];

/** Removes overlaps except that of a date and its time; the result is in the order of the text. */
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
  const length = entities.reduce((most, { end }) => Math.max(most, end), 0);
  const taken = layers.map((lexicon) => ({ lexicon, isTaken: new Uint8Array(length) }));
  const kept: Entity[] = [];
  for (const { entity } of ranked) {
    const { lexicon, start, end } = entity;
    const others = layers.includes(lexicon) ? taken.filter((layer) => layer.lexicon === lexicon) : taken;
    if (others.some(({ isTaken }) => isTaken.subarray(start, end).includes(1))) continue;
    for (const { isTaken } of others) isTaken.fill(1, start, end);
    kept.push(entity);
  }
  return kept.sort((one, other) => one.start - other.start || other.end - one.end);
}

function compared(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((key, place) => key !== other[place]);
  return at < 0 ? 0 : (one[at] as number) - (other[at] as number);
}

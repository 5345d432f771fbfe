// The rule for finds that overlap (docs/entity-names.md). One after another is taken, and what overlaps one that was taken falls
// away: first the finds of the lexicons that are wanted, then SYS.any after all others, the longer one, the earlier one, the
// robot's own lexicon before the system's, and the lexicon that was named first. A date and the time that holds it both stand:
// 后天上午十点 says a day and a time of day.
import type { Entity } from './entity.js';

/** A date and a time get out of the way of everything but each other. */
const layers = ['SYS.date', 'SYS.time'];

/** Without overlap but that of a date and its time, in the order of the text. */
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

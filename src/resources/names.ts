// Determines the name by which a resource is shown. Gateways without contact may each have made one of the same name in
// the same place; both stay, and the older one keeps the name. The result depends only on the set, so the order of
// arrival does not matter.
import type { NameRow, Place, ResourceTable } from './table.js';

export interface Claim {
  readonly id: string;
  readonly wanted: string;
  readonly createdAtMs: number;
}

/** The names shown, by id. */
export function shownNames(claims: readonly Claim[]): Map<string, string> {
  const byAge = [...claims].sort((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1));
  const shown = new Map<string, string>();
  const taken = new Set<string>();
  const give = ({ id }: Claim, name: string) => {
    shown.set(id, name);
    taken.add(name);
  };
  for (const claim of byAge) if (!taken.has(claim.wanted)) give(claim, claim.wanted);
  for (const claim of byAge) {
    if (shown.has(claim.id)) continue;
    const { id, wanted } = claim;
    let name = `${wanted} (${id.slice(0, 8)})`;
    for (let longer = `${wanted} (${id})`; taken.has(name); longer += ` (${id})`) name = longer;
    give(claim, name);
  }
  return shown;
}

/** Within a transaction. */
export function showNames(table: ResourceTable, place: Place): void {
  const rows = table.names(place);
  const shown = shownNames(rows.map(claimOf));
  const changed = rows.filter(({ id, name }) => shown.get(id) !== name);
  // Names are unique at every moment, and two may change places.
  for (const { id, name } of changed) if (name !== passingName(id)) table.rename(id, passingName(id));
  for (const { id, wanted_name } of changed) table.rename(id, shown.get(id) ?? wanted_name);
}

/** Name of a resource whose real name is not known yet: no client's name holds a control character. */
export const passingName = (id: string): string => `\u0001${id}`;

const claimOf = ({ id, wanted_name: wanted, created_at: createdAtMs }: NameRow): Claim => ({ id, wanted, createdAtMs });

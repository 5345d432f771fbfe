// DATA/models/history.json: what was active in each slot before, and models that are in quarantine because engines died of them.
// A file of its own, so that active.json is the same in every version of the program.
import { z } from 'zod';
import { idForm, versionForm } from './manifest.js';
import { type Active, type ModelName, nameOf, sameModel } from './slots.js';

const Name = z.strictObject({ id: z.string().regex(idForm), version: z.string().regex(versionForm) });
const slot = z.string().max(200);

/** The newest changes of slots that are kept. */
const keptChanges = 64;

export const ModelHistory = z.strictObject({
  format: z.literal(1),
  /** The earlier entries, oldest first; null stands for the shipped model. */
  changes: z.array(z.strictObject({ slot, from: Name.nullable(), to: Name.nullable(), atMs: z.number() })),
  quarantined: z.array(Name.extend({ atMs: z.number(), reason: z.string() })),
});
export type ModelHistory = z.output<typeof ModelHistory>;

export const noHistory: ModelHistory = { format: 1, changes: [], quarantined: [] };

/** The history with an entry for every slot that differs between the two. */
export function withChanges(history: ModelHistory, before: Active, after: Active, atMs: number): ModelHistory {
  const changed = [...new Set([...Object.keys(before.slots), ...Object.keys(after.slots)])].flatMap((each) => {
    const [from, to] = [before.slots[each] ?? null, after.slots[each] ?? null];
    const isSame = from === null || to === null ? from === to : sameModel(from, to);
    return isSame ? [] : [{ slot: each, from, to, atMs }];
  });
  return { ...history, changes: [...history.changes, ...changed].slice(-keptChanges) };
}

export const isQuarantined = ({ quarantined }: ModelHistory, model: ModelName): boolean =>
  quarantined.some((each) => sameModel(each, model));

/** The models that are active now and became so less than `newMs` ago, newest first. */
export function newlyActive(history: ModelHistory, active: Active, nowMs: number, newMs: number): ModelName[] {
  const found = new Map<string, ModelName>();
  for (const { slot: each, to, atMs } of [...history.changes].reverse()) {
    const now = active.slots[each];
    if (to === null || now === undefined || !sameModel(to, now)) continue;
    if (nowMs - atMs >= 0 && nowMs - atMs < newMs) found.set(nameOf(to), to);
  }
  return [...found.values()];
}

/** The version that was active in the slot last, of those for which `may` holds; null: the one that ships. */
export function predecessor(history: ModelHistory, of: string, may: (model: ModelName) => boolean): ModelName | null {
  for (const { slot: each, from } of [...history.changes].reverse()) {
    if (each !== of) continue;
    if (from === null) return null;
    if (may(from)) return from;
  }
  return null;
}

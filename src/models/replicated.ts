// The effect of an upstream's state on the installed models of a box. Models that were installed by hand stay; those
// that came from an upstream go when it has them no more.
import type { SyncState } from '../protocol/wire/sync-messages.js';
import { sha256Of } from '../replica/kind/staged.js';
import type { InstalledModel, WantedModels } from '../replica/ports.js';
import type { SyncTable } from '../replica/table.js';

export interface ModelPlan {
  readonly wanted: WantedModels;
  readonly changed: number;
}

export function planModels(
  { items }: Pick<SyncState, 'items'>,
  installed: readonly InstalledModel[],
  table: Pick<SyncTable, 'files' | 'redo'>,
): ModelPlan {
  const models = items
    .filter((item) => item.kind === 'model')
    .map(({ id, version, sha256, slots }) => ({ id, version, sha256, slots }));
  const here = new Map(installed.map((model) => [nameOf(model), model]));
  const activeNow = new Map(installed.flatMap((model) => model.slots.map((slot) => [slot, nameOf(model)])));
  const listed = new Set(models.map(nameOf));
  const slots = new Map(models.flatMap((model) => model.slots.map((slot) => [slot, nameOf(model)])));

  const goneModels = table
    .files('model')
    .filter(({ name }) => !listed.has(name) && here.has(name))
    .map(({ name }) => named(name));
  const goneSlots = table
    .files('slot')
    .filter(({ name, sha256: model }) => !slots.has(name) && activeNow.get(name) === model)
    .map(({ name }) => name);
  const lacking = models.filter((model) => {
    const present = here.get(nameOf(model));
    return present === undefined || sha256Of(present.manifest) !== model.sha256;
  });
  const turned = [...slots].filter(([slot, model]) => activeNow.get(slot) !== model);
  const isUnfinished = table.redo().some(({ kind }) => kind === 'models');
  const changed = lacking.length + turned.length + goneModels.length + goneSlots.length + (isUnfinished ? 1 : 0);
  return { wanted: { models, goneModels, goneSlots }, changed };
}

const nameOf = ({ id, version }: { readonly id: string; readonly version: string }): string => `${id}@${version}`;

function named(name: string): { id: string; version: string } {
  const at = name.lastIndexOf('@');
  return { id: name.slice(0, at), version: name.slice(at + 1) };
}

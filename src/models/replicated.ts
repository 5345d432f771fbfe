// Installed models as a replicated kind. Models that were installed by hand stay; those that came from an upstream go when it
// has them no more.
import { ServiceError } from '../protocol/errors.js';
import {
  type ApplyContext,
  type Arriving,
  type ContentSource,
  type ItemOf,
  itemsOf,
  type ReplicatedKind,
} from '../replica/kind/kind.js';
import { sha256Of } from '../replica/kind/staged.js';
import type { InstalledModel, WantedModels } from './follow.js';
import { idForm, versionForm } from './manifest.js';
import { nameOf } from './slots.js';

type ModelItem = ItemOf<'model'>;

/** The model store, and the process that makes it follow. */
export interface FollowedModels {
  list(): InstalledModel[];
  /**
   * Checks every file against its hash, and every graph once. Throws if one is bad, in which case nothing has changed.
   */
  check(wanted: WantedModels): Promise<void>;
  /** Makes the store follow. It may be repeated after an interruption. */
  carryOut(wanted: WantedModels): Promise<void>;
  /** Ends what runs, and what comes later. The next start carries it out. */
  stop(): void;
}

/** Marks of what came from above: the hash of each model, and the model of each slot. */
const lists = { models: 'model', slots: 'slot' };
/** All models follow together. */
const together = 'all';

export function replicatedModels(models: FollowedModels): ReplicatedKind<ModelItem> {
  return {
    kind: 'model',
    madeOf: 'files',
    nameOf: ({ id, version }) => `${id} ${version}`,
    contentOf: ({ sha256, files }) => [sha256, ...files.map((file) => file.sha256)],
    list: () => {
      const sources = new Map<string, ContentSource>();
      const items = models.list().map((model) => {
        const item = itemOf(model);
        sources.set(item.sha256, model.manifest);
        for (const { sha256, bytes, path } of model.files) sources.set(sha256, { path, bytes });
        return item;
      });
      return { items: () => items, content: (sha256) => sources.get(sha256) };
    },
    plan: async (arriving, context) => {
      if (!arriving.scope.models) return undefined;
      for (const item of itemsOf(arriving.state, 'model')) refuseName(item);
      const { wanted, changed } = planModels(arriving, models.list(), context);
      if (changed > 0) await models.check(wanted).catch(refuseModel);
      return {
        commit() {
          if (changed > 0) context.followLater(together, wanted);
          context.clearMarks(lists.models);
          context.clearMarks(lists.slots);
          for (const model of wanted.models) {
            context.mark(lists.models, nameOf(model), model.sha256);
            for (const slot of model.slots) context.mark(lists.slots, slot, nameOf(model));
          }
          return { changed, conflicts: 0 };
        },
      };
    },
    follow: (_, wanted) => models.carryOut(wanted as WantedModels),
    stop: () => models.stop(),
  };
}

interface ModelPlan {
  readonly wanted: WantedModels;
  readonly changed: number;
}

function planModels(
  { state }: Pick<Arriving, 'state'>,
  installed: readonly InstalledModel[],
  context: Pick<ApplyContext, 'marks' | 'isUnfinished'>,
): ModelPlan {
  const models = itemsOf(state, 'model').map(({ id, version, sha256, slots, signature }) => ({
    ...{ id, version, sha256, slots },
    ...(signature !== undefined && { signature }),
  }));
  const here = new Map(installed.map((model) => [nameOf(model), model]));
  const activeNow = new Map(installed.flatMap((model) => model.slots.map((slot) => [slot, nameOf(model)])));
  const listed = new Set(models.map(nameOf));
  const slots = new Map(models.flatMap((model) => model.slots.map((slot) => [slot, nameOf(model)])));

  const goneModels = [...context.marks(lists.models).keys()]
    .filter((name) => !listed.has(name) && here.has(name))
    .map(named);
  const goneSlots = [...context.marks(lists.slots)]
    .filter(([slot, model]) => !slots.has(slot) && activeNow.get(slot) === model)
    .map(([slot]) => slot);
  const lacking = models.filter((model) => {
    const present = here.get(nameOf(model));
    if (present === undefined || sha256Of(present.manifest) !== model.sha256) return true;
    return model.signature !== undefined && present.signature !== model.signature;
  });
  const turned = [...slots].filter(
    ([slot, model]) => activeNow.get(slot) !== model && here.get(model)?.isQuarantined !== true,
  );
  const unfinished = context.isUnfinished(together) ? 1 : 0;
  const changed = lacking.length + turned.length + goneModels.length + goneSlots.length + unfinished;
  return { wanted: { models, goneModels, goneSlots }, changed };
}

function named(name: string): { id: string; version: string } {
  const at = name.lastIndexOf('@');
  return { id: name.slice(0, at), version: name.slice(at + 1) };
}

/** Id and version become names of files. */
function refuseName(item: ModelItem): void {
  if (idForm.test(item.id) && versionForm.test(item.version)) return;
  throw new ServiceError('INVALID_ARGUMENT', `model ${JSON.stringify(nameOf(item))}: this is not a valid name`);
}

function refuseModel(fault: unknown): never {
  if (!(fault instanceof Error && fault.name === 'ModelError')) throw fault;
  throw new ServiceError('INVALID_ARGUMENT', `model: ${fault.message}`, { cause: fault });
}

const itemOf = ({ id, version, manifest, signature, slots, files }: InstalledModel): ModelItem => ({
  kind: 'model',
  id,
  version,
  slots: [...slots].sort(),
  sha256: sha256Of(manifest),
  bytes: manifest.length,
  files: files.map(({ sha256, bytes }) => ({ sha256, bytes })),
  ...(signature !== undefined && { signature }),
});

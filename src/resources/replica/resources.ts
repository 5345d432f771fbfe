// Resources as a replicated kind: word lists and other small things, of users and of the system.
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { SyncResource } from '../../protocol/wire/sync-messages.js';
import { versionTag } from '../../protocol/wire/versions.js';
import type { ApplyContext, Arriving, Planned, ReplicatedKind } from '../../replica/kind/kind.js';
import { type MergePlan, planMerge } from './merge.js';
import type { ResourceVersions } from './versions.js';

/** Number of resources that are checked before other work of the gateway has its turn. */
const atATime = 50;

export function replicatedResources(versions: ResourceVersions): ReplicatedKind<SyncResource> {
  return {
    kind: 'resource',
    madeOf: 'rows',
    nameOf: ({ id }) => id,
    contentOf: ({ content }) => (content === null ? [] : [content.sha256]),
    isOfUsers: ({ category }) => category === 'user',
    list: () => ({ items: () => versions.all(), content: (sha256) => versions.content(sha256) }),
    plan: (arriving, context) => planResources(versions, arriving, context),
    sweep(isWaiting) {
      versions.forgetDeletions(limits.sync.tombstones, isWaiting);
      versions.sweepContent();
    },
  };
}

async function planResources(
  versions: ResourceVersions,
  { state, scope }: Arriving,
  context: ApplyContext,
): Promise<Planned> {
  const merged = (): MergePlan => {
    const local = new Map(versions.all().map((item) => [item.id, item]));
    return planMerge({ local, state, scope, self: context.origin, now: context.now() });
  };
  /** Content that no resource has yet does no harm, and is swept away if none ever has. */
  const store = ({ id, content }: SyncResource): void => {
    if (content === null || versions.hasContent(content.sha256)) return;
    versions.addContent(content.sha256, context.staged.read(content, limits.resource.contentBytes, `resource ${id}`));
  };
  const contentOf = ({ id, content }: SyncResource): Buffer | undefined => {
    if (content === null) return undefined;
    const stored = versions.content(content.sha256);
    if (stored !== undefined || !context.staged.has(content.sha256)) return stored;
    return context.staged.read(content, limits.resource.contentBytes, `resource ${id}`);
  };

  const planned = merged();
  for (const [index, item] of planned.put.entries()) {
    const fault = versions.faultOf(item, 2 * limits.sync.verFromBelow);
    if (fault !== undefined) throw new ServiceError('INVALID_ARGUMENT', `resource ${item.id}: ${fault}`);
    if (index % atATime === atATime - 1) await new Promise((resolve) => setImmediate(resolve));
    store(item);
  }
  let drop = planned.drop;
  return {
    commit(isAsPlanned) {
      const merge = isAsPlanned ? planned : merged();
      drop = merge.drop;
      let conflicts = 0;
      for (const { lost, won, why } of merge.losses) {
        conflicts += context.recordLoss({ tag: versionTag(lost), lost, won, why, bytes: contentOf(lost) });
      }
      for (const item of merge.put) {
        store(item);
        versions.put(item);
        if (item.category === 'user') context.forgetWaiting(item.id);
      }
      return { changed: merge.put.length, conflicts };
    },
    /** Called only after the profiles that name the resources have been removed. */
    settle() {
      const unused = drop.filter((id) => !versions.isUsedByProfile(id)); // a profile that was made here stays
      for (const id of unused) versions.drop(id);
      versions.settle();
      return { changed: unused.length, conflicts: 0 };
    },
    end: () => versions.finish(),
  };
}

// Merges an arriving state into the resources of a store: a pure function. User resources: the newest version of
// each (a maximum over a total order, so that the order of arrival does not matter). Sys: as the state has them.
import type { SyncResource, SyncScope, SyncState } from '../../protocol/wire/sync-messages.js';
import { ancestorsAfter, compareVersions, isConflict } from '../../protocol/wire/versions.js';

export interface ResourceLoss {
  readonly lost: SyncResource;
  readonly won: SyncResource | null;
  readonly why: string;
}

export interface MergePlan {
  readonly put: readonly SyncResource[];
  /** ids of sys resources */
  readonly drop: readonly string[];
  readonly losses: readonly ResourceLoss[];
}

export interface MergeInput {
  /** by id */
  readonly local: ReadonlyMap<string, SyncResource>;
  readonly state: SyncState;
  readonly scope: SyncScope;
  /** identity of the local store */
  readonly self: string;
  /** ms UTC */
  readonly now: number;
}

export const newer = <V extends SyncResource>(a: V, b: V): V => (compareVersions(a, b) >= 0 ? a : b);

export function planMerge(input: MergeInput): MergePlan {
  const put: SyncResource[] = [];
  const losses: ResourceLoss[] = [];
  const drop: string[] = [];
  const listed = new Map<string, SyncResource>();
  for (const item of input.state.items) if (item.kind === 'resource') listed.set(item.id, item);
  for (const item of listed.values()) {
    const before = input.local.get(item.id);
    if (item.category === 'user') mergeUser(item, before);
    else if (input.scope.sys) mergeSys(item, before);
  }
  for (const before of input.local.values()) {
    if (listed.has(before.id)) continue;
    if (before.category === 'sys') dropSys(before);
    else if (isMissing(before, input)) put.push(deletionOf(before, input));
  }
  return { put, drop, losses };

  function mergeUser(item: SyncResource, before: SyncResource | undefined): void {
    if (input.scope.users === 'none') return;
    if (before === undefined) {
      put.push(item);
      return;
    }
    const order = compareVersions(item, before);
    if (order === 0) return;
    const [won, lost] = order > 0 ? [item, before] : [before, item];
    if (order > 0) put.push(item);
    if (isConflict(lost, won)) losses.push({ lost, won, why: 'a newer version was made elsewhere' });
  }

  function mergeSys(item: SyncResource, before: SyncResource | undefined): void {
    if (before !== undefined && isSame(before, item)) return;
    put.push(item);
    if (before === undefined || before.origin !== input.self) return;
    if (isConflict(before, item)) losses.push({ lost: before, won: item, why: 'the upstream has another version' });
  }

  function dropSys(before: SyncResource): void {
    const isOwn = before.origin === input.self;
    if (!input.scope.sys || (isOwn && input.scope.keepLocalSys)) return;
    drop.push(before.id);
    if (isOwn) losses.push({ lost: before, won: null, why: 'the upstream does not have this resource' });
  }
}

/**
 * True if the resource is missing from an upstream that lists no deletions. Objects changed here since belong to
 * another origin.
 */
function isMissing(before: SyncResource, { state, scope }: MergeInput): boolean {
  if (before.content === null || before.origin !== state.origin) return false;
  return scope.whole.some(
    ({ developer, cu, type, userId }) =>
      before.developer === developer && before.cu === cu && before.type === type && before.userId === userId,
  );
}

/** A state lists ten thousands of them at every poll. */
const isSame = (a: SyncResource, b: SyncResource): boolean =>
  compareVersions(a, b) === 0 &&
  a.name === b.name &&
  a.lang === b.lang &&
  a.desc === b.desc &&
  a.createdAtMs === b.createdAtMs &&
  a.category === b.category &&
  a.cu === b.cu &&
  a.type === b.type &&
  a.developer === b.developer &&
  a.userId === b.userId;

const deletionOf = (before: SyncResource, { state, now }: MergeInput): SyncResource => ({
  ...before,
  ver: before.ver + 1,
  updatedAtMs: now,
  origin: state.origin,
  ancestors: ancestorsAfter(before),
  content: null,
});

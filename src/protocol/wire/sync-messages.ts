// Messages between two gateways, and between the sync process and its own gateway (*extension*; docs/sync.md).
// A state is whole: what it does not list is not there. Content is named by its SHA-256 and fetched apart.
import { z } from 'zod';
import { limits } from '../limits.js';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex');
const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const text = (most: number) => z.string().max(most);

/**
 * Versions of one thing are ordered: the higher `ver` wins, then the later `updatedAtMs`, then the greater `sha256`,
 * then the greater `origin` (protocol/versions.ts). The order is total and needs no clock that is right: both sides
 * choose the same winner.
 */
const Version = {
  ver: count.min(1),
  updatedAtMs: count,
  /** store in which this version was made */
  origin: text(limits.sync.originBytes),
  /** tags of the versions that this one was made from, the latest first: what is not among them was made apart */
  ancestors: z
    .array(z.string().regex(/^[0-9a-f]{16}$/))
    .max(limits.sync.ancestors)
    .default([]),
};

const content = { sha256, bytes: count };

/** A word list or another small resource. `developer` is a name: numbers differ from store to store. */
const Resource = z.strictObject({
  kind: z.literal('resource'),
  id: z.string().min(1).max(limits.resource.idBytes),
  category: z.enum(['user', 'sys']),
  cu: text(64),
  type: text(64),
  /** null: sys */
  developer: text(limits.resource.nameBytes).nullable(),
  /** '': shared */
  userId: text(limits.resource.userIdBytes),
  /** as its maker wrote it; a store in which the name is taken shows another */
  name: text(limits.resource.nameBytes),
  lang: text(limits.resource.langBytes),
  desc: text(limits.resource.descBytes),
  createdAtMs: count,
  ...Version,
  /** null: deleted in this version */
  content: z.strictObject(content).nullable(),
});

/** Content: the JSON of a ProfileDraft. */
const Profile = z.strictObject({
  kind: z.literal('profile'),
  name: text(limits.resource.profileNameBytes),
  ...content,
});
/** Content: the file. */
const RingTable = z.strictObject({ kind: z.literal('ringTable'), name: z.enum(['keywords', 'tones']), ...content });
/** Content: the manifest; its files are content as well. */
const Model = z.strictObject({
  kind: z.literal('model'),
  id: text(128),
  version: text(64),
  /** slots that it was activated for, as `asr cn_8k_common`; empty: only installed */
  slots: z.array(text(200)).max(limits.model.slots),
  ...content,
  files: z.array(z.strictObject(content)).max(limits.model.files),
});

export const SyncItem = z.discriminatedUnion('kind', [Resource, Profile, RingTable, Model]);
export type SyncItem = z.output<typeof SyncItem>;
export type SyncResource = z.output<typeof Resource>;

export const SyncState = z.strictObject({
  format: z.literal(1),
  /** identity of the store; made once for each data directory */
  origin: text(limits.sync.originBytes),
  /** grows with every change; another origin counts from anew */
  revision: count,
  items: z.array(SyncItem).max(limits.sync.items),
});
export type SyncState = z.output<typeof SyncState>;

/** The parts of a state that a box applies. */
export const SyncScope = z.strictObject({
  /** sys resources and profiles: what the state does not list goes */
  sys: z.boolean().default(true),
  ringTables: z.boolean().default(true),
  models: z.boolean().default(true),
  users: z.enum(['all', 'none']).default('all'),
  /** sys resources and profiles that were made on the box stay beside those of the state */
  keepLocalSys: z.boolean().default(false),
  /** a state older than the one that was applied last: after the upstream was put back from a copy */
  acceptOlder: z.boolean().default(false),
  /**
   * For an upstream that lists objects but no deletions (a plain /v10 service): user resources that came from it, in
   * these places, and are not in the state any more, are deleted here.
   */
  whole: z
    .array(
      z.strictObject({
        developer: text(limits.resource.nameBytes),
        cu: text(64),
        type: text(64),
        userId: text(limits.resource.userIdBytes),
      }),
    )
    .max(limits.sync.places)
    .default([]),
});
export type SyncScope = z.output<typeof SyncScope>;

/** Content that is not in this store yet lies as DATA/sync/content/<sha256>. */
export const SyncApply = z.strictObject({ state: SyncState, scope: SyncScope.prefault({}) });
export type SyncApply = z.output<typeof SyncApply>;

const AppliedState = z.strictObject({ origin: text(limits.sync.originBytes), revision: count });
export const SyncApplied = z.strictObject({
  applied: AppliedState,
  /** things that are not as they were */
  changed: count,
  conflicts: count,
  /** files that have yet to be put in place: ring tables and models; done again until it works */
  redo: count,
});
export type SyncApplied = z.output<typeof SyncApplied>;

/** Something that was made here and has yet to go upstream. Ordered by `seq`; sent at least once. */
export const OutboxEntry = z.strictObject({
  seq: count,
  idempotencyKey: text(128),
  item: Resource,
  /** BASE64; absent when the item says deleted */
  content: z.string().optional(),
});
export type OutboxEntry = z.output<typeof OutboxEntry>;
export const OutboxPage = z.strictObject({
  waiting: count,
  /** cut at limits.sync.outboxPageBytes, but at least one */
  entries: z.array(OutboxEntry).max(limits.sync.outboxPage),
});
export const OutboxPost = z.strictObject({ entries: z.array(OutboxEntry).max(limits.sync.outboxPage) });

/**
 * `kept`: it is the current version now; `lost`: a newer one was there, this one is kept among the conflicts;
 * `repeated`: it came before.
 */
export const OutboxVerdict = z.strictObject({
  idempotencyKey: text(128),
  verdict: z.enum(['kept', 'lost', 'repeated', 'refused']),
  why: z.string().optional(),
});
export type OutboxVerdict = z.output<typeof OutboxVerdict>;
export const OutboxReply = z.strictObject({ verdicts: z.array(OutboxVerdict).max(limits.sync.outboxPage) });

export const SyncSettle = z.strictObject({ verdicts: z.array(OutboxVerdict).max(limits.sync.outboxPage) });

/** A version that lost, with its content (BASE64; absent where it was a deletion, or is no longer here). */
export const SyncConflict = z.strictObject({
  atMs: count,
  why: z.string(),
  lost: SyncItem,
  won: SyncItem.nullable(),
  content: z.string().optional(),
});
export type SyncConflict = z.output<typeof SyncConflict>;

/** The sync process's report to its gateway, which the command line, the metrics and the health page show. */
export const SyncReport = z.strictObject({
  upstream: z.string(),
  state: z.enum(['off', 'waiting', 'polling', 'fetching', 'applying', 'stopped']),
  /** time of the last successful poll */
  lastSuccessAtMs: count.nullable(),
  nextPollAtMs: count.nullable(),
  failuresInARow: count,
  /** in plain words, without credentials */
  lastFault: z.string().nullable(),
  fetching: z.strictObject({ doneBytes: count, totalBytes: count }).nullable(),
});
export type SyncReport = z.output<typeof SyncReport>;

export const SyncStatus = z.strictObject({
  origin: z.string(),
  revision: count,
  hasUpstream: z.boolean().describe('an upstream is configured'),
  report: SyncReport.nullable(),
  applied: AppliedState.extend({ atMs: count }).nullable(),
  outbox: z.strictObject({ waiting: count, oldestMs: count.nullable() }),
  conflicts: count,
  redo: count,
});
export type SyncStatus = z.output<typeof SyncStatus>;

/** The answer comes when one of the two is beyond what was asked with, or after `holdMs`. */
export const SyncWanted = z.strictObject({
  /** grows with every `sync now` */
  now: count,
  /** number of the newest row of the outbox; 0: none */
  outboxSeq: count,
});

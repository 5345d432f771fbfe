// Messages between two gateways, and between the sync process and its own gateway (*extension*; docs/sync.md). A state
// is complete: what it does not list does not exist. Content is named by its SHA-256 and fetched separately.
import { z } from 'zod';
import { limits } from '../limits.js';

const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex')
  .describe('The SHA-256 of the content in lower-case hexadecimal digits.');
const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const utcMs = (meaning: string) => count.describe(`${meaning}, in ms since 1970 (UTC).`);
const text = (most: number) => z.string().max(most);

/**
 * The fields that order versions of one object: the higher `ver` wins, then the later `updatedAtMs`, then the greater
 * `sha256`, then the greater `origin` (protocol/versions.ts). The order is total and needs no correct clock: both sides
 * choose the same winner.
 */
const Version = {
  ver: count.min(1).describe('The number of this version, from 1.'),
  updatedAtMs: utcMs('The time at which it was made'),
  origin: text(limits.sync.originBytes).describe('The name of the store in which this version was made.'),
  ancestors: z
    .array(z.string().regex(/^[0-9a-f]{16}$/))
    .max(limits.sync.ancestors)
    .default([])
    .describe('The tags of the versions from which this one was made, the latest first.'),
};

const content = { sha256, bytes: count.describe('The size of the content in bytes.') };
const Content = z
  .strictObject(content)
  .meta({ id: 'SyncContent', description: 'A reference to content by its SHA-256.' });
const kind = <Name extends string>(name: Name) => z.literal(name).describe('The kind of the item.');

/** A word list or another small resource. `developer` is a name, because numbers differ from store to store. */
const Resource = z
  .strictObject({
    kind: kind('resource'),
    id: z.string().min(1).max(limits.resource.idBytes).describe('The id of the resource.'),
    category: z.enum(['user', 'sys']).describe('The category of the owner: users, or the system.'),
    cu: text(64).describe('The capability that uses it, such as asr.'),
    type: text(64).describe('The type of the resource, such as userword.'),
    developer: text(limits.resource.nameBytes)
      .nullable()
      .describe('The name of the developer; null: the resource belongs to the system.'),
    userId: text(limits.resource.userIdBytes).describe('The id of the user who owns it; empty: all users share it.'),
    name: text(limits.resource.nameBytes).describe(
      'The name as its author wrote it; a store in which that name is taken shows another one.',
    ),
    lang: text(limits.resource.langBytes).describe('The language of the resource.'),
    desc: text(limits.resource.descBytes).describe('The description of the resource.'),
    createdAtMs: utcMs('The time at which the first version was made'),
    ...Version,
    content: Content.nullable().describe('The content; null: the resource was deleted in this version.'),
  })
  .meta({ id: 'SyncResource', description: 'A version of a word list or of another small resource.' });

/** A profile; its content is the JSON of a ProfileDraft. */
const Profile = z
  .strictObject({
    kind: kind('profile'),
    name: text(limits.resource.profileNameBytes).describe('The name of the profile.'),
    ...content,
  })
  .meta({ id: 'SyncProfile', description: 'A recognition profile; its content is JSON.' });
/** A ring table; its content is the file. */
const RingTable = z
  .strictObject({
    kind: kind('ringTable'),
    name: z.enum(['keywords', 'tones', 'causes']).describe('The name of the table.'),
    ...content,
  })
  .meta({ id: 'SyncRingTable', description: 'A ring screening table; its content is the file.' });
/** A model; its content is the manifest, and its files are content as well. */
const Model = z
  .strictObject({
    kind: kind('model'),
    id: text(128).describe('The id of the model.'),
    version: text(64).describe('The version of the model.'),
    slots: z
      .array(text(200))
      .max(limits.model.slots)
      .describe('The services for which the model is active, such as asr cn_8k_common; empty: it is only installed.'),
    ...content,
    files: z.array(Content).max(limits.model.files).describe('The files of the model.'),
    signature: text(200)
      .optional()
      .describe('The signature of the manifest, if the model was installed with one (models.signKeys).'),
  })
  .meta({ id: 'SyncModel', description: 'A model; its content is the manifest.' });

/**
 * An online robot; its content is the package of its version. Numbers of developers and ids of their default tenants
 * differ from store to store.
 */
const OnlineRobot = z
  .strictObject({
    kind: kind('onlineRobot'),
    developer: text(limits.resource.nameBytes).describe('The name of the developer.'),
    tenantId: text(limits.tenant.idBytes).describe('The id of the tenant.'),
    isDefault: z
      .boolean()
      .describe("true: this is the developer's default tenant, which has another id on other gateways."),
    tenantName: text(limits.nlu.nameBytes).describe('The name of the tenant.'),
    robotId: text(limits.nlu.publish.robotIdBytes).min(1).describe('The id of the robot.'),
    publishId: text(limits.nlu.publish.publishIdBytes).min(1).describe('The id of the version that is online.'),
    ...content,
  })
  .meta({ id: 'SyncOnlineRobot', description: 'A robot that is online; its content is the package of its version.' });

const product = text(limits.firmware.versionBytes).min(1).describe('The kind of box, in the notation of bundles.');
const firmwareVersion = text(limits.firmware.versionBytes).min(1);
const percent = z.number().min(0).max(100);
const minute = z.int().min(0).max(1_439);
export const FirmwareWindow = z
  .strictObject({
    fromMin: minute.describe('The time at which the window opens, in minutes of the UTC day.'),
    toMin: minute.describe(
      'The time at which the window closes, in minutes of the UTC day; if it is before fromMin, on the next day.',
    ),
  })
  .meta({ id: 'FirmwareWindow', description: 'The daily window in which updates may be installed.' });

/** Firmware; its content is the bundle. A box fetches it when its turn comes, and not together with the state. */
const Firmware = z
  .strictObject({
    kind: kind('firmware'),
    product,
    version: firmwareVersion.describe('The version that these boxes should have.'),
    minFrom: firmwareVersion.nullable().describe('The oldest version from which boxes may update; null: any version.'),
    window: FirmwareWindow.nullable().describe('The window in which the update may be installed; null: any time.'),
    wavePercent: percent.describe('The percentage of boxes that may update, selected by a hash of their ids.'),
    isHeld: z.boolean().describe('true: no further box starts the update, because it failed on too many.'),
    allowDowngrade: z.boolean().describe('true: boxes with a newer version also install it.'),
    ...content,
  })
  .meta({
    id: 'SyncFirmware',
    description: 'The firmware that boxes of a kind should have; its content is the bundle.',
  });

export const SyncItem = z
  .discriminatedUnion('kind', [Resource, Profile, RingTable, Model, OnlineRobot, Firmware])
  .meta({ id: 'SyncItem', description: 'An object that is replicated between gateways.' });
export type SyncItem = z.output<typeof SyncItem>;
export type SyncResource = z.output<typeof Resource>;

const origin = text(limits.sync.originBytes).describe('The name of the data directory to which the state belongs.');
const revision = count.describe('The revision, which increases with every change; each origin counts its own.');

export const SyncState = z
  .strictObject({
    format: z.literal(1).describe('The version of this format.'),
    origin,
    revision,
    items: z.array(SyncItem).max(limits.sync.items).describe('All items of the state.'),
  })
  .meta({ id: 'SyncState', description: 'A complete state: an item that it does not list does not exist.' });
export type SyncState = z.output<typeof SyncState>;

const Place = z
  .strictObject({
    developer: text(limits.resource.nameBytes).describe('The name of the developer.'),
    cu: text(64).describe('The capability, such as asr.'),
    type: text(64).describe('The type, such as userword.'),
    userId: text(limits.resource.userIdBytes).describe(
      'The id of the user; empty: the resources are shared by all users.',
    ),
  })
  .meta({ id: 'SyncPlace', description: 'The place of user resources of one kind.' });

/** The parts of a state that a box accepts. */
export const SyncScope = z
  .strictObject({
    sys: z
      .boolean()
      .default(true)
      .describe('Accept sys resources and profiles; those that the state does not list are deleted.'),
    ringTables: z.boolean().default(true).describe('Accept the ring screening tables.'),
    models: z.boolean().default(true).describe('Accept the models.'),
    robots: z.boolean().default(true).describe('Accept the robots that are online, with their packages.'),
    firmware: z.boolean().default(true).describe('Accept the firmware that the box should have.'),
    users: z.enum(['all', 'none']).default('all').describe('Accept the resources of all users, or of none.'),
    keepLocalSys: z
      .boolean()
      .default(false)
      .describe('Keep sys resources and profiles that were made on this gateway, in addition to those of the state.'),
    acceptOlder: z
      .boolean()
      .default(false)
      .describe('Accept a state older than the last one, after the upstream was restored from a backup.'),
    whole: z
      .array(Place)
      .max(limits.sync.places)
      .default([])
      .describe(
        'The places of an upstream that does not list deletions: user resources that came from it and are no longer in the state are deleted.',
      ),
  })
  .meta({ id: 'SyncScope', description: 'The parts of a state to accept.' });
export type SyncScope = z.output<typeof SyncScope>;

/** A state to apply. Content that is not in this store yet is in DATA/sync/content/<sha256>. */
export const SyncApply = z
  .strictObject({ state: SyncState, scope: SyncScope.prefault({}) })
  .meta({ id: 'SyncApply', description: 'A state to apply.' });
export type SyncApply = z.output<typeof SyncApply>;

const AppliedState = z.strictObject({ origin, revision });
export const SyncApplied = z
  .strictObject({
    applied: AppliedState.describe('The state that is now current.'),
    changed: count.describe('The number of items that changed.'),
    conflicts: count.describe('The number of versions that lost.'),
    redo: count.describe('The number of files that still have to be written; this is retried until it succeeds.'),
  })
  .meta({ id: 'SyncApplied', description: 'The result of applying a state.' });
export type SyncApplied = z.output<typeof SyncApplied>;

const base64 = z.string().optional();
const idempotencyKey = text(128).describe('The key by which the entry counts once, however often it is sent.');

/** A change that was made here and must still go upstream. Entries are ordered by `seq` and sent at least once. */
export const OutboxEntry = z
  .strictObject({
    seq: count.describe('The sequence number of the entry.'),
    idempotencyKey,
    item: Resource,
    content: base64.describe('The content in BASE64; absent when the item was deleted.'),
  })
  .meta({ id: 'OutboxEntry', description: 'A change that waits to go upstream.' });
export type OutboxEntry = z.output<typeof OutboxEntry>;
export const OutboxPage = z
  .strictObject({
    waiting: count.describe('The number of waiting entries.'),
    entries: z
      .array(OutboxEntry)
      .max(limits.sync.outboxPage)
      .describe(`The oldest waiting entries, up to ${limits.sync.outboxPageBytes} bytes, but at least one.`),
  })
  .meta({ id: 'OutboxPage', description: 'A page of entries that wait to go upstream.' });
export const OutboxPost = z
  .strictObject({ entries: z.array(OutboxEntry).max(limits.sync.outboxPage).describe('The entries in their order.') })
  .meta({ id: 'OutboxPost', description: 'Entries from a gateway below.' });

export const OutboxVerdict = z
  .strictObject({
    idempotencyKey,
    verdict: z
      .enum(['kept', 'lost', 'repeated', 'refused'])
      .describe(
        'The verdict. kept: the version is now current; lost: a newer version existed, and this one is stored as a conflict; repeated: the entry had arrived before; refused: the entry cannot be accepted.',
      ),
    why: z.string().optional().describe('The reason of a refusal.'),
  })
  .meta({ id: 'OutboxVerdict', description: "The upstream's verdict on an entry." });
export type OutboxVerdict = z.output<typeof OutboxVerdict>;
const verdicts = z.array(OutboxVerdict).max(limits.sync.outboxPage).describe('One verdict for each entry.');
export const OutboxReply = z
  .strictObject({ verdicts })
  .meta({ id: 'OutboxVerdicts', description: "The upstream's verdicts on entries." });

/** The entries that need not wait any longer, with their verdicts. */
export const SyncSettle = OutboxReply;

export const SyncConflict = z
  .strictObject({
    atMs: utcMs('The time at which it lost'),
    why: z.string().describe('The reason why the version lost.'),
    lost: SyncItem.describe('The version that lost.'),
    won: SyncItem.nullable().describe('The version that won.'),
    content: base64.describe(
      'The content that lost, in BASE64; absent if the version was a deletion or its content is no longer stored.',
    ),
  })
  .meta({ id: 'SyncConflict', description: 'A conflict: a version that lost against another one.' });
export type SyncConflict = z.output<typeof SyncConflict>;

/** A report of the sync process to its gateway, for the command line, the metrics and the health page. */
export const SyncReport = z
  .strictObject({
    upstream: z.string().describe('The address of the upstream.'),
    state: z
      .enum(['off', 'waiting', 'polling', 'fetching', 'applying', 'stopped'])
      .describe('The current activity of the sync process.'),
    lastSuccessAtMs: count
      .nullable()
      .describe('The time of the last successful poll, in ms since 1970 (UTC); null: there was none.'),
    nextPollAtMs: count
      .nullable()
      .describe('The time of the next poll, in ms since 1970 (UTC); null: none is planned.'),
    failuresInARow: count.describe('The number of polls that have failed since then.'),
    lastFault: z
      .string()
      .nullable()
      .describe('A description of the last fault, without credentials; null: there was none.'),
    fetching: z
      .strictObject({
        doneBytes: count.describe('The number of bytes that have arrived.'),
        totalBytes: count.describe('The total number of bytes.'),
      })
      .nullable()
      .describe('The progress of the content that is being fetched; null: none.'),
  })
  .meta({ id: 'SyncReport', description: 'The state of the sync process.' });
export type SyncReport = z.output<typeof SyncReport>;

export const SyncStatus = z
  .strictObject({
    origin: z.string().describe('The name of this data directory among gateways.'),
    revision: count.describe("The revision of this gateway's state."),
    hasUpstream: z.boolean().describe('true: an upstream is configured.'),
    needsSignature: z
      .boolean()
      .describe("true: the upstream's state is accepted only with the signature of a key in sync.signKeys."),
    report: SyncReport.nullable().describe(
      'The last report of the sync process; null: there was none since the start.',
    ),
    applied: AppliedState.extend({ atMs: utcMs('The time at which it was applied') })
      .nullable()
      .describe('The state that was applied last; null: none.'),
    outbox: z
      .strictObject({
        waiting: count.describe('The number of waiting entries.'),
        oldestMs: count
          .nullable()
          .describe('The time at which the oldest one was made, in ms since 1970 (UTC); null: none waits.'),
      })
      .describe('The entries that wait to go upstream.'),
    conflicts: count.describe('The number of stored conflicts.'),
    redo: count.describe('The number of files that still have to be written.'),
  })
  .meta({ id: 'SyncStatus', description: 'The state of this gateway relative to its upstream.' });
export type SyncStatus = z.output<typeof SyncStatus>;

/** The reply arrives when one of the two values exceeds the one in the request, or after `holdMs`. */
export const SyncWanted = z
  .strictObject({
    now: count.describe('A counter that increases whenever an immediate poll is requested.'),
    outboxSeq: count.describe('The number of the newest entry of the outbox; 0: none.'),
  })
  .meta({ id: 'SyncWanted', description: 'The work that waits for the sync process.' });

/** A box's report on its firmware, for its upstream and for its own gateway. */
export const FirmwareReport = z
  .strictObject({
    box: text(limits.sync.originBytes).min(1).describe('The name of the data directory of the box.'),
    product: text(limits.firmware.versionBytes).describe('The kind of box; empty: the box runs no image.'),
    version: text(limits.firmware.versionBytes).describe('The version that the box runs.'),
    state: z
      .enum([
        'current',
        'waiting',
        'fetching',
        'installing',
        'restarting',
        'trying',
        'good',
        'failed',
        'wentBack',
        'refused',
      ])
      .describe(
        'The state of the update. current: there is nothing to do; waiting, refused: the field reason explains it; trying: the self-test has not passed yet; good: the box restarted successfully into this update; wentBack: it returned to the previous version.',
      ),
    sha256: z
      .string()
      .regex(/^([0-9a-f]{64})?$/, 'must be a SHA-256 in lower-case hex, or empty')
      .describe('The SHA-256 of the bundle that the report concerns; empty: none.'),
    reason: text(limits.firmware.reasonCharacters).describe('A sentence for the operator; may be empty.'),
  })
  .meta({ id: 'FirmwareReport', description: 'The state of the firmware on a box.' });
export type FirmwareReport = z.output<typeof FirmwareReport>;

export const FirmwareWanted = z
  .strictObject({
    box: text(limits.sync.originBytes).describe('The name of this data directory.'),
    wanted: z
      .array(Firmware)
      .max(limits.firmware.products)
      .describe('The firmware that the upstream wants boxes to have.'),
  })
  .meta({ id: 'FirmwareWanted', description: 'The firmware that the sync process may have to install.' });

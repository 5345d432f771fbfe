// Messages between two gateways, and between the sync process and its own gateway (*extension*; docs/sync.md). A state
// is complete: a thing that it does not list does not exist. Content is named by its SHA-256 and fetched separately.
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
 * The order of versions of one thing: the higher `ver` wins, then the later `updatedAtMs`, then the greater `sha256`,
 * then the greater `origin` (protocol/versions.ts). The order is total and needs no correct clock: both sides choose
 * the same winner.
 */
const Version = {
  ver: count.min(1).describe('The number of this version, from 1.'),
  updatedAtMs: utcMs('When it was made'),
  origin: text(limits.sync.originBytes).describe('The store in which this version was made.'),
  ancestors: z
    .array(z.string().regex(/^[0-9a-f]{16}$/))
    .max(limits.sync.ancestors)
    .default([])
    .describe('The tags of the versions that this one was made from, the latest first.'),
};

const content = { sha256, bytes: count.describe('The size of the content in bytes.') };
const Content = z.strictObject(content).meta({ id: 'SyncContent', description: 'Content, named by its SHA-256.' });
const kind = <Name extends string>(name: Name) => z.literal(name).describe('The kind of the item.');

/** A word list or another small resource. `developer` is a name, since numbers differ from store to store. */
const Resource = z
  .strictObject({
    kind: kind('resource'),
    id: z.string().min(1).max(limits.resource.idBytes).describe('The id of the resource.'),
    category: z.enum(['user', 'sys']).describe('The owner: users, or the system.'),
    cu: text(64).describe('The capability that uses it, such as asr.'),
    type: text(64).describe('Its type, such as userword.'),
    developer: text(limits.resource.nameBytes).nullable().describe('The name of the developer; null: of the system.'),
    userId: text(limits.resource.userIdBytes).describe('The user whose resource it is; empty: shared by all users.'),
    name: text(limits.resource.nameBytes).describe(
      'The name as its maker wrote it; a store in which the name is taken shows another.',
    ),
    lang: text(limits.resource.langBytes).describe('The language.'),
    desc: text(limits.resource.descBytes).describe('A description.'),
    createdAtMs: utcMs('When the first version was made'),
    ...Version,
    content: Content.nullable().describe('The content; null: deleted in this version.'),
  })
  .meta({ id: 'SyncResource', description: 'A version of a word list or of another small resource.' });

/** A profile. Its content is the JSON of a ProfileDraft. */
const Profile = z
  .strictObject({
    kind: kind('profile'),
    name: text(limits.resource.profileNameBytes).describe('The name of the profile.'),
    ...content,
  })
  .meta({ id: 'SyncProfile', description: 'A profile of recognition; its content is JSON.' });
/** A ring table. Its content is the file. */
const RingTable = z
  .strictObject({
    kind: kind('ringTable'),
    name: z.enum(['keywords', 'tones', 'causes']).describe('Which table it is.'),
    ...content,
  })
  .meta({ id: 'SyncRingTable', description: 'A table of ring screening; its content is the file.' });
/** A model. Its content is the manifest, and the files of the manifest. */
const Model = z
  .strictObject({
    kind: kind('model'),
    id: text(128).describe('The id of the model.'),
    version: text(64).describe('Its version.'),
    slots: z
      .array(text(200))
      .max(limits.model.slots)
      .describe('What it was activated for, such as asr cn_8k_common; empty: only installed.'),
    ...content,
    files: z.array(Content).max(limits.model.files).describe('Its files.'),
    signature: text(200)
      .optional()
      .describe('The signature of the manifest, where the model was installed with one (models.signKeys).'),
  })
  .meta({ id: 'SyncModel', description: 'A model; its content is the manifest.' });

/**
 * A robot that is online. Its content is the package of the version. Developers and default tenants have other numbers
 * in every store.
 */
const OnlineRobot = z
  .strictObject({
    kind: kind('onlineRobot'),
    developer: text(limits.resource.nameBytes).describe('The name of the developer.'),
    tenantId: text(limits.tenant.idBytes).describe('The tenant.'),
    isDefault: z.boolean().describe("true: it is the developer's default tenant, which has another id elsewhere."),
    tenantName: text(limits.nlu.nameBytes).describe('The name of the tenant.'),
    robotId: text(limits.nlu.publish.robotIdBytes).min(1).describe('The robot.'),
    publishId: text(limits.nlu.publish.publishIdBytes).min(1).describe('The version that is online.'),
    ...content,
  })
  .meta({ id: 'SyncOnlineRobot', description: 'A robot that is online; its content is the package of its version.' });

const product = text(limits.firmware.versionBytes).min(1).describe('The kind of box, as bundles name it.');
const firmwareVersion = text(limits.firmware.versionBytes).min(1);
const percent = z.number().min(0).max(100);
const minute = z.int().min(0).max(1_439);
export const FirmwareWindow = z
  .strictObject({
    fromMin: minute.describe('When it opens, in minutes of the day, UTC.'),
    toMin: minute.describe('When it closes; before fromMin: on the next day.'),
  })
  .meta({ id: 'FirmwareWindow', description: 'When updates may be installed.' });

/** A firmware release. Its content is the bundle. A box fetches it when its turn comes, separately from the state. */
const Firmware = z
  .strictObject({
    kind: kind('firmware'),
    product,
    version: firmwareVersion.describe('The version that these boxes are to have.'),
    minFrom: firmwareVersion.nullable().describe('Boxes with an older version must not take it; null: all may.'),
    window: FirmwareWindow.nullable().describe('When it may be installed; null: at any time.'),
    wavePercent: percent.describe('So many of the boxes, by a hash of their ids.'),
    isHeld: z.boolean().describe('true: no further box begins, for too many did not come back well.'),
    allowDowngrade: z.boolean().describe('true: boxes with a newer version take it too.'),
    ...content,
  })
  .meta({
    id: 'SyncFirmware',
    description: 'The firmware that boxes of a kind are to have; its content is the bundle.',
  });

export const SyncItem = z
  .discriminatedUnion('kind', [Resource, Profile, RingTable, Model, OnlineRobot, Firmware])
  .meta({ id: 'SyncItem', description: 'Something that is kept alike on several gateways.' });
export type SyncItem = z.output<typeof SyncItem>;
export type SyncResource = z.output<typeof Resource>;

const origin = text(limits.sync.originBytes).describe(
  'The gateway that the state belongs to; the name of a data directory.',
);
const revision = count.describe('Grows with every change; another origin counts from anew.');

export const SyncState = z
  .strictObject({
    format: z.literal(1).describe('The version of this form.'),
    origin,
    revision,
    items: z.array(SyncItem).max(limits.sync.items).describe('Everything that there is.'),
  })
  .meta({ id: 'SyncState', description: 'A state; what it does not list is not there.' });
export type SyncState = z.output<typeof SyncState>;

const Place = z
  .strictObject({
    developer: text(limits.resource.nameBytes).describe('The name of the developer.'),
    cu: text(64).describe('The capability, such as asr.'),
    type: text(64).describe('The type, such as userword.'),
    userId: text(limits.resource.userIdBytes).describe('The user; empty: shared by all users.'),
  })
  .meta({ id: 'SyncPlace', description: 'A place of user resources.' });

/** The parts of a state that a box takes. */
export const SyncScope = z
  .strictObject({
    sys: z
      .boolean()
      .default(true)
      .describe('Take sys resources and profiles; what the state does not list of them is deleted.'),
    ringTables: z.boolean().default(true).describe('Take the tables of ring screening.'),
    models: z.boolean().default(true).describe('Take the models.'),
    robots: z.boolean().default(true).describe('Take the robots that are online, with their packages.'),
    firmware: z.boolean().default(true).describe('Take the firmware that the box is to have.'),
    users: z.enum(['all', 'none']).default('all').describe('Take the resources of users, or none.'),
    keepLocalSys: z
      .boolean()
      .default(false)
      .describe('Keep sys resources and profiles that were made on this gateway beside those of the state.'),
    acceptOlder: z
      .boolean()
      .default(false)
      .describe('Take a state older than the last one: after the upstream was put back from a copy.'),
    whole: z
      .array(Place)
      .max(limits.sync.places)
      .default([])
      .describe(
        'Places of an upstream that does not list deletions: user resources that came from it and are not in the state any more are deleted.',
      ),
  })
  .meta({ id: 'SyncScope', description: 'What of a state is taken.' });
export type SyncScope = z.output<typeof SyncScope>;

/** A state to apply. Content that is new to this store lies in DATA/sync/content/<sha256>. */
export const SyncApply = z
  .strictObject({ state: SyncState, scope: SyncScope.prefault({}) })
  .meta({ id: 'SyncApply', description: 'A state that is to become current.' });
export type SyncApply = z.output<typeof SyncApply>;

const AppliedState = z.strictObject({ origin, revision });
export const SyncApplied = z
  .strictObject({
    applied: AppliedState.describe('The state that is current now.'),
    changed: count.describe('How many things are not as they were.'),
    conflicts: count.describe('How many versions lost.'),
    redo: count.describe('How many files have yet to be put in place; it is tried again until it works.'),
  })
  .meta({ id: 'SyncApplied', description: 'What has become of a state.' });
export type SyncApplied = z.output<typeof SyncApplied>;

const base64 = z.string().optional();
const idempotencyKey = text(128).describe('The key under which the entry counts once, however often it is sent.');

/** A change that was made here and must go upstream. Changes are ordered by `seq` and sent at least once. */
export const OutboxEntry = z
  .strictObject({
    seq: count.describe('The place in the order.'),
    idempotencyKey,
    item: Resource,
    content: base64.describe('The content in BASE64; absent when the item was deleted.'),
  })
  .meta({ id: 'OutboxEntry', description: 'Something that has yet to go upstream.' });
export type OutboxEntry = z.output<typeof OutboxEntry>;
export const OutboxPage = z
  .strictObject({
    waiting: count.describe('How many entries wait.'),
    entries: z
      .array(OutboxEntry)
      .max(limits.sync.outboxPage)
      .describe(`The oldest of them, up to ${limits.sync.outboxPageBytes} bytes, but at least one.`),
  })
  .meta({ id: 'OutboxPage', description: 'What waits to go upstream.' });
export const OutboxPost = z
  .strictObject({ entries: z.array(OutboxEntry).max(limits.sync.outboxPage).describe('The entries, by their order.') })
  .meta({ id: 'OutboxPost', description: 'Entries from a gateway below.' });

export const OutboxVerdict = z
  .strictObject({
    idempotencyKey,
    verdict: z
      .enum(['kept', 'lost', 'repeated', 'refused'])
      .describe(
        'kept: it is the current version now; lost: a newer one was there, and it is kept among the conflicts; repeated: it came before; refused: it cannot be taken.',
      ),
    why: z.string().optional().describe('Why it was refused.'),
  })
  .meta({ id: 'OutboxVerdict', description: 'What the upstream made of an entry.' });
export type OutboxVerdict = z.output<typeof OutboxVerdict>;
const verdicts = z.array(OutboxVerdict).max(limits.sync.outboxPage).describe('One verdict for each entry.');
export const OutboxReply = z
  .strictObject({ verdicts })
  .meta({ id: 'OutboxVerdicts', description: 'What the upstream made of entries.' });

/** The verdicts; their entries wait no longer. */
export const SyncSettle = OutboxReply;

export const SyncConflict = z
  .strictObject({
    atMs: utcMs('When it lost'),
    why: z.string().describe('Why it lost.'),
    lost: SyncItem.describe('The version that lost.'),
    won: SyncItem.nullable().describe('The version that won.'),
    content: base64.describe('The content that lost, in BASE64; absent where it was a deletion or is no longer here.'),
  })
  .meta({ id: 'SyncConflict', description: 'A version that lost.' });
export type SyncConflict = z.output<typeof SyncConflict>;

/** A report of the sync process to its gateway, shown by the command line, the metrics and the health page. */
export const SyncReport = z
  .strictObject({
    upstream: z.string().describe('The address of the upstream.'),
    state: z
      .enum(['off', 'waiting', 'polling', 'fetching', 'applying', 'stopped'])
      .describe('What the sync process does.'),
    lastSuccessAtMs: count
      .nullable()
      .describe('When the last poll that ended well was, in ms since 1970 (UTC); null: never.'),
    nextPollAtMs: count.nullable().describe('When the next poll is, in ms since 1970 (UTC); null: none is planned.'),
    failuresInARow: count.describe('How many polls have failed since.'),
    lastFault: z.string().nullable().describe('The last fault in plain words, without credentials.'),
    fetching: z
      .strictObject({
        doneBytes: count.describe('How many bytes are there.'),
        totalBytes: count.describe('How many bytes there will be.'),
      })
      .nullable()
      .describe('The content that is being fetched; null: none.'),
  })
  .meta({ id: 'SyncReport', description: 'How the sync process fares.' });
export type SyncReport = z.output<typeof SyncReport>;

export const SyncStatus = z
  .strictObject({
    origin: z.string().describe('The name of this data directory among gateways.'),
    revision: count.describe('The revision of its state.'),
    hasUpstream: z.boolean().describe('true: an upstream is configured.'),
    needsSignature: z
      .boolean()
      .describe('true: a state of the upstream is taken only with the signature of a key of sync.signKeys.'),
    report: SyncReport.nullable().describe('The last report of the sync process; null: none since the start.'),
    applied: AppliedState.extend({ atMs: utcMs('When it was applied') })
      .nullable()
      .describe('The state that was applied last; null: none.'),
    outbox: z
      .strictObject({
        waiting: count.describe('How many entries wait.'),
        oldestMs: count
          .nullable()
          .describe('When the oldest of them was made, in ms since 1970 (UTC); null: none waits.'),
      })
      .describe('What waits to go upstream.'),
    conflicts: count.describe('How many versions that lost are kept.'),
    redo: count.describe('How many files have yet to be put in place.'),
  })
  .meta({ id: 'SyncStatus', description: 'How this gateway stands with its upstream.' });
export type SyncStatus = z.output<typeof SyncStatus>;

/** The answer comes when one of the two counters exceeds the given value, or after `holdMs`. */
export const SyncWanted = z
  .strictObject({
    now: count.describe('Grows whenever a poll is wanted at once.'),
    outboxSeq: count.describe('The number of the newest entry of the outbox; 0: none.'),
  })
  .meta({ id: 'SyncWanted', description: 'What the sync process is wanted for.' });

/** A report of a box about its firmware, for its upstream and its own gateway. */
export const FirmwareReport = z
  .strictObject({
    box: text(limits.sync.originBytes).min(1).describe('The name of the data directory of the box.'),
    product: text(limits.firmware.versionBytes).describe('The kind of box; empty: it runs no image.'),
    version: text(limits.firmware.versionBytes).describe('The version that runs.'),
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
        'current: there is nothing to do; waiting, refused: the reason says why; trying: its self-test has not passed yet; good: it came back well from this update; wentBack: it did not.',
      ),
    sha256: z
      .string()
      .regex(/^([0-9a-f]{64})?$/, 'must be a SHA-256 in lower-case hex, or empty')
      .describe('The bundle of which it speaks; empty: none.'),
    reason: text(limits.firmware.reasonCharacters).describe('A sentence for the operator; may be empty.'),
  })
  .meta({ id: 'FirmwareReport', description: 'How a box stands with its firmware.' });
export type FirmwareReport = z.output<typeof FirmwareReport>;

export const FirmwareWanted = z
  .strictObject({
    box: text(limits.sync.originBytes).describe('The name of this data directory.'),
    wanted: z.array(Firmware).max(limits.firmware.products).describe('The firmware that the upstream wants.'),
  })
  .meta({ id: 'FirmwareWanted', description: 'What the sync process needs to know before it touches firmware.' });

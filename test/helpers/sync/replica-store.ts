// A store with everything that a gateway replicates, without a gateway: a real database, the real resources, profiles,
// ring tables, models and robot packages, on a disk in memory that a test may cut.
import { createHash, generateKeyPairSync } from 'node:crypto';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bundles } from '../../../src/firmware/bundles.js';
import { bundleOf } from '../../../src/firmware/examples.js';
import { replicatedFirmware } from '../../../src/firmware/replicated.js';
import { Rollouts } from '../../../src/firmware/rollouts.js';
import { firmwareTable } from '../../../src/firmware/table.js';
import { checkWanted, follow, installedModels } from '../../../src/models/follow.js';
import { replicatedModels } from '../../../src/models/replicated.js';
import { ModelStore } from '../../../src/models/store.js';
import { PackageFiles } from '../../../src/nlu/publish/files.js';
import { OnlineRobots } from '../../../src/nlu/publish/online.js';
import { replicatedOnlineRobots } from '../../../src/nlu/publish/replicated.js';
import { publishTable } from '../../../src/nlu/publish/table.js';
import { type SyncApplied, SyncApply, type SyncScope, SyncState } from '../../../src/protocol/wire/sync-messages.js';
import { canonicalJson } from '../../../src/protocol/wire/versions.js';
import type { ItemOf, ReplicatedKind } from '../../../src/replica/kind/kind.js';
import { Replica } from '../../../src/replica/replica.js';
import { syncTable } from '../../../src/replica/table.js';
import { Profiles } from '../../../src/resources/profiles.js';
import { replicatedProfiles } from '../../../src/resources/replica/profiles.js';
import { replicatedResources } from '../../../src/resources/replica/resources.js';
import { replicaTable } from '../../../src/resources/replica/table.js';
import { ResourceVersions } from '../../../src/resources/replica/versions.js';
import { type Place, Resources } from '../../../src/resources/service.js';
import { resourceTable } from '../../../src/resources/table.js';
import { replicatedRingTables } from '../../../src/ring/replicated.js';
import type { Disk } from '../../../src/storage/disk.js';
import type { LockHolder } from '../../../src/storage/lock.js';
import { closeStore, openStore, type Store } from '../../../src/store/open.js';
import { Apps } from '../../../src/system/apps.js';
import { systemTable } from '../../../src/system/table.js';
import { tenantTable } from '../../../src/system/tenants/table.js';
import { Tenants } from '../../../src/system/tenants/tenants.js';
import { SigningKey } from '../../../src/trust/signing-key.js';
import type { SectionRecords } from '../../../src/understanding/package/records.js';
import { packageBytes } from '../../../src/understanding/package/writer.js';
import type { PowerDisk } from './power-disk.js';

export const paths = {
  keywords: '/data/ring/keywords.txt',
  tones: '/data/ring/tones.txt',
  causes: '/data/ring/causes.txt',
};
export const contentDirectory = '/data/sync/content';
const modelDirectory = '/data/models';
export const packageDirectory = '/data/nlu/packages';
const bundleDirectory = '/data/firmware';
/** A lock holder; the previous holder was lost in the power cut. */
const holder: LockHolder = { name: 'test', hasGone: () => true };
export const noGraph = async () => {};
const signingKey = new SigningKey(generateKeyPairSync('ed25519').privateKey);

export interface ReplicaStoreOptions {
  readonly database: string;
  readonly disk: PowerDisk;
  readonly hasOutbox?: boolean;
  readonly now?: () => number;
  readonly random: (bytes: number) => Buffer;
  /** Called before every statement of the database; a fault that it throws is the power cut. */
  readonly onStatement?: () => void;
  /** Called while a new model is tried. */
  readonly onGraph?: () => Promise<void>;
  /** Resources beyond which no new ones are taken from below. */
  readonly mostFromBelow?: number;
  /** True if no power is cut, so that the database need not wait for the disk. */
  readonly isFast?: boolean;
}

export type ReplicaStore = ReturnType<typeof openReplicaStore>;

export function openReplicaStore(options: ReplicaStoreOptions) {
  const { disk, now = Date.now, random } = options;
  const { db } = openStore(options.database);
  if (options.isFast === true) db.pragma('synchronous = OFF');
  if (options.onStatement !== undefined) watchStatements(db, options.onStatement);
  const table = resourceTable(db);
  const sync = syncTable(db);
  const system = systemTable(db);
  const profiles = new Profiles({ table, now, onUnreadable: () => {} });
  const developerId = (name: string) => system.developerId(name, now());
  const versions = new ResourceVersions({ table, versions: replicaTable(db), developerId });
  const published = { table: publishTable(db), files: new PackageFiles(disk, packageDirectory) };
  const apps = new Apps({ table: system, now, random, onRemoved: () => {} });
  const tenants = new Tenants({ table: tenantTable(db), apps, now, random });
  const robots = { ...published, online: new OnlineRobots({ ...published, now }) };
  const robotKind = replicatedOnlineRobots({
    ...robots,
    tenants: {
      developerOf: (id) => tenants.developerOf(id),
      localOf: ({ developer, tenantId: id, isDefault, tenantName: name }) =>
        tenants.localOf({ id, isDefault, name, developerId: developerId(developer) }),
    },
  });
  const profileKind = replicatedProfiles({ table, now, onChange: () => profiles.reload() });
  const models = new ModelStore({ disk, directory: modelDirectory, shipped: '', holder });
  const followed = { store: models, disk, directory: contentDirectory, check: options.onGraph ?? noGraph };
  const bundles = new Bundles(disk, bundleDirectory);
  const rollouts = new Rollouts({
    ...{ table: firmwareTable(db), bundles, box: 'box', now, elapsed: now },
    log: { info: () => {}, error: () => {} },
  });
  const redoFaults: unknown[] = [];
  const replica = new Replica({
    ...{ table: sync, versions, disk, contentDirectory, now, elapsed: now, maySweep: () => true, filesFreshMs: 0 },
    kinds: [
      replicatedResources(versions),
      profileKind,
      replicatedRingTables(disk, paths),
      replicatedModels({
        list: () => installedModels(models),
        check: (wanted) => checkWanted(followed, wanted),
        carryOut: (wanted) => follow(followed, wanted),
        stop: () => {},
      }),
      robotKind,
      replicatedFirmware(rollouts, bundles),
    ],
    sign: (text) => signingKey.sign('sync state', text),
    needsSignature: false,
    hasUpstream: true,
    hasOutbox: options.hasOutbox ?? false,
    ...(options.mostFromBelow !== undefined && { mostFromBelow: options.mostFromBelow }),
    onRedoFault: (_, fault) => redoFaults.push(fault),
    onDiskFull: (fault) => {
      throw fault;
    },
  });
  const resources = new Resources({
    ...{ table, now, random, origin: sync.self().origin },
    onChange: (id) => replica.changed(id),
  });
  replica.start();
  const place = (developer: string | null, type = 'userword', userId = ''): Place => ({
    ...{ cu: 'asr', type, userId },
    ...(developer === null
      ? { category: 'sys', developerId: null }
      : { category: 'user', developerId: system.developerId(developer, now()) }),
  });
  return {
    ...{
      db,
      replica,
      resources,
      profiles,
      models,
      versions,
      profileKind,
      redoFaults,
      place,
      disk,
      robots,
      tenants,
      system,
      bundles,
      rollouts,
    },
    origin: sync.self().origin,
    /** Everything that must be equal in replicated stores. */
    dump: () => dumpOf({ db, versions, profileKind, robotKind, disk, models, rollouts }),
    async close() {
      await replica.stop();
      closeStore(db);
    },
  };
}

export function watchStatements(db: Store, onStatement: () => void): void {
  const prepare = db.prepare.bind(db) as (
    sql: string,
  ) => Record<'run' | 'get' | 'all', (...values: unknown[]) => unknown>;
  const watched = (sql: string) => {
    const statement = prepare(sql);
    for (const name of ['run', 'get', 'all'] as const) {
      const call = statement[name].bind(statement);
      statement[name] = (...values) => {
        onStatement();
        return call(...values);
      };
    }
    return statement;
  };
  db.prepare = watched as unknown as typeof db.prepare;
}

interface Dumped {
  readonly db: Store;
  readonly versions: ResourceVersions;
  readonly profileKind: ReplicatedKind<ItemOf<'profile'>>;
  readonly robotKind: ReplicatedKind<ItemOf<'onlineRobot'>>;
  readonly disk: PowerDisk;
  readonly models: ModelStore;
  readonly rollouts: Rollouts;
}

function dumpOf({ db, versions, profileKind, robotKind, disk, models, rollouts }: Dumped): string {
  const names = db.prepare('SELECT id, name FROM resource ORDER BY id').all();
  const resources = versions
    .all()
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((item) => ({ ...item, text: item.content && versions.content(item.content.sha256)?.toString('base64') }));
  const profiles = textsOf(profileKind);
  const ring = Object.values(paths).map((path) => textOf(disk, path));
  const installed = installedModels(models).map(({ id, version, manifest, slots, files }) => ({
    ...{ id, version, slots, manifest: manifest.toString('base64') },
    files: files.map(({ path, sha256 }) => [sha256, textOf(disk, path)]),
  }));
  const robots = robotKind
    .list()
    .items()
    .map(({ tenantId, ...item }) => ({
      ...{ ...item, tenantId: item.isDefault ? 'default' : tenantId },
      package: textOf(disk, join(packageDirectory, item.sha256)),
    }))
    .sort((a, b) => (a.robotId < b.robotId ? -1 : 1));
  const { wanted } = rollouts.wanted();
  return canonicalJson({ names, resources, profiles, ring, installed, robots, wanted });
}

/** Every profile with its text. */
export const textsOf = (profiles: ReplicatedKind<ItemOf<'profile'>>) => {
  const listed = profiles.list();
  return listed.items().map(({ name, sha256 }) => ({ name, text: String(listed.content(sha256)) }));
};

export function textOf(disk: Disk, path: string): string | null {
  if (disk.size(path) === undefined) return null;
  return Buffer.concat([...disk.read(path)].map((piece) => Buffer.from(piece))).toString('latin1');
}

/** A database with its schema, to be copied: making one takes longer than most tests with it. */
export function emptyDatabase(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'tonegate-replica-')), 'empty.db');
  closeStore(openStore(file).db);
  return file;
}

export function copyDatabase(empty: string, file: string, origin: string): void {
  copyFileSync(empty, file);
  const { db } = openStore(file);
  db.pragma('synchronous = OFF');
  db.prepare('UPDATE sync_self SET origin = ?').run(origin);
  closeStore(db);
}

/** A state with all of its content at one moment. */
export interface Shipment {
  readonly state: SyncState;
  readonly content: ReadonlyMap<string, Buffer>;
}

export function shipmentOf({ replica, disk }: Pick<ReplicaStore, 'replica' | 'disk'>): Shipment {
  const state = SyncState.parse(JSON.parse(replica.stateText({ users: 'all', firmware: true }).text));
  const content = new Map<string, Buffer>();
  const take = (sha256: string) => {
    const source = replica.content(sha256);
    if (source === undefined) throw new Error(`the state names ${sha256}, which is not there`);
    const bytes = Buffer.isBuffer(source) ? source : Buffer.from(textOf(disk, source.path) ?? '', 'latin1');
    content.set(sha256, Buffer.from(bytes));
  };
  for (const item of state.items) {
    if (item.kind === 'resource') {
      if (item.content !== null) take(item.content.sha256);
      continue;
    }
    if (item.kind === 'firmware') continue; // a box fetches the bundle when its turn comes
    take(item.sha256);
    if (item.kind === 'model') for (const { sha256 } of item.files) take(sha256);
  }
  return { state, content };
}

/** Does the work of the sync process before an apply: new content is put into its folder durably. */
export function bring({ disk, replica }: Pick<ReplicaStore, 'disk' | 'replica'>, { content }: Shipment): void {
  for (const [sha256, bytes] of content) {
    if (replica.content(sha256) === undefined) disk.put(join(contentDirectory, sha256), bytes);
  }
}

export function applyShipment(
  store: ReplicaStore,
  shipment: Shipment,
  scope: Partial<SyncScope> = {},
): Promise<SyncApplied> {
  bring(store, shipment);
  return store.replica.apply(SyncApply.parse({ state: shipment.state, scope }));
}

/** The id of a developer's default tenant. A missing developer is created. */
export const defaultTenant = ({ system, tenants }: ReplicaStore, developer = 'default'): string =>
  tenants.localOf({ id: '', isDefault: true, name: '', developerId: system.developerId(developer, 1) });

/** Puts a robot online whose package has this text as its name. */
export async function putOnline(store: ReplicaStore, robotId: string, name: string, tenantId?: string): Promise<void> {
  const { robots, disk } = store;
  const pieces: Buffer[] = [];
  const record = { id: robotId, name } as SectionRecords['robot'];
  for await (const piece of packageBytes([{ section: 'robot', record }])) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  disk.put(robots.files.pathOf(sha256), bytes);
  robots.table.putOnline({
    ...{ tenant_id: tenantId ?? defaultTenant(store), robot_id: robotId },
    ...{ publish_id: `p-${name}`, sha256, bytes: bytes.length, since: 1, origin: '' },
  });
}

/** Rolls out firmware of this version to a kind of box. */
export function rollOut({ disk, bundles, rollouts }: ReplicaStore, product: string, version: string): void {
  const bundle = bundleOf(`[update]\ncompatible=${product}\nversion=${version}\n`, Buffer.from('a slot'));
  const sha256 = createHash('sha256').update(bundle).digest('hex');
  disk.put(bundles.path(sha256), bundle);
  rollouts.publish(product, {
    ...{ sha256, window: { fromMin: 60, toMin: 120 }, wavePercent: 50, holdBackPercent: 10, allowDowngrade: false },
  });
}

/** A model as a user provides it, in a folder of its version; its second file is the same in all versions. */
export function bringModel(disk: PowerDisk, version: string, weights: string): void {
  const files = { 'weights.bin': weights, 'units.txt': 'the same in all' };
  const listed = Object.entries(files).map(([name, text]) => {
    disk.put(`/brought/${version}/${name}`, Buffer.from(text));
    return { name, bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
  });
  const manifest = {
    ...{ format: 1, id: 'ours', version, task: 'vad', family: 'native', kind: 'vad-1', language: '*' },
    ...{ sampleRateHz: 8_000, serves: ['cn_8k_common'], precision: 'int8', licence: 'Apache-2.0', files: listed },
  };
  disk.put(`/brought/${version}/manifest.json`, Buffer.from(JSON.stringify(manifest)));
}

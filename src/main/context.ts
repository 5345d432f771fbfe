// The parts that the features of a gateway share: its store, applications, resources, and one set of engines.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { Bundles } from '../firmware/bundles.js';
import { Rollouts } from '../firmware/rollouts.js';
import { firmwareTable } from '../firmware/table.js';
import { PackageFiles } from '../nlu/publish/files.js';
import { OnlineRobots } from '../nlu/publish/online.js';
import { type PublishTable, publishTable } from '../nlu/publish/table.js';
import { ModelSwitch } from '../nlu/resource/model/switch.js';
import type { Metrics } from '../ops/metrics.js';
import type { ReplicatedKind } from '../replica/kind/kind.js';
import type { Replica } from '../replica/replica.js';
import { syncTable } from '../replica/table.js';
import { Profiles } from '../resources/profiles.js';
import { replicaTable } from '../resources/replica/table.js';
import { ResourceVersions } from '../resources/replica/versions.js';
import { Resources } from '../resources/service.js';
import { type ResourceTable, resourceTable } from '../resources/table.js';
import type { Sessions } from '../session/sessions.js';
import type { OnRefused, Shares } from '../shares/shares.js';
import { realDisk } from '../storage/disk.js';
import type { Quotas } from '../storage/quotas.js';
import type { GroupCommit } from '../store/group-commit.js';
import type { Store } from '../store/open.js';
import type { Apps } from '../system/apps.js';
import type { OperationConf } from '../system/conf.js';
import type { Documents } from '../system/document-routes.js';
import type { Capability } from '../system/routes.js';
import type { SystemTable } from '../system/table.js';
import type { TenantRemovals } from '../system/tenants/removals.js';
import type { Tenants } from '../system/tenants/tenants.js';
import type { Tokens } from '../system/tokens.js';
import { ListThread } from '../text/word-lists/thread.js';
import type { DataKey } from '../trust/data-key.js';
import { startOlm } from './custom-lm.js';
import { type SpeechEngines, startSpeechEngines } from './engines.js';
import { type RecognitionParts, recognitionParts } from './recognition.js';
import { enginesOff } from './recovery/safe-mode.js';
import { startReplica } from './replication.js';
import { storedResources } from './stored-resources.js';

/** Facts about all features of the gateway together. */
export interface GatewayFacts {
  capabilities(): readonly Capability[];
  /** Names of what the gateway still waits for before it can take calls. */
  waitingFor(): readonly string[];
  /** Descriptions of what this machine lacks. */
  missing(): readonly string[];
  /** Warnings for the operator of a running gateway. */
  degraded(): readonly string[];
  readonly documents: Documents;
}

export interface ContextParts {
  readonly config: Config;
  /** The key under which the data directory is encrypted. */
  readonly dataKey: DataKey | undefined;
  /** The limits of all features that clients must know. */
  readonly conf: OperationConf;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly db: Store;
  /** ms UTC, for what is shown */
  readonly now: () => number;
  /** ms that never jump, for what expires or is due */
  readonly elapsed: () => number;
  /** False if the clock is not trusted yet; then nothing is removed for having expired. */
  readonly maySweep: () => boolean;
  readonly quotas: Quotas;
  readonly table: SystemTable;
  readonly apps: Apps;
  readonly tokens: Tokens;
  readonly tenants: Tenants;
  readonly removals: TenantRemovals;
  /** Writes that wait together for the disk. */
  readonly group: GroupCommit;
  readonly facts: GatewayFacts;
  /** Called for every write that found the disk full. */
  readonly onDiskFull: (fault: unknown) => void;
  /** Called for every refusal for lack of space. */
  readonly onRefused: OnRefused;
  /** The sessions of all carriers. */
  readonly sessions: Sessions;
  /** The budgets that the clients of all listeners share. */
  readonly shares: Shares;
}

/** The stored things, before anything that serves them has started. */
export interface StoredParts {
  readonly config: Config;
  /** ms UTC */
  readonly now: () => number;
  readonly resourceTable: ResourceTable;
  readonly resourceVersions: ResourceVersions;
  readonly profiles: Profiles;
  readonly robots: RobotPackages;
  readonly tenants: Tenants;
  readonly firmware: FirmwareParts;
  /** Gives the id of the developer of this name, who is created if there is none. */
  readonly developerId: (name: string) => number;
}

/** Rollouts of firmware, and their bundles. */
export interface FirmwareParts {
  readonly rollouts: Rollouts;
  readonly bundles: Bundles;
}

/** Versions of robots, and which of them are online. */
export interface RobotPackages {
  readonly table: PublishTable;
  readonly files: PackageFiles;
  readonly online: OnlineRobots;
  readonly modelSwitch: ModelSwitch;
}

export interface FeatureContext extends Omit<ContextParts, 'table' | 'onDiskFull'> {
  readonly resources: Resources;
  readonly profiles: Profiles;
  readonly robots: RobotPackages;
  readonly firmware: FirmwareParts;
  readonly replica: Replica;
  readonly lists: ListThread;
  readonly lookup: ReturnType<typeof storedResources>;
  /** The engines, started when the first feature asks for them. */
  readonly engines: SpeechEngines;
  /** Parts shared by the features that use the recogniser. */
  readonly recognition: RecognitionParts;
}

/** `undo` collects the functions that end the parts, in the order in which they were started. */
export function createContext(
  parts: ContextParts,
  kindsOf: (stored: StoredParts) => readonly ReplicatedKind[],
  undo: (() => Promise<void> | void)[],
): FeatureContext {
  const { config, log, db, now, elapsed, maySweep, quotas, table, tenants, onDiskFull } = parts;
  const shared = { table: resourceTable(db), now, random: randomBytes };
  const sync = syncTable(db);
  let replica: Replica | undefined;
  const texts = startOlm(config, log, { table: shared.table, dataKey: parts.dataKey });
  undo.push(() => texts.stop());
  const resources = new Resources({
    ...shared,
    origin: sync.self().origin,
    onChange: (id) => replica?.changed(id),
    stateOfText: (row) => texts.olm.stateOf(row),
    withoutToken: { bytes: config.resources.withoutTokenKib * 1024, count: config.resources.withoutTokenCount },
  });
  quotas.count({ name: 'resources', bytesOf: shared.table.bytesOfDeveloper });
  const onUnreadable = (profile: string) => log.error({ profile }, 'this version cannot read a stored profile');
  const profiles = new Profiles({ ...shared, onUnreadable });
  const developerId = (name: string) => table.developerId(name, now());
  const versions = new ResourceVersions({ table: shared.table, versions: replicaTable(db), developerId });
  const robots = robotPackages(parts);
  const bundles = new Bundles(realDisk, join(config.dataDir, 'firmware'));
  const box = sync.self().origin;
  const firmware = { bundles, rollouts: new Rollouts({ table: firmwareTable(db), bundles, box, now, elapsed, log }) };
  const stored = {
    config,
    now,
    resourceTable: shared.table,
    resourceVersions: versions,
    profiles,
    robots,
    tenants,
    firmware,
    developerId,
  };
  const kinds = kindsOf(stored);
  replica = startReplica({ config, log, table: sync, kinds, versions, now, elapsed, maySweep, onDiskFull });
  const started = replica;
  undo.push(() => started.stop());
  const lists = new ListThread();
  undo.push(() => lists.close());
  const context = {
    ...parts,
    resources,
    profiles,
    robots,
    firmware,
    replica,
    lists,
    lookup: storedResources(resources, profiles, texts.olm),
  };
  let engines: SpeechEngines | undefined;
  let recognition: RecognitionParts | undefined;
  return {
    ...context,
    get engines() {
      if (engines === undefined) {
        const { safeMode } = context.config;
        if (safeMode !== '') log.error({ safeMode }, 'safe mode: the engines are off, the interfaces are open');
        const made = safeMode === '' ? startSpeechEngines(context) : enginesOff(safeMode);
        engines = made;
        undo.push(() => made.stop());
      }
      return engines;
    },
    get recognition() {
      recognition ??= recognitionParts(context, this.engines);
      return recognition;
    },
  };
}

function robotPackages({
  config,
  dataKey,
  db,
  log,
  now,
}: Pick<ContextParts, 'config' | 'dataKey' | 'db' | 'log' | 'now'>): RobotPackages {
  const table = publishTable(db);
  const files = new PackageFiles(realDisk, join(config.dataDir, 'nlu', 'packages'), { key: dataKey?.area('robots') });
  return { table, files, online: new OnlineRobots({ table, files, now }), modelSwitch: new ModelSwitch(log) };
}

// Resources, ring tables and models brought together with the replica, which knows none of them.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { ChildFault, runOnce } from '../child/once.js';
import { builtProgram } from '../child/program.js';
import type { Config } from '../config/config.js';
import { modelFolders } from '../local/models.js';
import { installedModels, type WantedModels } from '../models/follow.js';
import { ModelError } from '../models/model-error.js';
import { ModelStore } from '../models/store.js';
import type { Metrics } from '../ops/metrics.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import type { ReplicaModels, ReplicaResources, ReplicaRingTables } from '../replica/ports.js';
import { Replica } from '../replica/replica.js';
import type { SyncTable } from '../replica/table.js';
import { earlierDefaultHashes, keywordFileText, toneFileText } from '../ring/default-tables.js';
import { parseKeywordTable, parseToneTable } from '../ring/table-text.js';
import { realDisk } from '../storage/disk.js';
import { processHolder } from '../storage/lock.js';
import type { FollowOrder, FollowReport } from './model-follower.js';

export const ringTablePaths = ({ dataDir, ring }: Pick<Config, 'dataDir' | 'ring'>) => ({
  keywords: ring.keywordTable || join(dataDir, 'ring', 'keywords.txt'),
  tones: ring.toneTable || join(dataDir, 'ring', 'tones.txt'),
});

/** Directory where the sync process puts downloaded content. */
const syncContentDirectory = (dataDir: string): string => join(dataDir, 'sync', 'content');

export interface ReplicationParts {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly table: SyncTable;
  readonly resources: ReplicaResources;
  /** ms UTC */
  readonly now: () => number;
  readonly onDiskFull: (fault: unknown) => void;
}

export function startReplica({ config, log, metrics, ...parts }: ReplicationParts): Replica {
  const contentDirectory = syncContentDirectory(config.dataDir);
  const replica = new Replica({
    ...parts,
    ring: ringTables(ringTablePaths(config)),
    models: followedModels({ ...modelFolders(config), content: contentDirectory }),
    disk: realDisk,
    contentDirectory,
    hasUpstream: config.upstream !== '',
    hasOutbox: config.upstream !== '' && config.sync.outbox,
    onRedoFault: (row, fault) =>
      log.error(
        { kind: row.kind, name: row.name, reason: (fault as Error).message },
        'sync: an item of the applied state is not in effect yet',
      ),
  });
  replica.start();
  metrics.collect(() => {
    const { outbox, conflicts, redo, report, applied } = replica.status();
    metrics.syncOutbox.set(outbox.waiting);
    metrics.syncConflicts.set(conflicts);
    metrics.syncRedo.set(redo);
    metrics.syncFailures.set(report?.failuresInARow ?? 0);
    metrics.syncSuccess.set((report?.lastSuccessAtMs ?? 0) / 1000);
    metrics.syncApplied.set((applied?.atMs ?? 0) / 1000);
  });
  return replica;
}

export function ringTables(paths: Readonly<Record<'keywords' | 'tones', string>>): ReplicaRingTables {
  const defaults = { keywords: keywordFileText, tones: toneFileText };
  const parsers = { keywords: parseKeywordTable, tones: parseToneTable };
  return {
    path: (name) => paths[name],
    check: (name, bytes) => void parsers[name](bytes),
    isDefault: (name, bytes) =>
      [hashOf(Buffer.from(defaults[name])), ...earlierDefaultHashes[name]].includes(hashOf(bytes)),
  };
}

interface ModelPlaces {
  readonly store: string;
  readonly shipped: string;
  readonly content: string;
}

export function followedModels(places: ModelPlaces): ReplicaModels {
  const { store: directory, shipped } = places;
  const store = new ModelStore({ disk: realDisk, directory, shipped, holder: processHolder() });
  const stopped = new AbortController();
  const order = (what: FollowOrder['what'], wanted: WantedModels) =>
    runFollower({ what, wanted, ...places }, stopped.signal);
  return {
    list: () => installedModels(store),
    check: (wanted) => order('check', wanted),
    carryOut: (wanted) => order('carryOut', wanted),
    stop: () => stopped.abort(new ServiceError('STOPPING', 'the gateway is stopping')),
  };
}

/** Throws ModelError where the model or its files are to blame, and what a full disk throws (isDiskFull). */
async function runFollower(order: FollowOrder, signal: AbortSignal): Promise<void> {
  const { fault, isModels, diskFullCode } = await runOnce<FollowReport>({
    program: builtProgram('./model-follower.js', import.meta.url),
    input: JSON.stringify(order),
    timeMs: limits.sync.followMs,
    heapMiB: limits.sync.followHeapMiB,
    answerBytes: limits.sync.followAnswerBytes,
    signal,
  }).catch((failure: unknown) => {
    if (!(failure instanceof ChildFault)) throw failure;
    throw new Error(`the process that follows models ${failure.message}`, { cause: failure });
  });
  if (fault === null) return;
  if (diskFullCode !== undefined) throw Object.assign(new Error(fault), { code: diskFullCode });
  throw isModels ? new ModelError('bad', fault) : new Error(fault);
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

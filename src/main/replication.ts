// Resources, ring tables and models brought together with the replica, which knows none of them.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { processHolder, realDisk } from '../models/disk.js';
import { installedModels, type WantedModels } from '../models/follow.js';
import { ModelError } from '../models/model-error.js';
import { ModelStore } from '../models/store.js';
import type { Metrics } from '../ops/metrics.js';
import type { ReplicaModels, ReplicaResources, ReplicaRingTables } from '../replica/ports.js';
import { Replica } from '../replica/replica.js';
import type { SyncTable } from '../replica/table.js';
import { earlierDefaultHashes, keywordFileText, toneFileText } from '../ring/default-tables.js';
import { parseKeywordTable, parseToneTable } from '../ring/table-text.js';
import { modelFolders } from './local-models.js';
import type { FollowOrder, FollowReport } from './model-follower.js';

export const ringTablePaths = ({ dataDir, ring }: Pick<Config, 'dataDir' | 'ring'>) => ({
  keywords: ring.keywordTable || join(dataDir, 'ring', 'keywords.txt'),
  tones: ring.toneTable || join(dataDir, 'ring', 'tones.txt'),
});

/** Where the sync process puts what it brings. */
export const syncContentDirectory = (dataDir: string): string => join(dataDir, 'sync', 'content');

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
      log.error({ kind: row.kind, name: row.name, reason: (fault as Error).message }, 'sync: not in place yet'),
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
  const order = (what: FollowOrder['what'], wanted: WantedModels) => runFollower({ what, wanted, ...places });
  return {
    list: () => installedModels(store),
    check: (wanted) => order('check', wanted),
    carryOut: (wanted) => order('carryOut', wanted),
  };
}

/** Source files are not built where they lie; tests run them from there. */
function followerEntry(): string {
  const beside = fileURLToPath(new URL('./model-follower.js', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../dist/main/model-follower.js', import.meta.url));
}

function runFollower(order: FollowOrder): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [followerEntry()], { stdio: ['pipe', 'pipe', 'inherit'] });
    let answer = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    child.stdin.on('error', () => {}); // it has gone; its exit says why
    child.once('error', reject);
    child.once('close', (code, signal) => {
      try {
        const { fault, isModels, diskFullCode } = JSON.parse(answer) as FollowReport;
        if (fault === null) resolve();
        else if (diskFullCode !== undefined) reject(Object.assign(new Error(fault), { code: diskFullCode }));
        else reject(isModels ? new ModelError('bad', fault) : new Error(fault));
      } catch {
        reject(new Error(`the process that follows models ended early (${signal ?? code})`));
      }
    });
    child.stdin.end(JSON.stringify(order));
  });
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

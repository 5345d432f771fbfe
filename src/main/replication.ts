// The replica of a gateway, with the kinds that its features contribute.
import type { Logger } from 'pino';
import { type Config, contentDirectoryOf } from '../config/config.js';
import { signingKeyFile } from '../ops/data-dir.js';
import type { ReplicatedKind, SentVersions } from '../replica/kind/kind.js';
import { Replica } from '../replica/replica.js';
import type { SyncTable } from '../replica/table.js';
import { realDisk } from '../storage/disk.js';
import { keptSigningKey } from '../trust/signing-key.js';

export interface ReplicationParts {
  readonly config: Config;
  readonly log: Logger;
  readonly table: SyncTable;
  readonly kinds: readonly ReplicatedKind[];
  readonly versions: SentVersions;
  /** ms UTC */
  readonly now: () => number;
  /** ms of elapsed time */
  readonly elapsed: () => number;
  readonly maySweep: () => boolean;
  readonly onDiskFull: (fault: unknown) => void;
}

export function startReplica({ config, log, ...parts }: ReplicationParts): Replica {
  const replica = new Replica({
    ...parts,
    disk: realDisk,
    contentDirectory: contentDirectoryOf(config),
    hasUpstream: config.upstream !== '',
    hasOutbox: config.upstream !== '' && config.sync.outbox,
    sign: (text) => keptSigningKey(signingKeyFile(config.dataDir)).sign('sync state', text),
    needsSignature: config.sync.signKeys.length > 0,
    onRedoFault: (row, fault) =>
      log.error(
        { kind: row.kind, name: row.name, reason: (fault as Error).message },
        'sync: an item of the applied state is not in effect yet',
      ),
  });
  replica.start();
  return replica;
}

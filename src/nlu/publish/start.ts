// Puts publishing together: the jobs, the sweep of packages, and the functions for the routes.
import type { Logger } from 'pino';
import { Periodic } from '../../jobs/periodic.js';
import { JobService } from '../../jobs/service.js';
import { limits } from '../../protocol/limits.js';
import type { Changes } from '../resource/changes.js';
import { type Compile, compilerWith, type ModelDirectory } from './compile.js';
import type { PackageFiles } from './files.js';
import { PublishJobs } from './jobs.js';
import type { OnlineRobots } from './online.js';
import { Publishes } from './service.js';
import { snapshotQueries } from './snapshot-queries.js';
import type { PublishTable } from './table.js';

export interface PublishingParts {
  readonly table: PublishTable;
  readonly files: PackageFiles;
  readonly online: OnlineRobots;
  readonly changes: Pick<Changes, 'revisionOf'>;
  readonly log: Logger;
  /** ms UTC */
  readonly now: () => number;
  /** ms of elapsed time */
  readonly elapsed: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly compile?: Compile;
  readonly modelDirectory: ModelDirectory;
}

export interface Publishing {
  readonly publishes: Publishes;
  stop(): Promise<void>;
}

export async function startPublishing(parts: PublishingParts): Promise<Publishing> {
  const {
    table,
    files,
    online,
    changes,
    log,
    now,
    elapsed,
    random,
    compile = compilerWith({}),
    modelDirectory,
  } = parts;
  const { diskRetryMs, retryMaxMs: mostWaitMs, sweepMs: everyMs } = limits.nlu.publish;
  const kick = () => service.kick();
  const feed = { queries: snapshotQueries(table.db), changes, clock: () => performance.now(), modelDirectory };
  const shared = { table, files, feed, compile, log, now, elapsed, chance: Math.random };
  const jobs = new PublishJobs({ ...shared, onSettled: kick });
  const service = new JobService({
    ...{ name: 'publish', log, now: elapsed, mostWaitMs, diskRetryMs },
    runners: [jobs.runner],
    recover: () => jobs.recover(),
    nextDueAt: () => jobs.nextDueAt(),
  });
  await service.start(async () => {
    files.removeParts();
    const plain = files.encryptAll();
    if (plain.length > 0)
      log.warn(
        { packages: plain.length },
        'publish: no disk space to encrypt the packages; they are encrypted at the next start with enough space',
      );
  });
  const sweeps = new Periodic({
    everyMs,
    work: () => files.sweep((sha256) => table.isNamed(sha256)),
    onFault: (err) => log.error({ err }, 'publish: unused packages could not be removed'),
  });
  sweeps.start();
  return {
    publishes: new Publishes({
      ...{ table, online, now, random, abort: (id) => jobs.abort(id) },
      onWork: () => void setImmediate(kick), // starting a process takes longer than the reply
    }),
    stop: async () => {
      await Promise.all([service.stop(), sweeps.stop()]);
    },
  };
}

// Puts training together: the jobs and their callbacks, the sweep, and the functions for the routes.
import type { Logger } from 'pino';
import { Periodic } from '../../jobs/periodic.js';
import { earliest } from '../../jobs/queue.js';
import { removeExpired } from '../../jobs/retention.js';
import { JobService } from '../../jobs/service.js';
import { limits } from '../../protocol/limits.js';
import type { Store } from '../../store/open.js';
import type { LearningAssets, LearningKind } from '../../understanding/learning/order.js';
import { Attempts } from './attempts.js';
import { EndCalls, type Notify } from './calls.js';
import { encryptMaterial } from './encrypt-material.js';
import { TrainingFiles } from './files.js';
import { kinds, TrainingJobs, type TrainingJobsParts } from './jobs.js';
import { type Learn, learnInProcess } from './learn.js';
import type { TrainingRoot } from './root.js';
import { Trainings } from './service.js';
import { type TaskRow, trainingTable } from './table.js';

export interface TrainingParts {
  readonly db: Store;
  readonly root: TrainingRoot;
  /** The directory of results. */
  readonly results: string;
  /** True if plain files below the root are encrypted at the start when there is a key: nothing else writes there. */
  readonly encryptsMaterial?: boolean;
  readonly slots: Readonly<Record<LearningKind, number>>;
  readonly assets: () => LearningAssets;
  readonly notify: Notify;
  readonly log: Logger;
  /** ms of elapsed time */
  readonly now: () => number;
  /** False while nothing may be removed for its age. */
  readonly maySweep: () => boolean;
  readonly random: (bytes: number) => Uint8Array;
  readonly onEnded: TrainingJobsParts['onEnded'];
  readonly learn?: Learn;
}

export interface Training {
  readonly trainings: Trainings;
  readonly files: TrainingFiles;
  /** Number of unfinished tasks of each kind. */
  unfinished(): readonly { readonly kind: LearningKind; readonly count: number }[];
  stop(): Promise<void>;
}

export async function startTraining(parts: TrainingParts): Promise<Training> {
  const { db, root, results, slots, assets, notify, log, now, random, onEnded, learn = learnInProcess } = parts;
  const { diskRetryMs, retryMaxMs: mostWaitMs, sweepMs: everyMs } = limits.training;
  const table = trainingTable(db);
  const attempts = new Attempts(root, results);
  const kick = () => service.kick();
  const shared = { table, log, now, chance: Math.random, notify, onSettled: kick };
  const jobs: TrainingJobs = new TrainingJobs({
    ...{ ...shared, root, attempts, learn, slots, assets, onEnded },
    workingBody: (id) => trainings.workingBody(id),
  });
  const calls = new EndCalls({ ...shared, body: (row) => trainings.callBody(row) });
  const trainings: Trainings = new Trainings({
    ...{ table, root, attempts, now, random, live: (id) => jobs.live(id) },
    abort: async (id) => {
      await Promise.all([jobs.abort(id), calls.abort(id)]);
    },
    onWork: () => void setImmediate(kick), // starting a process takes longer than the reply
  });
  /** Tasks that an earlier process had begun. Its work process may have lived on for a moment and written again. */
  let lost: TaskRow[] = [];
  let rounds = 0;
  const service = new JobService({
    ...{ name: 'training', log, now, mostWaitMs, diskRetryMs },
    runners: [jobs.runner, calls.runner],
    recover: () => {
      attempts.make();
      calls.recover();
      lost = jobs.recover();
    },
    nextDueAt: () => earliest(jobs.nextDueAt(), calls.nextDueAt()),
  });
  const removeLost = async () => {
    for (const row of lost) await attempts.remove(row);
    for (const row of table.removed()) await trainings.clear(row);
  };
  await service.start(async () => {
    await removeLost();
    attempts.removeOthers(table.attempts());
    await attempts.encryptAll();
    if (parts.encryptsMaterial === true) await encryptMaterial(root, log);
  });
  const sweeps = new Periodic({
    everyMs,
    work: async () => {
      await removeLost();
      if (rounds++ > 0) lost = [];
      if (!parts.maySweep()) return;
      for (const kind of kinds) {
        await removeExpired({
          ids: table.expired(kind, now() - limits.training.keepMs[kind]),
          forget: (id) => trainings.forget(id),
          remove: (row) => attempts.remove(row),
        });
      }
    },
    onFault: (err) => log.error({ err }, 'training: expired tasks and files could not be removed'),
  });
  sweeps.start();
  return {
    trainings,
    files: new TrainingFiles({
      root,
      writerOf: (tenantId, path) => trainings.writerOf(tenantId, path),
      readerOf: (tenantId, path) => trainings.readerOf(tenantId, path),
    }),
    unfinished: () => table.counts(),
    stop: async () => {
      await Promise.all([service.stop(), sweeps.stop()]);
    },
  };
}

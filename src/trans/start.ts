// Assembles offline transcription: the queue over its tables, its two runners, and its routes.
import type { Logger } from 'pino';
import { Periodic } from '../jobs/periodic.js';
import { JobService } from '../jobs/service.js';
import type { FileCode } from '../protocol/engine/transcription.js';
import { limits } from '../protocol/limits.js';
import { DirectoryUse } from '../storage/directory-use.js';
import type { Store } from '../store/open.js';
import type { DataKey } from '../trust/data-key.js';
import { deliveries } from './deliver.js';
import { Downloads } from './download.js';
import type { TransPorts } from './ports.js';
import { Queue } from './queue.js';
import type { TransRouteParts } from './routes.js';
import { Transcriptions } from './service.js';
import type { Stage } from './states.js';
import { Submissions } from './submit.js';
import { sweep } from './sweep.js';
import { transTable } from './table.js';
import { Places } from './task-files.js';
import { Uploads } from './uploads.js';
import { Worker } from './worker.js';

export interface TranscriptionParts {
  readonly db: Store;
  readonly dataDir: string;
  /** The key that encrypts uploads, recordings and results; undefined: they are plain. */
  readonly dataKey: DataKey | undefined;
  readonly log: Logger;
  readonly ports: TransPorts;
  readonly properties: () => readonly string[];
  readonly settings: TranscriptionSettings;
  /** UTC, ms */
  readonly now: () => number;
  /** elapsed time, ms (src/clock/clock.ts) */
  readonly elapsed: () => number;
  /** false: expired data must not be removed yet. */
  readonly maySweep: () => boolean;
  /** Throws if the developer may not store this many more bytes. */
  readonly needQuota: (developerId: number, bytes: number) => void;
  readonly onFinished?: (code: FileCode) => void;
}

export interface TranscriptionSettings {
  readonly slots: Readonly<Record<Stage, number>>;
  readonly maxMs: number;
  readonly keepResultsMs: number;
  readonly ignoreInvalidVocab: boolean;
  /** empty: no default callback */
  readonly notifyUrl: string;
}

export interface Transcription {
  readonly parts: TransRouteParts;
  /** The bytes of a developer's uploads, recordings and results. */
  readonly bytesOf: (developerId: number) => number;
  /** The number of unfinished files for each code. */
  waiting(): readonly { readonly code: number; readonly count: number }[];
  stop(): Promise<void>;
}

/** Starts offline transcription: recovers the queue and begins the work. */
export async function startTranscription(parts: TranscriptionParts): Promise<Transcription> {
  const { db, dataDir, log, ports, settings, now, elapsed, maySweep, properties } = parts;
  const table = transTable(db);
  const places = new Places(dataDir, parts.dataKey);
  const uploads = new Uploads({ table, places, elapsed, needQuota: parts.needQuota });
  const use = new DirectoryUse((developerId: number) => table.taskIdsOf(developerId).map((id) => places.task(id)));
  const queue = new Queue({ table, places, now, elapsed });
  const shared = { table, places, uploads, queue, ports, log, now, elapsed, random: Math.random };
  const kick = () => jobs.kick();
  const delivery = deliveries({ ...shared, onSettled: kick });
  const worker = new Worker({
    ...shared,
    maxMs: settings.maxMs,
    slots: settings.slots,
    ...(parts.onFinished && { onFinished: parts.onFinished }),
    onSettled: kick,
  });
  const { diskRetryMs, retryMaxMs: mostWaitMs, sweepMs: everyMs } = limits.trans;
  const jobs = new JobService({
    ...{ name: 'transcription', log, now: elapsed, mostWaitMs, diskRetryMs },
    runners: [worker, delivery],
    recover: () => {
      places.make();
      queue.recover();
    },
    nextDueAt: () => queue.nextDueAt(),
  });
  await jobs.start(async () => {
    await places.removeOrphans({
      uploads: table.uploadIds(),
      tasks: table.taskIds(),
      isNeeded: (place, kind) => queue.needs(place, kind),
    });
    await places.encryptAll(table.uploads());
  });
  const service = new Transcriptions({ table, queue, worker, delivery, onWork: kick });
  const submissions = new Submissions({
    ...shared,
    ignoreInvalidVocab: settings.ignoreInvalidVocab,
    defaultNotifyUrl: settings.notifyUrl,
  });
  const downloads = new Downloads({ service, places });
  const sweeps = new Periodic({
    everyMs,
    work: async () => {
      if (maySweep()) await sweep({ table, places, uploads, elapsed, keepResultsMs: settings.keepResultsMs });
    },
    onFault: (err) => log.error({ err }, 'transcription: old files could not be removed'),
  });
  sweeps.start();
  return {
    parts: { service, uploads, submissions, downloads, properties, onWork: kick },
    bytesOf: (developerId) => table.openUploads(developerId).bytes + use.bytesOf(developerId),
    waiting: () => table.counts(),
    stop: async () => {
      await Promise.all([jobs.stop(), sweeps.stop()]);
    },
  };
}

// Offline transcription put together: the queue over its tables, the two that work on it, and its routes.
import type { Logger } from 'pino';
import type { FileCode } from '../protocol/engine/transcription.js';
import { isDiskFull } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import type { Store } from '../store/open.js';
import { After } from './deliver.js';
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
  readonly log: Logger;
  readonly ports: TransPorts;
  readonly properties: () => readonly string[];
  readonly settings: TranscriptionSettings;
  /** ms UTC */
  readonly now: () => number;
  readonly onFinished?: (code: FileCode) => void;
}

export interface TranscriptionSettings {
  readonly slots: Readonly<Record<Stage, number>>;
  readonly maxMs: number;
  readonly keepResultsMs: number;
  readonly ignoreInvalidVocab: boolean;
  /** empty: none */
  readonly notifyUrl: string;
}

export interface Transcription {
  readonly parts: TransRouteParts;
  /** Files that are not finished, by their code. */
  waiting(): readonly { readonly code: number; readonly count: number }[];
  stop(): Promise<void>;
}

export async function startTranscription(parts: TranscriptionParts): Promise<Transcription> {
  const { db, dataDir, log, ports, settings, now, properties } = parts;
  const table = transTable(db);
  const places = new Places(dataDir);
  const uploads = new Uploads({ table, places, now });
  const queue = new Queue({ table, places, now });
  let isStopped = false;
  const shared = { table, places, uploads, queue, ports, log, now, random: Math.random };
  const isRecovered = recover();
  if (isRecovered) {
    await places.removeOrphans({
      uploads: table.uploadIds(),
      tasks: table.taskIds(),
      isNeeded: (place, kind) => queue.needs(place, kind),
    });
  }

  const alarm = new Alarm(() => queue.nextDueAt(), now, kick);
  const after = new After({ ...shared, onSettled: () => alarm.set() });
  const worker = new Worker({
    ...shared,
    maxMs: settings.maxMs,
    slots: settings.slots,
    ...(parts.onFinished && { onFinished: parts.onFinished }),
    onSettled: () => {
      after.kick();
      alarm.set();
    },
  });
  const service = new Transcriptions({ table, queue, worker, after, onWork: kick });
  const submissions = new Submissions({
    ...shared,
    ignoreInvalidVocab: settings.ignoreInvalidVocab,
    defaultNotifyUrl: settings.notifyUrl,
  });
  const downloads = new Downloads({ service, places });
  const sweeps = new Sweeps({ table, places, uploads, now, keepResultsMs: settings.keepResultsMs }, log);
  if (isRecovered) begin();
  return {
    parts: { service, uploads, submissions, downloads, properties, onWork: kick },
    waiting: () => table.counts(),
    stop: async () => {
      isStopped = true;
      alarm.stop();
      await Promise.all([worker.stop(), after.stop(), sweeps.stop()]);
    },
  };

  /** False: the disk is too full to write down what lies half done; that is tried again. */
  function recover(): boolean {
    try {
      places.make();
      queue.recover();
      return true;
    } catch (err) {
      if (!isDiskFull(err)) throw err;
      log.error({ err }, 'transcription: the disk is full; the queue waits for free space');
      setTimeout(resume, limits.trans.diskRetryMs).unref();
      return false;
    }
  }

  function begin(): void {
    after.start();
    worker.start();
    alarm.set();
  }

  function resume(): void {
    if (!isStopped && recover()) begin();
  }

  function kick(): void {
    worker.kick();
    after.kick();
    alarm.set();
  }
}

/** Rings when the next thing is due. */
class Alarm {
  readonly #dueAt: () => number | undefined;
  readonly #now: () => number;
  readonly #ring: () => void;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(dueAt: () => number | undefined, now: () => number, ring: () => void) {
    this.#dueAt = dueAt;
    this.#now = now;
    this.#ring = ring;
  }

  set(): void {
    clearTimeout(this.#timer);
    const at = this.#stopped ? undefined : this.#dueAt();
    if (at === undefined) return;
    // not later than that, however the wall clock is set meanwhile
    const waitMs = Math.min(Math.max(1, at - this.#now()), limits.trans.retryMaxMs);
    this.#timer = setTimeout(this.#ring, waitMs);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}

class Sweeps {
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: Parameters<typeof sweep>[0], log: Logger) {
    const run = () => {
      this.#running = this.#running
        .then(() => sweep(parts))
        .catch((err: unknown) => log.error({ err }, 'transcription: old files could not be removed'));
    };
    this.#timer = setInterval(run, limits.trans.sweepMs);
    run();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}

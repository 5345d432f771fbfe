// Works on jobs: as many at once as each lane has slots, the job whose turn it is first. It looks for work when it is
// kicked and when a job has ended; an alarm kicks it when something becomes due.
import type { Logger } from 'pino';
import { persist } from './persist.js';

export interface Work {
  readonly signal: AbortSignal;
  /** 0 to 100; never goes back. */
  readonly onProgress: (percent: number) => void;
}

/** One kind of work. */
export interface Lane<Claim> {
  /** Jobs in work at once. */
  readonly slots: number;
  /**
   * Says whose a job is. A lane with owners has a slot more, for an owner who has no job in work: jobs may take hours, and
   * others need not wait until one of them ends.
   */
  readonly ownerOf?: (claim: Claim) => number;
  /** False: nothing is claimed now. Nobody says when that changes, so the runner looks every `lookMs`. */
  readonly isReady?: () => boolean;
  /**
   * The next job; `isBusy` is true of the keys of the `busyCount` jobs on which work has not ended. With `busyOwners` it
   * must be a job of another owner.
   */
  claim(isBusy: (key: string) => boolean, busyCount: number, busyOwners?: ReadonlySet<number>): Claim | undefined;
  /** Does the work and writes what came of it. */
  work(claim: Claim, work: Work): Promise<void>;
  /** Writes what a fault leads to. Called again while the database cannot be written; never for a job that was aborted. */
  faulted(claim: Claim, fault: unknown, percent: number): void;
}

export interface RunnerParts<Claim> {
  /** The feature, at the beginning of log lines. */
  readonly name: string;
  readonly log: Logger;
  readonly lanes: readonly Lane<Claim>[];
  /** No two jobs with the same key are in work at once. */
  readonly keyOf: (claim: Claim) => string;
  /** Wait before the database is tried again after an error, ms. */
  readonly diskRetryMs: number;
  /** Interval of the looks at a lane that is not ready, ms. */
  readonly lookMs?: number;
  /** A job ended, or will be tried again. */
  readonly onSettled?: () => void;
}

interface Run<Claim> {
  readonly claim: Claim;
  readonly lane: Lane<Claim>;
  readonly abort: AbortController;
  readonly done: Promise<void>;
  readonly progress: { percent: number };
}

export class Runner<Claim> {
  readonly #parts: RunnerParts<Claim>;
  readonly #runs = new Map<string, Run<Claim>>();
  #stopped = true;
  #look: NodeJS.Timeout | undefined;
  #lookAtMs = 0;

  constructor(parts: RunnerParts<Claim>) {
    this.#parts = parts;
  }

  start(): void {
    this.#stopped = false;
    this.kick();
  }

  /** Fills every slot that is free. */
  kick(): void {
    for (const lane of this.#parts.lanes) {
      if (this.#stopped) return;
      if (lane.isReady?.() === false) {
        this.#lookAfter(this.#parts.lookMs ?? this.#parts.diskRetryMs);
        continue;
      }
      while (!this.#stopped) {
        const claim = this.#claimFor(lane);
        if (claim === undefined) break;
        this.#run(lane, claim);
      }
    }
  }

  /** Ends the work on jobs whose rows are changed elsewhere. Resolves when it has ended. */
  async abort(isMeant: (claim: Claim) => boolean): Promise<void> {
    const runs = [...this.#runs.values()].filter(({ claim }) => isMeant(claim));
    for (const { abort } of runs) abort.abort();
    await Promise.all(runs.map(({ done }) => done));
  }

  /** The job in work that has this key. */
  running(key: string): { readonly claim: Claim; readonly percent: number } | undefined {
    const run = this.#runs.get(key);
    return run && { claim: run.claim, percent: run.progress.percent };
  }

  /** Gives up running work; the next start begins it again. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#look);
    const runs = [...this.#runs.values()];
    for (const { abort } of runs) abort.abort();
    await Promise.all(runs.map(({ done }) => done));
  }

  /** A job for a free slot; undefined: there is no such job, or no slot. */
  #claimFor(lane: Lane<Claim>): Claim | undefined {
    const { slots, ownerOf } = lane;
    const inWork = [...this.#runs.values()].filter((run) => run.lane === lane);
    if (inWork.length < slots) return this.#claim(lane);
    if (ownerOf === undefined || inWork.length > slots) return undefined;
    return this.#claim(lane, new Set(inWork.map(({ claim }) => ownerOf(claim))));
  }

  #claim(lane: Lane<Claim>, busyOwners?: ReadonlySet<number>): Claim | undefined {
    try {
      return lane.claim((key) => this.#runs.has(key), this.#runs.size, busyOwners);
    } catch (err) {
      const { name, log, diskRetryMs } = this.#parts;
      log.error({ err }, `${name}: no job can be claimed; the queue waits`);
      this.#lookAfter(diskRetryMs);
      return undefined;
    }
  }

  #lookAfter(waitMs: number): void {
    const atMs = performance.now() + waitMs;
    if (this.#look !== undefined && this.#lookAtMs <= atMs) return;
    clearTimeout(this.#look);
    this.#lookAtMs = atMs;
    this.#look = setTimeout(() => {
      this.#look = undefined;
      this.kick();
    }, waitMs).unref();
  }

  #run(lane: Lane<Claim>, claim: Claim): void {
    const { name, log, keyOf, diskRetryMs, onSettled } = this.#parts;
    const abort = new AbortController();
    const { signal } = abort;
    const key = keyOf(claim);
    const progress = { percent: 0 };
    const onProgress = (percent: number) => {
      progress.percent = Math.min(100, Math.max(progress.percent, Math.floor(percent)));
    };
    // Aborted: cancelled, begun anew, or the process stops. The row is right, or the next start makes it so.
    const write = (fault: unknown) => () => {
      if (!signal.aborted) lane.faulted(claim, fault, progress.percent);
    };
    const done = lane
      .work(claim, { signal, onProgress })
      .catch((fault: unknown) =>
        persist(write(fault), { name, log, waitMs: diskRetryMs, isStopped: () => this.#stopped }),
      )
      .finally(() => {
        this.#runs.delete(key);
        if (this.#stopped) return;
        this.kick();
        onSettled?.();
      });
    this.#runs.set(key, { claim, lane, abort, done, progress });
  }
}

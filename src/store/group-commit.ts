// Group commit: requests that arrive together are written together, and wait together for the disk. A sync takes a
// millisecond on a fast disk and twenty on a card. A thread waits for it, and requests that arrive meanwhile make up the next
// group.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDiskFull } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { commitUnsynced, moveLog, refuseWrites, type Store, syncLog } from './open.js';

interface Waiting {
  readonly work: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (fault: unknown) => void;
}

type Outcome = { readonly value: unknown } | { readonly fault: unknown };

interface Done {
  readonly waiting: Waiting;
  readonly outcome: Outcome;
}

export interface GroupCommitParts {
  /** The monotonic clock, in ms. */
  readonly now?: () => number;
  /** Resolves when all that was committed before is on the disk. */
  readonly sync?: (db: Store) => Promise<void>;
}

export class GroupCommit {
  readonly #db: Store;
  readonly #now: () => number;
  readonly #sync: (db: Store) => Promise<void>;
  #waiting: Waiting[] = [];
  #isAtWork = false;
  #syncing: Promise<unknown> | undefined;
  /** True after a sync has failed, until the log was moved into the database. */
  #isBroken = false;

  constructor(db: Store, { now = () => performance.now(), sync = syncLog }: GroupCommitParts = {}) {
    this.#db = db;
    this.#now = now;
    this.#sync = sync;
  }

  /**
   * Runs the work in one transaction with others, before any work that is added later. The promise settles when the
   * work is durable; others may see it a little earlier. Work that throws is undone by itself; the rest stays. A sync that fails
   * rejects work that stays.
   */
  run<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (!this.#isAtWork) void this.#writeAll();
    });
  }

  /**
   * Resolves when everything that was written before the call is durable, and throws where that cannot be. Whoever tells another
   * machine what is stored here waits for it: after a power cut this one must not know less.
   */
  async settled(): Promise<void> {
    await this.#syncing;
    this.#mendLog();
  }

  async #writeAll(): Promise<void> {
    this.#isAtWork = true;
    await nextTurn(); // requests that have arrived already join the group
    while (this.#waiting.length > 0) await this.#writeGroup();
    this.#isAtWork = false;
  }

  async #writeGroup(): Promise<void> {
    const done: Done[] = [];
    let lost: unknown;
    try {
      this.#mendLog();
      commitUnsynced(this.#db, () => this.#commit(done));
    } catch (fault) {
      lost = fault;
    }
    if (done.length === 0) this.#waiting.splice(0).map(({ reject }) => reject(lost)); // the transaction did not begin
    if (lost === undefined && done.some(({ outcome }) => 'value' in outcome)) {
      this.#syncing = this.#sync(this.#db).catch((fault: unknown) => this.#syncFailed(fault));
      lost = await this.#syncing;
      this.#syncing = undefined;
    }
    for (const { waiting, outcome } of done) {
      if ('fault' in outcome && !isDiskFull(outcome.fault)) waiting.reject(outcome.fault);
      else if (lost !== undefined) waiting.reject(lost);
      else if ('fault' in outcome) waiting.reject(outcome.fault);
      else waiting.resolve(outcome.value);
    }
  }

  /** Writes what waits, until the time of a group is over. */
  #commit(done: Done[]): void {
    const startMs = this.#now();
    const isTime = () => done.length === 0 || this.#now() - startMs < limits.storage.groupMs;
    this.#db
      .transaction(() => {
        while (this.#waiting.length > 0 && isTime()) {
          const waiting = this.#waiting.shift() as Waiting;
          const outcome = this.#outcomeOf(waiting.work);
          done.push({ waiting, outcome });
          // A full disk ends the transaction itself, and takes earlier writes with it.
          if (!this.#db.inTransaction && 'fault' in outcome) throw outcome.fault;
        }
      })
      .immediate();
  }

  /**
   * A sync that failed may have lost pages of the log, and what is written behind them would be lost with them after a power
   * cut. They are still in memory: all of the log goes into the database, and begins again. Until then nothing is written.
   */
  #mendLog(): void {
    if (!this.#isBroken) return;
    try {
      refuseWrites(this.#db, false);
      moveLog(this.#db);
      this.#isBroken = false;
    } catch (fault) {
      refuseWrites(this.#db, true);
      throw fault;
    }
  }

  #syncFailed(fault: unknown): unknown {
    this.#isBroken = true;
    // SQLite's own descriptor of the log reports the fault once more, in the first attempt.
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        this.#mendLog();
      } catch {
        // the next group tries again
      }
    }
    return fault;
  }

  #outcomeOf(work: () => unknown): Outcome {
    let value: unknown;
    try {
      this.#db.transaction(() => {
        value = work();
      })();
      return { value };
    } catch (fault) {
      return { fault };
    }
  }
}

// Group commit: requests that arrive together are written together, and wait together for the disk. A sync takes a
// millisecond on a fast disk and twenty on a card, and the event loop stands still meanwhile.

import { isDiskFull } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import type { Store } from './open.js';

interface Waiting {
  readonly work: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (fault: unknown) => void;
}

type Outcome = { readonly value: unknown } | { readonly fault: unknown };

export class GroupCommit {
  readonly #db: Store;
  readonly #now: () => number;
  #waiting: Waiting[] = [];

  /** `now`: monotonic clock, ms */
  constructor(db: Store, now: () => number = () => performance.now()) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * Runs the work in one transaction with others, before any work that is added later. The promise settles when the
   * work is durable. Work that throws is undone by itself; the rest stays.
   */
  run<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#commit());
    });
  }

  #commit(): void {
    if (this.#waiting.length === 0) return;
    const startMs = this.#now();
    const done: { readonly waiting: Waiting; readonly outcome: Outcome }[] = [];
    const isTime = () => done.length === 0 || this.#now() - startMs < limits.storage.groupMs;
    let lost: unknown;
    try {
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
    } catch (fault) {
      lost = fault;
    }
    if (this.#waiting.length > 0) setImmediate(() => this.#commit());
    for (const { waiting, outcome } of done) {
      if ('fault' in outcome && !isDiskFull(outcome.fault)) waiting.reject(outcome.fault);
      else if (lost !== undefined) waiting.reject(lost);
      else if ('fault' in outcome) waiting.reject(outcome.fault);
      else waiting.resolve(outcome.value);
    }
    if (done.length === 0) this.#waiting.splice(0).map(({ reject }) => reject(lost)); // the transaction did not begin
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

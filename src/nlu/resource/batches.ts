// Batches: changes of a tenant's resources that are too long for one transaction. A batch is written in pieces, each in
// a transaction with other work of the group, and calls go on between them. The objects that it makes are hidden until
// its last piece (seen.ts), and the objects that it removes are hidden from its first. Other changes of the tenant wait
// until it is over. Only one batch runs at a time.
import { Slots } from '../../jobs/slots.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { Steps } from '../../protocol/steps.js';
import type { GroupCommit } from '../../store/group-commit.js';
import type { Store } from '../../store/open.js';
import { type Changes, tenantGone } from './changes.js';
import { batchSweep } from './sweep.js';

export interface BatchParts {
  readonly db: Store;
  /** The changes through which the steps save. */
  readonly changes: Changes;
  readonly group: Pick<GroupCommit, 'run'>;
  /** monotonic clock, ms */
  readonly clock: () => number;
}

type Kind = 'making' | 'removal';
const { pieceMs, mostWaiting, mostOfTenant, shortWeight } = limits.nlu.batch;

export class Batches {
  readonly #parts: BatchParts;
  readonly #sql;
  readonly #sweepSome;
  readonly #slots = new Slots(1, mostWaiting);
  /** Number of batches of each tenant, running or waiting. */
  readonly #counts = new Map<string, number>();
  #open: { readonly tenantId: string; readonly over: Promise<void> } | undefined;

  constructor(parts: BatchParts) {
    this.#parts = parts;
    this.#sql = batchQueries(parts.db);
    this.#sweepSome = batchSweep(parts.db);
  }

  /**
   * Saves all that the steps make, or nothing. The steps only make rows, and change or remove only rows that they made.
   * `weight`: least number of objects.
   */
  make<T>(tenantId: string, weight: number, steps: Steps<T>): Promise<T> {
    return this.#save(tenantId, weight, 'making', () => steps);
  }

  /**
   * Removes the objects to which `hide` gives the number of the batch, with all that belongs to them. Nothing is
   * removed if `hide` throws. `weight`: approximate number of objects.
   */
  remove(tenantId: string, weight: number, hide: (batch: number) => void): Promise<void> {
    const { changes } = this.#parts;
    const sweep = this.#sweepSome;
    function* steps(batch: number): Steps<void> {
      hide(batch);
      changes.count(tenantId);
      while (sweep(batch)) yield undefined;
    }
    return this.#save(tenantId, weight, 'removal', steps);
  }

  /** Runs another change of the tenant in the group, after the tenant's running batch. */
  async write<T>(tenantId: string, work: () => T): Promise<Awaited<T>> {
    for (;;) {
      while (this.#open?.tenantId === tenantId) await this.#open.over;
      const isOpen = () => this.#open?.tenantId === tenantId; // a batch may have begun before in the same group
      const done = await this.#parts.group.run(() => {
        if (isOpen()) return undefined;
        this.#parts.changes.requireTenant(tenantId);
        const value = work();
        if (value instanceof Promise) value.catch(() => {}); // it is awaited below, after the sync of the group
        return { value };
      });
      if (done !== undefined) return await done.value;
    }
  }

  /** Called at a start: removes unfinished batches of a stop or a power cut. */
  removeUnfinished(): void {
    const { db } = this.#parts;
    for (const batch of this.#sql.all.all()) {
      for (let isOver = false; !isOver; ) {
        isOver = db.transaction(() => this.#sweepPiece(batch)).immediate();
      }
    }
  }

  /** Saves a short change in one transaction, like every other change, and a long one in pieces. */
  #save<T>(tenantId: string, weight: number, kind: Kind, stepsOf: (batch: number) => Steps<T>): Promise<T> {
    if (weight > shortWeight) return this.#alone(tenantId, () => this.#inPieces(tenantId, kind, stepsOf));
    return this.write(tenantId, () => {
      const batch = this.#begin(tenantId, kind, undefined);
      return this.#piece(tenantId, kind, batch, stepsOf(batch), Number.POSITIVE_INFINITY).value as T;
    }) as Promise<T>;
  }

  async #alone<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    const own = this.#counts.get(tenantId) ?? 0;
    if (own >= mostOfTenant || this.#slots.isFull) {
      const those = own >= mostOfTenant ? `${own} long changes of this tenant` : `${mostWaiting} long changes`;
      const why = `${those}, such as imports, are already running or waiting; try again in a moment`;
      throw new ServiceError('OVERLOADED', why);
    }
    this.#counts.set(tenantId, own + 1);
    try {
      return await this.#one(tenantId, work);
    } finally {
      const left = (this.#counts.get(tenantId) ?? 1) - 1;
      if (left === 0) this.#counts.delete(tenantId);
      else this.#counts.set(tenantId, left);
    }
  }

  #one<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    return this.#slots.run(async () => {
      let end = () => {};
      const over = new Promise<void>((resolve) => {
        end = resolve;
      });
      // The batch opens after the changes that came before it.
      await this.#parts.group.run(() => {
        this.#open = { tenantId, over };
      });
      try {
        return await work();
      } finally {
        this.#open = undefined;
        end();
      }
    });
  }

  async #inPieces<T>(tenantId: string, kind: Kind, stepsOf: (batch: number) => Steps<T>): Promise<T> {
    const { group } = this.#parts;
    const begun: { batch?: number; steps?: Steps<T> } = {};
    try {
      for (;;) {
        const step = await group.run(() => {
          begun.batch = this.#begin(tenantId, kind, begun.batch);
          begun.steps ??= stepsOf(begun.batch);
          return this.#piece(tenantId, kind, begun.batch, begun.steps);
        });
        if (step.done === true) return step.value;
      }
    } catch (fault) {
      if (kind === 'making' && begun.batch !== undefined) await this.#undo(begun.batch);
      throw fault;
    }
  }

  /** Returns the number of the batch, which may write from now on until the end of the transaction. */
  #begin(tenantId: string, kind: Kind, batch: number | undefined): number {
    const atWork = kind === 'making' ? 1 : 0;
    if (batch === undefined) {
      this.#parts.changes.requireTenant(tenantId);
      return Number(this.#sql.add.run(tenantId, atWork).lastInsertRowid);
    }
    if (this.#sql.work.run(atWork, batch).changes === 0) throw tenantGone();
    return batch;
  }

  #piece<T>(tenantId: string, kind: Kind, batch: number, steps: Steps<T>, longestMs: number = pieceMs) {
    const { changes, clock } = this.#parts;
    const endMs = clock() + longestMs;
    return changes.inBatch(() => {
      let step = steps.next();
      while (step.done !== true && clock() < endMs) step = steps.next();
      if (step.done !== true) this.#sql.work.run(0, batch);
      else {
        this.#sql.end.run(batch);
        if (kind === 'making') changes.count(tenantId);
      }
      return step;
    });
  }

  /** Removes the rows of earlier pieces. If that fails too, they stay hidden, and the next start removes them. */
  async #undo(batch: number): Promise<void> {
    try {
      for (let isOver = false; !isOver; ) isOver = await this.#parts.group.run(() => this.#sweepPiece(batch));
    } catch {
      // The fault that ended the batch is reported instead.
    }
  }

  /**
   * Removes rows of a batch for the time of a piece, and at last the batch itself. Within a transaction. True when it
   * is gone.
   */
  #sweepPiece(batch: number): boolean {
    const { clock } = this.#parts;
    const endMs = clock() + pieceMs;
    while (this.#sweepSome(batch)) if (clock() >= endMs) return false;
    this.#sql.end.run(batch);
    return true;
  }
}

function batchQueries(db: Store) {
  return {
    add: db.prepare<[string, 0 | 1]>('INSERT INTO nlu_batch (tenant_id, at_work) VALUES (?, ?)'),
    work: db.prepare<[0 | 1, number]>('UPDATE nlu_batch SET at_work = ? WHERE id = ?'),
    end: db.prepare<[number]>('DELETE FROM nlu_batch WHERE id = ?'),
    all: db.prepare<[], number>('SELECT id FROM nlu_batch ORDER BY id').pluck(),
  };
}

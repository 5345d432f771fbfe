// Claims over the rows of a job table. Whoever works on a job holds its lease, and what he writes counts only as long as
// he holds it: a job that was cancelled or begun anew has another one. Leases last as long as the process, which alone
// has the database; at a start those of the process before are ended (`recover`). Every change is one transaction.
import type { JobRows } from './rows.js';
import type { Turns } from './turns.js';

export interface Claim<Row> {
  /** The row as it was when it was claimed. */
  readonly row: Row;
  readonly lease: number;
}

export class JobQueue<Row extends object, Values extends object> {
  readonly #rows: JobRows<Row, Values>;
  readonly #now: () => number;
  #lastLease = 0;

  /** `now`: ms of elapsed time. */
  constructor(rows: JobRows<Row, Values>, now: () => number) {
    this.#rows = rows;
    this.#now = now;
  }

  /** Once, before any work: `free` writes what becomes of a job whose process has gone, and ends its lease. */
  recover(free: (row: Row) => void): void {
    this.#atOnce(() => {
      for (const row of this.#rows.leased()) free(row);
    });
  }

  /**
   * The job whose turn it is in a lane, of all or of one owner. `isBusy`: work on it has not ended, though its lease has; `busyCount`: the number
   * of such jobs at most.
   */
  next(isBusy: (row: Row) => boolean, busyCount: number, lane?: number | string, owner?: number): Row | undefined {
    return this.#rows.due(this.#now(), busyCount + 1, lane, owner).find((row) => !isBusy(row));
  }

  /** The same, where owners take turns. `serve` must be told of the job that is claimed. */
  nextInTurn(turns: Turns, isBusy: (row: Row) => boolean, busyCount: number, lane: number | string): Row | undefined {
    for (const owner of turns.order(this.owners(lane))) {
      const row = this.next(isBusy, busyCount, lane, owner);
      if (row !== undefined) return row;
    }
    return undefined;
  }

  /** The owners that have open jobs in a lane. */
  owners(lane: number | string): number[] {
    return this.#rows.owners(lane);
  }

  ownerOf(row: Row): number {
    return this.#rows.ownerOf(row);
  }

  /** Leases the job that `find` gives, and writes `values` with it. */
  claim(find: () => Row | undefined, values: (row: Row) => Partial<Values>): Claim<Row> | undefined {
    return this.#atOnce(() => {
      const row = find();
      if (row === undefined) return undefined;
      const lease = ++this.#lastLease;
      this.#rows.change(row, { lease }, values(row));
      return { row, lease };
    });
  }

  /** `write` gets the row as it is now. False: the lease has ended, and nothing was written. */
  settle({ row, lease }: Claim<Row>, write: (row: Row) => void): boolean {
    return this.#atOnce(() => {
      const current = this.#rows.again(row);
      if (current === undefined || this.#rows.leaseOf(current) !== lease) return false;
      write(current);
      return true;
    });
  }

  /** Gives the job back until `dueAt`. `weight`: how much the try counts towards giving up. False: the lease has ended. */
  retry(claim: Claim<Row>, dueAt: number, weight: number, values: (row: Row) => Partial<Values>): boolean {
    return this.settle(claim, (row) =>
      this.#rows.change(row, { tries: this.#rows.triesOf(row) + weight, dueAt, lease: null }, values(row)),
    );
  }

  nextDueAt(): number | undefined {
    return this.#rows.nextDueAt(this.#now());
  }

  #atOnce<T>(work: () => T): T {
    return this.#rows.db.transaction(work).immediate();
  }
}

/** The earliest of several times; undefined where nothing waits. */
export function earliest(...times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((at) => at !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

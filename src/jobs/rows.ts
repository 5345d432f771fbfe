// The SQL of jobs. A feature keeps its jobs in a table of its own, beside its own columns: what a job has led to and the
// end of its lease are then one transaction, its owner's deletion takes it along, and its index has its order. The
// statements are written once, here; a table says how its columns are called.
import type { Store } from '../store/open.js';

/** The way in which a table holds jobs. All texts are SQL of the program itself. */
export interface JobTable {
  readonly table: string;
  /** The columns that name a row. */
  readonly key: readonly string[];
  /** True of the jobs that are not finished, in the words of the table's partial indexes: SQLite uses them only then. */
  readonly open: string;
  /** The order in which jobs are claimed. */
  readonly order: string;
  /** The column that says which lane an open job waits in; undefined: there is one lane. */
  readonly lane?: string;
  /** The column that says whose an open job is, where owners take turns. Needs a lane. */
  readonly owner?: string;
  /** Stands before the names of the columns tries, due_at and lease. */
  readonly prefix?: string;
}

/** The columns that every job has. */
export interface JobChange {
  /** Weights of the failed tries, added up. */
  readonly tries?: number;
  /** ms of elapsed time: the job is not claimed before. */
  readonly dueAt?: number;
  /** null: nobody works on it. */
  readonly lease?: number | null;
}

export interface JobRows<Row, Values extends object> {
  readonly db: Store;
  /** Free jobs of a lane (and an owner) that are due, first the one whose turn it is. */
  due(now: number, most: number, lane?: number | string, owner?: number): Row[];
  /** Owners of open jobs of a lane, taken up or not. */
  owners(lane: number | string): number[];
  ownerOf(row: Row): number;
  /** The time at which the next free job that waits for its time is due. */
  nextDueAt(now: number): number | undefined;
  leased(): Row[];
  /** The row as it is now. */
  again(row: Row): Row | undefined;
  leaseOf(row: Row): number | null;
  triesOf(row: Row): number;
  /** Writes only the columns that are named. */
  change(row: Row, job: JobChange, values?: Partial<Values>): void;
}

type Columns = Readonly<Record<string, unknown>>;

export function jobRows<Row extends object, Values extends object>(
  db: Store,
  { table, key, open, order, lane, owner, prefix = '' }: JobTable,
): JobRows<Row, Values> {
  const [tries, dueAt, lease] = ['tries', 'due_at', 'lease'].map((name) => prefix + name) as [string, string, string];
  const isRow = key.map((name) => `${name} = :${name}`).join(' AND ');
  const isFree = `${open} AND ${lease} IS NULL`;
  const isDue = `${lane === undefined ? '' : `${lane} = :lane AND `}${isFree} AND ${dueAt} <= :now`;
  const inOrder = `ORDER BY ${order} LIMIT :most`;
  const due = db.prepare<[object], Row>(`SELECT * FROM ${table} WHERE ${isDue} ${inOrder}`);
  const ofOwner = owner && {
    due: db.prepare<[object], Row>(`SELECT * FROM ${table} WHERE ${owner} = :owner AND ${isDue} ${inOrder}`),
    // one look into the index for each owner, whatever the number of its jobs
    next: db.prepare<[object], { owner: number | null }>(
      `SELECT min(${owner}) AS owner FROM ${table} WHERE ${lane} = :lane AND ${open} AND ${owner} > :after`,
    ),
  };
  const nextDue = db.prepare<[number], { at: number | null }>(
    `SELECT min(${dueAt}) AS at FROM ${table} WHERE ${isFree} AND ${dueAt} > 0 AND ${dueAt} > ?`,
  );
  const leased = db.prepare<[], Row>(`SELECT * FROM ${table} WHERE ${lease} IS NOT NULL`);
  const again = db.prepare<[object], Row>(`SELECT * FROM ${table} WHERE ${isRow}`);
  const keyOf = (row: Row) => Object.fromEntries(key.map((name) => [name, (row as Columns)[name]]));
  const changers = new Map<string, ReturnType<typeof db.prepare>>();

  return {
    db,
    due: (now, most, wanted, whose) => {
      const values = { now, most, ...(lane !== undefined && { lane: wanted }) };
      return ofOwner && whose !== undefined ? ofOwner.due.all({ ...values, owner: whose }) : due.all(values);
    },
    owners: (wanted) => {
      const found: number[] = [];
      if (!ofOwner) return found;
      const after = (last: number) => ofOwner.next.get({ lane: wanted, after: last })?.owner ?? undefined;
      for (let each = after(-1); each !== undefined; each = after(each)) found.push(each);
      return found;
    },
    ownerOf: (row) => (row as Columns)[owner ?? ''] as number,
    nextDueAt: (now) => nextDue.get(now)?.at ?? undefined,
    leased: () => leased.all(),
    again: (row) => again.get(keyOf(row)),
    leaseOf: (row) => (row as Columns)[lease] as number | null,
    triesOf: (row) => (row as Columns)[tries] as number,
    change: (row, job, values = {}) => {
      const changed = {
        ...(job.tries !== undefined && { [tries]: job.tries }),
        ...(job.dueAt !== undefined && { [dueAt]: job.dueAt }),
        ...(job.lease !== undefined && { [lease]: job.lease }),
        ...values,
      };
      const set = Object.keys(changed).map((name) => `${name} = :${name}`);
      if (set.length === 0) return;
      const sql = `UPDATE ${table} SET ${set.join(', ')} WHERE ${isRow}`;
      let statement = changers.get(sql);
      if (statement === undefined) {
        statement = db.prepare(sql);
        changers.set(sql, statement);
      }
      statement.run({ ...changed, ...keyOf(row) });
    },
  };
}

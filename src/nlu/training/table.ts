// The SQL of training tasks. No other file uses this table.
import { type JobRows, jobRows } from '../../jobs/rows.js';
import { limits } from '../../protocol/limits.js';
import type { Store } from '../../store/open.js';
import type { LearningKind } from '../../understanding/learning/order.js';

export type TaskState = 'OPEN' | 'PLACING' | 'FINISHED' | 'ERROR' | 'REMOVED';

export interface TaskRow {
  readonly seq: number;
  readonly id: string;
  readonly tenant_id: string;
  readonly kind: LearningKind;
  /** JSON of a StoredOrder */
  readonly request: string;
  readonly notify_url: string;
  /** JSON */
  readonly warnings: string;
  readonly state: TaskState;
  readonly attempt: string | null;
  /** JSON of a TrainOutcome whose model paths lie below the directory of the tenant */
  readonly outcome: string | null;
  readonly error_code: number | null;
  readonly error: string | null;
  /** ms of elapsed time, like the next two */
  readonly created_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly tries: number;
  readonly lease: number | null;
  readonly call: 'NONE' | 'DUE' | 'DONE';
  readonly call_tries: number;
}

export type TaskValues = Pick<
  TaskRow,
  'state' | 'attempt' | 'outcome' | 'error_code' | 'error' | 'started_at' | 'finished_at' | 'call'
>;
export type CallValues = Pick<TaskRow, 'call' | 'notify_url'>;
export type NewTask = Pick<TaskRow, 'id' | 'tenant_id' | 'kind' | 'request' | 'notify_url' | 'warnings' | 'created_at'>;

export type TrainingTable = ReturnType<typeof trainingTable>;

const unfinished = "state IN ('OPEN', 'PLACING', 'REMOVED')";

export function trainingTable(db: Store) {
  const add = db.prepare<[NewTask]>(
    'INSERT INTO nlu_training (id, tenant_id, developer_id, kind, request, notify_url, warnings, state, created_at) ' +
      "VALUES (:id, :tenant_id, (SELECT developer_id FROM tenant WHERE id = :tenant_id), :kind, :request, :notify_url, :warnings, 'OPEN', :created_at)",
  );
  const find = db.prepare<[string], TaskRow>('SELECT * FROM nlu_training WHERE id = ?');
  const count = db.prepare<[string], number>('SELECT count(*) FROM nlu_training WHERE tenant_id = ?').pluck();
  const open = db.prepare<[string], TaskRow>(`SELECT * FROM nlu_training WHERE tenant_id = ? AND ${unfinished}`);
  const place = db
    .prepare<[string, number], number>(
      "SELECT count(*) FROM nlu_training WHERE kind = ? AND state = 'OPEN' AND lease IS NULL AND seq <= ?",
    )
    .pluck();
  const counts = db.prepare<[], { kind: LearningKind; count: number }>(
    `SELECT kind, count(*) AS count FROM nlu_training WHERE ${unfinished} GROUP BY kind`,
  );
  const expired = db
    .prepare<[string, number], string>('SELECT id FROM nlu_training WHERE kind = ? AND finished_at <= ? LIMIT 1000')
    .pluck();
  const removed = db.prepare<[], TaskRow>("SELECT * FROM nlu_training WHERE state = 'REMOVED'");
  const attempts = db.prepare<[], string>('SELECT attempt FROM nlu_training WHERE attempt IS NOT NULL').pluck();
  const remove = db.prepare<[string]>('DELETE FROM nlu_training WHERE id = ?');
  const removeSome = db.prepare<[string, number]>(
    'DELETE FROM nlu_training WHERE seq IN (SELECT seq FROM nlu_training WHERE tenant_id = ? LIMIT ?)',
  );

  const jobs: JobRows<TaskRow, TaskValues> = jobRows(db, {
    ...{ table: 'nlu_training', key: ['id'], open: "state = 'OPEN'", order: 'seq', lane: 'kind' },
    owner: 'developer_id',
  });
  /** The callbacks of tasks that have ended. */
  const calls: JobRows<TaskRow, CallValues> = jobRows(db, {
    ...{ table: 'nlu_training', key: ['id'], open: "call = 'DUE'", order: 'call_due_at', prefix: 'call_' },
  });

  return {
    ...{ db, jobs, calls },
    add: (row: NewTask) => void add.run(row),
    find: (id: string) => find.get(id),
    count: (tenantId: string) => count.get(tenantId) as number,
    /** Unfinished tasks of a tenant, and those whose partial work is being removed. */
    unfinished: (tenantId: string) => open.all(tenantId),
    /** Position of a task in its lane: the number of waiting tasks up to and including it. */
    placeInQueue: ({ kind, seq }: Pick<TaskRow, 'kind' | 'seq'>) => place.get(kind, seq) as number,
    counts: () => counts.all(),
    expired: (kind: LearningKind, before: number) => expired.all(kind, before),
    removed: () => removed.all(),
    /** Names of all output that tasks have written or are writing. */
    attempts: () => new Set(attempts.all()),
    remove: (id: string) => void remove.run(id),
    /** Some tasks of the tenant; false: none is left. */
    removeSome: (tenantId: string) => removeSome.run(tenantId, limits.nlu.batch.wordsAtOnce).changes > 0,
  };
}

// The SQL of offline transcription. No other module uses these tables.
import { jobRows } from '../jobs/rows.js';
import type { FileCode } from '../protocol/engine/transcription.js';
import type { Store } from '../store/open.js';

export interface UploadRow {
  readonly id: string;
  readonly developer_id: number;
  readonly name: string;
  readonly bytes: number;
  readonly slice_bytes: number;
  /** elapsed time, ms (src/clock/clock.ts) */
  readonly created_at: number;
  readonly task_id: string | null;
}

export type TaskStep = 'files' | 'save' | 'notify' | 'done';

export interface TaskRow {
  readonly seq: number;
  readonly id: string;
  readonly developer_id: number;
  readonly property: string;
  readonly priority: number;
  /** a TransRequest in JSON */
  readonly request: string;
  readonly invalid_vocab: number;
  readonly failure: string | null;
  /** UTC, ms */
  readonly created_at: number;
  /** elapsed time, ms; the retention of the results counts from it */
  readonly finished_at: number | null;
  readonly step: TaskStep;
  readonly step_tries: number;
  readonly step_due_at: number;
  readonly step_lease: number | null;
  readonly save_status: number | null;
}

export interface FileRow {
  readonly task_id: string;
  readonly position: number;
  readonly task_seq: number;
  readonly developer_id: number;
  readonly priority: number;
  readonly url: string;
  readonly shown: string;
  readonly code: FileCode;
  readonly info: string;
  readonly tries: number;
  readonly due_at: number;
  readonly lease: number | null;
  readonly rate_hz: number | null;
  readonly channels: number;
  readonly duration_ms: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly progress: number;
}

/** The columns that a change of state writes in addition to those of jobs. */
export interface FileChange {
  readonly code: FileCode;
  readonly info: string;
  readonly url?: string;
  readonly rate_hz?: number | null;
  readonly channels?: number;
  readonly duration_ms?: number;
  readonly started_at?: number | null;
  readonly finished_at?: number | null;
  readonly progress?: number;
}

export interface StepChange {
  readonly step: TaskStep;
  readonly finished_at?: number | null;
  readonly save_status?: number | null;
  readonly request?: string;
}

export type QueueType = 'all' | 'finished' | 'queued';
export type ListedTask = Pick<TaskRow, 'id' | 'priority' | 'finished_at' | 'invalid_vocab'>;

export type TransTable = ReturnType<typeof transTable>;

export function transTable(db: Store) {
  const uploads = {
    add: db.prepare(
      'INSERT INTO trans_upload (id, developer_id, name, bytes, slice_bytes, created_at) ' +
        'VALUES (:id, :developerId, :name, :bytes, :sliceBytes, :at)',
    ),
    get: db.prepare<[string], UploadRow>('SELECT * FROM trans_upload WHERE id = ?'),
    open: db.prepare<[number], { count: number; bytes: number }>(
      'SELECT count(*) AS count, ifnull(sum(bytes), 0) AS bytes FROM trans_upload ' +
        'WHERE developer_id = ? AND task_id IS NULL',
    ),
    give: db.prepare<[string, string]>('UPDATE trans_upload SET task_id = ? WHERE id = ? AND task_id IS NULL'),
    remove: db.prepare<[string]>('DELETE FROM trans_upload WHERE id = ?'),
    removeUnused: db.prepare<[string]>('DELETE FROM trans_upload WHERE id = ? AND task_id IS NULL'),
    expired: db.prepare<[number], { id: string }>(
      'SELECT id FROM trans_upload WHERE task_id IS NULL AND created_at <= ?',
    ),
    ofTask: db.prepare<[string], { id: string }>('SELECT id FROM trans_upload WHERE task_id = ?'),
    addSlice: db.prepare<[string, number]>('INSERT INTO trans_slice (upload_id, position) VALUES (?, ?)'),
    slice: db.prepare<[string, number], unknown>('SELECT 1 FROM trans_slice WHERE upload_id = ? AND position = ?'),
    slices: db.prepare<[string], { count: number }>('SELECT count(*) AS count FROM trans_slice WHERE upload_id = ?'),
    all: db.prepare<[], UploadRow>('SELECT * FROM trans_upload'),
  };
  const tasks = {
    add: db.prepare(
      'INSERT INTO trans_task (id, developer_id, property, priority, request, invalid_vocab, failure, created_at, ' +
        'finished_at, step) VALUES (:id, :developerId, :property, :priority, :request, :invalidVocab, :failure, :now, ' +
        ':finishedAt, :step)',
    ),
    get: db.prepare<[string], TaskRow>('SELECT * FROM trans_task WHERE id = ?'),
    ofOwner: db.prepare<[number, string], ListedTask>(
      'SELECT id, priority, finished_at, invalid_vocab FROM trans_task ' +
        'WHERE developer_id = ? AND property = ? ORDER BY seq',
    ),
    count: db.prepare<[number], { count: number }>('SELECT count(*) AS count FROM trans_task WHERE developer_id = ?'),
    idsOf: db.prepare<[number], { id: string }>('SELECT id FROM trans_task WHERE developer_id = ?'),
    expired: db.prepare<[number], { id: string }>(
      "SELECT id FROM trans_task WHERE step = 'done' AND finished_at <= ? LIMIT 1000",
    ),
    removeDone: db.prepare<[string]>("DELETE FROM trans_task WHERE id = ? AND step = 'done'"),
    ids: db.prepare<[], { id: string }>('SELECT id FROM trans_task'),
  };
  const files = {
    add: db.prepare(
      'INSERT INTO trans_file (task_id, position, task_seq, developer_id, priority, url, shown, code, info) ' +
        'SELECT :taskId, :position, :taskSeq, developer_id, :priority, :url, :shown, :code, :info ' +
        'FROM trans_task WHERE id = :taskId',
    ),
    get: db.prepare<[string, number], FileRow>('SELECT * FROM trans_file WHERE task_id = ? AND position = ?'),
    ofTask: db.prepare<[string], FileRow>('SELECT * FROM trans_file WHERE task_id = ? ORDER BY position'),
    open: db.prepare<[string], unknown>(
      'SELECT 1 FROM trans_file INDEXED BY trans_file_open WHERE task_id = ? AND code < 4000 LIMIT 1',
    ),
    counts: db.prepare<[], { code: number; count: number }>(
      'SELECT code, count(*) AS count FROM trans_file WHERE code < 4000 GROUP BY code',
    ),
  };
  /** The jobs of files, each in the lane of its code. */
  const fileJobs = jobRows<FileRow, FileChange>(db, {
    ...{ table: 'trans_file', key: ['task_id', 'position'] },
    ...{ open: 'code < 4000', order: 'priority, task_seq, position', lane: 'code', owner: 'developer_id' },
  });
  /** The jobs of the steps after the last file of a task. */
  const stepJobs = jobRows<TaskRow, StepChange>(db, {
    ...{ table: 'trans_task', key: ['id'], prefix: 'step_' },
    ...{ open: "step IN ('save', 'notify')", order: 'step_due_at', lane: 'step', owner: 'developer_id' },
  });

  return {
    ...{ db, fileJobs, stepJobs },
    addUpload: (values: object) => void uploads.add.run(values),
    upload: (id: string) => uploads.get.get(id),
    /** The number and bytes of the uploads that no task uses yet. */
    openUploads: (developerId: number) => uploads.open.get(developerId) as { count: number; bytes: number },
    /** Gives an upload to a task. Returns false if another task has it. */
    giveUpload: (id: string, taskId: string) => uploads.give.run(taskId, id).changes > 0,
    removeUpload: (id: string) => void uploads.remove.run(id),
    /** Removes an unused upload. Returns false if a task has it by now. */
    removeUnusedUpload: (id: string) => uploads.removeUnused.run(id).changes > 0,
    uploadsOf: (taskId: string) => uploads.ofTask.all(taskId).map(({ id }) => id),
    expiredUploads: (before: number) => uploads.expired.all(before).map(({ id }) => id),
    addSlice: (uploadId: string, position: number) => void uploads.addSlice.run(uploadId, position),
    hasSlice: (uploadId: string, position: number) => uploads.slice.get(uploadId, position) !== undefined,
    countSlices: (uploadId: string) => uploads.slices.get(uploadId)?.count ?? 0,
    uploads: () => uploads.all.all(),
    uploadIds: () => new Set(uploads.all.all().map(({ id }) => id)),

    /** Adds a task. Returns its sequence number in the order of age. */
    addTask: (values: object) => Number(tasks.add.run(values).lastInsertRowid),
    task: (id: string) => tasks.get.get(id),
    tasks: (developerId: number, property: string) => tasks.ofOwner.all(developerId, property),
    countTasks: (developerId: number) => tasks.count.get(developerId)?.count ?? 0,
    taskIdsOf: (developerId: number) => tasks.idsOf.all(developerId).map(({ id }) => id),
    expiredTasks: (before: number) => tasks.expired.all(before).map(({ id }) => id),
    /** Removes a finished task. Returns false if it has been restarted meanwhile. */
    removeDoneTask: (id: string) => tasks.removeDone.run(id).changes > 0,
    taskIds: () => new Set(tasks.ids.all().map(({ id }) => id)),

    addFile: (values: object) => void files.add.run(values),
    file: (taskId: string, position: number) => files.get.get(taskId, position),
    files: (taskId: string) => files.ofTask.all(taskId),
    hasOpenFiles: (taskId: string) => files.open.get(taskId) !== undefined,
    counts: () => files.counts.all(),
  };
}

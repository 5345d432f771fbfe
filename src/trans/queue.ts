// The states of files and tasks carried out: every change is one transaction, and whoever works on something holds a
// lease that makes its outcome count. Leases last as long as the process, which alone has the database: what a process
// that has gone was doing starts its stage again.
import { type FileCode, fileCodes, isFinished } from '../protocol/engine/transcription.js';
import type { TransRequest } from './ports.js';
import { infoOf, next, type Stage, stageOf, stages } from './states.js';
import type { FileChange, FileRow, TaskRow, TaskStep, TransTable } from './table.js';
import { type FileKind, isThere, type Places, type TaskPlace } from './task-files.js';

export interface Claim {
  readonly stage: Stage;
  readonly lease: number;
  readonly file: FileRow;
  readonly place: TaskPlace;
}

export interface StepClaim {
  readonly task: TaskRow;
  readonly lease: number;
}

export interface QueueParts {
  readonly table: TransTable;
  readonly places: Places;
  /** ms UTC */
  readonly now: () => number;
}

export const placeOf = ({ task_id, position }: FileRow): TaskPlace => ({ taskId: task_id, position });
export const requestOf = ({ request }: Pick<TaskRow, 'request'>): TransRequest => JSON.parse(request) as TransRequest;

export class Queue {
  readonly #table: TransTable;
  readonly #places: Places;
  readonly #now: () => number;
  #lastLease = 0;

  constructor({ table, places, now }: QueueParts) {
    this.#table = table;
    this.#places = places;
    this.#now = now;
  }

  /** Once, before any work. A result that is in place is one: its recognition is not done again. */
  recover(): void {
    this.#atOnce(() => {
      this.#table.recoverTasks();
      for (const file of this.#table.leasedFiles()) {
        if (file.code === fileCodes.recognising && isThere(this.#places.result(placeOf(file)))) {
          this.#change(file, { ...this.#success(), lease: null });
          this.#endTask(file.task_id);
          continue;
        }
        const code = next(file.code, 'lost') ?? file.code;
        this.#change(file, { code, info: infoOf(code), lease: null });
      }
    });
  }

  /** True if a file on the disk is still needed: by the stage that its file is in or failed in, or as its result. */
  needs({ taskId, position }: TaskPlace, kind: FileKind): boolean {
    const code = this.#table.file(taskId, position)?.code;
    if (code === undefined) return false;
    const stage = stageOf(code);
    switch (kind) {
      case 'source':
        return stage === 'download' || stage === 'convert';
      case 'pcm':
        return stage === 'recognise';
      case 'result':
        return stage === undefined;
    }
  }

  /** The file whose turn it is in a stage, smaller priorities first, then older tasks. */
  claim(stage: Stage, isBusy: (place: TaskPlace) => boolean, busyCount: number): Claim | undefined {
    const { queued, retry } = stages[stage];
    return this.#atOnce(() => {
      const waiting = (code: FileCode) =>
        this.#table.waiting(code, this.#now(), busyCount + 1).find((file) => !isBusy(placeOf(file)));
      const file = retry === queued ? waiting(queued) : earlier(waiting(queued), waiting(retry));
      const code = file && next(file.code, 'claimed');
      if (file === undefined || code === undefined) return undefined;
      const lease = ++this.#lastLease;
      const startedAt = stage === 'recognise' ? { started_at: this.#now() } : {};
      this.#change(file, { code, info: infoOf(code), lease, ...startedAt });
      return { stage, lease, file, place: placeOf(file) };
    });
  }

  /** False: what was done counts no more; the file was cancelled, or begun anew. */
  done(claim: Claim, found: Pick<FileChange, 'rate_hz' | 'channels' | 'duration_ms'> = {}): boolean {
    return this.#settle(claim, (file) => {
      const code = next(file.code, 'done') ?? file.code;
      const ended = code === fileCodes.succeeded ? this.#success() : { code, info: infoOf(code) };
      this.#change(file, { ...ended, ...found, tries: 0, due_at: 0, lease: null });
    });
  }

  /** `weight`: how much it counts towards giving up. */
  retry(claim: Claim, info: string, dueAt: number, weight: number): boolean {
    return this.#settle(claim, (file) => {
      const code = next(file.code, 'passing') ?? file.code;
      this.#change(file, { code, info, tries: file.tries + weight, due_at: dueAt, lease: null });
    });
  }

  fail(claim: Claim, code: FileCode, info: string, progress: number): boolean {
    return this.#settle(claim, (file) => this.#change(file, { ...this.#failure(code, info), progress }));
  }

  /** Ends what is not finished; without callback, for the client knows. */
  cancel(taskId: string): void {
    this.#atOnce(() => {
      const task = this.#table.task(taskId);
      if (task === undefined || task.step === 'done') return;
      for (const file of this.#table.files(taskId)) {
        const code = next(file.code, 'cancelled');
        if (code !== undefined) this.#change(file, this.#failure(code, 'cancelled'));
      }
      this.#table.changeTask(taskId, {
        ...{ step: 'done', step_lease: null },
        finished_at: task.finished_at ?? this.#now(),
      });
    });
  }

  /** Failed files go back to the start of the stage that failed. False: there is none. */
  restart(taskId: string): boolean {
    return this.#atOnce(() => {
      let restarted = 0;
      const names = this.#places.names(taskId);
      for (const file of this.#table.files(taskId)) {
        if (!isFinished(file.code)) continue;
        const { position } = file;
        const inputs = { source: names.has(`${position}.source`), pcm: names.has(`${position}.pcm`) };
        const code = next(file.code, 'restarted', inputs);
        if (code === undefined) continue;
        restarted++;
        const fresh = { tries: 0, due_at: 0, lease: null, started_at: null, finished_at: null, progress: 0 };
        this.#change(file, { code, info: infoOf(code), ...fresh });
      }
      if (restarted === 0) return false;
      const fresh = { step_tries: 0, step_due_at: 0, step_lease: null, finished_at: null, save_status: null };
      this.#table.changeTask(taskId, { step: 'files', ...fresh });
      return true;
    });
  }

  /** Tasks whose files are finished, to be saved or told of. */
  claimStep(isBusy: (taskId: string) => boolean, busyCount: number): StepClaim | undefined {
    return this.#atOnce(() => {
      const task = this.#table.dueTasks(this.#now(), busyCount + 1).find(({ id }) => !isBusy(id));
      if (task === undefined) return undefined;
      const lease = ++this.#lastLease;
      this.#table.changeTask(task.id, { step: task.step, step_lease: lease });
      return { task, lease };
    });
  }

  retryStep({ task, lease }: StepClaim, dueAt: number): void {
    this.#settleStep(task.id, lease, () =>
      this.#table.changeTask(task.id, {
        ...{ step: task.step, step_lease: null },
        ...{ step_tries: task.step_tries + 1, step_due_at: dueAt },
      }),
    );
  }

  /** `saved`: of the step `save`, whether the results are there. */
  endStep({ task, lease }: StepClaim, saved?: boolean): void {
    this.#settleStep(task.id, lease, () => {
      const toNotify = task.step === 'save' && requestOf(task).notifyUrl !== undefined;
      this.#table.changeTask(task.id, {
        ...{ step: toNotify ? 'notify' : 'done', step_tries: 0, step_due_at: 0, step_lease: null },
        ...(saved === undefined ? {} : { save_status: saved ? 1 : 0 }),
      });
    });
  }

  /** When something that waits for its time is next due; undefined: nothing does. */
  nextDueAt(): number | undefined {
    const times = [this.#table.nextDueFile(this.#now()), this.#table.nextDueTask(this.#now())];
    const known = times.filter((at) => at !== undefined);
    return known.length === 0 ? undefined : Math.min(...known);
  }

  #settle({ place, lease }: Claim, work: (file: FileRow) => void): boolean {
    return this.#atOnce(() => {
      const file = this.#table.file(place.taskId, place.position);
      if (file?.lease !== lease) return false;
      work(file);
      this.#endTask(place.taskId);
      return true;
    });
  }

  #settleStep(taskId: string, lease: number, work: () => void): void {
    this.#atOnce(() => {
      if (this.#table.task(taskId)?.step_lease === lease) work();
    });
  }

  #endTask(taskId: string): void {
    const task = this.#table.task(taskId);
    if (task?.step !== 'files' || this.#table.hasOpenFiles(taskId)) return;
    this.#table.changeTask(taskId, { step: stepAfterFiles(requestOf(task)), finished_at: this.#now() });
  }

  #success(): FileChange {
    const code = fileCodes.succeeded;
    return { code, info: infoOf(code), progress: 100, finished_at: this.#now() };
  }

  #failure(code: FileCode, info: string): FileChange {
    return { code, info, lease: null, due_at: 0, finished_at: this.#now() };
  }

  #change({ task_id, position }: FileRow, values: FileChange): void {
    this.#table.changeFile(task_id, position, values);
  }

  #atOnce<T>(work: () => T): T {
    return this.#table.db.transaction(work).immediate();
  }
}

export const stepAfterFiles = ({ saveTo, notifyUrl }: TransRequest): TaskStep => {
  if (saveTo !== undefined) return 'save';
  return notifyUrl === undefined ? 'done' : 'notify';
};

function earlier(a: FileRow | undefined, b: FileRow | undefined): FileRow | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const order = a.priority - b.priority || a.task_seq - b.task_seq || a.position - b.position;
  return order <= 0 ? a : b;
}

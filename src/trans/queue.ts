// Carries out the state changes of files and tasks. Claims and leases are those of src/jobs, and each change is one
// transaction.
import { earliest, type Claim as JobClaim, JobQueue } from '../jobs/queue.js';
import type { JobChange } from '../jobs/rows.js';
import { Turns } from '../jobs/turns.js';
import { withoutSecrets } from '../net/client-url.js';
import { type FileCode, fileCodes, isFinished } from '../protocol/engine/transcription.js';
import type { TransRequest } from './ports.js';
import { infoOf, next, type Stage, stageOf, stages } from './states.js';
import type { FileChange, FileRow, StepChange, TaskRow, TaskStep, TransTable } from './table.js';
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
  /** UTC, ms */
  readonly now: () => number;
  /** elapsed time, ms (src/clock/clock.ts) */
  readonly elapsed: () => number;
}

export const placeOf = ({ task_id, position }: FileRow): TaskPlace => ({ taskId: task_id, position });
export const requestOf = ({ request }: Pick<TaskRow, 'request'>): TransRequest => JSON.parse(request) as TransRequest;
const jobOf = ({ file: row, lease }: Claim): JobClaim<FileRow> => ({ row, lease });
const stepJobOf = ({ task: row, lease }: StepClaim): JobClaim<TaskRow> => ({ row, lease });

const nobody: ReadonlySet<number> = new Set();
/** The steps after the last file of a task. */
const deliverySteps = ['save', 'notify'] as const satisfies readonly TaskStep[];

/** The change to a job that nobody works on and that has no failed tries. */
const fresh: JobChange = { tries: 0, dueAt: 0, lease: null };

export class Queue {
  readonly #table: TransTable;
  readonly #places: Places;
  readonly #now: () => number;
  readonly #elapsed: () => number;
  readonly #files: JobQueue<FileRow, FileChange>;
  readonly #steps: JobQueue<TaskRow, StepChange>;
  readonly #turns: Readonly<Record<Stage, Turns>> = {
    download: new Turns(),
    convert: new Turns(),
    recognise: new Turns(),
  };
  readonly #stepTurns = new Turns();

  constructor({ table, places, now, elapsed }: QueueParts) {
    this.#table = table;
    this.#places = places;
    this.#now = now;
    this.#elapsed = elapsed;
    this.#files = new JobQueue(table.fileJobs, elapsed);
    this.#steps = new JobQueue(table.stepJobs, elapsed);
  }

  /** Recovers the queue once, before any work. A result that is in place counts: its recognition is not repeated. */
  recover(): void {
    this.#atOnce(() => {
      this.#steps.recover((task) => this.#table.stepJobs.change(task, { lease: null }));
      this.#files.recover((file) => {
        if (file.code === fileCodes.recognising && isThere(this.#places.result(placeOf(file)))) {
          this.#change(file, { lease: null }, this.#success());
          this.#endTask(file.task_id);
          return;
        }
        const code = next(file.code, 'lost') ?? file.code;
        this.#change(file, { lease: null }, { code, info: infoOf(code) });
      });
    });
  }

  /** True if a file on the disk is still needed: by the stage that its row is in or failed in, or as its result. */
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

  /**
   * Claims the next file of a stage: from the developer who was served longest ago, smaller priorities first, then
   * older tasks. Returns undefined if none is due. `without`: developers whose files must wait.
   */
  claim(
    stage: Stage,
    isBusy: (place: TaskPlace) => boolean,
    busyCount: number,
    without: ReadonlySet<number> = nobody,
  ): Claim | undefined {
    const claimed = this.#files.claim(
      () => this.#nextFile(stage, isBusy, busyCount, without),
      (file) => {
        const code = next(file.code, 'claimed') ?? file.code;
        return { code, info: infoOf(code), ...(stage === 'recognise' && { started_at: this.#now() }) };
      },
    );
    if (claimed === undefined) return undefined;
    this.#turns[stage].serve(this.#files.ownerOf(claimed.row));
    return { stage, lease: claimed.lease, file: claimed.row, place: placeOf(claimed.row) };
  }

  #nextFile(
    stage: Stage,
    isBusy: (place: TaskPlace) => boolean,
    busyCount: number,
    without: ReadonlySet<number>,
  ): FileRow | undefined {
    const { queued, retry } = stages[stage];
    const lanes = [...new Set([queued, retry])];
    const owners = [...new Set(lanes.flatMap((lane) => this.#files.owners(lane)))];
    for (const owner of this.#turns[stage].order(owners)) {
      if (without.has(owner)) continue;
      const waiting = (lane: FileCode) => this.#files.next((file) => isBusy(placeOf(file)), busyCount, lane, owner);
      const file = retry === queued ? waiting(queued) : earlier(waiting(queued), waiting(retry));
      if (file !== undefined) return file;
    }
    return undefined;
  }

  /**
   * Completes a stage of a file. Returns false if the work no longer counts, because the file was cancelled or
   * restarted.
   */
  done(claim: Claim, found: Pick<FileChange, 'url' | 'rate_hz' | 'channels' | 'duration_ms'> = {}): boolean {
    return this.#settle(claim, (file) => {
      const code = next(file.code, 'done') ?? file.code;
      const ended = code === fileCodes.succeeded ? this.#success() : { code, info: infoOf(code) };
      this.#change(file, fresh, { ...ended, ...found });
    });
  }

  /** Schedules another try at `dueAt`. `weight` is how much this failure counts towards giving up. */
  retry(claim: Claim, info: string, dueAt: number, weight: number): boolean {
    return this.#files.retry(jobOf(claim), dueAt, weight, ({ code }) => ({
      code: next(code, 'passing') ?? code,
      info,
    }));
  }

  /** Ends a file with a failure; `progress` in percent. Returns false if the work no longer counts. */
  fail(claim: Claim, code: FileCode, info: string, progress: number): boolean {
    return this.#settle(claim, (file) => this.#fail(file, code, info, { progress }));
  }

  /** Ends all unfinished files of a task. No callback follows, because the client knows. */
  cancel(taskId: string): void {
    this.#atOnce(() => {
      const task = this.#table.task(taskId);
      if (task === undefined || task.step === 'done') return;
      for (const file of this.#table.files(taskId)) {
        const code = next(file.code, 'cancelled');
        if (code !== undefined) this.#fail(file, code, 'cancelled');
      }
      const finished_at = task.finished_at ?? this.#elapsed();
      this.#table.stepJobs.change(task, { lease: null }, { step: 'done', finished_at });
    });
  }

  /** Sends failed files back to the start of the stage that failed. Returns false if there are none. */
  restart(taskId: string): boolean {
    return this.#atOnce(() => {
      const task = this.#table.task(taskId);
      if (task === undefined) return false;
      let restarted = 0;
      const names = this.#places.names(taskId);
      for (const file of this.#table.files(taskId)) {
        if (!isFinished(file.code)) continue;
        const { position } = file;
        const inputs = { source: names.has(`${position}.source`), pcm: names.has(`${position}.pcm`) };
        const code = next(file.code, 'restarted', inputs);
        if (code === undefined) continue;
        restarted++;
        this.#change(file, fresh, { code, info: infoOf(code), started_at: null, finished_at: null, progress: 0 });
      }
      if (restarted === 0) return false;
      this.#table.stepJobs.change(task, fresh, { step: 'files', finished_at: null, save_status: null });
      return true;
    });
  }

  /**
   * Claims a task whose files are finished and whose results are to be saved or reported: of the developer who was
   * served longest ago. `without`: developers whose tasks must wait.
   */
  claimStep(
    isBusy: (taskId: string) => boolean,
    busyCount: number,
    without: ReadonlySet<number> = nobody,
  ): StepClaim | undefined {
    const claimed = this.#steps.claim(
      () => this.#nextStep(isBusy, busyCount, without),
      () => ({}),
    );
    if (claimed === undefined) return undefined;
    this.#stepTurns.serve(this.#steps.ownerOf(claimed.row));
    return { task: claimed.row, lease: claimed.lease };
  }

  #nextStep(isBusy: (taskId: string) => boolean, busyCount: number, without: ReadonlySet<number>): TaskRow | undefined {
    const owners = new Set(deliverySteps.flatMap((step) => this.#steps.owners(step)));
    for (const owner of this.#stepTurns.order([...owners])) {
      if (without.has(owner)) continue;
      const [first] = deliverySteps
        .flatMap((step) => this.#steps.next(({ id }) => isBusy(id), busyCount, step, owner) ?? [])
        .sort((one, other) => one.step_due_at - other.step_due_at);
      if (first !== undefined) return first;
    }
    return undefined;
  }

  retryStep(claim: StepClaim, dueAt: number): void {
    this.#steps.retry(stepJobOf(claim), dueAt, 1, () => ({}));
  }

  /** Ends a step of a task. `saved` is given for the step `save` and tells whether the results are in place. */
  endStep(claim: StepClaim, saved?: boolean): void {
    this.#steps.settle(stepJobOf(claim), (task) => {
      const toNotify = task.step === 'save' && requestOf(task).notifyUrl !== undefined;
      this.#table.stepJobs.change(task, fresh, {
        step: toNotify ? 'notify' : 'done',
        ...(saved !== undefined && { save_status: saved ? 1 : 0 }),
        ...(!toNotify && this.#isAllHeard(task.id) && { request: withoutSecretsOf(task) }),
      });
    });
  }

  /** The elapsed time at which the next waiting job is due; undefined: none is waiting. */
  nextDueAt(): number | undefined {
    return earliest(this.#files.nextDueAt(), this.#steps.nextDueAt());
  }

  #settle(claim: Claim, write: (file: FileRow) => void): boolean {
    return this.#files.settle(jobOf(claim), (file) => {
      write(file);
      this.#endTask(file.task_id);
    });
  }

  #endTask(taskId: string): void {
    const task = this.#table.task(taskId);
    if (task?.step !== 'files' || this.#table.hasOpenFiles(taskId)) return;
    this.#table.stepJobs.change(task, {}, { step: stepAfterFiles(requestOf(task)), finished_at: this.#elapsed() });
  }

  /** True if all files succeeded; such a task has nothing to restart. */
  #isAllHeard(taskId: string): boolean {
    return this.#table.files(taskId).every(({ code }) => code === fileCodes.succeeded);
  }

  #success(): FileChange {
    const code = fileCodes.succeeded;
    return { code, info: infoOf(code), progress: 100, finished_at: this.#now() };
  }

  #fail(file: FileRow, code: FileCode, info: string, more: Partial<FileChange> = {}): void {
    this.#change(file, { lease: null, dueAt: 0 }, { code, info, finished_at: this.#now(), ...more });
  }

  #change(file: FileRow, job: JobChange, values: FileChange): void {
    this.#table.fileJobs.change(file, job, values);
  }

  #atOnce<T>(work: () => T): T {
    return this.#table.db.transaction(work).immediate();
  }
}

/** The step that follows the last file. */
export const stepAfterFiles = ({ saveTo, notifyUrl }: TransRequest): TaskStep => {
  if (saveTo !== undefined) return 'save';
  return notifyUrl === undefined ? 'done' : 'notify';
};

/** The request of a finished task. Its callback URL and save path lose user, password and query. */
function withoutSecretsOf(task: TaskRow): string {
  const { notifyUrl, saveTo, ...rest } = requestOf(task);
  const request: TransRequest = {
    ...rest,
    notifyUrl: notifyUrl && withoutSecrets(notifyUrl),
    saveTo: saveTo && { ...saveTo, path: withoutSecrets(saveTo.path) },
  };
  return JSON.stringify(request);
}

function earlier(a: FileRow | undefined, b: FileRow | undefined): FileRow | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const order = a.priority - b.priority || a.task_seq - b.task_seq || a.position - b.position;
  return order <= 0 ? a : b;
}

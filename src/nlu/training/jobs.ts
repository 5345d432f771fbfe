// Tasks as jobs: a lane for each kind in which developers take turns, each task in a process of its own, started again after a crash.
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Backoff } from '../../jobs/backoff.js';
import { type Claim, JobQueue } from '../../jobs/queue.js';
import { final, type RetryRule, retryWaitMs } from '../../jobs/retry.js';
import { type Lane, Runner } from '../../jobs/runner.js';
import { Turns } from '../../jobs/turns.js';
import { type ErrorName, errorRow, isDiskFull, ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { LearningAssets, LearningKind, LearningProgress } from '../../understanding/learning/order.js';
import type { Attempts } from './attempts.js';
import { type Notify, ProgressCalls } from './calls.js';
import { type Learn, LearnFault } from './learn.js';
import { orderOf, type StoredOrder } from './orders.js';
import type { TrainingRoot } from './root.js';
import type { TaskRow, TaskValues, TrainingTable } from './table.js';
import type { Live } from './views.js';

export const kinds = ['model_train', 'data_mining', 'doc_to_qa', 'generate_question'] as const;

export interface TrainingJobsParts {
  readonly table: TrainingTable;
  readonly root: TrainingRoot;
  readonly attempts: Attempts;
  readonly learn: Learn;
  readonly notify: Notify;
  /** Number of tasks of each kind that may run at once. */
  readonly slots: Readonly<Record<LearningKind, number>>;
  readonly assets: () => LearningAssets;
  readonly log: Logger;
  /** ms of elapsed time */
  readonly now: () => number;
  /** 0 ≤ x < 1 */
  readonly chance: () => number;
  /** JSON of a callback during the work. */
  readonly workingBody: (taskId: string) => string;
  readonly onEnded: (kind: LearningKind, outcome: 'FINISHED' | 'ERROR', seconds: number) => void;
  readonly onSettled: () => void;
}

interface Begun {
  readonly startedMs: number;
  report: LearningProgress | undefined;
}

const { tries, retryMinMs, retryMaxMs, diskRetryMs } = limits.training;
const backoff: Backoff = { minMs: retryMinMs, maxMs: retryMaxMs, spread: 0.5 };

export class TrainingJobs {
  readonly #parts: TrainingJobsParts;
  readonly #queue: JobQueue<TaskRow, TaskValues>;
  readonly #begun = new Map<string, Begun>();
  readonly runner: Runner<Claim<TaskRow>>;

  constructor(parts: TrainingJobsParts) {
    const { table, log, now, slots, onSettled } = parts;
    this.#parts = parts;
    this.#queue = new JobQueue(table.jobs, now);
    this.runner = new Runner({
      ...{ name: 'training', log, diskRetryMs, onSettled },
      keyOf: ({ row }) => row.id,
      lanes: kinds.map((kind) => this.#lane(kind, slots[kind])),
    });
  }

  /** Restarts the interrupted tasks, and moves finished models to their requested places. */
  recover(): TaskRow[] {
    const { table } = this.#parts;
    const lost: TaskRow[] = [];
    this.#queue.recover((row) => {
      if (row.state === 'PLACING') {
        table.jobs.change(row, { lease: null }, this.#ended(row, this.#placedAtStart(row)));
        return;
      }
      lost.push(row);
      table.jobs.change(row, { lease: null, dueAt: 0 }, { attempt: null, started_at: null });
    });
    return lost;
  }

  #placedAtStart(row: TaskRow): Partial<TaskValues> {
    const { attempts, log, now } = this.#parts;
    try {
      attempts.place(row);
      return { state: 'FINISHED', finished_at: now() };
    } catch (err) {
      const { code, words } = judge(err);
      log.error({ err, task: row.id }, 'training: the trained models could not be moved to outputPath');
      return { state: 'ERROR', outcome: null, error_code: errorRow(code).code, error: words, finished_at: now() };
    }
  }

  nextDueAt(): number | undefined {
    return this.#queue.nextDueAt();
  }

  abort(taskId: string): Promise<void> {
    return this.runner.abort(({ row }) => row.id === taskId);
  }

  live(taskId: string): Live | undefined {
    const begun = this.#begun.get(taskId);
    return begun && { report: begun.report, elapsedMs: performance.now() - begun.startedMs };
  }

  #lane(kind: LearningKind, slots: number): Lane<Claim<TaskRow>> {
    const queue = this.#queue;
    const { now } = this.#parts;
    const turns = new Turns();
    return {
      slots,
      claim: (isBusy, busyCount) => {
        const claim = queue.claim(
          () => queue.nextInTurn(turns, ({ id }) => isBusy(id), busyCount, kind),
          () => ({ attempt: randomBytes(16).toString('hex'), started_at: now() }),
        );
        if (claim !== undefined) turns.serve(queue.ownerOf(claim.row));
        const row = claim && this.#parts.table.find(claim.row.id);
        return claim && row && { ...claim, row };
      },
      work: (claim, { signal }) => this.#work(claim, signal),
      faulted: (claim, fault) => this.#faulted(claim, fault),
    };
  }

  async #work(claim: Claim<TaskRow>, signal: AbortSignal): Promise<void> {
    const { notify, workingBody, attempts } = this.#parts;
    const { row } = claim;
    const begun: Begun = { startedMs: performance.now(), report: undefined };
    this.#begun.set(row.id, begun);
    const url = row.kind === 'model_train' ? row.notify_url : '';
    const body = () => workingBody(row.id);
    const calls = new ProgressCalls({ url, notify, body, clock: () => performance.now() });
    try {
      calls.progressed();
      const onProgress = (report: LearningProgress) => {
        begun.report = report;
        calls.progressed();
      };
      const settle = await this.#learnt(row, signal, onProgress).finally(() => calls.end());
      if (!settle(claim))
        await attempts.remove(row); // the task was deleted meanwhile
      else this.#told(row, 'FINISHED', begun);
    } catch (fault) {
      await attempts.remove(row);
      throw fault;
    } finally {
      this.#begun.delete(row.id);
    }
  }

  /** Does the work, and returns the function that records its outcome. */
  async #learnt(row: TaskRow, signal: AbortSignal, onProgress: (report: LearningProgress) => void) {
    const { root, attempts, learn, assets, table, now } = this.#parts;
    const stored = JSON.parse(row.request) as StoredOrder;
    const places = { resultPath: attempts.resultOf(row), draftPath: attempts.draftOf(row) };
    const about = { root, tenantId: row.tenant_id, assets: assets() };
    const trained = await learn(orderOf(stored, { ...about, ...places }), signal, onProgress);
    if (row.kind !== 'model_train') {
      await attempts.checkResult(row);
      return (claim: Claim<TaskRow>) => this.#finish(claim);
    }
    if (trained === undefined) throw new Error('a training ended without a result');
    const outcome = JSON.stringify(attempts.placed(row, trained));
    return (claim: Claim<TaskRow>) => {
      const isOurs = this.#queue.settle(claim, (current) => {
        table.jobs.change(current, {}, { state: 'PLACING', outcome, finished_at: now() });
      });
      if (!isOurs) return false;
      attempts.place(row);
      return this.#finish(claim);
    };
  }

  #finish(claim: Claim<TaskRow>): boolean {
    const { table, now } = this.#parts;
    return this.#queue.settle(claim, (row) =>
      table.jobs.change(row, { lease: null }, this.#ended(row, { state: 'FINISHED', finished_at: now() })),
    );
  }

  #ended(row: TaskRow, values: Partial<TaskValues>): Partial<TaskValues> {
    return { ...values, call: row.notify_url === '' ? 'NONE' : 'DUE' };
  }

  #faulted(claim: Claim<TaskRow>, fault: unknown): void {
    const { table, log, now, chance } = this.#parts;
    const { id, kind, tries: before, started_at: startedAt } = claim.row;
    const { code, words, rule } = judge(fault);
    const facts = { task: id, kind, reason: words };
    const waitMs = retryWaitMs(rule, before, backoff, chance);
    if (waitMs !== undefined) {
      this.#queue.retry(claim, now() + waitMs, rule.weight, () => ({ attempt: null, started_at: null }));
      log.warn({ ...facts, err: fault }, 'training: a task was interrupted and will be started again');
      return;
    }
    const error = { error_code: errorRow(code).code, error: words };
    const isOurs = this.#queue.settle(claim, (row) =>
      table.jobs.change(
        row,
        { lease: null },
        this.#ended(row, { state: 'ERROR', ...error, outcome: null, finished_at: now() }),
      ),
    );
    if (!isOurs) return;
    this.#parts.onEnded(kind, 'ERROR', (now() - (startedAt ?? now())) / 1_000);
    if (code === 'BAD_MATERIAL' || code === 'INVALID_ARGUMENT') log.info(facts, 'training: task refused');
    else log.error({ ...facts, err: fault }, 'training: task failed');
  }

  #told({ id, kind }: TaskRow, outcome: 'FINISHED', { startedMs }: Begun): void {
    const seconds = (performance.now() - startedMs) / 1_000;
    this.#parts.onEnded(kind, outcome, seconds);
    this.#parts.log.info({ task: id, kind, tookMs: Math.round(seconds * 1_000) }, 'training: task finished');
  }
}

interface Verdict {
  readonly code: ErrorName;
  /** The fault in words for the author. */
  readonly words: string;
  readonly rule: RetryRule;
}

export function judge(fault: unknown): Verdict {
  if (isDiskFull(fault)) return { code: 'STORAGE_FULL', words: 'the disk of this gateway is full', rule: final };
  if (fault instanceof ServiceError && fault.code !== 'INTERNAL') {
    return { code: fault.code, words: fault.message, rule: final };
  }
  if (fault instanceof LearnFault) {
    const { kind, message: words } = fault;
    switch (kind) {
      case 'input':
        return { code: 'BAD_MATERIAL', words, rule: final };
      case 'full':
        return { code: 'STORAGE_FULL', words, rule: final };
      case 'large':
        return { code: 'TASK_TOO_LARGE', words, rule: final };
      case 'lost': {
        const again = `${words}, ${tries} times, probably because it ran out of memory: give less material`;
        return { code: 'TASK_TOO_LARGE', words: again, rule: { weight: 1, most: tries } };
      }
      case 'fault':
        return { code: 'INTERNAL', words, rule: final };
    }
  }
  return { code: 'INTERNAL', words: 'internal fault of the service; its log has the details', rule: final };
}

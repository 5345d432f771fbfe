// Callbacks (specification 3, section 6). A running training reports WORKING from time to time; a failed report is not
// repeated, since the next one says more. The end of a task is reported at least once, in a limited number of tries,
// also after a restart.

import type { Logger } from 'pino';
import type { Backoff } from '../../jobs/backoff.js';
import { type Claim, JobQueue } from '../../jobs/queue.js';
import { final, retryWaitMs } from '../../jobs/retry.js';
import { Runner } from '../../jobs/runner.js';
import { withoutSecrets } from '../../net/client-url.js';
import { NetFault } from '../../net/fault.js';
import { withinTime } from '../../net/time-limit.js';
import { limits } from '../../protocol/limits.js';
import type { CallValues, TaskRow, TrainingTable } from './table.js';

/** POSTs JSON and expects a 2xx status. Throws a NetFault. */
export type Notify = (url: string, json: string, signal: AbortSignal) => Promise<unknown>;

const { callback, diskRetryMs } = limits.training;
/** Limits of a call; the same as for offline transcription. */
const { callbackMs, retryMinMs, retryMaxMs } = limits.trans;
const backoff: Backoff = { minMs: retryMinMs, maxMs: retryMaxMs, spread: 0.5 };

export interface CallParts {
  readonly table: TrainingTable;
  readonly notify: Notify;
  readonly log: Logger;
  /** ms of elapsed time */
  readonly now: () => number;
  /** 0 ≤ x < 1 */
  readonly chance: () => number;
  /** The body of a callback of this task. */
  readonly body: (row: TaskRow) => Promise<string>;
  readonly onSettled: () => void;
}

/** The callbacks of tasks that have ended. */
export class EndCalls {
  readonly #parts: CallParts;
  readonly #queue: JobQueue<TaskRow, CallValues>;
  readonly runner: Runner<Claim<TaskRow>>;

  constructor(parts: CallParts) {
    const { table, log, now, onSettled } = parts;
    const queue = new JobQueue(table.calls, now);
    this.#parts = parts;
    this.#queue = queue;
    this.runner = new Runner({
      ...{ name: 'training callback', log, diskRetryMs, onSettled },
      keyOf: ({ row }) => row.id,
      lanes: [
        {
          slots: callback.underWay,
          claim: (isBusy, busyCount) =>
            queue.claim(
              () => queue.next(({ id }) => isBusy(id), busyCount),
              () => ({}),
            ),
          work: (claim, { signal }) => this.#call(claim, signal),
          faulted: (claim, fault) => this.#faulted(claim, fault),
        },
      ],
    });
  }

  recover(): void {
    this.#queue.recover((row) => this.#parts.table.calls.change(row, { lease: null }));
  }

  nextDueAt(): number | undefined {
    return this.#queue.nextDueAt();
  }

  abort(taskId: string): Promise<void> {
    return this.runner.abort(({ row }) => row.id === taskId);
  }

  async #call(claim: Claim<TaskRow>, signal: AbortSignal): Promise<void> {
    const { notify, body } = this.#parts;
    const { row } = claim;
    const text = await body(row);
    await withinTime(signal, callbackMs, (until) => notify(row.notify_url, text, until));
    this.#end(claim);
  }

  #faulted(claim: Claim<TaskRow>, fault: unknown): void {
    const { log, now, chance } = this.#parts;
    const { id, call_tries: before } = claim.row;
    const isFinal = fault instanceof NetFault && fault.kind === 'refused';
    const rule = isFinal ? final : { weight: 1, most: callback.tries };
    const waitMs = retryWaitMs(rule, before, backoff, chance);
    const facts = { task: id, reason: (fault as Error).message };
    if (waitMs !== undefined) {
      this.#queue.retry(claim, now() + waitMs, rule.weight, () => ({}));
      log.info(facts, 'training: a callback failed and will be repeated');
      return;
    }
    this.#end(claim);
    log.warn({ ...facts, tries: before + 1 }, 'training: a callback failed; no more tries');
  }

  #end(claim: Claim<TaskRow>): void {
    this.#queue.settle(claim, (row) => {
      const done = { call: 'DONE', notify_url: withoutSecrets(row.notify_url) } as const;
      this.#parts.table.calls.change(row, { lease: null }, done);
    });
  }
}

export interface ProgressCallParts {
  readonly url: string;
  readonly notify: Notify;
  readonly body: () => string;
  /** monotonic clock, ms */
  readonly clock: () => number;
}

/** The WORKING callbacks of one training: one at a time, with a minimum interval. */
export class ProgressCalls {
  readonly #parts: ProgressCallParts;
  readonly #stop = new AbortController();
  #running: Promise<unknown> | undefined;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(parts: ProgressCallParts) {
    this.#parts = parts;
  }

  /** Called when there is progress to report. */
  progressed(): void {
    const { url, notify, body, clock } = this.#parts;
    if (url === '' || this.#running !== undefined || clock() - this.#lastMs < callback.workingMs) return;
    this.#lastMs = clock();
    this.#running = withinTime(this.#stop.signal, callbackMs, (until) => notify(url, body(), until))
      .catch(() => {}) // the next report says more
      .finally(() => {
        this.#running = undefined;
      });
  }

  /** Ends the reports. Resolves when none is in progress any more, so that the end of the task is reported last. */
  async end(): Promise<void> {
    this.#stop.abort();
    this.#lastMs = Number.POSITIVE_INFINITY;
    await this.#running;
  }
}

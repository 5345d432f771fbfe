// The steps after the last file of a task: its results are saved where saveTo says, then its callback is made. Durable
// as the files are, and at least once: a crash between an answer and its row makes the same call again.
import type { Logger } from 'pino';
import { backoffMs } from '../jobs/backoff.js';
import { attempt, persist } from '../jobs/persist.js';
import { FileFault, fileCodes } from '../protocol/engine/transcription.js';
import { limits } from '../protocol/limits.js';
import { transCodes } from '../protocol/wire/transcription-messages.js';
import type { SavedFile, SaveTarget, TransPorts } from './ports.js';
import { placeOf, type Queue, requestOf, type StepClaim } from './queue.js';
import { resultExt } from './result/write.js';
import { resultNames } from './result-names.js';
import type { FileRow, TaskRow, TransTable } from './table.js';
import type { Places } from './task-files.js';
import { taskView } from './views.js';

export interface AfterParts {
  readonly queue: Queue;
  readonly table: TransTable;
  readonly places: Places;
  readonly ports: TransPorts;
  readonly log: Logger;
  /** ms UTC */
  readonly now: () => number;
  /** 0 to 1 */
  readonly random: () => number;
  /** A step ended, or will be tried again. */
  readonly onSettled: () => void;
}

const { afterTries, afterUnderWay, callbackMs, retryMinMs, retryMaxMs } = limits.trans;

export class After {
  readonly #parts: AfterParts;
  readonly #runs = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>();
  #stopped = true;

  constructor(parts: AfterParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#stopped = false;
    this.kick();
  }

  kick(): void {
    while (!this.#stopped && this.#runs.size < afterUnderWay) {
      const next = () => this.#parts.queue.claimStep((id) => this.#runs.has(id), this.#runs.size);
      const claim = attempt(next, this.#parts.log, () => this.kick());
      if (claim === undefined) return;
      this.#run(claim);
    }
  }

  /** A task that was cancelled or restarted. */
  abort(taskId: string): void {
    this.#runs.get(taskId)?.abort.abort();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const runs = [...this.#runs.values()];
    for (const { abort } of runs) abort.abort();
    await Promise.all(runs.map(({ done }) => done));
  }

  #run(claim: StepClaim): void {
    const abort = new AbortController();
    const work = claim.task.step === 'save' ? this.#save(claim, abort.signal) : this.#notify(claim, abort.signal);
    const done = work
      .catch((fault: unknown) => {
        if (abort.signal.aborted) return;
        const { log } = this.#parts;
        log.error(
          { taskId: claim.task.id, step: claim.task.step, err: fault },
          'transcription: a step of the task failed',
        );
        const reason = (fault as Error).message;
        return persist(() => this.#retry(claim, reason), { log, isStopped: () => this.#stopped });
      })
      .finally(() => {
        this.#runs.delete(claim.task.id);
        if (this.#stopped) return;
        this.kick();
        this.#parts.onSettled();
      });
    this.#runs.set(claim.task.id, { abort, done });
  }

  async #save(claim: StepClaim, signal: AbortSignal): Promise<void> {
    const { ports, queue, log } = this.#parts;
    const { task } = claim;
    const target = requestOf(task).saveTo as SaveTarget;
    try {
      await ports.save(target, task.id, this.#results(task, target), signal);
    } catch (fault) {
      if (signal.aborted) return;
      const reason = (fault as Error).message;
      const isPassing = !(fault instanceof FileFault) || fault.isPassing;
      if (isPassing) return this.#retry(claim, reason);
      log.warn({ taskId: task.id, reason }, 'transcription: the results could not be saved');
      return queue.endStep(claim, false);
    }
    queue.endStep(claim, true);
  }

  async *#results(task: TaskRow, { style }: SaveTarget): AsyncGenerator<SavedFile> {
    const { table, places } = this.#parts;
    const files = table.files(task.id);
    for (const { file, name } of namedResults(task, files, style)) {
      yield { name, path: places.result(placeOf(file)) };
    }
    yield { name: 'manifest.json', bytes: manifest(taskView(task, files)) };
  }

  /**
   * 2xx: heard. 5xx and no answer: later again. Anything else is permanent (specification 2, section 4.4, "Callback").
   */
  async #notify(claim: StepClaim, signal: AbortSignal): Promise<void> {
    const { ports, queue, log } = this.#parts;
    const { task } = claim;
    const url = callbackUrl(requestOf(task).notifyUrl as string, task.id, task.save_status);
    let status: number;
    try {
      status = await ports.notify(url, AbortSignal.any([signal, AbortSignal.timeout(callbackMs)]));
    } catch (fault) {
      if (signal.aborted) return;
      if (fault instanceof FileFault && !fault.isPassing) {
        log.warn({ taskId: task.id, reason: fault.message }, 'transcription: the callback was refused');
        return queue.endStep(claim);
      }
      return this.#retry(claim, (fault as Error).message);
    }
    if (status >= 500) return this.#retry(claim, `answered ${status}`);
    if (status < 200 || status > 299) log.warn({ taskId: task.id, status }, 'transcription: the callback was refused');
    queue.endStep(claim);
  }

  #retry(claim: StepClaim, reason: string): void {
    const { queue, log, now, random } = this.#parts;
    const { id: taskId, step, step_tries: tries } = claim.task;
    if (tries + 1 >= afterTries) {
      log.warn({ taskId, step, reason, tries: tries + 1 }, 'transcription: a step failed too often and is given up');
      queue.endStep(claim, step === 'save' ? false : undefined);
      return;
    }
    log.info({ taskId, step, reason }, 'transcription: a step failed and will be retried');
    queue.retryStep(claim, now() + backoffMs(tries, { minMs: retryMinMs, maxMs: retryMaxMs, spread: 0.5 }, random));
  }
}

/** The results that there are, with the names that all files of the task would have. */
export function namedResults(task: TaskRow, files: readonly FileRow[], style: SaveTarget['style']) {
  const { resultType } = requestOf(task).options;
  const heads = files.map(({ position, shown }) => ({ index: position, path: shown }));
  const names = resultNames(style, heads, resultExt(resultType));
  const named = files.map((file, at) => ({ file, name: names[at] as string }));
  return named.filter(({ file }) => file.code === fileCodes.succeeded);
}

/** `task` goes behind the parameters that the URL has; save_status only where saveTo was set. */
export function callbackUrl(notifyUrl: string, taskId: string, saveStatus: number | null): string {
  const url = new URL(notifyUrl);
  const more = `task=${encodeURIComponent(taskId)}${saveStatus === null ? '' : `&save_status=${saveStatus}`}`;
  url.search = url.search === '' ? more : `${url.search}&${more}`;
  return url.href;
}

export const manifest = (view: ReturnType<typeof taskView>): Buffer =>
  Buffer.from(`${JSON.stringify({ ...manifestHead, ...view }, null, 2)}\n`);

const manifestHead = { code: transCodes.success, message: 'success' };

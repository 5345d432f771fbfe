// Takes files through their stages: as many at once as each stage may, the file whose turn it is first. Sleeps until
// something is submitted, ends, or becomes due.
import type { Logger } from 'pino';
import { backoffMs } from '../jobs/backoff.js';
import { attempt, persist } from '../jobs/persist.js';
import { type FileCode, FileFault, fileCodes } from '../protocol/engine/transcription.js';
import { isDiskFull, ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import type { Claim } from './queue.js';
import { NoRoom, type StageParts, stageWork } from './stage-work.js';
import { type Stage, stageNames, stages } from './states.js';
import type { TaskPlace } from './task-files.js';

export interface WorkerParts extends StageParts {
  readonly log: Logger;
  /** ms UTC */
  readonly now: () => number;
  /** files in work at once */
  readonly slots: Readonly<Record<Stage, number>>;
  /** 0 to 1 */
  readonly random: () => number;
  /** A file came to its end. */
  readonly onFinished?: (code: FileCode) => void;
  /** Something happened after which a task may be finished. */
  readonly onSettled: () => void;
}

interface Run {
  readonly claim: Claim;
  readonly abort: AbortController;
  readonly done: Promise<void>;
  readonly progress: { readonly percent: number };
}

const keyOf = ({ taskId, position }: TaskPlace): string => `${taskId} ${position}`;

export class Worker {
  readonly #parts: WorkerParts;
  readonly #runs = new Map<string, Run>();
  #stopped = true;
  #look: NodeJS.Timeout | undefined;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#stopped = false;
    this.kick();
  }

  /** Fills every slot that is free. */
  kick(): void {
    for (const stage of stageNames) {
      // Waiting for an engine is no try: after a start it takes seconds to come, and a gateway that is killed again and
      // again would give files up that nobody has ever heard.
      if (stage === 'recognise' && !this.#parts.ports.canHear()) {
        this.#lookLater();
        continue;
      }
      while (!this.#stopped && this.#count(stage) < this.#parts.slots[stage]) {
        const isBusy = (place: TaskPlace) => this.#runs.has(keyOf(place));
        const next = () => this.#parts.queue.claim(stage, isBusy, this.#runs.size);
        const claim = attempt(next, this.#parts.log, () => this.kick());
        if (claim === undefined) break;
        this.#run(claim);
      }
    }
  }

  /** Ends the work on files that were cancelled; their states are changed elsewhere. */
  abort(taskId: string): void {
    for (const { claim, abort } of this.#runs.values()) if (claim.place.taskId === taskId) abort.abort();
  }

  /** Progress of a file that is being recognised. */
  progress(place: TaskPlace): number | undefined {
    const run = this.#runs.get(keyOf(place));
    return run?.claim.stage === 'recognise' ? run.progress.percent : undefined;
  }

  /** Gives up running work; the next start begins it again. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#look);
    const runs = [...this.#runs.values()];
    for (const { abort } of runs) abort.abort();
    await Promise.all(runs.map(({ done }) => done));
  }

  #lookLater(): void {
    if (this.#stopped || this.#look !== undefined) return;
    this.#look = setTimeout(() => {
      this.#look = undefined;
      this.kick();
    }, limits.trans.engineLookMs).unref();
  }

  #count(stage: Stage): number {
    let count = 0;
    for (const { claim } of this.#runs.values()) if (claim.stage === stage) count++;
    return count;
  }

  #run(claim: Claim): void {
    const abort = new AbortController();
    const key = keyOf(claim.place);
    const progress = { percent: 0 };
    const onProgress = (percent: number) => {
      progress.percent = Math.min(100, Math.max(progress.percent, Math.floor(percent)));
    };
    const work = stageWork[claim.stage](claim, abort.signal, onProgress, this.#parts)
      .then(
        () => {
          this.#parts.log.debug({ ...claim.place, stage: claim.stage }, 'transcription: stage done');
          if (claim.stage === 'recognise') this.#parts.onFinished?.(fileCodes.succeeded);
        },
        (fault: unknown) =>
          persist(() => this.#faulted(claim, fault, abort.signal), {
            log: this.#parts.log,
            isStopped: () => this.#stopped,
          }),
      )
      .finally(() => {
        this.#runs.delete(key);
        if (this.#stopped) return;
        this.kick();
        this.#parts.onSettled();
      });
    this.#runs.set(key, { claim, abort, done: work, progress });
  }

  #faulted(claim: Claim, fault: unknown, signal: AbortSignal): void {
    if (signal.aborted) return; // cancelled, begun anew, or the gateway stops: the state is right, or the next start makes it so
    const { queue, log, now } = this.#parts;
    const verdict = judge(claim.stage, fault);
    const { code, info, weight, most } = verdict;
    const facts = { ...claim.place, stage: claim.stage, reason: info };
    if (most !== undefined && claim.file.tries + weight < most) {
      queue.retry(claim, info, now() + this.#waitMs(verdict, claim.file.tries), weight);
      log.info(facts, 'transcription: a step failed and will be retried');
      return;
    }
    const progress = this.progress(claim.place) ?? 0;
    if (queue.fail(claim, code, info, progress)) this.#parts.onFinished?.(code);
    if (verdict.isOurs) log.error({ ...facts, err: fault }, 'transcription: a file failed');
    else log.info({ ...facts, code }, 'transcription: a file failed');
  }

  #waitMs({ waitMs }: Verdict, tries: number): number {
    if (waitMs !== undefined) return waitMs;
    const { retryMinMs, retryMaxMs } = limits.trans;
    return backoffMs(tries, { minMs: retryMinMs, maxMs: retryMaxMs, spread: 0.5 }, this.#parts.random);
  }
}

interface Verdict {
  readonly code: FileCode;
  readonly info: string;
  /** Weight of a try, and the sum of weights that ends it; undefined: it is not retried. */
  readonly weight: number;
  readonly most: number | undefined;
  /** until the next try; undefined: longer each time */
  readonly waitMs?: number;
  readonly isOurs?: boolean;
}

const { stageTries, refusedTries, lostTries, engineWaitMs, diskRetryMs } = limits.trans;

export function judge(stage: Stage, fault: unknown): Verdict {
  const code = stages[stage].cancelled;
  const info = fault instanceof Error ? fault.message : String(fault);
  const once = { weight: 1, most: undefined };
  if (fault instanceof NoRoom) {
    return { code, info, weight: 0, most: Number.POSITIVE_INFINITY, waitMs: diskRetryMs }; // an operator can help
  }
  if (isDiskFull(fault)) {
    return { code, info: 'the disk is full', weight: 1, most: stageTries, waitMs: diskRetryMs };
  }
  if (fault instanceof FileFault) {
    return { code: fault.code, info, weight: 1, most: fault.isPassing ? stageTries : undefined };
  }
  if (fault instanceof ServiceError) {
    switch (fault.code) {
      case 'ENGINE_LOST': // it may be the file that ends engines
        return { code, info, weight: refusedTries / lostTries, most: refusedTries, waitMs: engineWaitMs };
      case 'ENGINE_UNAVAILABLE':
      case 'OVERLOADED':
      case 'STOPPING':
        return { code: refusedCode(stage), info, weight: 1, most: refusedTries, waitMs: engineWaitMs };
      case 'INTERNAL':
        break;
      default:
        return { code: refusedCode(stage), info, ...once };
    }
  }
  return { code, info: 'a fault of the service; its log has more', ...once, isOurs: true };
}

const refusedCode = (stage: Stage): FileCode =>
  stage === 'recognise' ? fileCodes.cannotStart : stages[stage].cancelled;

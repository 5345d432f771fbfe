// Takes files through their stages, each of them a lane of the runner.
import type { Logger } from 'pino';
import type { Backoff } from '../jobs/backoff.js';
import { final, type RetryRule, retryWaitMs } from '../jobs/retry.js';
import { type Lane, Runner } from '../jobs/runner.js';
import { type FileCode, FileFault, fileCodes } from '../protocol/engine/transcription.js';
import { isDiskFull, ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import type { Claim } from './queue.js';
import { NoRoom, type StageParts, stageWork } from './stage-work.js';
import { type Stage, stageNames, stages } from './states.js';
import type { TaskPlace } from './task-files.js';

export interface WorkerParts extends StageParts {
  readonly log: Logger;
  /** ms of elapsed time */
  readonly elapsed: () => number;
  /** files in work at once */
  readonly slots: Readonly<Record<Stage, number>>;
  /** 0 to 1 */
  readonly random: () => number;
  /** A file came to its end. */
  readonly onFinished?: (code: FileCode) => void;
  /** Something happened after which a task may be finished. */
  readonly onSettled: () => void;
}

const keyOf = ({ taskId, position }: TaskPlace): string => `${taskId} ${position}`;

export class Worker {
  readonly #runner: Runner<Claim>;

  constructor(parts: WorkerParts) {
    const { log, onSettled } = parts;
    this.#runner = new Runner({
      ...{ name: 'transcription', log, onSettled },
      lanes: stageNames.map((stage) => stageLane(stage, parts)),
      keyOf: ({ place }) => keyOf(place),
      ...{ diskRetryMs: limits.trans.diskRetryMs, lookMs: limits.trans.engineLookMs },
    });
  }

  start(): void {
    this.#runner.start();
  }

  /** Fills every slot that is free. */
  kick(): void {
    this.#runner.kick();
  }

  /** Ends the work on files that were cancelled; their states are changed elsewhere. */
  abort(taskId: string): void {
    void this.#runner.abort(({ place }) => place.taskId === taskId);
  }

  /** Progress of a file that is being recognised. */
  progress(place: TaskPlace): number | undefined {
    const run = this.#runner.running(keyOf(place));
    return run?.claim.stage === 'recognise' ? run.percent : undefined;
  }

  /** Gives up running work; the next start begins it again. */
  stop(): Promise<void> {
    return this.#runner.stop();
  }
}

function stageLane(stage: Stage, parts: WorkerParts): Lane<Claim> {
  const { queue, ports, slots, log, elapsed, random, onFinished } = parts;
  return {
    slots: slots[stage],
    // Waiting for an engine is no try: after a start it takes seconds to come, and a gateway that is killed again and
    // again would give files up that nobody has ever heard.
    ...(stage === 'recognise' && { isReady: () => ports.canHear() }),
    claim: (isBusy, busyCount) => queue.claim(stage, (place) => isBusy(keyOf(place)), busyCount),
    work: async (claim, { signal, onProgress }) => {
      await stageWork[stage](claim, signal, onProgress, parts);
      log.debug({ ...claim.place, stage }, 'transcription: stage done');
      if (stage === 'recognise') onFinished?.(fileCodes.succeeded);
    },
    faulted: (claim, fault, percent) => {
      const verdict = judge(stage, fault);
      const { code, info, weight } = verdict;
      const facts = { ...claim.place, stage, reason: info };
      const waitMs = retryWaitMs(verdict, claim.file.tries, backoff, random);
      if (waitMs !== undefined) {
        queue.retry(claim, info, elapsed() + waitMs, weight);
        log.info(facts, 'transcription: a step failed and will be retried');
        return;
      }
      if (queue.fail(claim, code, info, stage === 'recognise' ? percent : 0)) onFinished?.(code);
      if (verdict.isOurs) log.error({ ...facts, err: fault }, 'transcription: a file failed');
      else log.info({ ...facts, code }, 'transcription: a file failed');
    },
  };
}

interface Verdict extends RetryRule {
  readonly code: FileCode;
  readonly info: string;
  readonly isOurs?: boolean;
}

const { stageTries, refusedTries, lostTries, engineWaitMs, diskRetryMs, retryMinMs, retryMaxMs } = limits.trans;

/** Waits between the tries of files, of saving and of the callback. */
export const backoff: Backoff = { minMs: retryMinMs, maxMs: retryMaxMs, spread: 0.5 };

export function judge(stage: Stage, fault: unknown): Verdict {
  const code = stages[stage].cancelled;
  const info = fault instanceof Error ? fault.message : String(fault);
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
        return { code: refusedCode(stage), info, ...final };
    }
  }
  return { code, info: 'internal fault of the service; its log has the details', ...final, isOurs: true };
}

const refusedCode = (stage: Stage): FileCode =>
  stage === 'recognise' ? fileCodes.cannotStart : stages[stage].cancelled;

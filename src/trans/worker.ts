// Takes files through their stages; each stage is a lane of the runner.
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
  /** elapsed time, ms (src/clock/clock.ts) */
  readonly elapsed: () => number;
  /** files in work at once, for each stage */
  readonly slots: Readonly<Record<Stage, number>>;
  /** from 0 to 1 */
  readonly random: () => number;
  /** Called when a file has ended. */
  readonly onFinished?: (code: FileCode) => void;
  /** Called after events that may have finished a task. */
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

  /** Fills every free slot. */
  kick(): void {
    this.#runner.kick();
  }

  /** Ends the work on a task's cancelled files; their states are changed elsewhere. */
  abort(taskId: string): void {
    void this.#runner.abort(({ place }) => place.taskId === taskId);
  }

  /** The progress of a file that is being recognised, in percent; undefined: it is not. */
  progress(place: TaskPlace): number | undefined {
    const run = this.#runner.running(keyOf(place));
    return run?.claim.stage === 'recognise' ? run.percent : undefined;
  }

  /** Stops running work; the next start begins it again. */
  stop(): Promise<void> {
    return this.#runner.stop();
  }
}

function stageLane(stage: Stage, parts: WorkerParts): Lane<Claim> {
  const { queue, ports, slots, log, elapsed, random, onFinished } = parts;
  return {
    slots: slots[stage],
    // Waiting for an engine is no failed try. After a start, an engine takes seconds to appear, and a gateway that is
    // killed repeatedly would otherwise give up files that no engine has ever seen.
    ...(stage === 'recognise' && { isReady: () => ports.canHear() }),
    ownerOf: ({ file }) => file.developer_id,
    claim: (isBusy, busyCount, busyOwners) =>
      queue.claim(stage, (place) => isBusy(keyOf(place)), busyCount, busyOwners),
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

/** Waits between the tries of files, of saving and of callbacks. */
export const backoff: Backoff = { minMs: retryMinMs, maxMs: retryMaxMs, spread: 0.5 };

/** Decides after a fault: which code the file gets, and whether and when another try follows. */
export function judge(stage: Stage, fault: unknown): Verdict {
  const code = stages[stage].cancelled;
  const info = fault instanceof Error ? fault.message : String(fault);
  if (fault instanceof NoRoom) {
    return { code, info, weight: 0, most: Number.POSITIVE_INFINITY, waitMs: diskRetryMs }; // an operator can free space
  }
  if (isDiskFull(fault)) {
    return { code, info: 'the disk is full', weight: 1, most: stageTries, waitMs: diskRetryMs };
  }
  if (fault instanceof FileFault) {
    return { code: fault.code, info, weight: 1, most: fault.isPassing ? stageTries : undefined };
  }
  if (fault instanceof ServiceError) {
    switch (fault.code) {
      case 'ENGINE_LOST': // the file itself may crash engines
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

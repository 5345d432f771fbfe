// Publishes as jobs: one after another, of each developer in turn, at low priority, and started again after a crash.
import type { Logger } from 'pino';
import type { Backoff } from '../../jobs/backoff.js';
import { type Claim, JobQueue } from '../../jobs/queue.js';
import { final, type RetryRule, retryWaitMs } from '../../jobs/retry.js';
import { type Lane, Runner } from '../../jobs/runner.js';
import { Turns } from '../../jobs/turns.js';
import { isDiskFull, ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { type Compile, CompileFault, compileRobot, LastingFault, type RobotParts } from './compile.js';
import type { PackageFiles } from './files.js';
import type { PublishRow, PublishState, PublishTable, PublishValues } from './table.js';

export interface PublishJobsParts {
  readonly table: PublishTable;
  readonly files: PackageFiles;
  readonly feed: RobotParts;
  readonly compile: Compile;
  readonly log: Logger;
  /** ms UTC */
  readonly now: () => number;
  /** ms of elapsed time */
  readonly elapsed: () => number;
  /** 0 ≤ x < 1 */
  readonly chance: () => number;
  readonly onSettled: () => void;
}

type Queue = JobQueue<PublishRow, PublishValues>;

const { tries, retryMinMs, retryMaxMs, diskRetryMs } = limits.nlu.publish;
const backoff: Backoff = { minMs: retryMinMs, maxMs: retryMaxMs, spread: 0.5 };

export class PublishJobs {
  readonly #parts: PublishJobsParts;
  readonly #queue: Queue;
  readonly runner: Runner<Claim<PublishRow>>;

  constructor(parts: PublishJobsParts) {
    const { table, log, elapsed, onSettled } = parts;
    this.#parts = parts;
    this.#queue = new JobQueue(table.jobs, elapsed);
    this.runner = new Runner({
      ...{ name: 'publish', log, diskRetryMs, onSettled },
      keyOf: ({ row }) => row.id,
      lanes: [this.#lane()],
    });
  }

  recover(): void {
    this.#queue.recover((row) => this.#parts.table.jobs.change(row, { lease: null }));
  }

  nextDueAt(): number | undefined {
    return this.#queue.nextDueAt();
  }

  abort(publishId: string): void {
    void this.runner.abort(({ row }) => row.id === publishId);
  }

  #lane(): Lane<Claim<PublishRow>> {
    const queue = this.#queue;
    const turns = new Turns();
    const open: PublishState = 'WORKING';
    return {
      slots: 1,
      claim: (isBusy, busyCount) => {
        const claim = queue.claim(
          () => queue.nextInTurn(turns, ({ id }) => isBusy(id), busyCount, open),
          () => ({}),
        );
        if (claim !== undefined) turns.serve(queue.ownerOf(claim.row));
        return claim;
      },
      work: (claim, { signal }) => this.#publish(claim, signal),
      faulted: (claim, fault) => this.#faulted(claim, fault),
    };
  }

  async #publish(claim: Claim<PublishRow>, signal: AbortSignal): Promise<void> {
    const { table, files, feed, compile, log, now } = this.#parts;
    const { id, tenant_id: tenantId, robot_seq: robotSeq } = claim.row;
    const startedMs = feed.clock();
    const order = { directory: files.directory, publishId: id };
    const made = await compileRobot(compile, feed, { tenantId, robotSeq }, order, signal);
    const { sha256, bytes, modelId, readings } = made;
    // Nothing comes between this look and the row, which keeps the file from being removed.
    if (!files.has(made)) throw new CompileFault('the package is no longer on the disk');
    const settled = this.#queue.settle(claim, (row) =>
      table.jobs.change(
        row,
        { lease: null },
        { state: 'FINISHED', model_id: modelId, sha256, bytes, finished_at: now(), error: null },
      ),
    );
    if (settled)
      log.info({ publish: id, bytes, readings, tookMs: Math.round(feed.clock() - startedMs) }, 'robot published');
  }

  #faulted(claim: Claim<PublishRow>, fault: unknown): void {
    const { table, log, now, elapsed, chance } = this.#parts;
    const { id, tries: before } = claim.row;
    const { words, ...rule } = judge(fault);
    const facts = { publish: id, reason: words };
    const waitMs = retryWaitMs(rule, before, backoff, chance);
    if (waitMs !== undefined) {
      this.#queue.retry(claim, elapsed() + waitMs, rule.weight, () => ({ error: words }));
      log.warn({ ...facts, err: fault }, 'publish: an attempt failed and will be repeated');
      return;
    }
    this.#queue.settle(claim, (row) =>
      table.jobs.change(row, { lease: null }, { state: 'ERROR', finished_at: now(), error: words }),
    );
    log.error({ ...facts, err: fault }, 'publish: a robot could not be published');
  }
}

interface Verdict extends RetryRule {
  /** The fault in words for the author. */
  readonly words: string;
}

function judge(fault: unknown): Verdict {
  if (isDiskFull(fault)) {
    const words = 'the disk of this gateway is full; the robot will be published when there is free space';
    return { words, weight: 0, most: Number.POSITIVE_INFINITY, waitMs: diskRetryMs };
  }
  if (fault instanceof LastingFault) return { words: fault.message, ...final };
  if (fault instanceof CompileFault) return { words: fault.message, weight: 1, most: tries };
  if (fault instanceof ServiceError && fault.code === 'ROBOT_NOT_FOUND') return { words: fault.message, ...final };
  return { words: 'internal fault of the service; its log has the details', ...final };
}

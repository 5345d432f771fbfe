// Keeps one child process running: restart with backoff after a crash, replacement without a gap on demand.
import { backoffMs } from '../jobs/backoff.js';
import type { WarmSpare } from './spare.js';
import type { Supervised, SupervisorLog } from './supervised.js';

export interface SupervisorLimits {
  readonly drainMs: number;
  readonly restartMinMs: number;
  readonly restartMaxMs: number;
  /** a replaced child may keep what it has open for so long */
  readonly swapMs: number;
  /** deaths in a row before it was ready; then it is started bare */
  readonly startFailures: number;
  /** a run of this length forgets earlier crashes */
  readonly stableMs: number;
}

export interface SlotParts<P extends Supervised> {
  /** The name of the child in the log: "engine". */
  readonly name: string;
  readonly limits: SupervisorLimits;
  readonly log: SupervisorLog;
  /** A new child. `isBare`: without what may be the reason why others died at their start. */
  launch(delayMs: number, isBare: boolean): P;
  /** There is something to leave out. */
  readonly canBeBare?: boolean;
  /** Takes over at once where it is there. */
  readonly spare?: WarmSpare<P>;
  /** Facts about the process for the log. */
  facts(process: P): object;
  /** Facts about a lost process for the log. */
  lossFacts(process: P): object;
  onReady?(process: P, isBare: boolean): void;
  /** Called before a successor is chosen. */
  onDeath?(process: P): void;
  /** The reason, in words, why a fresh child must not take over. */
  worse?(old: P, fresh: P): string | undefined;
}

/** 100 ms after the first failure, doubling to the ceiling. */
export function restartDelayMs(
  failures: number,
  { restartMinMs, restartMaxMs }: Pick<SupervisorLimits, 'restartMinMs' | 'restartMaxMs'>,
): number {
  return backoffMs(failures - 1, { minMs: restartMinMs, maxMs: restartMaxMs, spread: 0 });
}

export class SupervisedSlot<P extends Supervised> {
  readonly #parts: SlotParts<P>;
  #current: P;
  #retired = new Set<P>();
  #failures = 0;
  /** in a row, before it was ready */
  #startFailures = 0;
  #stopping = false;
  restarts = 0;

  constructor(parts: SlotParts<P>) {
    this.#parts = parts;
    this.#current = this.#launch(0);
  }

  get current(): P {
    return this.#current;
  }

  get retired(): ReadonlySet<P> {
    return this.#retired;
  }

  /** A fresh child takes over when it is ready; the old one finishes what it has open and exits. */
  async replace(): Promise<void> {
    const { name, limits, log, launch, facts, lossFacts, worse, onDeath } = this.#parts;
    const fresh = launch(0, false);
    await new Promise<void>((resolve, reject) => {
      fresh.onReady(resolve);
      fresh.onGone(() => {
        if (fresh.readyAtMs > 0) return;
        log.warn(lossFacts(fresh), `the new ${name} ended before it was ready`);
        onDeath?.(fresh);
        reject(new Error(`the new ${name} did not start; the old one stays in service`));
      });
    });
    const old = this.#current;
    const why = worse?.(old, fresh);
    if (why !== undefined) {
      fresh.retire(limits.drainMs);
      throw new Error(`${why}; the old ${name} stays in service with its models`);
    }
    this.#current = fresh;
    fresh.onGone(() => this.#crashed(fresh));
    if (this.#stopping) {
      fresh.retire(limits.drainMs);
      return;
    }
    this.#retire(old, limits.swapMs);
    log.info({ ...facts(fresh), oldPid: old.pid }, `${name} replaced`);
  }

  /** Resolves when no process of this slot is left. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const all = [this.#current, ...this.#retired];
    for (const process of all) process.retire(this.#parts.limits.drainMs);
    await Promise.all(all.filter((process) => process.state !== 'gone').map((process) => gone(process)));
  }

  #launch(delayMs: number): P {
    const { name, limits, log, launch, canBeBare = false, facts, onReady } = this.#parts;
    const isBare = this.#startFailures >= limits.startFailures && canBeBare;
    const process = launch(delayMs, isBare);
    process.onReady(() => {
      this.#startFailures = 0;
      log.info(facts(process), `${name} ready`);
      onReady?.(process, isBare);
    });
    process.onGone(() => this.#crashed(process));
    return process;
  }

  #retire(process: P, graceMs: number): void {
    if (process.state === 'gone') return;
    this.#retired.add(process);
    process.onGone(() => this.#retired.delete(process));
    process.retire(graceMs);
  }

  #crashed(process: P): void {
    if (this.#stopping || process !== this.#current) return;
    const { name, limits, log, lossFacts, spare, onDeath } = this.#parts;
    const ranMs = process.readyAtMs > 0 ? performance.now() - process.readyAtMs : 0;
    this.#failures = ranMs >= limits.stableMs ? 1 : this.#failures + 1;
    this.restarts++;
    this.#startFailures = process.readyAtMs > 0 ? 0 : this.#startFailures + 1;
    onDeath?.(process);
    const successor = spare?.take();
    if (successor !== undefined) {
      log.warn({ ...lossFacts(process), sparePid: successor.pid }, `${name} lost; the spare has taken over`);
      this.#startFailures = 0;
      this.#current = successor;
      successor.onGone(() => this.#crashed(successor));
      return;
    }
    const delayMs = restartDelayMs(this.#failures, limits);
    log.warn({ ...lossFacts(process), delayMs }, `${name} lost; restarting`);
    this.#current = this.#launch(delayMs);
  }
}

const gone = (process: Supervised): Promise<void> => new Promise((resolve) => process.onGone(resolve));

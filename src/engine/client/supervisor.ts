// Keeps one engine running: restart with backoff after a crash, replacement without a gap on demand.
import { backoffMs } from '../../jobs/backoff.js';
import type { limits } from '../../protocol/limits.js';
import { EngineProcess, type ProcessOptions } from './process.js';

export type EngineLimits = { readonly [K in keyof typeof limits.engine]: number };

export interface EngineLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

/** 100 ms after the first failure, doubling to the ceiling. */
export function restartDelayMs(failures: number, { restartMinMs, restartMaxMs }: EngineLimits): number {
  return backoffMs(failures - 1, { minMs: restartMinMs, maxMs: restartMaxMs, spread: 0 });
}

export class EngineSlot {
  #current: EngineProcess;
  #retired = new Set<EngineProcess>();
  #failures = 0;
  /** in a row, before the first word */
  #startFailures = 0;
  #stopping = false;
  restarts = 0;

  constructor(
    readonly index: number,
    readonly options: ProcessOptions,
    readonly limits: EngineLimits,
    readonly log: EngineLog,
  ) {
    this.#current = this.#launch(0);
  }

  get current(): EngineProcess {
    return this.#current;
  }

  get retired(): ReadonlySet<EngineProcess> {
    return this.#retired;
  }

  /** A fresh engine takes over when it is ready; the old one finishes its sessions and exits. */
  async replace(): Promise<void> {
    const fresh = new EngineProcess(this.options, 0);
    await new Promise<void>((resolve, reject) => {
      fresh.onReady(resolve);
      fresh.onGone(() => reject(new Error('the new engine did not start; the old one stays in service')));
    });
    const old = this.#current;
    const worse = newlyRefused(old, fresh);
    if (worse !== undefined) {
      fresh.retire(this.limits.drainMs);
      throw new Error(`${worse}; the old engine stays in service with its models`);
    }
    this.#current = fresh;
    fresh.onGone(() => this.#crashed(fresh));
    if (this.#stopping) {
      fresh.retire(this.limits.drainMs);
      return;
    }
    this.#retire(old, this.limits.swapMs);
    this.log.info({ ...this.#facts(fresh), oldPid: old.pid }, 'engine replaced');
  }

  /** Resolves when no process of this slot is left. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const all = [this.#current, ...this.#retired];
    for (const process of all) process.retire(this.limits.drainMs);
    await Promise.all(all.filter((process) => process.state !== 'gone').map((process) => gone(process)));
  }

  #launch(delayMs: number): EngineProcess {
    const isBare = this.#startFailures >= this.limits.startFailures && this.options.args.length > 0;
    const process = new EngineProcess(isBare ? { ...this.options, args: [] } : this.options, delayMs);
    process.onReady(() => {
      this.#startFailures = 0;
      if (isBare)
        this.log.warn(
          { engine: this.index },
          'engine started without models, because it died while loading them (see the lines before)',
        );
      this.log.info(this.#facts(process), 'engine ready');
      for (const { name, reason } of process.models.refused) {
        this.log.warn({ engine: this.index, model: name, reason }, 'model refused');
      }
    });
    process.onGone(() => this.#crashed(process));
    return process;
  }

  #facts({ pid, startMs, rssBytes, models }: EngineProcess): object {
    const serving = models.serving.map(({ name }) => name);
    return { engine: this.index, enginePid: pid, startMs: Math.round(startMs), rssBytes, models: serving };
  }

  #retire(process: EngineProcess, graceMs: number): void {
    if (process.state === 'gone') return;
    this.#retired.add(process);
    process.onGone(() => this.#retired.delete(process));
    process.retire(graceMs);
  }

  #crashed(process: EngineProcess): void {
    if (this.#stopping || process !== this.#current) return;
    const ranMs = process.readyAtMs > 0 ? performance.now() - process.readyAtMs : 0;
    this.#failures = ranMs >= this.limits.stableMs ? 1 : this.#failures + 1;
    this.restarts++;
    this.#startFailures = process.readyAtMs > 0 ? 0 : this.#startFailures + 1;
    const delayMs = restartDelayMs(this.#failures, this.limits);
    this.log.warn(
      { engine: this.index, enginePid: process.pid, sessions: process.load, delayMs },
      'engine lost; restarting',
    );
    this.#current = this.#launch(delayMs);
  }
}

/** A model that the running engine did not have to refuse, in words. */
function newlyRefused(old: EngineProcess, fresh: EngineProcess): string | undefined {
  if (old.state !== 'ready') return undefined; // anything is better than none
  const known = new Set(old.models.refused.map(({ name }) => name));
  const worse = fresh.models.refused.find(({ name }) => !known.has(name));
  return worse && `model ${worse.name} is refused: ${worse.reason}`;
}

const gone = (process: EngineProcess): Promise<void> => new Promise((resolve) => process.onGone(resolve));

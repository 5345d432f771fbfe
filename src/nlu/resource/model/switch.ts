// The switch to another model that a tenant enables: everything made with the old one is made again in the background. Until
// then its robots cannot be tested; published packages carry their own model and go on. Nothing of it outlives a restart,
// because everything that is made for testing is made again after one.
import type { Logger } from 'pino';
import { ServiceError } from '../../../protocol/errors.js';

/** Makes again what was made with the tenant's model. `signal` aborts when yet another model was enabled meanwhile. */
export type Rebuild = (tenantId: string, modelId: number, signal: AbortSignal) => Promise<void>;
export type ModelState = 'READY' | 'REBUILDING';

interface Running {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

export class ModelSwitch {
  readonly #log: Logger;
  readonly #rebuilds: Rebuild[] = [];
  /** By tenant. */
  readonly #running = new Map<string, Running>();
  #isStopped = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** `rebuild` runs at every change of a tenant's model, beside those that others register. */
  register(rebuild: Rebuild): void {
    this.#rebuilds.push(rebuild);
  }

  state(tenantId: string): ModelState {
    return this.#running.has(tenantId) ? 'REBUILDING' : 'READY';
  }

  /** For routes that test a robot. */
  refuseInMaintenance(tenantId: string): void {
    if (this.state(tenantId) === 'READY') return;
    const why = 'its resources are being rebuilt for another model; wait until GET model_state says READY';
    throw new ServiceError('MAINTENANCE', `the robot is under maintenance: ${why}`);
  }

  /** After the change was saved. Rebuilding for a model that was enabled before is given up. */
  changed(tenantId: string, modelId: number): void {
    if (this.#isStopped) return;
    const before = this.#running.get(tenantId);
    before?.stop.abort();
    const stop = new AbortController();
    const ended = this.#rebuild(tenantId, modelId, stop.signal, before?.ended);
    const running = { stop, ended };
    this.#running.set(tenantId, running);
    void ended.then(() => {
      if (this.#running.get(tenantId) === running) this.#running.delete(tenantId);
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const all = [...this.#running.values()];
    for (const { stop } of all) stop.abort();
    await Promise.all(all.map(({ ended }) => ended));
  }

  async #rebuild(tenantId: string, modelId: number, signal: AbortSignal, before?: Promise<void>): Promise<void> {
    await before; // two rebuilds of one tenant never run at once
    const outcomes = await Promise.allSettled(
      this.#rebuilds.map(async (rebuild) => {
        if (!signal.aborted) await rebuild(tenantId, modelId, signal);
      }),
    );
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled' || signal.aborted) continue;
      this.#log.error({ err: outcome.reason, tenantId, modelId }, 'rebuild for the enabled model failed');
    }
  }
}

// The switch to another model that a tenant enables: everything made with the old model is made again in the
// background. Until then its robots cannot be tested; published packages carry their own model and go on. No state of
// this outlives a restart, since a restart remakes everything that is made for tests.
import type { Logger } from 'pino';
import { ServiceError } from '../../../protocol/errors.js';

/**
 * Remakes everything that was made with the tenant's model. `signal` aborts when yet another model was enabled
 * meanwhile.
 */
export type Rebuild = (tenantId: string, modelId: number, signal: AbortSignal) => Promise<void>;
export type ModelState = 'READY' | 'REBUILDING';

interface Running {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

export class ModelSwitch {
  readonly #log: Logger;
  readonly #rebuilds: Rebuild[] = [];
  /** Running rebuilds by tenant. */
  readonly #running = new Map<string, Running>();
  #isStopped = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Registers a rebuild, which runs at every change of a tenant's model, along with the others. */
  register(rebuild: Rebuild): void {
    this.#rebuilds.push(rebuild);
  }

  state(tenantId: string): ModelState {
    return this.#running.has(tenantId) ? 'REBUILDING' : 'READY';
  }

  /** Refuses requests that test a robot while its tenant is being rebuilt. */
  refuseInMaintenance(tenantId: string): void {
    if (this.state(tenantId) === 'READY') return;
    const why = 'its resources are being rebuilt for another model; wait until GET model_state says READY';
    throw new ServiceError('MAINTENANCE', `the robot is under maintenance: ${why}`);
  }

  /** Called after the change was saved. A rebuild for a previously enabled model is given up. */
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

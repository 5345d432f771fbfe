// Acts when engines die: after three deaths in ten minutes the model that caused them, or else the newest one, is
// replaced by its predecessor.
import type { EngineDeath } from '../../engine/client/slot.js';
import { newlyActive } from '../../models/history.js';
import { type ModelName, nameOf } from '../../models/slots.js';
import type { ModelStore } from '../../models/store.js';
import { limits } from '../../protocol/limits.js';

interface QuarantineParts {
  readonly store: ModelStore;
  readonly log: { warn(facts: object, message: string): void; error(facts: object, message: string): void };
  /** ms UTC, as the store writes it */
  readonly now: () => number;
  /** Called after a model has gone into quarantine: inputs that were suspected because of it are suspects no longer. */
  readonly onQuarantine: () => void;
}

const { modelDeaths, deathWindowMs, newModelMs } = limits.engine;
const busyRetryMs = 1_000;

export class ModelQuarantine {
  readonly #parts: QuarantineParts;
  /** `atMs` by the steady clock, oldest first */
  #deaths: { readonly atMs: number; readonly loading: string | undefined }[] = [];
  #isWorking = false;

  constructor(parts: QuarantineParts) {
    this.#parts = parts;
  }

  /** Deaths in the last ten minutes that have had no consequence yet. */
  get recentDeaths(): number {
    this.#forgetOld();
    return this.#deaths.length;
  }

  /** Called when other models are active: earlier deaths do not count against them. */
  activated(): void {
    this.#deaths = [];
  }

  died({ loading }: EngineDeath): void {
    this.#forgetOld();
    this.#deaths.push({ atMs: performance.now(), loading });
    if (this.#deaths.length > modelDeaths * 10) this.#deaths.shift();
    if (this.#deaths.length >= modelDeaths) void this.#act();
  }

  /** Sentences for the operator about models in quarantine, and deaths that no model explains. */
  degraded(): string[] {
    const models = this.#parts.store.history().quarantined.map((model) => {
      const name = nameOf(model);
      const since = new Date(model.atMs).toISOString();
      return `model ${name} has been in quarantine since ${since}: ${model.reason}; try it again with tonegate models activate ${name}`;
    });
    const deaths = this.recentDeaths;
    if (deaths < modelDeaths) return models;
    return [...models, `${deaths} engines died in the last ten minutes; the log says what they were doing`];
  }

  async #act(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    const { store, log, onQuarantine } = this.#parts;
    try {
      const culprit = this.#culprit();
      if (culprit === undefined) {
        log.error({ deaths: this.#deaths.length }, 'engines keep dying, and no newly activated model explains it');
        return;
      }
      const count = this.#deaths.length;
      const instead = await store.quarantine(culprit, `${count} engines died within ten minutes`);
      const slots = Object.fromEntries(
        [...instead].map(([slot, model]) => [slot, model === null ? null : nameOf(model)]),
      );
      log.error(
        { model: nameOf(culprit), deaths: count, instead: slots },
        'model put into quarantine: engines kept dying while it was active',
      );
      this.#deaths = [];
      onQuarantine();
    } catch (fault) {
      log.error({ reason: (fault as Error).message }, 'the newest model could not be put into quarantine');
      setTimeout(() => this.recentDeaths >= modelDeaths && void this.#act(), busyRetryMs).unref();
    } finally {
      this.#isWorking = false;
    }
  }

  /**
   * The model that most of the dead engines were loading, unless it is a shipped one. If most of them had loaded all
   * models, it is the one activated last.
   */
  #culprit(): ModelName | undefined {
    const { store, now } = this.#parts;
    const loading = this.#deaths.flatMap((death) => death.loading ?? []);
    if (loading.length * 2 > this.#deaths.length) {
      const count = (name: string) => loading.filter((each) => each === name).length;
      const [worst] = loading.sort((a, b) => count(b) - count(a));
      return Object.values(store.active().slots).find((model) => nameOf(model) === worst);
    }
    return newlyActive(store.history(), store.active(), now(), newModelMs)[0];
  }

  #forgetOld(): void {
    const fromMs = performance.now() - deathWindowMs;
    this.#deaths = this.#deaths.filter(({ atMs }) => atMs >= fromMs);
  }
}

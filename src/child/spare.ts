// A child that is started and ready before it is needed: it takes over at once when one dies, and another is started afterwards,
// once nothing else starts and memory allows it.
import { backoffMs } from '../jobs/backoff.js';
import type { Supervised, SupervisorLog } from './supervised.js';

export interface SpareParts<P extends Supervised> {
  /** The name of the child in the log: "engine". */
  readonly name: string;
  readonly log: SupervisorLog;
  /** from the last takeover, or death of a spare, to the next start; doubled with each death of a spare in a row */
  readonly delayMs: number;
  readonly maxDelayMs: number;
  readonly drainMs: number;
  launch(): P;
  /** Everything that serves is ready. */
  isCalm(): boolean;
  /** There is memory for one more. */
  hasRoom(): boolean;
  /** There is too little memory to keep one that serves nobody. */
  isShort(): boolean;
  facts(process: P): object;
  lossFacts(process: P): object;
  onDeath?(process: P): void;
}

export class WarmSpare<P extends Supervised> {
  readonly #parts: SpareParts<P>;
  readonly #look: NodeJS.Timeout;
  #spare: P | undefined;
  #deaths = 0;
  #notBeforeMs = 0;
  #pauses = 0;

  constructor(parts: SpareParts<P>) {
    this.#parts = parts;
    this.#look = setInterval(() => this.#consider(), parts.delayMs);
    this.#look.unref();
  }

  get process(): P | undefined {
    return this.#spare;
  }

  /** It serves from now on, and is no spare any more. Undefined: there is none that was started. */
  take(): P | undefined {
    const spare = this.#spare;
    if (spare === undefined || spare.state === 'waiting') return undefined;
    this.#spare = undefined;
    this.#wait(this.#parts.delayMs);
    return spare;
  }

  /** Keeps no spare while `work` lasts, because the required configuration of a spare changes. */
  async without<T>(work: () => Promise<T>): Promise<T> {
    this.#pauses++;
    this.#giveUp();
    try {
      return await work();
    } finally {
      this.#pauses--;
      this.#wait(this.#parts.delayMs);
    }
  }

  /** Resolves when it is gone. */
  async stop(): Promise<void> {
    clearInterval(this.#look);
    this.#pauses++;
    const spare = this.#spare;
    this.#giveUp();
    if (spare !== undefined && spare.state !== 'gone') await new Promise<void>((resolve) => spare.onGone(resolve));
  }

  #consider(): void {
    const { name, log, facts, launch, isCalm, hasRoom, isShort } = this.#parts;
    if (this.#spare !== undefined) {
      if (!isShort()) return;
      log.warn(facts(this.#spare), `memory is low: the spare ${name} is stopped`);
      this.#giveUp();
      this.#wait(this.#parts.maxDelayMs);
      return;
    }
    if (this.#pauses > 0 || performance.now() < this.#notBeforeMs || !isCalm() || !hasRoom()) return;
    const spare = launch();
    this.#spare = spare;
    spare.onReady(() => {
      this.#deaths = 0;
      log.info(facts(spare), `spare ${name} ready`);
    });
    spare.onGone(() => {
      if (this.#spare === spare) this.#died(spare);
    });
  }

  #died(spare: P): void {
    const { name, log, delayMs, maxDelayMs, lossFacts, onDeath } = this.#parts;
    this.#spare = undefined;
    const waitMs = backoffMs(this.#deaths++, { minMs: delayMs, maxMs: maxDelayMs, spread: 0 });
    this.#wait(waitMs);
    log.warn({ ...lossFacts(spare), delayMs: waitMs }, `spare ${name} lost`);
    onDeath?.(spare);
  }

  #giveUp(): void {
    const spare = this.#spare;
    this.#spare = undefined;
    spare?.retire(this.#parts.drainMs);
  }

  #wait(ms: number): void {
    this.#notBeforeMs = performance.now() + ms;
  }
}

// How late this process's own event loop is: what the gateway cannot read in time no engine hears in time. That it is busy says
// nothing: connections and bodies of an attacker make it so, and calls go on beside them.
import { limits } from '../../protocol/limits.js';

const { lookMs, lateMs: lateFromMs } = limits.admission;

export class OwnLoop {
  readonly #looking: NodeJS.Timeout;
  #atMs = performance.now();
  /** whether it was late, at the last look and at the one before */
  #wasLate: readonly [boolean, boolean] = [false, false];

  constructor() {
    this.#looking = setInterval(() => this.#look(), lookMs);
    this.#looking.unref();
  }

  /** At each of the last two looks. */
  get isLate(): boolean {
    return this.#wasLate[0] && this.#wasLate[1];
  }

  stop(): void {
    clearInterval(this.#looking);
  }

  #look(): void {
    const atMs = performance.now();
    this.#wasLate = [this.#wasLate[1], atMs - this.#atMs - lookMs > lateFromMs];
    this.#atMs = atMs;
  }
}

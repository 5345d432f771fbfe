// How busy this process's own event loop is: what the gateway cannot read in time no engine hears in time.
import { limits } from '../../protocol/limits.js';

const { lookMs, lateMs: lateFromMs, saturatedShare } = limits.admission;

export class OwnLoop {
  readonly #looking: NodeJS.Timeout;
  #usage = performance.eventLoopUtilization();
  #atMs = performance.now();
  /** whether it was at its end, at the last look and at the one before */
  #wasFull: readonly [boolean, boolean] = [false, false];

  constructor() {
    this.#looking = setInterval(() => this.#look(), lookMs);
    this.#looking.unref();
  }

  /** It was busy without a break, or late, at each of the last two looks. */
  get isFull(): boolean {
    return this.#wasFull[0] && this.#wasFull[1];
  }

  stop(): void {
    clearInterval(this.#looking);
  }

  #look(): void {
    const atMs = performance.now();
    const { utilization } = performance.eventLoopUtilization(this.#usage);
    const isFull = utilization > saturatedShare || atMs - this.#atMs - lookMs > lateFromMs;
    this.#wasFull = [this.#wasFull[1], isFull];
    this.#usage = performance.eventLoopUtilization();
    this.#atMs = atMs;
  }
}

// How late this process's own event loop is: what the gateway cannot read in time no engine hears in time. That it is busy says
// nothing where engines have processors of their own: connections and bodies of an attacker make it so, and calls go on beside
// them. Where they share one, what the gateway takes of it the engines do not have.
import { limits } from '../../protocol/limits.js';

const { lookMs, lateMs: lateFromMs, looks } = limits.admission;

export class OwnLoop {
  readonly #looking: NodeJS.Timeout;
  #atMs = performance.now();
  #cpuMs = cpuMs();
  /** parts of a processor that this process took, from look to look, newest last */
  #shares: readonly number[] = [];
  /** whether it was late, at the last look and at the one before */
  #wasLate: readonly [boolean, boolean] = [false, false];

  constructor() {
    this.#looking = setInterval(() => this.#look(), lookMs);
    this.#looking.unref();
  }

  /** True if it was late at each of the last two looks. */
  get isLate(): boolean {
    return this.#wasLate[0] && this.#wasLate[1];
  }

  /** Part of a processor that this process took lately. */
  get cpuShare(): number {
    return this.#shares.reduce((sum, share) => sum + share, 0) / Math.max(1, this.#shares.length);
  }

  stop(): void {
    clearInterval(this.#looking);
  }

  #look(): void {
    const atMs = performance.now();
    this.#wasLate = [this.#wasLate[1], atMs - this.#atMs - lookMs > lateFromMs];
    const cpu = cpuMs();
    this.#shares = [...this.#shares, (cpu - this.#cpuMs) / Math.max(1, atMs - this.#atMs)].slice(-looks);
    this.#atMs = atMs;
    this.#cpuMs = cpu;
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

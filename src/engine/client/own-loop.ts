// The delay of this process's own event loop: no engine can hear in time what the gateway cannot read in time. A busy
// gateway means nothing where engines have processors of their own: an attacker's connections and bodies keep it busy,
// and calls go on beside them. Where they share a processor, the engines lack the gateway's share of it.
import { limits } from '../../protocol/limits.js';

const { lookMs, lateMs: lateFromMs, looks } = limits.admission;

export class OwnLoop {
  readonly #looking: NodeJS.Timeout;
  #atMs = performance.now();
  #cpuMs = cpuMs();
  /** Shares of a processor that this process took between measurements, newest last. */
  #shares: readonly number[] = [];
  /** The last two measurements, newest last: true if the loop was late. */
  #wasLate: readonly [boolean, boolean] = [false, false];

  constructor() {
    this.#looking = setInterval(() => this.#look(), lookMs);
    this.#looking.unref();
  }

  /** True if the loop was late at each of the last two measurements. */
  get isLate(): boolean {
    return this.#wasLate[0] && this.#wasLate[1];
  }

  /** Share of a processor that this process took lately. */
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

// Limits how often an address may do something. Each address has a bucket that fills at a steady rate. Full buckets are
// forgotten, and so are the oldest if there are too many.
import { limits } from '../protocol/limits.js';

export interface RateFacts {
  readonly perS: number;
  readonly burst: number;
}

interface Bucket {
  left: number;
  atMs: number;
}

export class Rate {
  readonly #facts: RateFacts;
  readonly #nowMs: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(facts: RateFacts, nowMs: () => number = () => performance.now()) {
    this.#facts = facts;
    this.#nowMs = nowMs;
  }

  /** Addresses that are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  /** The time in which a bucket gains one. */
  get againMs(): number {
    return 1_000 / this.#facts.perS;
  }

  /** False: too often. */
  take(address: string): boolean {
    const { perS, burst } = this.#facts;
    const atMs = this.#nowMs();
    const old = this.#buckets.get(address);
    const left = old === undefined ? burst : Math.min(burst, old.left + ((atMs - old.atMs) * perS) / 1_000);
    this.#buckets.delete(address); // and goes to the end
    this.#forget(atMs);
    this.#buckets.set(address, { left: left < 1 ? left : left - 1, atMs });
    return left >= 1;
  }

  #forget(atMs: number): void {
    const { perS, burst } = this.#facts;
    for (const [address, { left, atMs: since }] of this.#buckets) {
      const isFull = left + ((atMs - since) * perS) / 1_000 >= burst;
      if (!isFull && this.#buckets.size < limits.shares.addresses) return;
      this.#buckets.delete(address);
    }
  }
}

// Loads robots while turns of other robots go on: one after another, in time slices.
import type { Steps } from '../protocol/steps.js';

export interface LoadingParts<K, V> {
  /** Starts to load a robot. */
  readonly begin: (key: K) => Steps<V>;
  /** monotonic clock, ms */
  readonly clock: () => number;
  readonly sliceMs: number;
  /** Calls `work` after waiting input has been read. */
  readonly later: (work: () => void) => void;
}

type Then<V> = (made: () => V) => void;

export class Loading<K, V> {
  readonly #parts: LoadingParts<K, V>;
  /** The waiting keys in the order of the requests; the first one is being loaded. */
  readonly #waiting = new Map<K, Then<V>[]>();
  #steps: Steps<V> | undefined;

  constructor(parts: LoadingParts<K, V>) {
    this.#parts = parts;
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  /** Requests a robot. `then` gets the robot, or the error of its loading. */
  wanted(key: K, then: Then<V>): void {
    const others = this.#waiting.get(key);
    if (others !== undefined) {
      others.push(then);
      return;
    }
    this.#waiting.set(key, [then]);
    if (this.#waiting.size === 1) this.#parts.later(() => this.#slice());
  }

  #slice(): void {
    const [key] = this.#waiting.keys();
    if (key === undefined) return;
    const made = this.#carriedOn(key);
    if (made !== undefined) {
      const waiting = this.#waiting.get(key) ?? [];
      this.#waiting.delete(key);
      this.#steps = undefined;
      for (const then of waiting) then(made);
    }
    if (!this.isIdle) this.#parts.later(() => this.#slice());
  }

  #carriedOn(key: K): (() => V) | undefined {
    const { begin, clock, sliceMs } = this.#parts;
    try {
      this.#steps ??= begin(key);
      const endMs = clock() + sliceMs;
      do {
        const step = this.#steps.next();
        if (step.done === true) return () => step.value;
      } while (clock() < endMs);
      return undefined;
    } catch (fault) {
      return () => {
        throw fault;
      };
    }
  }
}

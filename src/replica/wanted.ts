// The events that the sync process waits for: an operator wants it to poll now, or a change waits to go upstream.
import type { z } from 'zod';
import type { SyncWanted } from '../protocol/wire/sync-messages.js';

type WantedFacts = z.output<typeof SyncWanted>;

export class Wanted {
  readonly #newestSeq: () => number;
  readonly #waiting = new Set<() => void>();
  #now = 0;

  constructor(newestSeq: () => number) {
    this.#newestSeq = newestSeq;
  }

  pollNow(): WantedFacts {
    this.#now++;
    this.#wake();
    return this.facts;
  }

  /** Called within the transaction of the row, which is not there before that ends. */
  outboxGrew(): void {
    if (this.#waiting.size > 0) queueMicrotask(() => this.#wake());
  }

  get facts(): WantedFacts {
    return { now: this.#now, outboxSeq: this.#newestSeq() };
  }

  /** Resolves when one of the two is beyond what is known, after `holdMs`, or when the asker has gone. */
  async beyond(known: WantedFacts, holdMs: number, signal: AbortSignal): Promise<WantedFacts> {
    const { now, outboxSeq } = this.facts;
    // Another number, not a higher one: after a restart the count begins anew.
    if (holdMs > 0 && now === known.now && outboxSeq <= known.outboxSeq && !signal.aborted)
      await this.#hold(holdMs, signal);
    return this.facts;
  }

  /** Nobody waits any longer. */
  stop(): void {
    this.#wake();
  }

  #hold(holdMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, holdMs);
      signal.addEventListener('abort', end);
      this.#waiting.add(end);
    });
  }

  #wake(): void {
    for (const end of [...this.#waiting]) end();
  }
}

// Calls end before the box restarts into an update: nothing new is let in, and what runs has its time.
import { limits } from '../protocol/limits.js';

export interface Calls {
  readonly running: number;
  pause(reason: string): void;
  resume(): void;
}

const reason = 'this box is about to restart for an update; try again in a few minutes';

export class Drain {
  readonly #calls: Calls;
  #over: NodeJS.Timeout | undefined;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Answers how many calls still run at the end. Nothing new is let in from now on, until `end`, or for want of a restart. */
  async begin(maxMs: number, signal: AbortSignal): Promise<number> {
    this.#calls.pause(reason);
    clearTimeout(this.#over);
    this.#over = setTimeout(() => this.end(), maxMs + limits.firmware.restartMs).unref();
    const untilMs = performance.now() + maxMs;
    while (this.#calls.running > 0 && performance.now() < untilMs && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, limits.firmware.drainLookMs));
    }
    return this.#calls.running;
  }

  end(): void {
    clearTimeout(this.#over);
    this.#calls.resume();
  }
}

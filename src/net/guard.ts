// Ends a call from outside: for the caller, an address that stalls, or the longest time. One signal serves all of them.
import { type NetFault, noConnection, passing, refused } from './fault.js';
import { type StallLimits, StallWatch } from './stall.js';

export interface GuardLimits extends StallLimits {
  readonly totalMs: number;
}

export class Guard {
  readonly #ends = new AbortController();
  readonly #watch: StallWatch;
  readonly #total: NodeJS.Timeout;
  readonly signal: AbortSignal;
  /** Bytes that must come in a window. */
  readonly stallBytes: number;
  #isOpen = false;

  constructor(caller: AbortSignal, limits: GuardLimits) {
    this.stallBytes = limits.stallBytes;
    this.signal = AbortSignal.any([caller, this.#ends.signal]);
    const stalled = `the source stalled: less than ${limits.stallBytes} bytes in ${limits.stallMs / 1000} s`;
    this.#watch = new StallWatch(limits, () =>
      this.#end(this.#isOpen ? passing(stalled) : noConnection(new Error(stalled))),
    );
    this.#total = setTimeout(
      () => this.#end(refused(`the source took longer than ${limits.totalMs / 1000} s`)),
      limits.totalMs,
    );
  }

  get watch(): Pick<StallWatch, 'arrived' | 'pause' | 'resume'> {
    return this.#watch;
  }

  /** The address has given an answer of use. Until then a stall has the text of a closed port (`noConnection`). */
  opened(): void {
    this.#isOpen = true;
  }

  /**
   * Settles as the promise does, or at once with the reason of the signal, because no library ends as soon as it is
   * asked to.
   */
  async orAbort<T>(promise: Promise<T>): Promise<T> {
    const { signal } = this;
    promise.catch(() => {}); // it may fail long after the abort
    signal.throwIfAborted();
    let abort = () => {};
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
    });
    return await Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort));
  }

  close(): void {
    this.#watch.end();
    clearTimeout(this.#total);
  }

  #end(fault: NetFault): void {
    this.#ends.abort(fault);
  }
}

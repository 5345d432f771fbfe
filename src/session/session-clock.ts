// The one timer of a connection: how long it may be idle, or how long a session may wait for the next slice.
import { ServiceError } from '../protocol/errors.js';
import type { StreamLimits } from './protocol.js';

export class SessionClock {
  #timer: NodeJS.Timeout | undefined;
  /** The time since which a session is awaited. */
  idleSinceMs = 0;

  constructor(
    readonly limits: StreamLimits,
    readonly onTime: (error: ServiceError) => void,
    readonly nowMs: () => number = () => performance.now(),
  ) {}

  awaitSlice(): void {
    const { nextSliceMs } = this.limits;
    this.#arm(nextSliceMs, 'NEXT_SLICE_TIMEOUT', `no audio slice within ${nextSliceMs / 1_000} s`);
  }

  awaitSession(): void {
    const { idleMs } = this.limits;
    this.idleSinceMs = this.nowMs();
    this.#arm(idleMs, 'IDLE_TIMEOUT', `no session for ${idleMs / 1_000} s`);
  }

  /** Restarts the timer, because the awaited event came and is awaited again. */
  again(): void {
    this.#timer?.refresh();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #arm(afterMs: number, code: 'NEXT_SLICE_TIMEOUT' | 'IDLE_TIMEOUT', message: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.onTime(new ServiceError(code, message)), afterMs);
  }
}

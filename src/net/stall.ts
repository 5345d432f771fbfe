// Notices an answer that comes too slowly to be worth waiting for: less than `stallBytes` in a window of `stallMs`. Time
// in which the receiver was busy does not count.
export interface StallLimits {
  readonly stallMs: number;
  readonly stallBytes: number;
}

export class StallWatch {
  #timer: NodeJS.Timeout | undefined;
  #windowBytes = 0;
  #endsAtMs = 0;
  #leftMs: number;

  constructor(
    readonly limits: StallLimits,
    readonly onStall: () => void,
  ) {
    this.#leftMs = limits.stallMs;
    this.resume();
  }

  arrived(bytes: number): void {
    this.#windowBytes += bytes;
  }

  /** The receiver is at work. */
  pause(): void {
    clearTimeout(this.#timer);
    this.#leftMs = Math.max(0, this.#endsAtMs - performance.now());
  }

  resume(): void {
    this.#endsAtMs = performance.now() + this.#leftMs;
    this.#timer = setTimeout(() => this.#windowEnded(), this.#leftMs);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #windowEnded(): void {
    if (this.#windowBytes < this.limits.stallBytes) {
      this.onStall();
      return;
    }
    this.#windowBytes = 0;
    this.#leftMs = this.limits.stallMs;
    this.resume();
  }
}

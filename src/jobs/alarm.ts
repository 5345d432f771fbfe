// One timer for the job that is due next, however many wait.
export interface AlarmParts {
  /** ms of elapsed time; undefined: nothing waits for its time. */
  readonly dueAt: () => number | undefined;
  /** ms of elapsed time */
  readonly now: () => number;
  /** Longest wait. */
  readonly mostMs: number;
  readonly ring: () => void;
}

export class Alarm {
  readonly #parts: AlarmParts;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(parts: AlarmParts) {
    this.#parts = parts;
  }

  /** Called when something may be due at another time than before. */
  set(): void {
    clearTimeout(this.#timer);
    const { dueAt, now, mostMs, ring } = this.#parts;
    const at = this.#stopped ? undefined : dueAt();
    if (at !== undefined) this.#timer = setTimeout(ring, Math.min(Math.max(1, at - now()), mostMs));
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}

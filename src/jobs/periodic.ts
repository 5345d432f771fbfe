// Work that is done again and again, never twice at the same time.

export class Rounds {
  readonly #work: () => Promise<void> | void;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(work: () => Promise<void> | void) {
    this.#work = work;
  }

  get isBusy(): boolean {
    return this.#running !== undefined || this.#next !== undefined;
  }

  /** A round that begins after this call, or its fault. All who call while one runs get the same next one. */
  run(): Promise<void> {
    if (!this.isBusy) return this.#begin();
    this.#next ??= (this.#running ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#begin();
      });
    return this.#next;
  }

  /** Resolves when the rounds that have been asked for have ended, however they end. */
  async idle(): Promise<void> {
    await (this.#next ?? this.#running)?.catch(() => {});
  }

  #begin(): Promise<void> {
    const round = (async () => this.#work())().finally(() => {
      this.#running = undefined;
    });
    this.#running = round;
    return round;
  }
}

export interface PeriodicParts {
  readonly everyMs: number;
  readonly work: () => Promise<void> | void;
  /** A round failed; the next one comes all the same. */
  readonly onFault: (fault: unknown) => void;
}

/** Rounds by a timer. */
export class Periodic {
  readonly #parts: PeriodicParts;
  readonly #rounds: Rounds;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: PeriodicParts) {
    this.#parts = parts;
    this.#rounds = new Rounds(parts.work);
  }

  /** A round now, and one in each interval; while one runs no other begins. */
  start(): void {
    const round = () => {
      if (!this.#rounds.isBusy) this.#rounds.run().catch(this.#parts.onFault);
    };
    round();
    this.#timer = setInterval(round, this.#parts.everyMs).unref();
  }

  /** Resolves when the running round has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#rounds.idle();
  }
}

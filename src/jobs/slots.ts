// Limits the number of tasks that run at once. Further tasks wait in order, up to a limit.

export class Slots {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** No further work can even wait. */
  get isFull(): boolean {
    return this.#running >= this.#atOnce && this.#waiting.length >= this.#mostWaiting;
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  /** Runs `work`. Call it only while `isFull` is false. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    // A slot that becomes free is handed over to who has waited longest.
    if (this.#running < this.#atOnce) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}

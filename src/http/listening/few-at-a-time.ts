// Runs small pieces of work that may come in thousands, such as the ends of connections that arrived together: a few in
// each turn of the event loop, with everything else in between.
export class FewAtATime {
  readonly #atOnce: number;
  #waiting: (() => void)[] = [];
  #next = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Calls `work` in a later turn, in the order in which pieces were added. */
  add(work: () => void): void {
    this.#waiting.push(work);
    if (this.#waiting.length === 1) setImmediate(this.#turn);
  }

  readonly #turn = () => {
    for (let done = 0; done < this.#atOnce && this.#next < this.#waiting.length; done++)
      this.#waiting[this.#next++]?.();
    if (this.#next < this.#waiting.length) {
      setImmediate(this.#turn);
      return;
    }
    this.#waiting = [];
    this.#next = 0;
  };
}

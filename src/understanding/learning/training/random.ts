// Numbers that look random and are the same at every training: the same material gives the same model.

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1, which it never is. */
  next(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return this.#state / 2 ** 32;
  }

  shuffle(order: Uint32Array): void {
    for (let left = order.length - 1; left > 0; left--) {
      const other = Math.floor(this.next() * (left + 1));
      [order[left], order[other]] = [order[other] as number, order[left] as number];
    }
  }
}

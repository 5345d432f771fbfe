/** Items that one reader takes in their order, until the end or a fault. */
export class Queue<Item> implements AsyncIterableIterator<Item> {
  readonly #items: Item[] = [];
  #end: { readonly fault?: unknown } | undefined;
  #wake = () => {};
  readonly #onTaken: () => void;
  readonly #onLeft: () => void;

  /** `onTaken` is called for each item that is read; `onLeft` if the reader leaves before the end. */
  constructor(onTaken: () => void = () => {}, onLeft: () => void = () => {}) {
    this.#onTaken = onTaken;
    this.#onLeft = onLeft;
  }

  push(item: Item): void {
    if (this.#end !== undefined) return;
    this.#items.push(item);
    this.#wake();
  }

  end(): void {
    this.#end ??= {};
    this.#wake();
  }

  /** Ends the queue with a fault. Earlier items are still read. */
  fail(fault: unknown): void {
    this.#end ??= { fault };
    this.#wake();
  }

  async next(): Promise<IteratorResult<Item, undefined>> {
    while (this.#items.length === 0) {
      if (this.#end !== undefined) {
        if ('fault' in this.#end) throw this.#end.fault;
        return { done: true, value: undefined };
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const value = this.#items.shift() as Item;
    this.#onTaken();
    return { done: false, value };
  }

  async return(): Promise<IteratorResult<Item, undefined>> {
    this.#onLeft();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

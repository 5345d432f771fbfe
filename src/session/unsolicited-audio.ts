/** Audio that keeps arriving with no session. Pure: the caller brings the time. */
export class StrayAudio {
  #firstMs: number | undefined;
  #lastMs = 0;

  constructor(readonly limitMs: number) {}

  /** True if it has gone on for longer than the limit. A pause of that length starts the count again. */
  add(nowMs: number): boolean {
    if (this.#firstMs === undefined || nowMs - this.#lastMs > this.limitMs) this.#firstMs = nowMs;
    this.#lastMs = nowMs;
    return nowMs - this.#firstMs > this.limitMs;
  }

  forget(): void {
    this.#firstMs = undefined;
  }
}

/** Audio that keeps arriving with no session. Pure: the caller brings the time. */
export class StrayAudio {
  #firstMs: number | undefined;
  #lastMs = 0;

  constructor(readonly limitMs: number) {}

  /** True when it has kept on for longer than the limit. A pause of that length begins anew. */
  add(nowMs: number): boolean {
    if (this.#firstMs === undefined || nowMs - this.#lastMs > this.limitMs) this.#firstMs = nowMs;
    this.#lastMs = nowMs;
    return nowMs - this.#firstMs > this.limitMs;
  }

  forget(): void {
    this.#firstMs = undefined;
  }
}

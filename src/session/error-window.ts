/** Counts errors within a sliding window. Pure: the caller brings the time. */
export class ErrorWindow {
  readonly #atMs: number[] = [];

  constructor(
    readonly most: number,
    readonly windowMs: number,
  ) {}

  /** True if the number of errors in the window reaches the limit with this one. */
  add(nowMs: number): boolean {
    this.#atMs.push(nowMs);
    while (this.#atMs.length > 0 && (this.#atMs[0] ?? nowMs) <= nowMs - this.windowMs) this.#atMs.shift();
    return this.#atMs.length >= this.most;
  }
}

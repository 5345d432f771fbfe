// The newest audio of a session, which may still become part of a sentence. Times are milliseconds since its first
// sample; a millisecond has a whole number of samples.

export class RecentAudio {
  readonly #samplesPerMs: number;
  #room: Int16Array;
  /** Number of the first sample in the buffer, and number of samples in it. */
  #base = 0;
  #count = 0;

  constructor(sampleRateHz: number) {
    this.#samplesPerMs = sampleRateHz / 1_000;
    this.#room = new Int16Array(sampleRateHz);
  }

  get endMs(): number {
    return (this.#base + this.#count) / this.#samplesPerMs;
  }

  push(samples: Int16Array): void {
    if (this.#count + samples.length > this.#room.length) {
      const larger = new Int16Array(2 * (this.#count + samples.length));
      larger.set(this.#room.subarray(0, this.#count));
      this.#room = larger;
    }
    this.#room.set(samples, this.#count);
    this.#count += samples.length;
  }

  /** The part of a span that is still held; valid until the next push or forget. */
  between(fromMs: number, toMs: number): Int16Array {
    return this.#room.subarray(this.#place(fromMs), this.#place(toMs));
  }

  forget(beforeMs: number): void {
    const gone = this.#place(beforeMs);
    if (gone === 0) return;
    this.#room.copyWithin(0, gone, this.#count);
    this.#base += gone;
    this.#count -= gone;
  }

  #place(atMs: number): number {
    return Math.min(this.#count, Math.max(0, Math.round(atMs * this.#samplesPerMs) - this.#base));
  }
}

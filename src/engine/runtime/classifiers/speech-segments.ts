// Turns probabilities of speech into beginnings and ends of speech. A reducer: its time is the number of outputs seen.

export interface SegmentOptions {
  readonly threshold: number;
  readonly endThreshold: number;
  readonly minSpeechMs: number;
  readonly minSilenceMs: number;
  /** Interval between two probabilities. */
  readonly outputMs: number;
}

export type SpeechEvent =
  | { readonly type: 'speech-start'; readonly atMs: number }
  | { readonly type: 'speech-end'; readonly atMs: number };

export class SpeechSegments {
  readonly #options: SegmentOptions;
  #seen = 0;
  /** Output at which the speech, or the silence within it, began. */
  #speechFrom: number | undefined;
  #silenceFrom: number | undefined;
  #isReported = false;

  constructor(options: SegmentOptions) {
    this.#options = options;
  }

  push(probability: number, emit: (event: SpeechEvent) => void): void {
    const { threshold, endThreshold, minSpeechMs, minSilenceMs } = this.#options;
    const at = this.#seen++;
    if (probability >= threshold) {
      this.#speechFrom ??= at;
      this.#silenceFrom = undefined;
    } else if (probability < endThreshold && this.#speechFrom !== undefined) {
      this.#silenceFrom ??= at;
    }
    if (this.#speechFrom === undefined) return;
    if (
      !this.#isReported &&
      this.#silenceFrom === undefined &&
      this.#ms(this.#seen - this.#speechFrom) >= minSpeechMs
    ) {
      this.#isReported = true;
      emit({ type: 'speech-start', atMs: this.#ms(this.#speechFrom) });
    }
    if (this.#silenceFrom === undefined) return;
    // The speech was too short and is over, or it has been over for long enough.
    if (!this.#isReported || this.#ms(this.#seen - this.#silenceFrom) >= minSilenceMs) this.#close(emit);
  }

  /** Called when the audio has ended: speech that was still going on ends with it. */
  flush(emit: (event: SpeechEvent) => void): void {
    this.#silenceFrom ??= this.#seen;
    this.#close(emit);
  }

  #close(emit: (event: SpeechEvent) => void): void {
    if (this.#isReported) emit({ type: 'speech-end', atMs: this.#ms(this.#silenceFrom ?? this.#seen) });
    this.#speechFrom = undefined;
    this.#silenceFrom = undefined;
    this.#isReported = false;
  }

  #ms(outputs: number): number {
    return Math.round(outputs * this.#options.outputMs);
  }
}

// The voice of a sentence, kept for whoever judges it as a whole.
import type { Analysis } from '../../protocol/recognition.js';

/** Whose voice it is; undefined where that cannot be said. */
export type HearGender = (samples: Int16Array, sampleRateHz: 8_000 | 16_000) => Promise<Analysis['gender'] | undefined>;

/** More does not make it surer. */
const longestMs = 10_000;

export class Voice {
  readonly #hear: HearGender;
  readonly #sampleRateHz: 8_000 | 16_000;
  #pieces: Int16Array[] = [];
  #samples = 0;

  constructor(hear: HearGender, sampleRateHz: 8_000 | 16_000) {
    this.#hear = hear;
    this.#sampleRateHz = sampleRateHz;
  }

  push(samples: Int16Array): void {
    const room = (longestMs * this.#sampleRateHz) / 1_000 - this.#samples;
    if (room <= 0) return;
    const piece = samples.slice(0, room);
    this.#pieces.push(piece);
    this.#samples += piece.length;
  }

  /** Of the sentence that has ended; the next one begins. */
  take(): Promise<Analysis['gender'] | undefined> {
    const whole = new Int16Array(this.#samples);
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    this.#pieces = [];
    this.#samples = 0;
    return this.#hear(whole, this.#sampleRateHz);
  }
}

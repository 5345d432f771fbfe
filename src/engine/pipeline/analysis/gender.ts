// The voice of a session: each sentence is judged as a whole, and what the sentences say is pooled, for one that was
// short or noisy is often judged wrong.
import type { Analysis } from '../../../protocol/engine/recognition.js';

/** The gender of a voice; undefined if it cannot be determined. */
export type HearGender = (samples: Int16Array, sampleRateHz: 8_000 | 16_000) => Promise<Analysis['gender'] | undefined>;

/** Length of voice that is used; more does not make the result more certain. */
const longestMs = 10_000;
/** A model is never so sure; keeps the log-odds finite. */
const surest = 0.999;
/**
 * Closer to even odds nothing is said: below a probability of 0.65 a verdict on one second is wrong in every second
 * case.
 */
const marginNats = Math.log(0.65 / 0.35);

export class Voice {
  readonly #hear: HearGender;
  readonly #sampleRateHz: 8_000 | 16_000;
  #pieces: Int16Array[] = [];
  #samples = 0;
  /** Log-odds of a woman over a man, times the samples that were judged; of the sentences so far, in their order. */
  #evidence = 0;
  #judged = 0;
  #before: Promise<unknown> = Promise.resolve();

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

  /** The session's voice up to the sentence that has ended; the next one begins. Undefined while it is not clear. */
  take(): Promise<Analysis['gender'] | undefined> {
    const whole = new Int16Array(this.#samples);
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    this.#pieces = [];
    this.#samples = 0;
    const heard = this.#hear(whole, this.#sampleRateHz);
    const pooled = this.#before.then(async () => this.#pool(await heard, whole.length));
    this.#before = pooled.catch(() => {}); // whoever takes this sentence's voice is told of the fault
    return pooled;
  }

  /**
   * The mean by length, not the sum: the same model errs on the same voice again, so more of it makes it little surer.
   */
  #pool(heard: Analysis['gender'] | undefined, samples: number): Analysis['gender'] | undefined {
    if (heard !== undefined) {
      const chance = Math.min(surest, heard.confidence);
      this.#evidence += Math.log(chance / (1 - chance)) * (heard.gender === 'FEMALE' ? samples : -samples);
      this.#judged += samples;
    }
    const nats = this.#evidence / Math.max(1, this.#judged);
    if (Math.abs(nats) < marginNats) return undefined;
    return { gender: nats > 0 ? 'FEMALE' : 'MALE', confidence: 1 / (1 + Math.exp(-Math.abs(nats))) };
  }
}

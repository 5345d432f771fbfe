// The gender of a session's voice: each sentence is judged as a whole, and the judgements are pooled, because a short
// or noisy sentence is often judged wrong.
import type { Analysis } from '../../../protocol/engine/recognition.js';

/** The gender of a voice; undefined if it cannot be determined. */
export type HearGender = (samples: Int16Array, sampleRateHz: 8_000 | 16_000) => Promise<Analysis['gender'] | undefined>;

/** Length of voice that is used; more audio does not make the result more certain. */
const longestMs = 10_000;
/** Highest certainty that is taken from a model; it keeps the log-odds finite. */
const surest = 0.999;
/**
 * Closer to even odds, no gender is reported: below a probability of 0.65, every second verdict on one second is wrong.
 */
const marginNats = Math.log(0.65 / 0.35);

export class Voice {
  readonly #hear: HearGender;
  readonly #sampleRateHz: 8_000 | 16_000;
  #pieces: Int16Array[] = [];
  #samples = 0;
  /**
   * Sum over the sentences so far, in their order: log-odds of a woman over a man, times the samples that were judged.
   */
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

  /**
   * The session's voice up to the sentence that has ended, where the next one begins; undefined while it is not clear.
   */
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
    this.#before = pooled.catch(() => {}); // the caller that takes this sentence's voice gets the fault
    return pooled;
  }

  /**
   * Pools by the mean over length, not by the sum: the same model repeats its error on the same voice, so more audio
   * adds little certainty.
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

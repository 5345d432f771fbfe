// Sessions without endpoints give the recogniser all of their audio, including music and noise. A hotword that it hears
// where the speech detector hears no speech was not said.
import type { HeardHypothesis, HeardWord } from '../../runtime/recogniser/hypotheses.js';
import { frameMs } from '../audio/endpoint.js';

const likely = 0.5;
/** Least share of a hotword's frames with speech; its ends may lie in a pause. */
const leastShare = 1 / 3;

export class SpokenHotwords {
  /** Number of frames with speech before each frame. */
  readonly #before: number[] = [0];

  /** Takes the detector's values of the next frames. */
  push(values: ArrayLike<number>): void {
    for (let at = 0; at < values.length; at++) {
      this.#before.push((this.#before.at(-1) ?? 0) + ((values[at] ?? 0) >= likely ? 1 : 0));
    }
  }

  /** The hypothesis without the hotwords that were not spoken. */
  in(hypothesis: HeardHypothesis): HeardHypothesis {
    const isSpoken = (word: HeardWord) => word.hotword === undefined || this.#isSpeech(word);
    if (hypothesis.words.every(isSpoken)) return hypothesis;
    const words = hypothesis.words.filter(isSpoken);
    return {
      ...hypothesis,
      words,
      text: words.map(({ text }) => text).join(''), // hotwords beside a lexicon: no spaces between words
      units: words.flatMap(({ units }) => units),
      ...(words.length === 0 && { confidence: 0 }),
    };
  }

  #isSpeech({ startMs, endMs }: HeardWord): boolean {
    const last = this.#before.length - 1;
    const from = Math.min(last, Math.floor(startMs / frameMs));
    const to = Math.min(last, Math.max(from + 1, Math.ceil(endMs / frameMs)));
    const speech = (this.#before[to] ?? 0) - (this.#before[from] ?? 0);
    return to === from || speech >= leastShare * (to - from);
  }
}

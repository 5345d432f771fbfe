// The final order of a sentence's hypotheses. The search weighs words by runs of at most four; a network that has read
// each whole sentence moves the likelier ones up (native/core/search/words/rescoring.h).
import { hotwordBase, wordStride } from '../../../native/search.js';
import type { Hypothesis, NativeLanguageModel, NativeRescoringModel } from '../../../native/search-addon.js';
import { limits } from '../../../protocol/limits.js';

export interface RescoringWeights {
  /** Weight of each nat of the network's score. */
  readonly sentence: number;
  /** Weight of each nat that the n-grams are relieved of, since the network says the same. */
  readonly words: number;
  /** Nats for each character: a score is the lower the longer a sentence is. */
  readonly character: number;
}

/** Chosen on sentences of a speaker whom the recogniser was not trained with (scripts/train/RUNS.md). */
export const rescoringWeights: RescoringWeights = { sentence: 0.3, words: 0.2, character: 1.5 };

/**
 * Number of hypotheses that the search keeps from which the compared ones come. It cannot merge those that continue
 * equally, so its best one may be worse than that of the main search, which is compared too.
 */
export const rescoredBeam = 64;

/** Number of hypotheses that are compared: as many as a client may ask for. More gain little (scripts/train/RUNS.md). */
export const rescoredHypotheses = 10;

/** In a code point: the character is read, but its score does not count. */
const uncounted = 2 ** 31;

interface Sentence {
  readonly codePoints: readonly number[];
  readonly counted: number;
  readonly words: Uint16Array;
}

export class Rescoring {
  readonly #model: NativeRescoringModel;
  readonly #language: NativeLanguageModel;
  readonly #wordText: (word: number) => string;
  readonly #weights: RescoringWeights;

  constructor(
    model: NativeRescoringModel,
    language: NativeLanguageModel,
    wordText: (word: number) => string,
    weights = rescoringWeights,
  ) {
    this.#model = model;
    this.#language = language;
    this.#wordText = wordText;
    this.#weights = weights;
  }

  /**
   * The hypotheses, the best first. Their scores stay those of the search. Hotwords are no better or worse for the
   * network: nobody says how likely they are. Sentences of more than limits.asr.rescoredCharacters keep their order.
   */
  inOrder(hypotheses: readonly Hypothesis[], hotwordText: (hotword: number) => string): Hypothesis[] {
    if (hypotheses.length < 2) return [...hypotheses];
    const sentences = hypotheses.map((hypothesis) => this.#sentenceOf(hypothesis, hotwordText));
    const most = Math.max(...sentences.map(({ codePoints }) => codePoints.length));
    if (most > limits.asr.rescoredCharacters) return [...hypotheses];
    const ends = new Uint32Array(sentences.length);
    for (const [at, { codePoints }] of sentences.entries()) ends[at] = (ends[at - 1] ?? 0) + codePoints.length;
    const scores = this.#model.score(Uint32Array.from(sentences.flatMap(({ codePoints }) => codePoints)), ends);
    const { sentence, words, character } = this.#weights;
    return hypotheses
      .map((hypothesis, at) => {
        const { counted, words: own } = sentences[at] as Sentence;
        const change = sentence * (scores[at] ?? 0) - words * this.#language.score(own, true) + character * counted;
        return { hypothesis, score: hypothesis.score + change };
      })
      .sort((a, b) => b.score - a.score)
      .map(({ hypothesis }) => hypothesis);
  }

  #sentenceOf({ words: numbers }: Hypothesis, hotwordText: (hotword: number) => string): Sentence {
    const codePoints: number[] = [];
    const words: number[] = [];
    let counted = 0;
    for (let at = 0; at < numbers.length; at += wordStride) {
      const word = numbers[at] ?? 0;
      const isHotword = word >= hotwordBase;
      const text = isHotword ? hotwordText(word - hotwordBase) : this.#wordText(word);
      const own = Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
      codePoints.push(...own.map((sign) => (isHotword ? sign + uncounted : sign)));
      if (isHotword) continue;
      words.push(word);
      counted += own.length;
    }
    return { codePoints, counted, words: Uint16Array.from(words) };
  }
}

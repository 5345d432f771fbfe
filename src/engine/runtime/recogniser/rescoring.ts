// The final order of a sentence's hypotheses. The search weighs words by runs of at most four; a network that has read
// each whole sentence moves the likelier ones up (native/core/search/words/rescoring.h).
import { hotwordBase, wordStride } from '../../../native/search.js';
import type { Hypothesis, NativeLanguageModel, NativeRescoringModel } from '../../../native/search-addon.js';
import { limits } from '../../../protocol/limits.js';

export interface RescoringWeights {
  /** Weight of each nat of the network's score. */
  readonly sentence: number;
  /** Weight of each nat that the n-grams lose, since the network says the same. The search must give them as much. */
  readonly words: number;
  /** Nats for each character: longer sentences have lower scores. */
  readonly character: number;
  /** Nats for each character of hotwords and of words in Latin letters: about what others gain. */
  readonly uncounted: number;
}

/** Chosen on sentences of a speaker whom the recogniser was not trained with (scripts/train/RUNS.md). */
export const rescoringWeights: RescoringWeights = { sentence: 0.3, words: 0.2, character: 1.5, uncounted: 0.8 };

/** The search that gives the compared hypotheses. More of them, or a wider beam, gain little (scripts/train/RUNS.md). */
export const comparedSearch = { nBest: 32, beam: 128 } as const;

/** In a code point: the character is read, but its score does not count. */
const uncounted = 2 ** 31;

interface Sentence {
  readonly codePoints: readonly number[];
  /** Numbers of characters that the network judges, and of others. */
  readonly counted: number;
  readonly others: number;
  readonly words: Uint16Array;
}

/** The network knows Chinese characters only. */
const isChinese = (text: string): boolean => /^\p{Script=Han}+$/u.test(text);

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
   * The hypotheses, the best first. Their scores stay those of the search. The network does not judge hotwords and words
   * in Latin letters. The order stays as it is if the search heard nothing, or more than limits.asr.rescoredCharacters.
   */
  inOrder(hypotheses: readonly Hypothesis[], hotwordText: (hotword: number) => string): Hypothesis[] {
    if (hypotheses.length < 2 || hypotheses[0]?.words.length === 0) return [...hypotheses];
    const sentences = hypotheses.map((hypothesis) => this.#sentenceOf(hypothesis, hotwordText));
    const most = Math.max(...sentences.map(({ codePoints }) => codePoints.length));
    if (most > limits.asr.rescoredCharacters) return [...hypotheses];
    const ends = new Uint32Array(sentences.length);
    for (const [at, { codePoints }] of sentences.entries()) ends[at] = (ends[at - 1] ?? 0) + codePoints.length;
    const scores = this.#model.score(Uint32Array.from(sentences.flatMap(({ codePoints }) => codePoints)), ends);
    const { sentence, words, character, uncounted: other } = this.#weights;
    return hypotheses
      .map((hypothesis, at) => {
        const { counted, others, words: own } = sentences[at] as Sentence;
        const ofWords = own.length === 0 ? 0 : this.#language.score(own, true);
        const change = sentence * (scores[at] ?? 0) - words * ofWords + character * counted + other * others;
        return { hypothesis, score: hypothesis.score + change };
      })
      .sort((a, b) => b.score - a.score)
      .map(({ hypothesis }) => hypothesis);
  }

  #sentenceOf({ words: numbers }: Hypothesis, hotwordText: (hotword: number) => string): Sentence {
    const codePoints: number[] = [];
    const words: number[] = [];
    let [counted, others] = [0, 0];
    for (let at = 0; at < numbers.length; at += wordStride) {
      const word = numbers[at] ?? 0;
      const isHotword = word >= hotwordBase;
      const text = isHotword ? hotwordText(word - hotwordBase) : this.#wordText(word);
      const own = Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
      if (isHotword || !isChinese(text)) {
        codePoints.push(...own.map((sign) => sign + uncounted));
        others += own.length;
        continue;
      }
      codePoints.push(...own);
      words.push(word);
      counted += own.length;
    }
    return { codePoints, counted, others, words: Uint16Array.from(words) };
  }
}

// More than one hypothesis. A search for several cannot merge hypotheses that continue equally, so its beam holds fewer
// distinct ones, and its best may be worse. Therefore two searches hear the same audio: the best hypothesis of the search for
// one comes first, and the others come from the second. Rescoring may put them in another order.
import { type CtcOptions, hotwordBase, makeCtcDecoder, wordStride } from '../../../native/search.js';
import type {
  Hypothesis,
  NativeCtcDecoder,
  NativeHotwordGraph,
  NativeLanguageModel,
} from '../../../native/search-addon.js';

/** A key that is equal for hypotheses with the same text. */
export type TextKey = (hypothesis: Hypothesis) => string;

export class BestAndOthers implements NativeCtcDecoder {
  readonly #best: NativeCtcDecoder;
  readonly #others: NativeCtcDecoder;
  readonly #nBest: number;
  readonly #keyOf: TextKey;

  /** `others` also gives up to `nBest` results, since its own best may be the same as that of `best`. */
  constructor(best: NativeCtcDecoder, others: NativeCtcDecoder, nBest: number, keyOf: TextKey) {
    this.#best = best;
    this.#others = others;
    this.#nBest = nBest;
    this.#keyOf = keyOf;
  }

  get frames(): number {
    return this.#best.frames;
  }

  get trailingFrames(): number {
    return this.#best.trailingFrames;
  }

  setHotwords(hotwords: NativeHotwordGraph | null): void {
    this.#best.setHotwords(hotwords);
    this.#others.setHotwords(hotwords);
  }

  setCorpus(corpus: NativeLanguageModel | null, share: number): void {
    this.#best.setCorpus(corpus, share);
    this.#others.setCorpus(corpus, share);
  }

  push(logProbs: Float32Array): number {
    this.#others.push(logProbs); // it has room for the same number of frames
    return this.#best.push(logProbs);
  }

  best(): Hypothesis {
    return this.#best.best();
  }

  finish(most = this.#nBest): Hypothesis[] {
    const [first] = this.#best.finish();
    if (first === undefined) return [];
    if (most === 1) return [first];
    const key = this.#keyOf(first);
    const others = this.#others.finish().filter((other) => this.#keyOf(other) !== key);
    return [first, ...others].slice(0, Math.min(most, this.#nBest));
  }

  /** Peeks only at the main decoder. */
  peek(logProbs: Float32Array): Hypothesis[] {
    return this.#best.peek(logProbs);
  }

  reset(): void {
    this.#best.reset();
    this.#others.reset();
  }

  restart(frame = 0): void {
    this.#best.restart(frame);
    this.#others.restart(frame);
  }
}

/**
 * Two searches with the same options, but those of `others`, whose hypotheses come after the best one. `wordText`: text
 * of a word of the lexicon, if there is one.
 */
export function bestAndOthers(
  options: Parameters<typeof makeCtcDecoder>[0],
  others: Pick<CtcOptions, 'nBest'> & Partial<Pick<CtcOptions, 'beam'>>,
  wordText: ((word: number) => string) | undefined,
): BestAndOthers {
  const best = makeCtcDecoder({ ...options, nBest: 1 });
  const several = makeCtcDecoder({ ...options, ...others });
  return new BestAndOthers(best, several, others.nBest, textKey(wordText, hotwordBase));
}

/** The key of a hypothesis: its words if there is a lexicon, otherwise its units. */
export function textKey(wordText: ((word: number) => string) | undefined, hotwordBase: number): TextKey {
  return ({ words, units }) => {
    if (wordText === undefined) return ids(units).join(' ');
    return ids(words)
      .map((word) => (word >= hotwordBase ? `#${word}` : wordText(word)))
      .join('');
  };
}

/** The ids: units and words have the same stride, with the id first. */
const ids = (numbers: Float64Array): number[] =>
  Array.from({ length: numbers.length / wordStride }, (_, at) => numbers[at * wordStride] ?? 0);

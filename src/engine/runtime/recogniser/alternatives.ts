// More than one result. A search that wants several cannot join hypotheses that go on equally, so its beam holds fewer
// that differ, and its best may be a worse one. So two searches hear the same: the first result is that of the search
// for one, whatever the number asked for, and the others come from the second.
import { wordStride } from '../../../native/search.js';
import type {
  Hypothesis,
  NativeCtcDecoder,
  NativeHotwordGraph,
  NativeLanguageModel,
} from '../../../native/search-addon.js';

/** Equal for hypotheses that read the same. */
export type TextKey = (hypothesis: Hypothesis) => string;

export class BestAndOthers implements NativeCtcDecoder {
  readonly #best: NativeCtcDecoder;
  readonly #others: NativeCtcDecoder;
  readonly #nBest: number;
  readonly #keyOf: TextKey;

  /** `others` gives up to `nBest` as well: its own best may be the same. */
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
    this.#others.push(logProbs); // has room for as many
    return this.#best.push(logProbs);
  }

  best(): Hypothesis {
    return this.#best.best();
  }

  finish(): Hypothesis[] {
    const [first] = this.#best.finish();
    if (first === undefined) return [];
    const key = this.#keyOf(first);
    const others = this.#others.finish().filter((other) => this.#keyOf(other) !== key);
    return [first, ...others].slice(0, this.#nBest);
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

/** The key of a text: that of its words if there is a lexicon, else that of its units. */
export function textKey(wordText: ((word: number) => string) | undefined, hotwordBase: number): TextKey {
  return ({ words, units }) => {
    if (wordText === undefined) return ids(units).join(' ');
    return ids(words)
      .map((word) => (word >= hotwordBase ? `#${word}` : wordText(word)))
      .join('');
  };
}

/** Units and words stand in the same stride, their number first. */
const ids = (numbers: Float64Array): number[] =>
  Array.from({ length: numbers.length / wordStride }, (_, at) => numbers[at * wordStride] ?? 0);

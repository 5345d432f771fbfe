// Searches for the calls of one recogniser. A search takes a tenth of a megabyte or more, and a call needs one only while
// somebody speaks: a search is taken with the first output of a sentence and returned after the last one.
import { corpusShare } from '../../../native/search.js';
import type { NativeCtcDecoder, NativeHotwordGraph, NativeLanguageModel } from '../../../native/search-addon.js';

export interface DecoderSettings {
  readonly hotwords: NativeHotwordGraph | null;
  readonly corpus: NativeLanguageModel | null;
}

/** The searches of one call. */
export interface DecoderLease {
  /** A search that begins a new segment with this frame. */
  take(frame: number): NativeCtcDecoder;
  giveBack(decoder: NativeCtcDecoder): void;
}

/** Identical searches that serve one call after another. */
export class DecoderPool {
  readonly #make: () => NativeCtcDecoder;
  readonly #kept: number;
  readonly #idle: NativeCtcDecoder[] = [];

  /** `kept`: number of searches that are kept for the next call; others are released. */
  constructor(make: () => NativeCtcDecoder, kept: number) {
    this.#make = make;
    this.#kept = kept;
  }

  get idle(): number {
    return this.#idle.length;
  }

  lease({ hotwords, corpus }: DecoderSettings): DecoderLease {
    return {
      take: (frame) => {
        const decoder = this.#idle.pop() ?? this.#make();
        if (hotwords !== null) decoder.setHotwords(hotwords);
        if (corpus !== null) decoder.setCorpus(corpus, corpusShare);
        decoder.restart(frame);
        return decoder;
      },
      giveBack: (decoder) => {
        if (this.#idle.length >= this.#kept) return;
        if (hotwords !== null) decoder.setHotwords(null);
        if (corpus !== null) decoder.setCorpus(null, corpusShare);
        this.#idle.push(decoder);
      },
    };
  }
}

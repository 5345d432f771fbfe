// The interface of the addon's searches: flat arguments in, typed arrays out. ./search.ts makes them.

export interface Hypothesis {
  /** Natural logarithm; comparable within one segment only. */
  score: number;
  units: Float64Array;
  /** A number of 0 to 1 a unit: how sure the recogniser was of anything about there, whatever words were made of it. */
  clearness: Float64Array;
  /** Nats a unit: what the units from there to the next lost against the likeliest of all ways through the frames. */
  lost: Float64Array;
  /** Empty where the decoder has no lexicon. */
  words: Float64Array;
}

export interface NativeLexicon {
  readonly units: string[];
  /** Number of words. */
  readonly words: number;
  text(word: number): string;
  /** The longest words that make up a text; empty where something is no word. */
  split(text: string): Uint16Array;
  /** Runs of units, the likeliest first; none where the text has no reading. */
  readings(text: string): Uint16Array[];
}

export interface NativeLanguageModel {
  readonly order: number;
  readonly words: number;
  /** Log probability of a run of words; of a whole sentence, with its begin and end, or of what stands anywhere. */
  score(words: Uint16Array, sentence: boolean): number;
}

export interface NativeRescoringModel {
  /** Number of characters that it knows. */
  readonly characters: number;
  /**
   * The score of each sentence with its end, as a natural logarithm. Sentence i has the code points from ends[i - 1] to
   * ends[i]; those with bit 31 set are read, but not counted, and so are unknown ones. Sentences whose last five
   * characters are equal share the scores of what follows.
   */
  score(codePoints: Uint32Array, ends: Uint32Array): Float64Array;
}

export interface NativeHotwordGraph {
  readonly nodes: number;
}

export interface NativeCtcDecoder {
  /** Begins a new segment. */
  setHotwords(hotwords: NativeHotwordGraph | null): void;
  /** Begins a new segment. Mixes a model of the same words in, by a share (above 0, below 1) of the probability. */
  setCorpus(corpus: NativeLanguageModel | null, share: number): void;
  /** Whole frames. Answers the frames taken: fewer than given once a segment has 6600. */
  push(logProbs: Float32Array): number;
  best(): Hypothesis;
  /** The best hypotheses, at most n and at most `most` (1 to 32), as if the segment ended here; best first. */
  finish(most?: number): Hypothesis[];
  /** The best hypothesis that finish() would give if these frames came next; they do not count as pushed. */
  peek(logProbs: Float32Array): Hypothesis;
  /** A new segment; time goes on. */
  reset(): void;
  /** A new stream, whose first frame has this number; 0 unless given. */
  restart(frame?: number): void;
  readonly frames: number;
  /** Frames after the end of the last unit heard. */
  readonly trailingFrames: number;
}

export interface SearchAddon {
  /** Throws an Error with the reason for a file that is not there or is no sound lexicon. */
  Lexicon: new (
    path: string,
  ) => NativeLexicon;
  /** `bytes`: those of the file, which is not opened then. */
  LanguageModel: new (
    path: string,
    bytes?: Uint8Array,
  ) => NativeLanguageModel;
  RescoringModel: new (path: string) => NativeRescoringModel;
  HotwordGraph: new (
    units: Uint16Array,
    unitEnds: Uint32Array,
    words: Uint16Array,
    wordEnds: Uint32Array,
    hotwords: Uint32Array,
    weights: Float32Array,
    languages: Float32Array,
    creditPerUnit: number,
    lackPerUnit?: number,
    lackPerWeight?: number,
    leastLanguage?: number,
    /** Pairs: meant, heard. */
    nearUnits?: Uint16Array,
    nearCosts?: Float32Array,
  ) => NativeHotwordGraph;
  CtcDecoder: new (
    units: number,
    blank: number,
    beam: number,
    beamNats: number,
    topUnits: number,
    unitNats: number,
    floor: number,
    languageWeight: number,
    unitBonus: number,
    wordBonus: number,
    blankPenalty: number,
    nonSpeech: number,
    nBest: number,
    lexicon: NativeLexicon | null,
    language: NativeLanguageModel | null,
    wordOfUnit: Uint32Array,
  ) => NativeCtcDecoder;
}

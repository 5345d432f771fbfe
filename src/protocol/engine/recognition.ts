// A recognition's request to an engine, and the engine's answers: plain data, shared by the gateway and the engine.
// All times are milliseconds of the session's audio from its first sample; the gateway adds startOffset.
import type { AudioCoding } from './audio.js';

/** `clip` is one-shot recognition; the others are the streaming modes of specification 2, section 4.2. */
export type RecognitionMode = 'clip' | 'short' | 'utterance' | 'continue';

/** Specification 2, section 2.3, with zero for what is switched off. */
export interface EndpointParams {
  readonly headMs: number;
  readonly tailMs: number;
  readonly endMs: number;
  readonly maxSegmentMs: number;
  /** 1-100 */
  readonly threshold: number;
}

/** One hotword of one of the three kinds of specification 1, section 2.4, after its list was read. */
export type HotwordRule =
  | { readonly kind: 'weighted'; readonly text: string; readonly weight: number; readonly readings: readonly string[] }
  /** wherever `heard` stands in the text, `text` is written */
  | { readonly kind: 'text'; readonly heard: string; readonly text: string }
  /** wherever one of the readings was heard, `text` is written */
  | { readonly kind: 'phonemes'; readonly readings: readonly string[]; readonly tonal: boolean; readonly text: string };

export type WordType = 'DISABLED' | 'WORD' | 'CHAR';

export interface TextParams {
  readonly addPunc: boolean;
  readonly digitNorm: boolean;
  readonly textSmooth: boolean;
  readonly makeParagraph: boolean;
  readonly outputPinyin: boolean;
  readonly wordType: WordType;
  readonly wordTpp: boolean;
  /** Waiting time for following sentences, in ms; 0: do not wait. */
  readonly tppContextRangeMs: number;
  /** Masked in the text; empty when wordFilter is off. */
  readonly sensitiveWords: readonly string[];
}

/** Specification 2, section 2.3, `sa`; undefined members of `Analysis` were not asked for. */
export interface AnalysisParams {
  readonly emotion: boolean;
  readonly gender: boolean;
  readonly speed: boolean;
  readonly volume: boolean;
}

export interface RecognitionParams {
  readonly kind: 'asr';
  readonly mode: RecognitionMode;
  readonly property: string;
  readonly coding: AudioCoding;
  readonly audioMaxMs: number;
  readonly endpoint: EndpointParams;
  readonly interimResults: boolean;
  /** 1-10 */
  readonly nBest: number;
  readonly hotwords: readonly HotwordRule[];
  readonly text: TextParams;
  readonly analysis: AnalysisParams | undefined;
  /** A compiled language model (an `olm` resource), interpolated while decoding. Its file never changes once it is there. */
  readonly languageModel: LanguageModelFile | undefined;
}

export interface LanguageModelFile {
  readonly path: string;
  /** The key of this file; undefined: it is plain. */
  readonly key?: string | undefined;
}

/** Specification 2, section 2.4: `t` of a word. */
export type WordCategory = 'U' | 'P' | 'S' | 'M' | 'D';

export interface RecognisedWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly pinyin: string | undefined;
  readonly confidence: number;
  readonly categories: readonly WordCategory[];
}

export interface Candidate {
  readonly text: string;
  readonly pinyin: string | undefined;
  /** 0-1 */
  readonly confidence: number;
  /** Empty in interim results and when wordType is DISABLED. */
  readonly words: readonly RecognisedWord[];
}

export interface Emotion {
  readonly startMs: number;
  readonly endMs: number;
  readonly confidence: number;
  readonly emotion: 'HAPPY' | 'ANGRY' | 'SAD' | 'DISGUSTED';
}

export interface Analysis {
  readonly emotions?: readonly Emotion[];
  readonly gender?: { readonly confidence: number; readonly gender: 'FEMALE' | 'MALE' };
  /** Words a minute: syllables a second × 60. */
  readonly speed?: number;
  readonly averageVolume?: number;
  readonly maximumVolume?: number;
}

export interface Sentence {
  readonly startMs: number;
  readonly endMs: number;
  readonly isFinal: boolean;
  /** The best first; never empty. */
  readonly candidates: readonly Candidate[];
  readonly analysis: Analysis | undefined;
}

/** Specification 2, section 6. */
export type RecognitionEventName =
  | 'VOICE_START'
  | 'VOICE_END'
  | 'EXCEEDED_SILENCE'
  | 'EXCEEDED_END_SILENCE'
  | 'EXCEEDED_AUDIO'
  | 'NOISE';

export type RecognitionEvent =
  | { readonly type: 'event'; readonly event: RecognitionEventName; readonly atMs: number }
  | { readonly type: 'sentence'; readonly sentence: Sentence };

/** `client`: END was sent; the others are the stop conditions of the mode. */
export type RecognitionEnd = 'client' | 'cancel' | 'service';

// The request for a recognition to an engine, and the engine's answers: plain data, shared by gateway and engine. All
// times are milliseconds of the session's audio since its first sample; the gateway adds startOffset.
import type { AudioCoding } from './audio.js';

/** `clip` is one-shot recognition; the others are the streaming modes of specification 2, section 4.2. */
export type RecognitionMode = 'clip' | 'short' | 'utterance' | 'continue';

/** Endpoint settings of specification 2, section 2.3; 0 switches one off. */
export interface EndpointParams {
  readonly headMs: number;
  readonly tailMs: number;
  readonly endMs: number;
  readonly maxSegmentMs: number;
  /** 1-100 */
  readonly threshold: number;
}

/** One hotword of one of the three kinds of specification 1, section 2.4, as parsed from its list. */
export type HotwordRule =
  | { readonly kind: 'weighted'; readonly text: string; readonly weight: number; readonly readings: readonly string[] }
  /** Writes `text` wherever `heard` stands in the text. */
  | { readonly kind: 'text'; readonly heard: string; readonly text: string }
  /** Writes `text` wherever one of the readings was heard. */
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
  /** Time to wait for following sentences, ms; 0: no wait. */
  readonly tppContextRangeMs: number;
  /** Words that are masked in the text; empty when wordFilter is off. */
  readonly sensitiveWords: readonly string[];
}

/** The `sa` settings of specification 2, section 2.3. A missing member was not requested. */
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
  /** A compiled language model (an `olm` resource), interpolated while decoding. Its file never changes. */
  readonly languageModel: LanguageModelFile | undefined;
}

export interface LanguageModelFile {
  readonly path: string;
  /** The key of this file; undefined if the file is plain. */
  readonly key?: string | undefined;
}

/** Category of a word: `t` in specification 2, section 2.4. */
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
  /** Speaking rate in words a minute: syllables a second × 60. */
  readonly speed?: number;
  readonly averageVolume?: number;
  readonly maximumVolume?: number;
}

export interface Sentence {
  readonly startMs: number;
  readonly endMs: number;
  readonly isFinal: boolean;
  /** Candidates, the best first; never empty. */
  readonly candidates: readonly Candidate[];
  readonly analysis: Analysis | undefined;
}

/** Events of specification 2, section 6. */
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

/** Reason why a recognition ended. `client`: END was sent; the others are the stop conditions of the mode. */
export type RecognitionEnd = 'client' | 'cancel' | 'service';

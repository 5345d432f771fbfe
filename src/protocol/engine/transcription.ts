// Offline transcription (specification 2, sections 3.3 and 4.4): the plain data that its stages exchange.
import type { HotwordRule, RecognisedWord, WordType } from './recognition.js';

/** The codes of files (specification 2, section 3.3). */
export const fileCodes = {
  downloadQueued: 1000,
  downloading: 1001,
  downloadRetry: 1002,
  conversionQueued: 2000,
  converting: 2001,
  recognitionQueued: 3000,
  recognising: 3001,
  succeeded: 4000,
  notFound: 4100,
  downloadFailed: 4101,
  uploadIncomplete: 4102,
  formatUnknown: 4200,
  noAudioStream: 4201,
  severalAudioStreams: 4202,
  badChannelCount: 4203,
  conversionFailed: 4204,
  tooLong: 4300,
  cannotStart: 4301,
  recognitionFailed: 4302,
} as const;
export type FileCode = (typeof fileCodes)[keyof typeof fileCodes];
/** True for all final codes, success and failures. */
export const isFinished = (code: FileCode): boolean => code >= fileCodes.succeeded;

/** A file cannot go on: its code and a sentence for `info`. `isPassing`: a later try may succeed. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
  constructor(
    readonly code: FileCode,
    message: string,
    readonly isPassing = false,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The `sa` of specification 2, section 4.4, with its defaults. */
export interface TranscriptAnalysis {
  readonly diarization: boolean;
  readonly checkRole: boolean;
  readonly channelRole: 'LEFT_AGENT' | 'RIGHT_AGENT';
  readonly checkEmotion: boolean;
  readonly outputSpeed: boolean;
  readonly outputVolume: boolean;
  readonly outputSilence: boolean;
}

export interface TranscriptText {
  readonly addPunc: boolean;
  readonly textSmooth: boolean;
  readonly digitNorm: boolean;
  readonly wordFilter: boolean;
  readonly makeParagraph: boolean;
  /** from -100 to 100; 0 is the engine's default */
  readonly puncWeight: number;
}

/** The options of a task for the transcription of its files. */
export interface TranscriptOptions {
  readonly resultType: 'JSON' | 'SRT' | 'TXT';
  readonly outputPinyin: boolean;
  readonly words: { readonly type: Exclude<WordType, 'DISABLED'>; readonly tpp: boolean } | undefined;
  readonly analysis: TranscriptAnalysis | undefined;
  readonly text: TranscriptText;
}

/**
 * True if the result has paragraphs (specification 2, section 4.4): JSON does, and TXT if its sentences name no
 * speaker.
 */
export const hasParagraphs = ({ resultType, analysis, text }: TranscriptOptions): boolean =>
  text.makeParagraph && (resultType === 'JSON' || (resultType === 'TXT' && analysis === undefined));

/** A task's request to an engine, in addition to the audio. */
export interface TranscribeRequest {
  readonly property: string;
  readonly hotwords: readonly HotwordRule[];
  /** Words to mask if options.text.wordFilter is true. */
  readonly sensitiveWords: readonly string[];
  readonly options: TranscriptOptions;
}

/** Converted audio: interleaved 16-bit little-endian PCM without a header. */
export interface PcmFile {
  readonly path: string;
  /** The key of this one file, in hexadecimal digits; undefined: the file is plain. */
  readonly key?: string | undefined;
  readonly sampleRateHz: 8_000 | 16_000;
  readonly channels: 1 | 2;
  readonly durationMs: number;
}

/** The speaker on a channel with at most two people; the first to speak is 0. */
export type SpeakerNumber = 0 | 1;
export interface Speakers {
  /** The speaker of each sentence. */
  readonly bySentence: readonly SpeakerNumber[];
  /** The agent; undefined: it could not be determined. */
  readonly agent: SpeakerNumber | undefined;
}

export type Role = 'user' | 'agent' | 'role_0' | 'role_1';

export interface TranscriptSentence {
  readonly startMs: number;
  readonly endMs: number;
  /** The text; a newline ends a paragraph. */
  readonly text: string;
  readonly pinyin: string | undefined;
  readonly confidence: number;
  readonly words: readonly RecognisedWord[] | undefined;
  readonly role: Role | undefined;
  readonly speed: number | undefined;
  readonly volume: { readonly average: number; readonly max: number } | undefined;
  readonly emotions:
    | readonly {
        readonly startMs: number;
        readonly endMs: number;
        readonly confidence: number;
        readonly emotion: string;
      }[]
    | undefined;
}

export interface Transcript {
  /** The sentences of all channels, sorted by their start. */
  readonly sentences: readonly TranscriptSentence[];
  readonly silences: readonly { readonly startMs: number; readonly endMs: number }[] | undefined;
}

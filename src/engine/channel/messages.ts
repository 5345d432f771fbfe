// The messages between gateway and engine: two closed unions of plain data (structured clone carries them).
// A session or call number belongs to one engine process and is never used again.
import type { FromLasting, Listening, ToLasting } from '../../child/lasting.js';
import type { AudioChannel, AudioCoding, OneShotFormat } from '../../protocol/engine/audio.js';
import type {
  RecognitionEnd,
  RecognitionEvent,
  RecognitionParams,
  Sentence,
} from '../../protocol/engine/recognition.js';
import type { RingEvidence, RingTables, RingVerdict, StopKind } from '../../protocol/engine/ring.js';
import type { SpokenSentence, SynthesisParams } from '../../protocol/engine/synthesis.js';
import type {
  PcmFile,
  Speakers,
  TranscribeRequest,
  Transcript,
  TranscriptSentence,
} from '../../protocol/engine/transcription.js';
import type { ErrorName } from '../../protocol/errors.js';

export interface RingSessionParams {
  readonly kind: 'ring';
  /** property whose recogniser recognises the prompts */
  readonly property: string;
  readonly coding: AudioCoding;
  readonly audioMaxMs: number;
  readonly endOnRingback: boolean;
  /** default: limits.ring.keywordConfidence */
  readonly keywordConfidence?: number;
  /** Other kinds end the call no earlier than at its end. Default: every kind may. */
  readonly stopOn?: readonly StopKind[];
  /** The session ends after so much silence from its start. Default: never. */
  readonly silenceMs?: number;
}
/** One member for each capability that streams. */
export type SessionParams = RingSessionParams | RecognitionParams;
export type Capability = SessionParams['kind'];

export interface RingClipParams {
  readonly kind: 'ring';
  readonly property: string;
  readonly format: OneShotFormat;
  /** channel of a stereo recording */
  readonly channel?: AudioChannel | undefined;
  readonly maxMs: number;
  /** time in the recording; prompts end there */
  readonly answeredAtMs?: number;
  /** as of a session */
  readonly keywordConfidence?: number;
}
/** A whole body: its coding is found out, its length bounded, and there is one sentence. */
export interface RecognitionClipParams
  extends Omit<RecognitionParams, 'mode' | 'coding' | 'audioMaxMs' | 'endpoint' | 'interimResults'> {
  readonly format: OneShotFormat;
  readonly channel?: AudioChannel | undefined;
  readonly maxMs: number;
}
export type ClipParams = RingClipParams | RecognitionClipParams;

export interface RingClipResult {
  readonly verdict: RingVerdict;
  readonly evidence: RingEvidence;
  /** rate of the audio as it arrived */
  readonly sampleRateHz: number;
}
export interface RecognitionClipResult {
  readonly sentence: Sentence;
  readonly sampleRateHz: number;
  readonly audioMs: number;
}
export interface ClipResults {
  readonly ring: RingClipResult;
  readonly asr: RecognitionClipResult;
}

/** Events of a session; `ended` is the last. */
export interface EngineEvents {
  readonly ring:
    | { readonly type: 'result'; readonly verdict: RingVerdict; readonly evidence: RingEvidence }
    | { readonly type: 'ended'; readonly cause: EndCause };
  readonly asr: RecognitionEvent | { readonly type: 'ended'; readonly cause: RecognitionEnd };
}

/** `next`: the engine wants a sentence. Audio crosses as slices, one for each pull. `ended` is the last. */
export type SynthesisEvent = { readonly type: 'next' } | { readonly type: 'ended' };

/** A recording that the engine reads from the disk. */
export interface TranscriptionParams extends TranscribeRequest {
  readonly kind: 'trans';
  readonly pcm: PcmFile;
}

/** Sentences come channel by channel in order, without a role. `ended` is the last. */
export type TranscriptionEvent =
  | { readonly type: 'transcribed'; readonly channel: number; readonly sentence: TranscriptSentence }
  | { readonly type: 'progress'; readonly percent: number }
  | { readonly type: 'silences'; readonly silences: NonNullable<Transcript['silences']> }
  | { readonly type: 'speakers'; readonly speakers: Speakers }
  | { readonly type: 'ended' };

export interface Refusal {
  readonly code: ErrorName;
  readonly message: string;
}

export type ToEngine =
  | { readonly type: 'tables'; readonly tables: RingTables }
  | {
      readonly type: 'open';
      readonly session: number;
      readonly params: SessionParams | SynthesisParams | TranscriptionParams;
    }
  | { readonly type: 'slice'; readonly session: number; readonly bytes: Uint8Array }
  /** for a screening session: the call was answered after the slices so far */
  | { readonly type: 'answered'; readonly session: number }
  | { readonly type: 'end'; readonly session: number; readonly cancel: boolean }
  /** the answer to `next`; undefined: the text is over */
  | { readonly type: 'say'; readonly session: number; readonly sentence: SpokenSentence | undefined }
  /** a slice of so many ms is wanted */
  | { readonly type: 'pull'; readonly session: number; readonly ms: number }
  /** the client has gone: forget the session, say nothing */
  | { readonly type: 'close'; readonly session: number }
  | { readonly type: 'clip'; readonly call: number; readonly params: ClipParams; readonly bytes: Uint8Array }
  /** the client has gone: `clip-failed` may come at once */
  | { readonly type: 'forget-clip'; readonly call: number }
  | ToLasting;

export type EndCause = 'match' | 'end' | 'cancel' | 'audioMax' | 'silence';

/** A model that an engine has loaded. */
export interface ServingModel {
  readonly task: string;
  /** id@version */
  readonly name: string;
  readonly source: 'shipped' | 'installed';
  readonly properties: readonly string[];
  /** size of its files */
  readonly bytes: number;
  readonly loadMs: number;
  /** Growth of the process while it was loaded and run once. */
  readonly rssGrowthBytes: number;
}

export interface ModelsReport {
  readonly serving: readonly ServingModel[];
  /** Models that did not load, and why. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
}

export type FromEngine =
  | Listening
  /** the model that it begins to load: if it dies now, that is why */
  | { readonly type: 'loading'; readonly model: string }
  | (FromLasting & { readonly models: ModelsReport })
  /** slices that have been heard, per session: number, count, number, count … */
  | { readonly type: 'taken'; readonly counts: readonly number[] }
  | {
      readonly type: 'event';
      readonly session: number;
      readonly event: EngineEvents[Capability] | SynthesisEvent | TranscriptionEvent;
    }
  /** for a synthesis: the answer to the oldest pull */
  | { readonly type: 'slice'; readonly session: number; readonly bytes: Uint8Array }
  | { readonly type: 'failed'; readonly session: number; readonly refusal: Refusal }
  | { readonly type: 'clip-done'; readonly call: number; readonly result: ClipResults[Capability] }
  | { readonly type: 'clip-failed'; readonly call: number; readonly refusal: Refusal };

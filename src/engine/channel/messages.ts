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
  /** The property whose recogniser recognises the prompts. */
  readonly property: string;
  readonly coding: AudioCoding;
  readonly audioMaxMs: number;
  readonly endOnRingback: boolean;
  /** The default is limits.ring.keywordConfidence. */
  readonly keywordConfidence?: number;
  /** Kinds that may end the call early; default: all. */
  readonly stopOn?: readonly StopKind[];
  /** Silence since the start after which the session ends; default: never. */
  readonly silenceMs?: number;
}
/** Parameters of a session: one member for each capability that streams. */
export type SessionParams = RingSessionParams | RecognitionParams;
export type Capability = SessionParams['kind'];

export interface RingClipParams {
  readonly kind: 'ring';
  readonly property: string;
  readonly format: OneShotFormat;
  /** The channel of a stereo recording. */
  readonly channel?: AudioChannel | undefined;
  readonly maxMs: number;
  /** Time in the recording at which the call was answered; prompts end there. */
  readonly answeredAtMs?: number;
  /** The same as for a session. */
  readonly keywordConfidence?: number;
}
/** A whole body: its coding is detected, its length is bounded, and it is one sentence. */
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
  /** Sample rate of the audio as it arrived. */
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

/** Events of a session; `ended` is the last one. */
export interface EngineEvents {
  readonly ring:
    | { readonly type: 'result'; readonly verdict: RingVerdict; readonly evidence: RingEvidence }
    | { readonly type: 'ended'; readonly cause: EndCause };
  readonly asr: RecognitionEvent | { readonly type: 'ended'; readonly cause: RecognitionEnd };
}

/** `next`: the engine asks for a sentence. Audio arrives as slices, one for each pull. `ended` is the last event. */
export type SynthesisEvent = { readonly type: 'next' } | { readonly type: 'ended' };

/** A recording that the engine reads from the disk. */
export interface TranscriptionParams extends TranscribeRequest {
  readonly kind: 'trans';
  readonly pcm: PcmFile;
}

/** Events of a transcription. Sentences come channel by channel, in order, without roles. `ended` is the last event. */
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
  /** A screening session's call was answered after the slices so far. */
  | { readonly type: 'answered'; readonly session: number }
  | { readonly type: 'end'; readonly session: number; readonly cancel: boolean }
  /** The answer to `next`; undefined at the end of the text. */
  | { readonly type: 'say'; readonly session: number; readonly sentence: SpokenSentence | undefined }
  /** Asks for a slice of `ms`. */
  | { readonly type: 'pull'; readonly session: number; readonly ms: number }
  /** The client has gone: forget the session, and send nothing more. */
  | { readonly type: 'close'; readonly session: number }
  | { readonly type: 'clip'; readonly call: number; readonly params: ClipParams; readonly bytes: Uint8Array }
  /** The client has gone: `clip-failed` may come at once. */
  | { readonly type: 'forget-clip'; readonly call: number }
  | ToLasting;

export type EndCause = 'match' | 'end' | 'cancel' | 'audioMax' | 'silence';

/** A model that an engine has loaded. */
export interface ServingModel {
  readonly task: string;
  /** The model, as id@version. */
  readonly name: string;
  readonly source: 'shipped' | 'installed';
  readonly properties: readonly string[];
  /** Size of its files. */
  readonly bytes: number;
  readonly loadMs: number;
  /** Growth of the process while the model was loaded and run once. */
  readonly rssGrowthBytes: number;
}

export interface ModelsReport {
  readonly serving: readonly ServingModel[];
  /** Models that did not load, each with the reason. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
}

export type FromEngine =
  | Listening
  /** The model that the engine begins to load: the suspect if the engine dies now. */
  | { readonly type: 'loading'; readonly model: string }
  | (FromLasting & { readonly models: ModelsReport })
  /** Slices that have been heard, for each session: number, count, number, count … */
  | { readonly type: 'taken'; readonly counts: readonly number[] }
  | {
      readonly type: 'event';
      readonly session: number;
      readonly event: EngineEvents[Capability] | SynthesisEvent | TranscriptionEvent;
    }
  /** The answer to the oldest pull of a synthesis. */
  | { readonly type: 'slice'; readonly session: number; readonly bytes: Uint8Array }
  | { readonly type: 'failed'; readonly session: number; readonly refusal: Refusal }
  | { readonly type: 'clip-done'; readonly call: number; readonly result: ClipResults[Capability] }
  | { readonly type: 'clip-failed'; readonly call: number; readonly refusal: Refusal };

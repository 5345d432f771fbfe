// What gateway and engine say to each other: two closed unions of plain data (structured clone carries them).
// A session or call number belongs to one engine process and is never used again.
import type { AudioCoding, OneShotFormat } from '../protocol/audio.js';
import type { ErrorName } from '../protocol/errors.js';
import type { RingEvidence, RingTables, RingVerdict, TextEvent } from '../protocol/ring.js';

export interface RingSessionParams {
  readonly kind: 'ring';
  readonly coding: AudioCoding;
  readonly audioMaxMs: number;
  readonly endOnRingback: boolean;
}
/** One member for each capability that streams. */
export type SessionParams = RingSessionParams;

export interface RingClipParams {
  readonly kind: 'ring';
  readonly format: OneShotFormat;
  readonly maxMs: number;
}
export type ClipParams = RingClipParams;

export interface ClipResult {
  readonly verdict: RingVerdict;
  readonly evidence: RingEvidence;
  /** of the audio as it came */
  readonly sampleRateHz: number;
}

export interface Refusal {
  readonly code: ErrorName;
  readonly message: string;
}

export type ToEngine =
  | { readonly type: 'tables'; readonly tables: RingTables }
  | { readonly type: 'open'; readonly session: number; readonly params: SessionParams }
  | { readonly type: 'slice'; readonly session: number; readonly bytes: Uint8Array }
  /** prompt text from outside the engine; tests use it until the recogniser says it */
  | { readonly type: 'text'; readonly session: number; readonly event: TextEvent }
  | { readonly type: 'end'; readonly session: number; readonly cancel: boolean }
  /** the client has gone: forget the session, say nothing */
  | { readonly type: 'close'; readonly session: number }
  | { readonly type: 'clip'; readonly call: number; readonly params: ClipParams; readonly bytes: Uint8Array }
  | { readonly type: 'ping'; readonly sequence: number }
  /** finish what is open, then exit */
  | { readonly type: 'stop' };

export type EndCause = 'match' | 'end' | 'cancel' | 'audioMax';

export type FromEngine =
  | { readonly type: 'ready' }
  | { readonly type: 'pong'; readonly sequence: number; readonly rssBytes: number }
  /** slices that have been heard, per session: number, count, number, count … */
  | { readonly type: 'taken'; readonly counts: readonly number[] }
  | {
      readonly type: 'result';
      readonly session: number;
      readonly verdict: RingVerdict;
      readonly evidence: RingEvidence;
    }
  | { readonly type: 'ended'; readonly session: number; readonly cause: EndCause }
  | { readonly type: 'failed'; readonly session: number; readonly refusal: Refusal }
  | { readonly type: 'clip-done'; readonly call: number; readonly result: ClipResult }
  | { readonly type: 'clip-failed'; readonly call: number; readonly refusal: Refusal };

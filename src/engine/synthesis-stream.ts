// A synthesis as the gateway holds it: sentences go to the engine when it asks, slices of audio come back when they are
// pulled.
import { ServiceError } from '../protocol/errors.js';
import type { SpokenFormat, SpokenRateHz, SpokenSentence, SynthesisParams } from '../protocol/synthesis.js';
import { unreachable } from '../protocol/unreachable.js';
import type { EngineProcess, SessionEar, SessionMessage } from './process.js';

export type SynthesisEvent =
  /** The engine wants the next sentence; it does not ask where it has all of the audio from before. */
  | { readonly type: 'next' }
  /**
   * The answer to the oldest pull. pcm, alaw, ulaw: so many ms of audio (the last slice may be shorter). svc_*: one
   * packed slice of whole codec frames, ms rounded up to them.
   */
  | { readonly type: 'slice'; readonly bytes: Uint8Array; readonly ms: number }
  /** All audio has been given: follows the last slice by itself, and answers whatever pulls are left. */
  | { readonly type: 'ended' }
  | { readonly type: 'failed'; readonly error: ServiceError };

export interface SynthesisStream {
  /** The answer to `next`; undefined: the text is over. */
  say(sentence: SpokenSentence | undefined): void;
  /** 1 to limits.synthesis.engine.pullMs; at most waitingPulls of them may wait. */
  pull(ms: number): void;
  /** No event follows. */
  close(): void;
}

/** Of a slice, as its bytes say it. */
export function spokenMs(format: SpokenFormat, sampleRateHz: SpokenRateHz, bytes: Uint8Array): number {
  switch (format) {
    case 'pcm':
      return (bytes.length / 2 / sampleRateHz) * 1_000;
    case 'alaw':
    case 'ulaw':
      return (bytes.length / sampleRateHz) * 1_000;
    case 'svc_speex':
    case 'svc_opus': {
      const bytesOfPcm = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
      return (bytesOfPcm / 2 / sampleRateHz) * 1_000;
    }
  }
}

export class SpeakingStream implements SynthesisStream, SessionEar {
  #over = false;

  constructor(
    readonly number: number,
    readonly process: EngineProcess,
    readonly params: SynthesisParams,
    readonly onEvent: (event: SynthesisEvent) => void,
  ) {
    process.sessions.set(number, this);
    process.send({ type: 'open', session: number, params });
  }

  say(sentence: SpokenSentence | undefined): void {
    if (!this.#over) this.process.send({ type: 'say', session: this.number, sentence });
  }

  pull(ms: number): void {
    if (!this.#over) this.process.send({ type: 'pull', session: this.number, ms });
  }

  close(): void {
    if (this.#over) return;
    this.#over = true;
    this.process.sessions.delete(this.number);
    this.process.send({ type: 'close', session: this.number });
  }

  /** Nothing is queued here: the engine takes sentences when it asks for them. */
  taken(): void {}

  heard(message: SessionMessage): void {
    if (this.#over) return;
    switch (message.type) {
      case 'slice': {
        const { bytes } = message;
        const ms = spokenMs(this.params.format, this.params.sampleRateHz, bytes);
        this.onEvent({ type: 'slice', bytes, ms });
        return;
      }
      case 'said':
        this.#over = message.said.type === 'ended';
        this.onEvent({ type: message.said.type === 'ended' ? 'ended' : 'next' });
        return;
      case 'failed':
        this.#over = true;
        this.onEvent({ type: 'failed', error: new ServiceError(message.refusal.code, message.refusal.message) });
        return;
      default:
        unreachable(message);
    }
  }

  lost(): void {
    if (this.#over) return;
    this.#over = true;
    this.onEvent({ type: 'failed', error: new ServiceError('ENGINE_LOST') });
  }
}

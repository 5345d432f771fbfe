// A synthesis as the gateway holds it: sentences go to the engine when it asks for them, and slices of audio come back
// when they are pulled.

import type { SpokenFormat, SpokenSentence, SynthesisParams } from '../../protocol/engine/synthesis.js';
import type { ServiceError } from '../../protocol/errors.js';
import type { SynthesisEvent as EngineSynthesisEvent } from '../channel/messages.js';
import { HeldSession } from './held-session.js';
import type { EngineProcess } from './process.js';

export type SynthesisEvent =
  /** The engine asks for the next sentence. It does not ask if its cache has all of the audio. */
  | { readonly type: 'next' }
  /**
   * The answer to the oldest pull. pcm, alaw, ulaw: the requested ms of audio (the last slice may be shorter). svc_*:
   * one packed slice of whole codec frames, with ms rounded up to them.
   */
  | { readonly type: 'slice'; readonly bytes: Uint8Array; readonly ms: number }
  /** All audio has been given. This follows the last slice by itself, and answers any remaining pulls. */
  | { readonly type: 'ended' }
  | { readonly type: 'failed'; readonly error: ServiceError };

export interface SynthesisStream {
  /** Answers `next`; undefined at the end of the text. */
  say(sentence: SpokenSentence | undefined): void;
  /** Asks for 1 to limits.synthesis.engine.pullMs; at most waitingPulls pulls may wait. */
  pull(ms: number): void;
  /** Ends the synthesis; no event follows. */
  close(): void;
}

/** Length of a slice in ms, from its number of bytes. */
export function spokenMs(format: SpokenFormat, sampleRateHz: number, bytes: Uint8Array): number {
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

export class SpeakingStream extends HeldSession<EngineSynthesisEvent> implements SynthesisStream {
  constructor(
    number: number,
    process: EngineProcess,
    readonly params: SynthesisParams,
    readonly onEvent: (event: SynthesisEvent) => void,
  ) {
    super(number, process, params);
  }

  say(sentence: SpokenSentence | undefined): void {
    if (!this.isOver) this.send({ type: 'say', session: this.number, sentence });
  }

  pull(ms: number): void {
    if (!this.isOver) this.send({ type: 'pull', session: this.number, ms });
  }

  protected event({ type }: EngineSynthesisEvent): void {
    this.onEvent({ type });
  }

  protected override given(bytes: Uint8Array): void {
    const ms = spokenMs(this.params.format, this.params.sampleRateHz, bytes);
    this.process.meter.worked('tts', ms);
    this.onEvent({ type: 'slice', bytes, ms });
  }

  protected failed(error: ServiceError): void {
    this.onEvent({ type: 'failed', error });
  }
}

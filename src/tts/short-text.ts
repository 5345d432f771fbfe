// A short text over HTTP. The handler waits for the first slice, so that an earlier failure becomes a plain error
// reply. After that the reply pulls one slice after another, as fast as the client reads.
import { Readable } from 'node:stream';
import type { Engines } from '../engine/client/client.js';
import type { SpokenFormat, SpokenRateHz, SynthesisWarning } from '../protocol/engine/synthesis.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { unreachable } from '../protocol/unreachable.js';
import { type PreparedSpeech, Speech, type SpeechEvent } from './speech.js';

export interface SpokenReplyParts {
  readonly engines: Pick<Engines, 'openSynthesis'>;
  /** `CLOSED`: the client has gone. */
  readonly onEnd: (end: 'NORMAL' | 'ERROR' | 'CLOSED', audioMs: number) => void;
}

/** A stream of all bytes of the speech. If it breaks off, the reply is truncated: its last chunk is missing. */
export class SpokenReply extends Readable {
  readonly #speech: Speech;
  #isAsked = false;
  #failed = false;
  #audioMs = 0;
  #begun: { resolve: () => void; reject: (error: ServiceError) => void } | undefined;

  private constructor(
    prepared: PreparedSpeech,
    readonly parts: SpokenReplyParts,
  ) {
    super();
    this.on('error', () => {}); // the sender of the reply hears of it too, but perhaps not yet
    this.#speech = new Speech(parts.engines, prepared, (event) => this.#hear(event));
  }

  /** Starts the speech and resolves with the first slice. `signal` aborts when the client has gone. */
  static async begin(prepared: PreparedSpeech, signal: AbortSignal, parts: SpokenReplyParts): Promise<SpokenReply> {
    const reply = new SpokenReply(prepared, parts);
    const begun = new Promise<void>((resolve, reject) => {
      reply.#begun = { resolve, reject };
    });
    const left = () =>
      reply.#begun?.reject(
        new ServiceError('MALFORMED_REQUEST', 'the client closed the connection before its text was spoken'),
      ); // nobody reads it
    signal.addEventListener('abort', left);
    try {
      if (signal.aborted) left();
      reply._read();
      await begun;
      return reply;
    } catch (fault) {
      reply.destroy();
      throw fault;
    } finally {
      signal.removeEventListener('abort', left);
    }
  }

  override _read(): void {
    if (this.#isAsked || this.destroyed) return;
    this.#isAsked = true;
    this.#speech.pull(limits.synthesis.shortTextSliceMs);
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#speech.close();
    this.parts.onEnd(this.#failed ? 'ERROR' : this.readableEnded ? 'NORMAL' : 'CLOSED', this.#audioMs);
    callback(error);
  }

  #hear(event: SpeechEvent): void {
    switch (event.type) {
      case 'slice':
        this.#isAsked = false;
        this.#audioMs += event.ms;
        this.#begun?.resolve();
        this.push(event.bytes);
        return;
      case 'ended':
        this.#begun?.resolve();
        this.push(null);
        return;
      case 'failed':
        this.#failed = true;
        this.#begun?.reject(event.error);
        this.destroy(event.error);
        return;
      default:
        unreachable(event);
    }
  }
}

/**
 * The media type of the audio. RFC 4856 names A-law and mu-law. Its L16 is big-endian and these samples are not, so PCM
 * uses its common name, registered or not.
 */
export function mediaType(format: SpokenFormat, sampleRateHz: SpokenRateHz): string {
  switch (format) {
    case 'pcm':
      return `audio/pcm;rate=${sampleRateHz};channels=1`;
    case 'alaw':
      return `audio/PCMA;rate=${sampleRateHz};channels=1`;
    case 'ulaw':
      return `audio/PCMU;rate=${sampleRateHz};channels=1`;
    case 'svc_speex':
    case 'svc_opus':
      return 'application/octet-stream';
    default:
      return unreachable(format);
  }
}

export const mediaTypes = ['audio/pcm', 'audio/PCMA', 'audio/PCMU', 'application/octet-stream'] as const;

/** The warnings as JSON in ASCII, which is all that a header can carry. */
export function warningHeader(warnings: readonly SynthesisWarning[]): string {
  return JSON.stringify(warnings.slice(0, limits.synthesis.headerWarnings)).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

// Streaming synthesis (specification 2, 3.2 and 4.5). START opens a session on an engine, one slice of audio answers
// each GET_AUDIO, and END follows the last slice without a request.
import type { Logger } from 'pino';
import type { Engines } from '../engine/client/client.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { unreachable } from '../protocol/unreachable.js';
import { validateUnset } from '../protocol/wire/check/nulls.js';
import { voiceParams } from '../protocol/wire/property.js';
import {
  SynthesisCancel,
  SynthesisGetAudio,
  SynthesisServerMessage,
  SynthesisStart,
} from '../protocol/wire/synthesis-messages.js';
import type { EndReason, SessionOut, StartedSession, StreamProtocol, StreamSession } from '../session/protocol.js';
import type { StreamRoute } from '../ws/route.js';
import { type PreparedSpeech, prepareSpeech, Speech, type SpeechEvent } from './speech.js';
import type { ServedVoices, Voice } from './voices.js';

/** `CLOSED`: the client has gone, or sent a message that was refused. */
export type SpeechEnd = EndReason | 'CLOSED';

export interface SynthesisStreamParts {
  readonly engines: Pick<Engines, 'mayOpen' | 'openSynthesis'>;
  readonly voices: ServedVoices;
  /** A session ends if no GET_AUDIO arrives for this long. */
  readonly nextRequestMs: number;
  readonly log: Logger;
  readonly onEnd?: (reason: SpeechEnd, audioMs: number) => void;
}

export function synthesisStreamRoute(parts: SynthesisStreamParts): StreamRoute {
  return {
    id: 'tts.stream',
    path: '/v10/tts/synth/:property/stream',
    summary: 'Speak a text of any length: START, GET_AUDIO for each slice of audio, END',
    auth: 'token',
    params: voiceParams,
    textFrameBytes: limits.synthesis.textFrameBytes,
    errors: ['MALFORMED_PROPERTY', 'PROPERTY_NOT_FOUND', 'ENGINE_UNAVAILABLE'],
    messages: {
      fromClient: [SynthesisStart, SynthesisGetAudio, SynthesisCancel],
      toClient: SynthesisServerMessage,
      audio: { from: 'service', name: 'SpokenAudio', meaning: 'A slice of audio, in the format that START named.' },
    },
    open: ({ params }) => {
      const voice = parts.voices.find(params.property ?? '');
      parts.engines.mayOpen('tts');
      return new SynthesisProtocol(parts, voice);
    },
  };
}

class SynthesisProtocol implements StreamProtocol {
  readonly commands = ['GET_AUDIO', 'CANCEL'];
  readonly repeated = ['GET_AUDIO'];
  readonly takesAudio = false;

  constructor(
    readonly parts: SynthesisStreamParts,
    readonly voice: Voice,
  ) {}

  start(message: Readonly<Record<string, unknown>>, traceToken: string, out: SessionOut): StartedSession {
    const { text, config, extraInfo } = validateUnset(SynthesisStart, message);
    const prepared = prepareSpeech({ text, config }, this.voice, this.parts.voices);
    const log = this.parts.log.child({ traceToken, property: this.voice.property });
    const session = new SynthesisSession(prepared, { ...this.parts, log }, out);
    // the text itself is not logged
    log.info({ config, characters: text.length, extraInfo }, 'synthesis session started');
    return { session, warning: prepared.warnings };
  }
}

class SynthesisSession implements StreamSession {
  readonly #speech: Speech;
  /** lengths of the GET_AUDIOs that have not been passed to the engine yet, ms */
  readonly #requested: number[] = [];
  #isAsked = false;
  #clientReads: boolean;
  #clock: NodeJS.Timeout | undefined;
  #audioMs = 0;
  #isOver = false;

  constructor(
    prepared: PreparedSpeech,
    readonly parts: SynthesisStreamParts,
    readonly out: SessionOut,
  ) {
    this.#clientReads = out.hasRoom();
    this.#speech = new Speech(parts.engines, prepared, (event) => this.#hear(event));
    this.#awaitRequest();
  }

  command(command: string, message: Readonly<Record<string, unknown>>): 'going-on' | 'cancelled' {
    if (command === 'CANCEL') {
      validateUnset(SynthesisCancel, message);
      this.#speech.close();
      this.#over('CANCEL');
      return 'cancelled';
    }
    const { timeSlice } = validateUnset(SynthesisGetAudio, message).config;
    const { waitingRequests } = limits.synthesis;
    if (this.#requested.length >= waitingRequests) {
      throw new ServiceError(
        'TOO_MANY_REQUESTED',
        `GET_AUDIO: ${waitingRequests} requests are already waiting for audio; read some of their audio first`,
      );
    }
    this.#requested.push(timeSlice);
    this.#askOn();
    return 'going-on';
  }

  push(): boolean {
    return true;
  }

  room(): void {
    this.#clientReads = true;
    this.#askOn();
  }

  close(): void {
    this.#speech.close();
    this.#over('CLOSED');
  }

  /**
   * Requests the next slice from the engine: one at a time, and none while the client does not read, because the engine
   * makes every slice that is requested.
   */
  #askOn(): void {
    clearTimeout(this.#clock);
    if (this.#isAsked || !this.#clientReads) return;
    const ms = this.#requested.shift();
    if (ms === undefined) {
      this.#awaitRequest();
      return;
    }
    this.#isAsked = true;
    this.#speech.pull(ms);
  }

  #hear(event: SpeechEvent): void {
    switch (event.type) {
      case 'slice':
        this.#isAsked = false;
        this.#audioMs += event.ms;
        this.#clientReads = this.out.sendAudio(event.bytes);
        this.#askOn();
        return;
      case 'ended':
        this.#over('NORMAL');
        this.out.ended('NORMAL');
        return;
      case 'failed':
        this.#over('ERROR');
        this.out.failed(event.error);
        return;
      default:
        unreachable(event);
    }
  }

  #awaitRequest(): void {
    const { nextRequestMs } = this.parts;
    this.#clock = setTimeout(() => {
      this.#speech.close();
      this.#over('ERROR');
      this.out.failed(
        new ServiceError('AUDIO_REQUEST_TIMEOUT', `no GET_AUDIO arrived within ${nextRequestMs / 1_000} s`),
      );
    }, nextRequestMs);
  }

  #over(reason: SpeechEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#clock);
    this.#requested.length = 0;
    this.parts.log.info({ end: reason, audioMs: this.#audioMs }, 'synthesis session ended');
    this.parts.onEnd?.(reason, this.#audioMs);
  }
}

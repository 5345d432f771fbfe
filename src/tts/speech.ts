// A text on its way through an engine. The engine asks for one sentence at a time, and the client for one slice of
// audio at a time.
import { createHash } from 'node:crypto';
import type { Engines, SynthesisEvent, SynthesisStream } from '../engine/client/client.js';
import {
  codedRateHz,
  type SpokenSentence,
  type SynthesisParams,
  type SynthesisWarning,
} from '../protocol/engine/synthesis.js';
import { asServiceError, type ServiceError } from '../protocol/errors.js';
import { unreachable } from '../protocol/unreachable.js';
import type { SynthesisConfig } from '../protocol/wire/synthesis-config.js';
import { openText } from './front-end.js';
import type { ServedVoices, Voice } from './voices.js';

export interface SpeechRequest {
  readonly text: string;
  readonly config: SynthesisConfig;
}

export interface PreparedSpeech {
  readonly params: SynthesisParams;
  readonly sentences: Iterator<SpokenSentence, void>;
  readonly warnings: readonly SynthesisWarning[];
}

/**
 * Prepares a request for an engine. Throws INVALID_ARGUMENT for markup that is broken or too long. Plain text is read
 * later, when the engine asks for it.
 */
export function prepareSpeech({ text, config }: SpeechRequest, voice: Voice, voices: ServedVoices): PreparedSpeech {
  const { digitMode, puncMode, useS3ML, pitch, speed, volume, soundEffect, sampleRate, format } = config;
  const reading = { language: voice.language, digitMode, speakPunctuation: puncMode };
  const { sentences, warnings } = openText({ ...reading, text, isMarkup: useS3ML }, (name) => voices.has(name));
  const sampleRateHz = codedRateHz(format, sampleRate);
  const sound = { property: voice.property, pitch, speed, volume, soundEffect, sampleRateHz };
  const cacheKey = createHash('sha256')
    .update(JSON.stringify([sound, reading, useS3ML]))
    .update(text)
    .digest('base64url');
  return { params: { kind: 'tts', ...sound, format, cacheKey }, sentences, warnings };
}

/** An event of a speech. `ended` follows the last slice without a pull; no event follows `ended` or `failed`. */
export type SpeechEvent =
  | { readonly type: 'slice'; readonly bytes: Uint8Array; readonly ms: number }
  | { readonly type: 'ended' }
  | { readonly type: 'failed'; readonly error: ServiceError };

export class Speech {
  readonly #stream: SynthesisStream;
  #isOver = false;

  constructor(
    engines: Pick<Engines, 'openSynthesis'>,
    { params, sentences }: PreparedSpeech,
    readonly onEvent: (event: SpeechEvent) => void,
  ) {
    this.#stream = engines.openSynthesis(params, (event) => this.#hear(event, sentences));
  }

  /** Asks for a slice of `ms` of audio. One `slice` event answers, or `ended` if no audio is left. */
  pull(ms: number): void {
    if (!this.#isOver) this.#stream.pull(ms);
  }

  /** Closes the speech; no event follows. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stream.close();
  }

  #hear(event: SynthesisEvent, sentences: Iterator<SpokenSentence, void>): void {
    if (this.#isOver) return;
    switch (event.type) {
      case 'next':
        this.#say(sentences);
        return;
      case 'slice':
        this.onEvent(event);
        return;
      case 'ended':
      case 'failed':
        this.#isOver = true;
        this.onEvent(event);
        return;
      default:
        unreachable(event);
    }
  }

  #say(sentences: Iterator<SpokenSentence, void>): void {
    let step: IteratorResult<SpokenSentence, void>;
    try {
      step = sentences.next();
    } catch (fault) {
      this.close();
      this.onEvent({ type: 'failed', error: asServiceError(fault) });
      return;
    }
    this.#stream.say(step.done === true ? undefined : step.value);
  }
}

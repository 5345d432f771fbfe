// A recording of any length, read from the disk: each channel is a session of its own, like a live call in mode
// continue. Audio is fed in small steps, only while nothing live waits, and memory holds only the state of the
// sessions.

import type { RecognitionEvent } from '../../../protocol/engine/recognition.js';
import { limits } from '../../../protocol/limits.js';
import type { TranscriptionEvent, TranscriptionParams } from '../../channel/messages.js';
import { PcmReader } from '../audio/pcm-reader.js';
import { type Diarise, type SaidSentence, speakersOfSentences } from '../diarization/diarise.js';
import { changesIn, type Turn } from '../diarization/turns.js';
import { type RecognitionParts, RecognitionSession } from '../recognition/recognition.js';
import { silencesOf, type Voice } from './silences.js';
import { sessionParamsOf, transcribedOf } from './transcribed.js';

const { silenceMs } = limits.trans;
/** Audio of one step: the longest wait of a live message. */
const stepMs = 200;

export interface TranscriptionParts {
  readonly recognition: RecognitionParts;
  /** Resolves in a turn of the event loop in which nothing live waits. */
  readonly quiet: () => Promise<void>;
  readonly diarise?: Diarise | undefined;
}

export interface TranscriptionSink {
  event(said: TranscriptionEvent): void;
  /** Called last, unless `failed` was called. */
  ended(): void;
  failed(fault: unknown): void;
}

export class Transcription {
  readonly #params: TranscriptionParams;
  readonly #parts: TranscriptionParts;
  readonly #sink: TranscriptionSink;
  readonly #channels: readonly RecognitionSession[];
  /** Number of channels whose last sentence has not come. */
  #open: number;
  readonly #over = new AbortController();
  #durationMs = 0;
  #percent = 0;
  /** Filled only if silences are wanted. */
  readonly #voices: Voice[] = [];
  /** Filled only if speakers are told apart. */
  readonly #sentences: SaidSentence[] = [];
  #turns: readonly Turn[] = [];

  constructor(params: TranscriptionParams, parts: TranscriptionParts, say: TranscriptionSink) {
    this.#params = params;
    this.#parts = parts;
    this.#sink = say;
    this.#open = params.pcm.channels;
    this.#channels = Array.from({ length: params.pcm.channels }, (_, channel) => this.#session(channel));
    this.#hear().catch((fault: unknown) => this.#fail(fault));
  }

  /** Drops the recording without a message. */
  release(): void {
    this.#over.abort();
    for (const session of this.#channels) session.release();
  }

  get #isOver(): boolean {
    return this.#over.signal.aborted;
  }

  #session(channel: number): RecognitionSession {
    let voiceFromMs = 0;
    const said = (each: RecognitionEvent) => {
      if (each.type === 'sentence') this.#write(channel, each);
      else if (each.event === 'VOICE_START') voiceFromMs = each.atMs;
      else if (each.event === 'VOICE_END' && this.#wantsSilences) {
        this.#voices.push({ startMs: voiceFromMs, endMs: each.atMs });
      }
    };
    return new RecognitionSession(sessionParamsOf(this.#params), this.#parts.recognition, {
      event: said,
      ended: () => {
        this.#open--;
        if (this.#open === 0) this.#conclude();
      },
      failed: (fault) => this.#fail(fault),
    });
  }

  get #wantsSilences(): boolean {
    return this.#params.options.analysis?.outputSilence === true;
  }

  #write(channel: number, { sentence }: Extract<RecognitionEvent, { type: 'sentence' }>): void {
    if (!sentence.isFinal) return;
    const written = transcribedOf(sentence, this.#params.options);
    if (this.#wantsSpeakers) {
      const { startMs, endMs, text } = written;
      this.#sentences.push({ startMs, endMs, text });
    }
    this.#sink.event({ type: 'transcribed', channel, sentence: written });
  }

  get #wantsSpeakers(): boolean {
    const { pcm, options } = this.#params;
    return pcm.channels === 1 && options.analysis?.diarization === true && this.#parts.diarise !== undefined;
  }

  async #hear(): Promise<void> {
    if (this.#wantsSpeakers) await this.#tellSpeakersApart();
    if (this.#isOver) return;
    const reader = await PcmReader.open(this.#params.pcm);
    try {
      this.#durationMs = reader.durationMs;
      for (let block = await reader.next(); block !== undefined; block = await reader.next()) {
        await this.#take(block);
        if (this.#isOver) return;
        this.#tellProgress(reader.readMs);
      }
    } finally {
      await reader.close();
    }
    for (const session of this.#channels) session.end(false);
  }

  async #tellSpeakersApart(): Promise<void> {
    this.#turns = (await this.#parts.diarise?.(this.#params.pcm, this.#over.signal)) ?? [];
    for (const changeMs of changesIn(this.#turns)) this.#channels[0]?.cutAt(changeMs);
  }

  /** Feeds a block to all channels in step, so that both hold back the same audio. */
  async #take(block: readonly Int16Array[]): Promise<void> {
    const step = (stepMs * this.#params.pcm.sampleRateHz) / 1_000;
    const length = block[0]?.length ?? 0;
    for (let at = 0; at < length; at += step) {
      for (const [channel, session] of this.#channels.entries()) {
        await this.#parts.quiet();
        if (this.#isOver) return;
        session.push(bytesOf((block[channel] as Int16Array).subarray(at, at + step)));
        while (session.isBehind && !this.#isOver) await this.#parts.quiet();
      }
    }
  }

  #tellProgress(heardMs: number): void {
    const percent = Math.min(99, Math.floor((100 * heardMs) / this.#durationMs)); // the last sentence is not written
    if (percent <= this.#percent) return;
    this.#percent = percent;
    this.#sink.event({ type: 'progress', percent });
  }

  #conclude(): void {
    if (this.#isOver) return;
    if (this.#wantsSilences) {
      this.#sink.event({ type: 'silences', silences: silencesOf(this.#voices, this.#durationMs, silenceMs) });
    }
    if (this.#wantsSpeakers) {
      this.#sink.event({ type: 'speakers', speakers: speakersOfSentences(this.#sentences, this.#turns) });
    }
    this.release();
    this.#sink.ended();
  }

  #fail(fault: unknown): void {
    if (this.#isOver) return;
    this.release();
    this.#sink.failed(fault);
  }
}

const bytesOf = (samples: Int16Array): Uint8Array =>
  new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);

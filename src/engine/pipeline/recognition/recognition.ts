// One recognition session on the engine side (specification 2, sections 4.2 and 6).
//
//   slice ── decode, resample ──┬── recent audio ── recogniser ── sentences ── results
//                               └── speech? ── endpoint ── events
//
// The recogniser hears only the sentences: audio between them is skipped. Short sessions have no endpoint, and all of
// their audio is one sentence; they detect speech only if there are hotwords. Audio flows only to the right; results
// come back through `say`.
import type { NativeLanguageModel } from '../../../native/search-addon.js';
import type {
  RecognitionEnd,
  RecognitionEvent,
  RecognitionEventName,
  RecognitionParams,
} from '../../../protocol/engine/recognition.js';
import { limits } from '../../../protocol/limits.js';
import { unreachable } from '../../../protocol/unreachable.js';
import type { Priority } from '../../runtime/graph/batcher.js';
import type { CompiledHotwords } from '../../runtime/recogniser/hotwords.js';
import type { HeardHypothesis } from '../../runtime/recogniser/hypotheses.js';
import type { Recogniser } from '../../runtime/recogniser/recogniser.js';
import type { RecogniserStream } from '../../runtime/recogniser/recogniser-stream.js';
import { Loudness } from '../analysis/analysis.js';
import { type HearGender, Voice } from '../analysis/gender.js';
import { EffortMeter } from '../analysis/vocal-effort.js';
import { Endpoint, type EndpointEvent, frameMs } from '../audio/endpoint.js';
import type { AudioFrontend, FrontendPool } from '../audio/frontend.js';
import { RecentAudio } from '../audio/recent-audio.js';
import type { OpenSpeech, VadStream } from '../audio/vad.js';
import type { SentenceText } from './sentence-text.js';
import { type SentenceAudio, Sentences } from './sentences.js';
import { SpokenHotwords } from './spoken-hotwords.js';

export interface RecognitionParts {
  readonly recogniser: Recogniser;
  readonly hotwords: CompiledHotwords;
  readonly corpus: NativeLanguageModel | undefined;
  readonly text: SentenceText;
  readonly openSpeech: OpenSpeech;
  readonly frontends: FrontendPool;
  readonly gender: HearGender | undefined;
  /** The default is `live`. */
  readonly priority?: Priority;
}

export interface RecognitionSink {
  event(said: RecognitionEvent): void;
  /** Called last, unless `failed` was called. */
  ended(cause: RecognitionEnd): void;
  failed(fault: unknown): void;
}

/** Tolerance in sums of durations, at rates that milliseconds do not divide. */
const roundingMs = 0.01;

export class RecognitionSession {
  readonly #params: RecognitionParams;
  readonly #parts: RecognitionParts;
  readonly #sink: RecognitionSink;
  readonly #frontend: AudioFrontend;
  readonly #audio: RecentAudio;
  readonly #stream: RecogniserStream;
  readonly #sentences: Sentences;
  /** Undefined in short sessions, which have no endpoints. */
  readonly #endpoint: Endpoint | undefined;
  /** Undefined if nothing needs to know whether there was speech. */
  readonly #vad: VadStream | undefined;
  /** Set only in short sessions: other sessions have no sentence without speech. */
  readonly #spokenHotwords: SpokenHotwords | undefined;
  readonly #loudness: Loudness | undefined;
  readonly #voice: Voice | undefined;
  readonly #effort: EffortMeter | undefined;
  /** Time up to which the endpoint has decided. */
  #clockMs = 0;
  /** Time up to which audio went to the recogniser, or was skipped. */
  #givenMs = 0;
  #isInSentence = false;
  #cause: RecognitionEnd | undefined;
  #isOver = false;

  constructor(params: RecognitionParams, parts: RecognitionParts, say: RecognitionSink) {
    const { recogniser, hotwords, corpus, text, openSpeech, frontends, gender, priority = 'live' } = parts;
    this.#params = params;
    this.#parts = parts;
    this.#sink = say;
    this.#frontend = frontends.take(params.coding, recogniser.sampleRateHz);
    this.#audio = new RecentAudio(recogniser.sampleRateHz);
    if (params.analysis?.volume) this.#loudness = new Loudness(recogniser.sampleRateHz);
    if (params.analysis?.gender && gender) this.#voice = new Voice(gender, recogniser.sampleRateHz);
    if (params.analysis?.emotion) this.#effort = new EffortMeter(recogniser.sampleRateHz);
    this.#sentences = new Sentences({
      settings: params,
      text,
      volume: (fromMs, toMs) => this.#loudness?.between(fromMs, toMs),
      say: (sentence) => say.event({ type: 'sentence', sentence }),
      noise: (atMs) => {
        if (this.#endpoint !== undefined) this.#tell('NOISE', atMs);
      },
      failed: (fault) => this.#fail(fault),
    });
    this.#stream = recogniser.open(
      {
        nBest: params.nBest,
        hotwords,
        ...(corpus && { corpus }),
        interim: params.interimResults || params.mode !== 'short',
        priority,
      },
      {
        partial: (hypothesis) => this.#sentences.partial(hypothesis, this.#saidToMs),
        ...(params.interimResults && {
          early: (hypothesis: HeardHypothesis) => this.#sentences.partial(hypothesis, this.#saidToMs),
        }),
        heard: (toMs, hasText) => this.#sentences.heard(toMs, hasText),
        final: (hypotheses, _fromMs, toMs) => this.#sentences.final(this.#spoken(hypotheses), toMs),
        ended: () => void this.#wind(),
        failed: (fault) => this.#fail(fault),
      },
    );
    const { mode } = params;
    if (mode !== 'short' && mode !== 'clip') this.#endpoint = new Endpoint({ ...params.endpoint, mode });
    else if (hotwords.graph !== null) this.#spokenHotwords = new SpokenHotwords();
    else return;
    this.#vad = openSpeech({
      probabilities: (values) => {
        this.#spokenHotwords?.push(values);
        this.#follow(values);
      },
      ended: () => this.#lastWords(),
      failed: (fault) => this.#fail(fault),
    });
  }

  /** True if the models have not kept up: send no more audio then. */
  get isBehind(): boolean {
    if (this.#isOver || this.#endpoint?.isOver) return false;
    const notLookedAtMs = this.#endpoint === undefined ? 0 : this.#audio.endMs - this.#clockMs;
    const { behindMs, clipBehindMs } = limits.asr;
    const mostMs = this.#params.mode === 'clip' ? clipBehindMs : behindMs;
    return Math.max(this.#stream.behindMs, notLookedAtMs) > mostMs;
  }

  /** Ends a current sentence at `ms`. REQUIRES: calls come in order of time, before that audio is pushed. */
  cutAt(ms: number): void {
    this.#endpoint?.cutAt(ms);
  }

  get audioMs(): number {
    return this.#frontend.totalMs;
  }

  /** Takes a slice. Slices after a stop condition are ignored. */
  push(slice: Uint8Array): void {
    if (this.#cause !== undefined || this.#isOver) return;
    this.#frontend.push(slice, () => {});
    this.#takeHeard();
  }

  /** Takes the audio of a slice, up to the audio limit of the session. */
  #takeHeard(): void {
    const { audioMaxMs, mode } = this.#params;
    const isTooLong = mode !== 'utterance' && this.#frontend.totalMs > audioMaxMs + roundingMs;
    const restMs = isTooLong ? audioMaxMs - this.#audio.endMs : Number.POSITIVE_INFINITY;
    this.#take(restMs);
    if (isTooLong && this.#cause === undefined) this.#stop('service');
  }

  end(cancel: boolean): void {
    if (this.#isOver || this.#cause === 'client') return;
    if (cancel) {
      this.release();
      this.#sink.ended('cancel');
      return;
    }
    if (this.#cause !== undefined) return; // it ended by itself, and its results are on their way
    if (this.#frontend.pushLast(() => {})) this.#takeHeard();
    if (this.#cause !== undefined) return;
    this.#frontend.flush(() => {});
    this.#take(Number.POSITIVE_INFINITY);
    if (this.#cause === undefined) this.#stop('client');
  }

  /** Drops the session without a message. */
  release(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#sentences.drop();
    this.#stream.close();
    this.#vad?.close();
    this.#parts.frontends.giveBack(this.#frontend);
  }

  /** Time up to which the current sentence lasts at least: a silence that goes on would not be part of it. */
  get #saidToMs(): number {
    return Math.floor(Math.min(this.#stream.atMs, this.#endpoint?.earliestVoiceEndMs ?? Number.POSITIVE_INFINITY));
  }

  /** Takes the new audio of the front end, but no more than `restMs` of it. */
  #take(restMs: number): void {
    const { sampleRateHz } = this.#parts.recogniser;
    const samples = upTo(this.#frontend.samples, restMs, sampleRateHz);
    this.#audio.push(samples);
    this.#loudness?.push(samples);
    if (this.#endpoint === undefined) {
      if (samples.length > 0 && !this.#isInSentence) {
        this.#stream.expect(0);
        this.#beginAt(0);
      }
      this.#give(this.#audio.endMs);
    }
    this.#vad?.push(upTo(this.#frontend.narrowSamples, restMs, 8_000));
  }

  #follow(values: ArrayLike<number>): void {
    const endpoint = this.#endpoint;
    if (endpoint === undefined || this.#isOver) return;
    for (let at = 0; at < values.length && !endpoint.isOver; at++) {
      endpoint.push(values[at] ?? 0, (said) => this.#obey(said));
      this.#clockMs += frameMs;
    }
    // The detector is late; audio that surely belongs to the sentence need not wait for it.
    if (this.#isInSentence)
      this.#give(Math.max(this.#clockMs, Math.min(this.#audio.endMs, Math.floor(endpoint.earliestEndMs))));
    else this.#audio.forget(endpoint.earliestMs);
    if (!this.#isInSentence) this.#loudness?.forget(endpoint.earliestMs);
    this.#sentences.tick(this.#clockMs);
    if (endpoint.isOver && this.#cause === undefined) this.#stop('service');
  }

  #obey(said: EndpointEvent): void {
    switch (said.type) {
      case 'voice-start':
        this.#tell('VOICE_START', said.atMs);
        if (said.fromMs > this.#givenMs) this.#stream.skipTo(said.fromMs);
        this.#givenMs = said.fromMs;
        this.#stream.expect(said.atMs);
        this.#beginAt(said.atMs);
        return;
      case 'voice-end':
        this.#endSentence(said.atMs, said.toMs);
        if (!said.isForced) this.#stream.skipTo(Math.min(said.toMs, this.#audio.endMs)); // pending outputs come now
        return;
      case 'exceeded-silence':
        this.#tell('EXCEEDED_SILENCE', said.atMs);
        return;
      case 'exceeded-end-silence':
        this.#tell('EXCEEDED_END_SILENCE', said.atMs);
        return;
      default:
        unreachable(said);
    }
  }

  #spoken(hypotheses: readonly HeardHypothesis[]): readonly HeardHypothesis[] {
    const hotwords = this.#spokenHotwords;
    return hotwords === undefined ? hypotheses : hypotheses.map((hypothesis) => hotwords.in(hypothesis));
  }

  #beginAt(startMs: number): void {
    this.#isInSentence = true;
    this.#sentences.begin(startMs);
  }

  #endSentence(atMs: number, toMs: number): void {
    const cutMs = Math.min(toMs, this.#audio.endMs);
    const endMs = Math.floor(Math.min(atMs, this.#audio.endMs));
    this.#give(cutMs);
    this.#isInSentence = false;
    if (this.#endpoint !== undefined) this.#tell('VOICE_END', endMs);
    this.#sentences.close(endMs, cutMs, this.#measured(endMs));
    this.#stream.cut(cutMs);
  }

  #measured(endMs: number): SentenceAudio {
    const startMs = this.#sentences.newestFromMs;
    return {
      volume: this.#loudness?.between(startMs, endMs),
      gender: this.#voice?.take(),
      effort: this.#effort?.take(),
    };
  }

  /** Gives the recogniser its next audio, up to `toMs`. */
  #give(toMs: number): void {
    if (toMs <= this.#givenMs) return;
    const samples = this.#audio.between(this.#givenMs, toMs);
    this.#voice?.push(samples);
    this.#effort?.push(samples);
    this.#stream.push(samples);
    this.#givenMs = toMs;
    this.#audio.forget(toMs);
  }

  #tell(event: RecognitionEventName, atMs: number): void {
    this.#sink.event({ type: 'event', event, atMs });
  }

  /** Ends the audio: pending results come out, then the session ends. */
  #stop(cause: RecognitionEnd): void {
    this.#cause = cause;
    if (this.#endpoint?.isOver) {
      this.#vad?.close();
      this.#stream.end();
    } else if (this.#vad !== undefined) {
      this.#vad.end();
    } else {
      this.#lastWords();
    }
  }

  /** Called when all of the audio has been decided on. */
  #lastWords(): void {
    if (this.#isOver) return;
    const { endMs } = this.#audio;
    const isTooLong = this.#cause === 'service' && !this.#endpoint?.isOver;
    if (this.#endpoint !== undefined) this.#endpoint.flush(endMs, (said) => this.#obey(said));
    else if (this.#isInSentence) this.#endSentence(endMs, endMs);
    if (isTooLong) this.#tell('EXCEEDED_AUDIO', this.#params.audioMaxMs);
    this.#stream.end();
  }

  async #wind(): Promise<void> {
    await this.#sentences.end();
    if (this.#isOver) return;
    this.release();
    this.#sink.ended(this.#cause ?? 'client');
  }

  #fail(fault: unknown): void {
    if (this.#isOver) return;
    this.release();
    this.#sink.failed(fault);
  }
}

/** The first `ms` of the samples. */
function upTo(samples: Int16Array, ms: number, sampleRateHz: number): Int16Array {
  const count = Math.max(0, Math.floor((ms * sampleRateHz) / 1_000));
  return count < samples.length ? samples.subarray(0, count) : samples;
}

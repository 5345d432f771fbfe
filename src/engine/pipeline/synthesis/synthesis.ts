// One synthesis: it takes sentences, makes audio in small steps ahead of the pulls, up to a bound, and answers pulls in
// order. Without pulls it stops at the bound; once closed, it does nothing more.

import type { SpokenSentence, SynthesisParams } from '../../../protocol/engine/synthesis.js';
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';
import type { Voice } from '../../runtime/voices/voice.js';
import type { AudioCache, SpokenPieces } from './audio-cache.js';
import { makeSpokenCoding, type SpokenCoding } from './audio-encoder.js';
import { Speaker, type VoiceOf } from './speaker.js';

const bounds = limits.synthesis.engine;

export interface SynthesisSink {
  /** Asks for the next sentence. */
  next(): void;
  slice(bytes: Uint8Array): void;
  /** Called at the end; nothing follows. */
  ended(): void;
}

export interface SynthesisParts {
  readonly voice: Voice;
  readonly voiceOf: VoiceOf;
  readonly cache: AudioCache;
  /** The key in the cache. It is the same for every encoding of the same sound. */
  readonly key: string;
}

export class SynthesisSession {
  readonly #parts: SynthesisParts;
  readonly #sink: SynthesisSink;
  readonly #coding: SpokenCoding;
  readonly #speaker: Speaker;
  /** The remaining cached pieces. */
  #known: SpokenPieces | undefined;
  /** Audio to put into the cache; undefined once it is too long. */
  #made: Int16Array[] | undefined = [];
  #madeBytes = 0;
  #sentence: SpokenSentence | undefined;
  #following: SpokenSentence | undefined;
  #isAsked = false;
  #isTextOver = false;
  #isFinished = false;
  #isOver = false;
  readonly #pullsMs: number[] = [];

  constructor(params: SynthesisParams, parts: SynthesisParts, say: SynthesisSink) {
    this.#parts = parts;
    this.#sink = say;
    this.#coding = makeSpokenCoding(params);
    this.#speaker = new Speaker(params, parts.voice, parts.voiceOf);
    this.#known = parts.cache.get(parts.key);
    if (this.#known === undefined) this.#ask();
  }

  /** True if a step would make audio, and there is room for it. */
  get canWork(): boolean {
    if (this.#isOver || this.#isFinished || this.#coding.waitingMs >= bounds.aheadMs) return false;
    return this.#known !== undefined || this.#sentence !== undefined || this.#isTextOver;
  }

  /** True if a pull has no answer yet. */
  get isWaitedFor(): boolean {
    return this.#pullsMs.length > 0;
  }

  /** Takes the answer to `next`. */
  take(sentence: SpokenSentence | undefined): void {
    if (!this.#isAsked) throw new ServiceError('WRONG_ORDER', 'a sentence arrived that was not requested');
    this.#isAsked = false;
    if (sentence === undefined) {
      this.#isTextOver = true;
      return;
    }
    if (sentence.tokens.length > bounds.tokens) {
      const found = `the sentence has ${sentence.tokens.length} sounds`;
      throw new ServiceError('INVALID_ARGUMENT', `${found}, must be at most ${bounds.tokens}`);
    }
    if (sentence.tokens.length === 0) this.#ask();
    else if (this.#sentence === undefined) this.#begin(sentence);
    else this.#following = sentence;
  }

  pull(ms: number): void {
    if (!(ms >= 1 && ms <= bounds.pullMs)) {
      throw new ServiceError('INVALID_ARGUMENT', `a slice of ${ms} ms was requested, must be 1 to ${bounds.pullMs} ms`);
    }
    if (this.#pullsMs.length >= bounds.waitingPulls) {
      throw new ServiceError('OVERLOADED', `more than ${bounds.waitingPulls} requests for slices are waiting`);
    }
    this.#pullsMs.push(ms);
    this.#answer();
  }

  release(): void {
    this.#isOver = true;
    this.#known = undefined;
    this.#made = undefined;
  }

  /** Makes audio, with about 10 ms of work at most. REQUIRES: canWork, and no step in progress. */
  async step(): Promise<void> {
    if (this.#known !== undefined) {
      const [piece, ...rest] = this.#known;
      this.#known = rest;
      if (piece === undefined) this.#finish();
      else this.#coding.push(piece);
    } else if (this.#sentence !== undefined) {
      const samples = await this.#speaker.step();
      if (this.#isOver) return;
      if (samples === undefined) this.#goOn();
      else this.#keep(samples);
    } else {
      this.#keep(this.#speaker.finish());
      if (this.#made !== undefined) this.#parts.cache.put(this.#parts.key, this.#made);
      this.#finish();
    }
    this.#answer();
  }

  #begin(sentence: SpokenSentence): void {
    this.#sentence = sentence;
    this.#speaker.begin(sentence);
    this.#ask(); // one sentence ahead, so that fetching it costs no time between the two
  }

  #goOn(): void {
    const following = this.#following;
    this.#sentence = undefined;
    this.#following = undefined;
    if (following !== undefined) this.#begin(following);
  }

  #ask(): void {
    if (this.#isAsked || this.#isTextOver) return;
    this.#isAsked = true;
    this.#sink.next();
  }

  #keep(samples: Int16Array): void {
    this.#coding.push(samples);
    if (samples.length === 0 || this.#made === undefined) return;
    this.#made.push(samples);
    this.#madeBytes += samples.byteLength;
    if (this.#madeBytes > bounds.cacheEntryBytes) this.#made = undefined;
  }

  #finish(): void {
    this.#isFinished = true;
    this.#coding.end();
  }

  #answer(): void {
    while (!this.#isOver && this.#pullsMs.length > 0) {
      const ms = this.#pullsMs[0] as number;
      if (!this.#isFinished && this.#coding.waitingMs < ms) return;
      const bytes = this.#coding.take(ms);
      if (bytes === undefined) break;
      this.#pullsMs.shift();
      this.#sink.slice(bytes);
    }
    if (this.#isOver || !this.#isFinished || this.#coding.waitingMs > 0) return;
    this.release();
    this.#sink.ended();
  }
}

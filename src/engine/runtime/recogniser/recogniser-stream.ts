// One call at a recogniser: audio and cuts in, partials and finals out.
//
//   push ── segments ── model ── rows ──┬── search ── partial
//   cut  ── waits for the rows up to it ─┘          └─ final
//
// The model is late by its look-ahead. A cut is due when the search has the outputs up to it; `skipTo` and `end` bring
// what the model still owes at once.

import type { NativeCtcDecoder, Hypothesis as NativeHypothesis } from '../../../native/search-addon.js';
import { limits } from '../../../protocol/limits.js';
import type { Priority } from '../graph/batcher.js';
import type { DecoderLease } from './decoder-pool.js';
import { type HeardHypothesis, type Reading, readHypothesis, readText } from './hypotheses.js';
import { Segments } from './segments.js';
import type { UnitSource } from './unit-source.js';

/** All times are milliseconds of the stream's audio, what was skipped included. */
export interface RecogniserListener {
  /** The sentence under way, when its text has changed; at most once a chunk of the model. */
  partial(hypothesis: HeardHypothesis): void;
  /**
   * The beginning of the sentence, recognised without the whole look-ahead: it may be wrong, and is reported once,
   * before the first partial; see RecogniserStream.expect.
   */
  early?(hypothesis: HeardHypothesis): void;
  /**
   * The search has come so far; after the partial of it. `hasText`: of the sentence under way, what was early aside.
   */
  heard?(toMs: number, hasText: boolean): void;
  /** A sentence: the best first, never empty. `toMs` is where it was cut. */
  final(hypotheses: readonly HeardHypothesis[], fromMs: number, toMs: number): void;
  /** Called after the last final result. */
  ended(): void;
  failed(fault: unknown): void;
}

export interface StreamParts extends Pick<Reading, 'wordText' | 'hotwordText'> {
  readonly interim: boolean;
  readonly priority: Priority;
}

/** The time after its voice began in which a sentence's first text is looked for. Earlier there is no syllable. */
const early = { fromMs: 150, toMs: 1_500 };

const nothing: HeardHypothesis = { text: '', words: [], units: [], confidence: 0, score: 0 };

export class RecogniserStream {
  readonly #decoders: DecoderLease;
  /** The search of the sentence under way; undefined until its first output. */
  #decoder: NativeCtcDecoder | undefined;
  readonly #listener: RecogniserListener;
  readonly #segments: Segments;
  readonly #reading: Reading;
  readonly #interim: boolean;
  readonly #width: number;
  /** Asked for, not yet due; ascending. */
  #cutsMs: number[] = [];
  #sentenceFromMs = 0;
  #said = '';
  /** The last reported text was an early one. */
  #isEarly = false;
  #hasText = false;
  #isEnding = false;
  #isOver = false;

  constructor(source: UnitSource, decoders: DecoderLease, parts: StreamParts, listener: RecogniserListener) {
    this.#decoders = decoders;
    this.#listener = listener;
    this.#interim = parts.interim;
    this.#width = source.units.names.length;
    const heard = {
      rows: (rows: Float32Array, count: number) => this.#take(rows, count),
      looked: (rows: Float32Array) => this.#look(rows),
      settled: () => this.#settled(),
      failed: (fault: unknown) => this.#fail(fault),
    };
    const segments = new Segments(source, limits.asr.waitingAudioMs, heard, parts.priority);
    this.#segments = segments;
    this.#reading = {
      units: source.units,
      wordText: parts.wordText,
      hotwordText: parts.hotwordText,
      startMs: (frame) => segments.startMs(frame),
      endMs: (frame) => segments.endMs(frame),
    };
  }

  /** Audio so far, what was skipped included. */
  get atMs(): number {
    return this.#segments.toMs;
  }

  /** The search has heard everything up to here. */
  get settledMs(): number {
    return this.#segments.settledMs;
  }

  /** Audio that waits for the model. Whoever pushes files keeps it below limits.asr.waitingAudioMs. */
  get behindMs(): number {
    return this.#segments.waitingMs;
  }

  /** A voice begins there, in audio that was not pushed yet: its first text is wanted as soon as it can be guessed. */
  expect(atMs: number): void {
    if (this.#listener.early === undefined || !this.#interim) return;
    this.#segments.partialBetween(atMs + early.fromMs, atMs + early.toMs);
  }

  /**
   * Takes samples at the model's sample rate, in pieces of any length, and reads them before it returns. It must not be
   * called after end().
   */
  push(samples: Int16Array): void {
    if (this.#isOver || this.#isEnding) return;
    this.#segments.push(samples);
  }

  /**
   * The sentence ends at that time. Its final comes when the outputs up to there are in, which may be before this
   * returns; a time that the search has passed already counts as where it stands.
   */
  cut(atMs: number): void {
    if (this.#isOver || this.#isEnding) return;
    this.#cutsMs.push(Math.max(atMs, this.#cutsMs.at(-1) ?? 0));
    this.#deliverDue();
  }

  /** Skips audio that was not pushed: it costs nothing, and time goes on. */
  skipTo(atMs: number): void {
    if (this.#isOver || this.#isEnding) return;
    this.#segments.skipTo(atMs);
    this.#deliverDue();
  }

  /** The audio has ended: nothing of it is lost. The last final, unless a cut stood there, then `ended`. */
  end(): void {
    if (this.#isOver || this.#isEnding) return;
    this.#isEnding = true;
    this.#segments.end();
    if (this.#segments.isIdle) this.#settled();
  }

  /** The caller has gone: nothing more is said. */
  close(): void {
    this.#isOver = true;
    this.#segments.close();
    this.#giveBack();
  }

  get #search(): NativeCtcDecoder {
    this.#decoder ??= this.#decoders.take(this.#segments.frames);
    return this.#decoder;
  }

  #giveBack(): void {
    if (this.#decoder !== undefined) this.#decoders.giveBack(this.#decoder);
    this.#decoder = undefined;
  }

  #take(rows: Float32Array, count: number): void {
    for (let at = 0; at < count && !this.#isOver; ) {
      const [cutMs] = this.#cutsMs;
      const untilCut = cutMs === undefined ? count : this.#segments.outputsUntil(cutMs);
      const wanted = Math.max(0, Math.min(count - at, untilCut));
      const taken = wanted === 0 ? 0 : this.#search.push(rows.subarray(at * this.#width, (at + wanted) * this.#width));
      this.#segments.advance(taken);
      at += taken;
      if (taken < wanted)
        this.#final(this.#segments.settledMs); // the search has room for no more in one sentence
      else if (wanted === untilCut && cutMs !== undefined) this.#finalOfCut();
    }
    if (!this.#isOver && this.#interim) this.#sayPartial();
    if (!this.#isOver) this.#listener.heard?.(this.#segments.settledMs, this.#hasText);
  }

  /** Looks ahead in live audio only: faster audio comes in whole pieces. */
  #look(rows: Float32Array): void {
    if (this.#isOver || this.#said !== '' || this.#cutsMs.length > 0) return;
    const best = this.#search.peek(rows)[0] as NativeHypothesis;
    if (readText(best, this.#reading) === '') return;
    this.#segments.stopLooking();
    this.#said = readText(best, this.#reading);
    this.#isEarly = true;
    this.#listener.early?.(readHypothesis(best, this.#reading));
  }

  #sayPartial(): void {
    const best = this.#search.finish()[0] as NativeHypothesis;
    const text = readText(best, this.#reading);
    if (text !== '') this.#hasText = true;
    if (this.#isEarly && text !== this.#said && this.#said.startsWith(text)) return; // it has not come so far
    this.#isEarly = false;
    if (text === this.#said) return;
    if (this.#said === '') this.#segments.stopLooking();
    this.#said = text;
    this.#listener.partial(readHypothesis(best, this.#reading));
  }

  /** A segment is through: cuts up to the next one are due. */
  #settled(): void {
    this.#deliverDue();
    if (!this.#isEnding || !this.#segments.isIdle || this.#isOver) return;
    while (this.#cutsMs.length > 0 && !this.#isOver) this.#finalOfCut();
    if (!this.#isOver && this.#segments.toMs > this.#sentenceFromMs) this.#final(this.#segments.toMs);
    if (this.#isOver) return;
    this.#isOver = true;
    this.#giveBack();
    this.#listener.ended();
  }

  #deliverDue(): void {
    while (!this.#isOver && this.#cutsMs.length > 0 && this.#isDue(this.#cutsMs[0] as number)) this.#finalOfCut();
  }

  #isDue(cutMs: number): boolean {
    if (this.#segments.isIdle) return cutMs <= this.#segments.toMs;
    return this.#segments.outputsUntil(cutMs) <= 0;
  }

  #finalOfCut(): void {
    const cutMs = this.#cutsMs.shift() as number;
    this.#final(Math.min(cutMs, this.#segments.toMs));
  }

  #final(toMs: number): void {
    const heard = this.#search.finish().map((hypothesis) => readHypothesis(hypothesis, this.#reading));
    const fromMs = this.#sentenceFromMs;
    if (this.#segments.isIdle) this.#giveBack();
    else this.#search.reset();
    this.#segments.forget();
    this.#sentenceFromMs = Math.max(fromMs, toMs);
    this.#said = '';
    this.#isEarly = false;
    this.#hasText = false;
    this.#listener.final(heard.length > 0 ? heard : [nothing], fromMs, this.#sentenceFromMs);
  }

  #fail(fault: unknown): void {
    if (this.#isOver) return;
    this.close();
    this.#listener.failed(fault);
  }
}

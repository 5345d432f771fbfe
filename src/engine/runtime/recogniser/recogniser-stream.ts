// One call at a recogniser: audio and cuts in, partials and finals out.
//
//   push ── segments ── model ── rows ──┬── search ── partial
//   cut  ── waits for the rows up to it ─┘          └─ final
//
// The model is late by its look-ahead. A cut is due when the search has the outputs up to it; `skipTo` and `end`
// deliver the pending outputs at once.

import type { NativeCtcDecoder, Hypothesis as NativeHypothesis } from '../../../native/search-addon.js';
import { limits } from '../../../protocol/limits.js';
import type { Priority } from '../graph/batcher.js';
import type { DecoderLease } from './decoder-pool.js';
import { type HeardHypothesis, type Reading, readHypothesis, readText } from './hypotheses.js';
import { Segments } from './segments.js';
import type { UnitSource } from './unit-source.js';

/** Results of a stream. All times are milliseconds of the stream's audio, including skipped audio. */
export interface RecogniserListener {
  /** Called with the current sentence when its text has changed, at most once for each chunk of the model. */
  partial(hypothesis: HeardHypothesis): void;
  /**
   * The beginning of the sentence, recognised without the whole look-ahead: it may be wrong, and is reported once,
   * before the first partial; see RecogniserStream.expect.
   */
  early?(hypothesis: HeardHypothesis): void;
  /**
   * Called when the search has reached `toMs`, after the partial. `hasText` is about the current sentence, without its
   * early text.
   */
  heard?(toMs: number, hasText: boolean): void;
  /** Called with a sentence: its hypotheses, the best first, never empty. `toMs` is the time of the cut. */
  final(hypotheses: readonly HeardHypothesis[], fromMs: number, toMs: number): void;
  /** Called after the last final result. */
  ended(): void;
  failed(fault: unknown): void;
}

export interface StreamParts extends Pick<Reading, 'wordText' | 'hotwordText'> {
  readonly interim: boolean;
  readonly priority: Priority;
  /** Puts the hypotheses of a sentence in their final order, and keeps as many as were asked for. */
  readonly inOrder: (hypotheses: NativeHypothesis[]) => NativeHypothesis[];
}

/**
 * Span after the beginning of a voice in which the first text of a sentence is looked for; before it there is no
 * syllable.
 */
const early = { fromMs: 150, toMs: 1_500 };

const nothing: HeardHypothesis = { text: '', words: [], units: [], confidence: 0, score: 0 };

export class RecogniserStream {
  readonly #decoders: DecoderLease;
  /** The search of the current sentence; undefined until its first output. */
  #decoder: NativeCtcDecoder | undefined;
  readonly #listener: RecogniserListener;
  readonly #segments: Segments;
  readonly #reading: Reading;
  readonly #interim: boolean;
  readonly #inOrder: StreamParts['inOrder'];
  readonly #width: number;
  /** Requested cuts that are not due yet; ascending. */
  #cutsMs: number[] = [];
  #sentenceFromMs = 0;
  #said = '';
  /** True if the last reported text was an early one. */
  #isEarly = false;
  #hasText = false;
  #isEnding = false;
  #isOver = false;

  constructor(source: UnitSource, decoders: DecoderLease, parts: StreamParts, listener: RecogniserListener) {
    this.#decoders = decoders;
    this.#listener = listener;
    this.#interim = parts.interim;
    this.#inOrder = parts.inOrder;
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

  /** Length of the audio so far, including skipped audio. */
  get atMs(): number {
    return this.#segments.toMs;
  }

  /** Time up to which the search has heard everything. */
  get settledMs(): number {
    return this.#segments.settledMs;
  }

  /** Audio that waits for the model. A caller that pushes files keeps it below limits.asr.waitingAudioMs. */
  get behindMs(): number {
    return this.#segments.waitingMs;
  }

  /** Announces a voice at `atMs`, in audio that was not pushed yet: its first text is wanted as early as possible. */
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
   * Ends the sentence at `atMs`. Its final result comes when the outputs up to there are in, possibly before this call
   * returns. If the search has already passed `atMs`, the sentence ends where the search stands.
   */
  cut(atMs: number): void {
    if (this.#isOver || this.#isEnding) return;
    this.#cutsMs.push(Math.max(atMs, this.#cutsMs.at(-1) ?? 0));
    this.#deliverDue();
  }

  /** Skips audio that was not pushed: skipping costs nothing, and the time goes on. */
  skipTo(atMs: number): void {
    if (this.#isOver || this.#isEnding) return;
    this.#segments.skipTo(atMs);
    this.#deliverDue();
  }

  /**
   * Called when the audio has ended; nothing of it is lost. The last final follows, unless a cut was there, and then
   * `ended`.
   */
  end(): void {
    if (this.#isOver || this.#isEnding) return;
    this.#isEnding = true;
    this.#segments.end();
    if (this.#segments.isIdle) this.#settled();
  }

  /** Ends the stream when its caller has gone: nothing more is reported. */
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
        this.#final(this.#segments.settledMs); // the search has no more room for this sentence
      else if (wanted === untilCut && cutMs !== undefined) this.#finalOfCut();
    }
    if (!this.#isOver && this.#interim) this.#sayPartial();
    if (!this.#isOver) this.#listener.heard?.(this.#segments.settledMs, this.#hasText);
  }

  /** Takes looks at live audio only: faster audio arrives in whole pieces. */
  #look(rows: Float32Array): void {
    if (this.#isOver || this.#said !== '' || this.#cutsMs.length > 0) return;
    const best = this.#search.peek(rows);
    if (readText(best, this.#reading) === '') return;
    this.#segments.stopLooking();
    this.#said = readText(best, this.#reading);
    this.#isEarly = true;
    this.#listener.early?.(readHypothesis(best, this.#reading));
  }

  #sayPartial(): void {
    const best = this.#search.finish(1)[0] as NativeHypothesis;
    const text = readText(best, this.#reading);
    if (text !== '') this.#hasText = true;
    if (this.#isEarly && text !== this.#said && this.#said.startsWith(text)) return; // it is behind the early text
    this.#isEarly = false;
    if (text === this.#said) return;
    if (this.#said === '') this.#segments.stopLooking();
    this.#said = text;
    this.#listener.partial(readHypothesis(best, this.#reading));
  }

  /** Called when a segment is complete: cuts up to the next segment are due. */
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
    const heard = this.#inOrder(this.#search.finish()).map((hypothesis) => readHypothesis(hypothesis, this.#reading));
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

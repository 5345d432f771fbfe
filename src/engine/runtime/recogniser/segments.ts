// The audio of one call as segments without gaps. Each goes through the model as a stream of its own, one after the
// other, so that skipped audio costs nothing; this class keeps the clock for frames and samples. Each segment is
// followed by silence, so that the model hears its last sound end; outputs of that silence belong to the last moment of
// the segment.
import type { Priority } from '../graph/batcher.js';
import type { AudioStream } from '../graph/stream-model.js';
import type { UnitSource } from './unit-source.js';

export interface SegmentListener {
  /** Called with outputs of the current segment; valid until the call returns. */
  rows(rows: Float32Array, count: number): void;
  /**
   * Called with a forecast of the next outputs while their look-ahead is incomplete, if partialBetween asked for it.
   */
  looked(rows: Float32Array, count: number): void;
  /** Called when all outputs before the next segment have come. */
  settled(): void;
  failed(fault: unknown): void;
}

/** A span in which outputs are wanted before their look-ahead is complete. */
interface Look {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Silence after a segment: with this length, recordings cut within a vowel read as with 300 ms (docs/measurements.md).
 */
const silenceMs = 100;
/** A cut at the end of a segment may miss the end by part of a sample. */
const roundingMs = 0.5;

interface Segment {
  readonly fromMs: number;
  samples: number;
  isWhole: boolean;
  /** Number of the segment's first output, once the model hears the segment. */
  firstFrame: number;
  frames: number;
  look: Look | undefined;
  audio: AudioStream | undefined;
  /** Samples that wait until the segments before them are done. */
  waiting: Int16Array[];
}

export class Segments {
  readonly #source: UnitSource;
  readonly #listener: SegmentListener;
  readonly #longestWaitMs: number;
  readonly #priority: Priority;
  readonly #silence: Int16Array;
  /** Open segments; the model hears the first one. */
  #open: Segment[] = [];
  /** The segments in which the current sentence may have frames, the oldest first. */
  #clock: Segment[] = [];
  #frames = 0;
  #toMs = 0;
  /** The look at the segment that the next sample begins. */
  #nextLook: Look | undefined;

  constructor(source: UnitSource, longestWaitMs: number, listener: SegmentListener, priority: Priority = 'live') {
    this.#priority = priority;
    this.#source = source;
    this.#longestWaitMs = longestWaitMs;
    this.#listener = listener;
    this.#silence = new Int16Array(silenceMs * this.#samplesPerMs);
  }

  /** Length of the audio so far, including skipped audio. */
  get toMs(): number {
    return this.#toMs;
  }

  /** Number of outputs so far, over all segments, which is the number of the next one. */
  get frames(): number {
    return this.#frames;
  }

  /** Time up to which all outputs have come. */
  get settledMs(): number {
    const [first] = this.#open;
    return first === undefined
      ? this.#toMs
      : Math.min(first.fromMs + first.frames * this.#outputMs, this.#endMsOf(first));
  }

  /** Audio whose outputs are still missing although the model could hear it; gaps do not count. */
  get waitingMs(): number {
    return this.#open.reduce((sum, { samples, frames, isWhole }) => {
      const collectsMs = isWhole ? 0 : this.#source.collectsMs;
      return sum + Math.max(0, samples / this.#samplesPerMs - frames * this.#outputMs - collectsMs);
    }, 0);
  }

  get isIdle(): boolean {
    return this.#open.length === 0;
  }

  push(samples: Int16Array): void {
    if (samples.length === 0) return;
    let last = this.#open.at(-1);
    if (last === undefined || last.isWhole) {
      last = {
        fromMs: this.#toMs,
        samples: 0,
        isWhole: false,
        firstFrame: 0,
        frames: 0,
        look: this.#nextLook,
        audio: undefined,
        waiting: [],
      };
      this.#nextLook = undefined;
      this.#open.push(last);
      if (this.#open.length === 1) this.#hear(last);
    }
    last.samples += samples.length;
    this.#toMs = this.#endMsOf(last);
    if (last.audio !== undefined) {
      last.audio.push(samples);
      return;
    }
    last.waiting.push(samples.slice());
    const { waitingMs } = this;
    if (waitingMs > this.#longestWaitMs)
      throw new Error(`${Math.round(waitingMs)} ms of audio are waiting for the model`);
  }

  /** Goes on at `atMs`: the audio before it is not heard, and nothing waits for it. */
  skipTo(atMs: number): void {
    this.end();
    this.#toMs = Math.max(this.#toMs, atMs);
  }

  /** Asks for partials between these times in the segment that the next sample begins, not in the current one. */
  partialBetween(fromMs: number, toMs: number): void {
    this.#nextLook = { fromMs, toMs };
  }

  /** Ends the looks at the current segment. */
  stopLooking(): void {
    this.#open[0]?.audio?.partialBetween(Number.POSITIVE_INFINITY, 0);
  }

  /** Ends the current segment: pending outputs come now. */
  end(): void {
    const last = this.#open.at(-1);
    if (last === undefined || last.isWhole) return;
    last.isWhole = true;
    if (last.audio !== undefined) this.#finish(last.audio);
  }

  close(): void {
    this.#open[0]?.audio?.close();
    this.#open = [];
  }

  /** Start of a unit's sound, from its first frame. */
  startMs(frame: number): number {
    return this.#at(this.#stretchOf(frame), frame, -this.#source.manifest.units.sounds.beforeMs);
  }

  /** End of a unit's sound before a pause; `frame` is the one after its last. */
  endMs(frame: number): number {
    return this.#at(this.#stretchOf(frame - 1), frame, this.#source.manifest.units.sounds.afterMs);
  }

  /**
   * Number of outputs of the current segment from its next one to the one that begins at or after `atMs`. At the end of
   * the segment it is unlimited: the last sound is reported after the audio.
   */
  outputsUntil(atMs: number): number {
    const [first] = this.#open;
    if (first === undefined) return 0;
    if (first.isWhole && atMs > this.#endMsOf(first) - roundingMs) return Number.POSITIVE_INFINITY;
    return Math.round((atMs - first.fromMs) / this.#outputMs) - first.frames;
  }

  /** Counts outputs of the current segment that are in the search now. */
  advance(count: number): void {
    const [first] = this.#open;
    if (first !== undefined) first.frames += count;
    this.#frames += count;
  }

  /** Drops the clock of earlier segments: no earlier frame is asked for any more. */
  forget(): void {
    this.#clock = this.#clock.slice(-1);
  }

  get #outputMs(): number {
    return this.#source.outputMs;
  }

  get #samplesPerMs(): number {
    return this.#source.manifest.sampleRateHz / 1_000;
  }

  #hear(segment: Segment): void {
    segment.firstFrame = this.#frames;
    this.#clock.push(segment);
    const listener = {
      logProbabilities: (rows: Float32Array, count: number) => this.#listener.rows(rows, count),
      looked: (rows: Float32Array, count: number) => this.#listener.looked(rows, count),
      finished: () => this.#finished(),
      failed: (fault: unknown) => this.#listener.failed(fault),
    };
    segment.audio = this.#source.open(listener, this.#priority);
    const { fromMs, look } = segment;
    if (look !== undefined) segment.audio.partialBetween(look.fromMs - fromMs, look.toMs - fromMs);
    for (const samples of segment.waiting.splice(0)) segment.audio.push(samples);
    if (segment.isWhole) this.#finish(segment.audio);
  }

  #finish(audio: AudioStream): void {
    audio.push(this.#silence);
    audio.end();
  }

  #finished(): void {
    this.#open.shift();
    const [next] = this.#open;
    if (next === undefined) {
      this.#listener.settled();
      return;
    }
    this.#listener.settled();
    if (this.#open[0] === next) this.#hear(next);
  }

  #stretchOf(frame: number): Segment | undefined {
    return this.#clock.findLast(({ firstFrame }) => firstFrame <= frame) ?? this.#clock[0];
  }

  /** Time of a frame, limited to the audio of its segment. */
  #at(segment: Segment | undefined, frame: number, laterMs: number): number {
    if (segment === undefined) return this.#toMs;
    const atMs = segment.fromMs + (frame - segment.firstFrame) * this.#outputMs + laterMs;
    return Math.round(Math.min(Math.max(atMs, segment.fromMs), this.#endMsOf(segment)));
  }

  #endMsOf(segment: Segment): number {
    return segment.fromMs + segment.samples / this.#samplesPerMs;
  }
}

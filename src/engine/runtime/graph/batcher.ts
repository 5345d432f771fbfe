// Dynamic batching: all streams that have a full piece share a run. `run()` blocks the process, so messages that
// arrived meanwhile wait in the pipe; they are read before the next round, and batches form by themselves.
import { limits } from '../../../protocol/limits.js';
import type { Chunker } from './chunker.js';
import type { StreamCaches, StreamGraph } from './stream-graph.js';

/** `background` runs only when nothing live of the same graph waits, a few pieces at a time. */
export type Priority = 'live' | 'background';

export interface BatchedStream {
  readonly priority: Priority;
  readonly chunker: Chunker;
  readonly caches: StreamCaches;
  /** Called with the next outputs, row by row; the memory is valid until the call returns. */
  scores(rows: Float32Array, count: number): void;
  /** Called with a forecast of the next outputs while their look-ahead is incomplete; valid until the call returns. */
  looked(rows: Float32Array, count: number): void;
  /** Called after the last scores of a stream whose audio has ended. */
  finished(): void;
  failed(fault: unknown): void;
}

interface Group {
  readonly isLook: boolean;
  /** Number of rows of each piece. */
  readonly rows: number;
  readonly streams: readonly BatchedStream[];
}

export interface BatchFigures {
  runs: number;
  pieces: number;
  largestBatch: number;
}

export class Batcher {
  readonly figures: BatchFigures = { runs: 0, pieces: 0, largestBatch: 0 };
  readonly #graph: StreamGraph;
  readonly #maxBatch: number;
  readonly #streams = new Set<BatchedStream>();
  #isDraining = false;

  constructor(graph: StreamGraph, maxBatch: number = limits.model.batch) {
    this.#graph = graph;
    this.#maxBatch = graph.canBatch ? maxBatch : 1;
  }

  /** True if pieces of live streams wait for a run. */
  get hasLiveWork(): boolean {
    for (const { priority, chunker } of this.#streams) {
      if (priority === 'live' && (chunker.readyRows > 0 || chunker.lookRows > 0)) return true;
    }
    return false;
  }

  add(stream: BatchedStream): void {
    this.#streams.add(stream);
  }

  /** Removes a stream; it receives nothing more. */
  remove(stream: BatchedStream): void {
    this.#streams.delete(stream);
  }

  /** Called when rows or an end have arrived. */
  wake(): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    void this.#drain();
  }

  async #drain(): Promise<void> {
    for (;;) {
      await nextTurn(); // messages that have already arrived join this round
      const rounds = this.#readyGroups();
      if (rounds.length === 0) break;
      for (const group of rounds) await this.#runGroup(group);
    }
    this.#isDraining = false;
  }

  /**
   * The next runs: live streams with pieces of one size, the longest waiting first, at most maxBatch to a group; then
   * streams with looks. If there are none, one group of background streams, so that new live pieces wait for one such
   * run at most.
   */
  #readyGroups(): Group[] {
    const bySize = new Map<number, BatchedStream[]>();
    const looksBySize = new Map<number, BatchedStream[]>();
    const background: BatchedStream[] = [];
    for (const stream of this.#streams) {
      const { readyRows, lookRows, isFinished } = stream.chunker;
      if (readyRows > 0 && stream.priority === 'background') background.push(stream);
      else if (readyRows > 0) bySize.set(readyRows, [...(bySize.get(readyRows) ?? []), stream]);
      else if (lookRows > 0) looksBySize.set(lookRows, [...(looksBySize.get(lookRows) ?? []), stream]);
      else if (isFinished) this.#finish(stream);
    }
    const groups: Group[] = [];
    for (const [isLook, sizes] of [
      [false, bySize],
      [true, looksBySize],
    ] as const) {
      for (const [rows, streams] of sizes) {
        for (let at = 0; at < streams.length; at += this.#maxBatch) {
          groups.push({ isLook, rows, streams: streams.slice(at, at + this.#maxBatch) });
        }
      }
    }
    return groups.length > 0 ? groups : this.#backgroundGroup(background);
  }

  /** The next group of background streams. They take turns: a served stream goes to the end of the queue. */
  #backgroundGroup(waiting: readonly BatchedStream[]): Group[] {
    const rows = waiting[0]?.chunker.readyRows;
    if (rows === undefined) return [];
    const most = Math.min(this.#maxBatch, limits.model.backgroundBatch);
    const streams = waiting.filter(({ chunker }) => chunker.readyRows === rows).slice(0, most);
    for (const stream of streams) {
      this.#streams.delete(stream);
      this.#streams.add(stream);
    }
    return [{ isLook: false, rows, streams }];
  }

  async #runGroup({ isLook, rows, streams }: Group): Promise<void> {
    const open = streams.filter(
      (stream) => this.#streams.has(stream) && (!isLook || stream.chunker.lookRows === rows), // rows may have come
    );
    if (open.length === 0) return;
    const turns = open.map(({ chunker, caches }) => ({ piece: isLook ? chunker.takeLook() : chunker.take(), caches }));
    let scores: Float32Array[];
    try {
      scores = await this.#graph.run(turns);
    } catch (fault) {
      for (const stream of open) this.#fail(stream, fault);
      return;
    }
    this.figures.runs++;
    this.figures.pieces += open.length;
    this.figures.largestBatch = Math.max(this.figures.largestBatch, open.length);
    for (const [index, stream] of open.entries()) {
      const keep = (turns[index] as (typeof turns)[number]).piece.keep;
      if (keep === 0 || !this.#streams.has(stream)) continue;
      try {
        if (isLook) stream.looked(scores[index] as Float32Array, keep);
        else stream.scores(scores[index] as Float32Array, keep);
      } catch (fault) {
        this.#fail(stream, fault);
      }
    }
  }

  #finish(stream: BatchedStream): void {
    this.#streams.delete(stream);
    try {
      stream.finished();
    } catch (fault) {
      stream.failed(fault);
    }
  }

  #fail(stream: BatchedStream, fault: unknown): void {
    this.#streams.delete(stream);
    stream.failed(fault);
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

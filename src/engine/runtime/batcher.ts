// Dynamic batching: all streams that have a full piece share a run. `run()` blocks the process, so what arrived in the
// meantime waits in the pipe; it is read before the next round, and batches form by themselves.
import { limits } from '../../protocol/limits.js';
import type { Chunker } from './chunker.js';
import type { StreamCaches, StreamGraph } from './stream-graph.js';

export interface BatchedStream {
  readonly chunker: Chunker;
  readonly caches: StreamCaches;
  /** The next outputs, row by row; valid until it returns. */
  scores(rows: Float32Array, count: number): void;
  /** After the last scores of a stream whose audio has ended. */
  finished(): void;
  failed(fault: unknown): void;
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

  add(stream: BatchedStream): void {
    this.#streams.add(stream);
  }

  /** Nothing more is said to it. */
  remove(stream: BatchedStream): void {
    this.#streams.delete(stream);
  }

  /** Rows have come, or an end. */
  wake(): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    void this.#drain();
  }

  async #drain(): Promise<void> {
    for (;;) {
      await nextTurn(); // messages that are here already join this round
      const rounds = this.#readyGroups();
      if (rounds.length === 0) break;
      for (const group of rounds) await this.#runGroup(group);
    }
    this.#isDraining = false;
  }

  /** Streams with pieces of one size, the longest waiting first, at most maxBatch to a group. */
  #readyGroups(): BatchedStream[][] {
    const bySize = new Map<number, BatchedStream[]>();
    for (const stream of this.#streams) {
      const rows = stream.chunker.readyRows;
      if (rows > 0) bySize.set(rows, [...(bySize.get(rows) ?? []), stream]);
      else if (stream.chunker.isFinished) this.#finish(stream);
    }
    return [...bySize.values()].flatMap((streams) => {
      const groups: BatchedStream[][] = [];
      for (let at = 0; at < streams.length; at += this.#maxBatch) groups.push(streams.slice(at, at + this.#maxBatch));
      return groups;
    });
  }

  async #runGroup(group: readonly BatchedStream[]): Promise<void> {
    const open = group.filter((stream) => this.#streams.has(stream));
    if (open.length === 0) return;
    const turns = open.map((stream) => ({ piece: stream.chunker.take(), caches: stream.caches }));
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
        stream.scores(scores[index] as Float32Array, keep);
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

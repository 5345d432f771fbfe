// Cuts the rows of one stream into the pieces that a graph runs, and tells which outputs of each piece count. Pure.
import type { ChunkPlan } from '../../../models/streaming.js';

export interface Piece {
  /** `rowCount` rows; valid until the next take() or push(). */
  readonly rows: Float32Array;
  readonly rowCount: number;
  /** Number of outputs of this run; `keep` of them count, from number `skip` on. */
  readonly outputs: number;
  readonly skip: number;
  readonly keep: number;
  /** Outputs of earlier runs (mode caches). */
  readonly outputsBefore: number;
  /** Number of this run's outputs that have audio; fewer than `outputs` at the end. */
  readonly validOutputs: number;
  /** True for a run beside the stream, from which the stream keeps nothing. */
  readonly isLook: boolean;
}

type CachesPlan = Extract<ChunkPlan, { mode: 'caches' }>;

/** Rows for which there is room at first; a longer sentence gets more. */
const sentenceRows = 100;
/** Interval between two looks. */
const lookMs = 60;

export class Chunker {
  readonly #plan: ChunkPlan;
  readonly #width: number;
  /** Rows from #base on; #end is the number of rows ever pushed. */
  #rows: Float32Array;
  #base = 0;
  #end = 0;
  /** First row of the next chunk or window. */
  #at = 0;
  #madeOutputs = 0;
  #ended = false;
  readonly #padded: Float32Array;
  /** Span of rows in which looks are wanted; empty by default. */
  #lookFrom = Number.POSITIVE_INFINITY;
  #lookTo = 0;
  readonly #lookRows: number;

  /** `rowMs`: time from one row to the next. */
  constructor(plan: ChunkPlan, width: number, rowMs: number) {
    this.#plan = plan;
    this.#width = width;
    this.#lookRows = Math.ceil(lookMs / rowMs);
    const window = plan.mode === 'caches' ? plan.windowRows : plan.leftRows + plan.chunkRows + plan.rightRows;
    // A whole sentence may be long, but most are not.
    const firstRows = plan.mode === 'recompute' && plan.isWhole ? Math.min(window, sentenceRows) : window;
    this.#rows = new Float32Array(2 * firstRows * width);
    this.#padded = new Float32Array(plan.mode === 'caches' ? window * width : 0);
  }

  /** Number of waiting rows. */
  get queuedRows(): number {
    return this.#end - this.#at;
  }

  push(rows: Float32Array): void {
    if (this.#ended) throw new Error('rows were pushed after the end of the stream');
    const held = (this.#end - this.#base) * this.#width;
    if (held + rows.length > this.#rows.length) {
      const larger = new Float32Array(2 * (held + rows.length));
      larger.set(this.#rows.subarray(0, held));
      this.#rows = larger;
    }
    this.#rows.set(rows, held);
    this.#end += rows.length / this.#width;
  }

  /** Called when no rows follow: rows that wait for their right context are run without it. */
  end(): void {
    this.#ended = true;
  }

  /** Number of rows of the next piece; 0 while it is incomplete. Streams with equal numbers can share a run. */
  get readyRows(): number {
    const plan = this.#plan;
    if (plan.mode === 'caches') {
      if (!this.#ended) return this.#end >= this.#at + plan.windowRows ? plan.windowRows : 0;
      return this.#madeOutputs < this.#totalOutputs ? plan.windowRows : 0;
    }
    const { chunkRows, rightRows } = plan;
    if (!this.#ended && this.#end < this.#at + chunkRows + rightRows) return 0;
    const { from, to, stop } = this.#recomputeRange();
    return stop > this.#at ? to - from : 0;
  }

  get isFinished(): boolean {
    return this.#ended && this.readyRows === 0;
  }

  /**
   * Asks for outputs before their look-ahead is complete, between these rows and while no piece is complete. For plans
   * with earlyOutputs.
   */
  partialBetween(fromRow: number, toRow: number): void {
    this.#lookFrom = fromRow;
    this.#lookTo = toRow;
  }

  /** Number of rows of a look, whose look-ahead is incomplete; 0 while none is due. */
  get lookRows(): number {
    const plan = this.#plan;
    if (plan.mode !== 'caches' || plan.earlyOutputs === undefined || this.#ended || this.readyRows > 0) return 0;
    const end = this.#lookEnd(plan);
    if (end < this.#lookFrom || end > this.#lookTo || end === 0) return 0;
    return end - this.#at + (plan.dropOutputs - plan.earlyOutputs) * plan.rowsPerOutput;
  }

  /** Input of a look: all rows so far, with the last one repeated in place of future rows. REQUIRES: lookRows > 0. */
  takeLook(): Piece {
    const plan = this.#plan as CachesPlan;
    const rowCount = this.lookRows;
    const outputs = rowCount / plan.rowsPerOutput;
    const skip = Math.min(outputs, Math.max(0, plan.dropOutputs - this.#madeOutputs));
    const end = this.#lookEnd(plan);
    const rows = new Float32Array(rowCount * this.#width);
    this.#fill(rows, this.#copyOut(this.#at, end), end - 1);
    this.#lookFrom = end + this.#lookRows;
    const outputsBefore = this.#madeOutputs;
    return { rows, rowCount, outputs, skip, keep: outputs - skip, outputsBefore, validOutputs: outputs, isLook: true };
  }

  #lookEnd({ rowsPerOutput }: CachesPlan): number {
    return this.#end - ((this.#end - this.#at) % rowsPerOutput);
  }

  /** The next piece. REQUIRES: readyRows > 0. */
  take(): Piece {
    return this.#plan.mode === 'caches' ? this.#takeWindow(this.#plan) : this.#takeWithContext();
  }

  #takeWithContext(): Piece {
    const { leftRows, rowsPerOutput } = this.#plan as Extract<ChunkPlan, { mode: 'recompute' }>;
    const { from, to, stop } = this.#recomputeRange();
    const rowCount = to - from;
    const skip = (this.#at - from) / rowsPerOutput;
    const keep = Math.ceil((stop - this.#at) / rowsPerOutput);
    const outputs = Math.ceil(rowCount / rowsPerOutput);
    const rows = this.#copyOut(from, to);
    const outputsBefore = this.#madeOutputs;
    this.#at = stop;
    this.#madeOutputs += keep;
    this.#forget(stop - leftRows);
    return { rows, rowCount, outputs, skip, keep, outputsBefore, validOutputs: outputs, isLook: false };
  }

  #takeWindow(plan: CachesPlan): Piece {
    const outputs = plan.stepRows / plan.rowsPerOutput;
    const real = Math.min(this.#end, this.#at + plan.windowRows);
    const rows = this.#copyOut(this.#at, real);
    const isWhole = real - this.#at >= plan.windowRows;
    const outputsBefore = this.#madeOutputs;
    // Output i belongs to row group i - dropOutputs: the outputs dropped at the start equal those still due after the
    // end.
    const total = this.#ended ? this.#totalOutputs : Number.POSITIVE_INFINITY;
    const skip = Math.min(outputs, Math.max(0, plan.dropOutputs - outputsBefore));
    const keep = Math.max(0, Math.min(outputs, total - outputsBefore) - skip);
    const heard = this.#ended ? total - plan.dropOutputs : Number.POSITIVE_INFINITY;
    const validOutputs = Math.max(0, Math.min(outputs, heard - outputsBefore));
    this.#at += plan.stepRows;
    this.#madeOutputs += outputs;
    const padded = isWhole ? rows : this.#fill(this.#padded, rows, this.#end - 1);
    this.#forget(Math.min(this.#at, this.#end - 1));
    const rowCount = plan.windowRows;
    return { rows: padded, rowCount, outputs, skip, keep, outputsBefore, validOutputs, isLook: false };
  }

  get #totalOutputs(): number {
    const plan = this.#plan as CachesPlan;
    if (this.#end === 0) return 0;
    const outputs = Math.floor((this.#end + plan.tailRows) / plan.rowsPerOutput);
    return outputs === 0 ? 0 : outputs + plan.dropOutputs;
  }

  #recomputeRange(): { from: number; to: number; stop: number } {
    const { leftRows, chunkRows, rightRows } = this.#plan as Extract<ChunkPlan, { mode: 'recompute' }>;
    const stop = Math.min(this.#at + chunkRows, this.#end);
    return { from: Math.max(0, this.#at - leftRows), to: Math.min(stop + rightRows, this.#end), stop };
  }

  /**
   * Fills the room with the rows, and the rest of it with one row: that is closer to silence than zeros, which are loud
   * in a logarithm.
   */
  #fill(room: Float32Array, rows: Float32Array, lastRow: number): Float32Array {
    const width = this.#width;
    const last = (lastRow - this.#base) * width;
    room.set(rows);
    for (let at = rows.length; at < room.length; at += width) room.set(this.#rows.subarray(last, last + width), at);
    return room;
  }

  #copyOut(from: number, to: number): Float32Array {
    return this.#rows.slice((from - this.#base) * this.#width, (Math.max(from, to) - this.#base) * this.#width);
  }

  #forget(before: number): void {
    if (before <= this.#base) return;
    this.#rows.copyWithin(0, (before - this.#base) * this.#width, (this.#end - this.#base) * this.#width);
    this.#base = before;
  }
}

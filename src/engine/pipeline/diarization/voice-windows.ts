// The voices of a recording of one channel: a vector for each window of its speech, and the span that it stands for.
// Rows and speech probabilities come in, one of each for 10 ms; a pause begins a new stretch, so that a window seldom
// holds two people. An hour takes 3.5 MB of vectors and 0.4 MB of levels.
import type { VoiceprintModel } from '../../runtime/classifiers/voiceprint.js';
import type { VoiceVectors } from './clustering.js';

export const rowMs = 10;
const speechFrom = 0.5;
/** A pause of this length ends a stretch of speech. */
const pauseRows = 30;
/** Windows of one run of the graph, which is the longest wait of a live call. */
const windowsOfRun = 4;

/** Loss for each row of distance: a place 100 ms away is as good if it is 4 dB quieter. In sums of 5 levels. */
const distanceLoss = 3;

/** The span of audio that a vector stands for. */
export interface Cell {
  readonly fromMs: number;
  toMs: number;
  /** True if there is no pause between this cell and the one before. */
  readonly follows: boolean;
}

export class VoiceWindows {
  readonly #model: VoiceprintModel;
  readonly #width: number;
  readonly #cells: Cell[] = [];
  #values = new Float32Array(0);
  #levels = new Uint8Array(0);
  #rows = 0;
  /** The last rows of the current stretch, and their numbers. */
  readonly #window: Float32Array;
  readonly #numbers: Int32Array;
  #filled = 0;
  #isFresh = true;
  #silentRows = 0;
  /** Full windows that wait for a run, and the indices of their cells. */
  readonly #waiting: Float32Array;
  #waitingCells: number[] = [];

  constructor(model: VoiceprintModel) {
    this.#model = model;
    this.#width = model.rowWidth;
    const { windowRows } = model.manifest.voiceprint;
    this.#window = new Float32Array(windowRows * this.#width);
    this.#numbers = new Int32Array(windowRows);
    this.#waiting = new Float32Array(windowsOfRun * this.#window.length);
  }

  get cells(): readonly Cell[] {
    return this.#cells;
  }

  get vectors(): VoiceVectors {
    return { values: this.#values, size: this.#model.manifest.voiceprint.size, count: this.#cells.length };
  }

  /** Middle of the quietest 50 ms within the given distance; a near one may be a little louder. */
  quietestNear(aroundMs: number, withinMs: number): number {
    const [around, within] = [Math.round(aroundMs / rowMs), Math.floor(withinMs / rowMs)];
    let best = { at: around, loss: Number.POSITIVE_INFINITY };
    for (let at = Math.max(2, around - within); at <= Math.min(this.#rows - 3, around + within); at++) {
      let loss = distanceLoss * Math.abs(at - around);
      for (let near = at - 2; near <= at + 2; near++) loss += this.#levels[near] as number;
      if (loss < best.loss) best = { at, loss };
    }
    return best.at * rowMs;
  }

  /** Takes the next row and its speech probability. */
  async push(row: Float32Array, probability: number): Promise<void> {
    this.#keepLevel(row);
    const number = this.#rows++;
    if (probability < speechFrom) {
      this.#silentRows++;
      if (this.#silentRows === pauseRows) await this.#endStretch();
      return;
    }
    this.#silentRows = 0;
    this.#window.set(row, this.#filled * this.#width);
    this.#numbers[this.#filled] = number;
    this.#filled++;
    if (this.#filled < this.#numbers.length) return;
    this.#addCell();
    this.#waiting.set(this.#window, (this.#waitingCells.length - 1) * this.#window.length);
    if (this.#waitingCells.length === windowsOfRun) await this.#run();
    const { stepRows } = this.#model.manifest.voiceprint;
    this.#window.copyWithin(0, stepRows * this.#width);
    this.#numbers.copyWithin(0, stepRows);
    this.#filled -= stepRows;
  }

  /** Called when the audio is over. */
  async end(): Promise<void> {
    await this.#endStretch();
    await this.#run();
  }

  async #endStretch(): Promise<void> {
    const { windowRows, stepRows, minRows } = this.#model.manifest.voiceprint;
    const isEnough = this.#isFresh ? this.#filled >= minRows : this.#filled >= windowRows - stepRows / 2;
    const lastMs = ((this.#numbers[this.#filled - 1] ?? 0) + 1) * rowMs;
    if (isEnough) {
      await this.#run();
      this.#addCell();
      await this.#run(this.#window.subarray(0, this.#filled * this.#width));
    } else if (this.#isFresh && this.#filled > 0) {
      this.#addCell();
      this.#waitingCells.pop(); // too little audio for a vector, so its vector is 0
      this.#makeRoom();
    }
    const last = this.#cells.at(-1);
    if (last !== undefined && this.#filled > 0) last.toMs = lastMs;
    this.#filled = 0;
    this.#isFresh = true;
  }

  /**
   * Adds the cell of the window's middle; the first of a stretch reaches back to its start, the last (endStretch) to
   * its end.
   */
  #addCell(): void {
    const { stepRows } = this.#model.manifest.voiceprint;
    const numberAt = (at: number) => this.#numbers[Math.min(this.#filled - 1, Math.max(0, Math.round(at)))] ?? 0;
    const before = this.#isFresh ? undefined : this.#cells.at(-1);
    const fromMs = before?.toMs ?? numberAt(0) * rowMs;
    const toMs = Math.max(fromMs, numberAt((this.#filled + stepRows) / 2) * rowMs);
    this.#waitingCells.push(this.#cells.length);
    this.#cells.push({ fromMs, toMs, follows: before !== undefined });
    this.#isFresh = false;
  }

  async #run(rows: Float32Array = this.#waiting.subarray(0, this.#waitingCells.length * this.#window.length)) {
    const cells = this.#waitingCells;
    if (cells.length === 0) return;
    this.#waitingCells = [];
    const vectors = await this.#model.vectors(rows, cells.length);
    this.#makeRoom();
    const { size } = this.#model.manifest.voiceprint;
    for (const [at, cell] of cells.entries())
      this.#values.set(vectors.subarray(at * size, (at + 1) * size), cell * size);
  }

  #makeRoom(): void {
    const needed = this.#cells.length * this.#model.manifest.voiceprint.size;
    if (needed > this.#values.length) this.#values = grown(this.#values, new Float32Array(2 * needed));
  }

  #keepLevel(row: Float32Array): void {
    if (this.#rows === this.#levels.length) {
      this.#levels = grown(this.#levels, new Uint8Array(Math.max(6_000, 2 * this.#rows)));
    }
    this.#levels[this.#rows] = Math.max(0, Math.min(255, Math.round(((this.#logEnergy(row) + 16) * 255) / 41)));
  }

  /** The log energy on the scale of int16 samples, between -16 and 25. */
  #logEnergy(row: Float32Array): number {
    let sum = 0;
    const { kind, scale } = this.#model.manifest.frontEnd;
    if (kind === 'fbank') {
      for (const value of row) sum += value; // each value is the logarithm of an energy
      return sum / row.length;
    }
    for (const value of row) sum += value * value;
    return Math.log((sum / row.length) * (scale === 'unit' ? 32_768 ** 2 : 1) + 1e-7);
  }
}

function grown<T extends Float32Array | Uint8Array>(old: T, fresh: T): T {
  fresh.set(old as never);
  return fresh;
}

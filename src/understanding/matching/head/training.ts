// Trains a head: one question against the others, squared hinge loss, dual coordinate descent. The result stays close
// to its start, which is zero or the weights of a head that was trained before.
import type { SentenceVectors } from '../word-vectors.js';
import { type Grams, gramsOf, gramTable, gramValues, vectorOf } from './features.js';

export interface HeadSample {
  /** The label, from 0; -1: the sample belongs to no label. */
  readonly label: number;
  readonly line: string;
  /** The text whose meaning is compared. */
  readonly spoken: string;
  /** The only label that learns that the sample is not its own; without it, all other labels do. */
  readonly against?: number;
}

/** A trained head in the form that packages store. */
export interface HeadWeights extends Grams {
  readonly labels: number;
  /** The weights of all labels for each feature, in units of `steps[label]`. */
  readonly weights: Int8Array;
  readonly steps: Float32Array;
  readonly biases: Float32Array;
  readonly vectorShare: number;
}

export interface HeadOptions {
  /** The cost of errors relative to large weights. */
  readonly cost: number;
  /** The factor by which errors cost more on a label's own samples, and on samples that only this label sees. */
  readonly ownCost: number;
  /** The length of the sentence vector relative to the grams, whose length is 1. */
  readonly vectorShare: number;
  /** The number of samples per epoch; undefined: all. */
  readonly samplesPerEpoch: number | undefined;
  readonly mostGrams: number;
}

const headDefaults: HeadOptions = {
  ...{ cost: 0.02, ownCost: 30, vectorShare: 1, samplesPerEpoch: undefined, mostGrams: 1_000_000 },
};

/** A head to start from, and how its labels map to the new ones. */
export interface HeadStart {
  readonly weights: HeadWeights;
  /** For each label its number in the start head; -1 if it is new. */
  readonly labels: readonly number[];
}

/**
 * The number of passes over active samples after each pass over all samples. Most samples of other labels are soon far
 * on their side.
 */
const closerLooks = 7;
const leastMove = 0.05;
/** A label that moves by less than this in a pass over all samples has learnt everything. */
const learntMove = 0.15;
/** The initial bias: an input without any features means no question. */
const firstBias = -1;

export class HeadTraining {
  readonly #labels: number;
  readonly #options: HeadOptions;
  readonly #grams: Grams;
  readonly #dims: number;
  readonly #vectorShare: number;
  readonly #labelOf: Int32Array;
  readonly #against: Int32Array;
  /** The index at which each sample's grams begin; after the last sample, their total number. */
  readonly #begins: Uint32Array;
  readonly #ids: Uint32Array;
  readonly #values: Float32Array;
  readonly #vectors: Float32Array;
  readonly #columns: Column[] = [];
  readonly #order: Uint32Array;
  #random = 1;

  constructor(
    samples: readonly HeadSample[],
    labels: number,
    vectors: SentenceVectors | undefined,
    options: Partial<HeadOptions> = {},
    start?: HeadStart,
  ) {
    this.#options = { ...headDefaults, ...options };
    this.#labels = labels;
    const lines = samples.map(({ line }) => line);
    this.#grams = gramsOf(lines, { most: this.#options.mostGrams });
    this.#dims = vectors?.dims ?? 0;
    this.#vectorShare = this.#dims === 0 ? 0 : this.#options.vectorShare;
    this.#labelOf = Int32Array.from(samples, ({ label }) => label);
    this.#against = Int32Array.from(samples, ({ against = -1 }) => against);
    const table = gramTable(this.#grams);
    const read = lines.map((line) => gramValues(line, table, this.#grams.rarities));
    this.#begins = new Uint32Array(lines.length + 1);
    for (const [at, { ids }] of read.entries()) this.#begins[at + 1] = (this.#begins[at] as number) + ids.length;
    this.#ids = Uint32Array.from(read.flatMap(({ ids }) => ids));
    this.#values = Float32Array.from(read.flatMap(({ values }) => values));
    this.#vectors = new Float32Array(lines.length * this.#dims);
    for (const [at, { spoken }] of samples.entries()) {
      const vector = vectorOf(spoken, vectors);
      for (let dim = 0; dim < vector.length; dim++) {
        this.#vectors[at * this.#dims + dim] = (vector[dim] as number) * this.#vectorShare;
      }
    }
    this.#order = Uint32Array.from(samples, (_, at) => at);
    for (let label = 0; label < labels; label++) this.#columns.push(this.#column(label, start));
  }

  #column(label: number, start: HeadStart | undefined): Column {
    const rows = this.#order.filter((row) => (this.#against[row] as number) < 0 || this.#against[row] === label);
    const column: Column = {
      grams: new Float32Array(this.#grams.firsts.length),
      meaning: new Float32Array(this.#dims),
      ...{ bias: firstBias, alphas: new Float32Array(this.#order.length), rows, active: 0, isDone: false },
    };
    const from = start?.labels[label] ?? -1;
    if (start !== undefined && from >= 0) begin(column, start.weights, from, this.#grams);
    return column;
  }

  /** Trains for one epoch. Returns false if nothing was left to learn. */
  epoch(): boolean {
    const chosen = this.#chosen();
    let hasMoved = false;
    for (const [label, column] of this.#columns.entries()) {
      if (column.isDone) continue;
      this.#random = (Math.imul(this.#random, 31) + label + 1) >>> 0;
      const moved = this.#look(label, column, column.rows.length, chosen);
      hasMoved ||= moved >= learntMove;
      if (moved < learntMove) column.isDone = chosen === undefined;
      else {
        for (let look = 0; look < closerLooks && column.active > 0; look++) {
          if (this.#look(label, column, column.active, undefined) < leastMove) break;
        }
      }
    }
    return hasMoved || chosen !== undefined;
  }

  /** The samples of an epoch; undefined: all. */
  #chosen(): Uint8Array | undefined {
    const count = this.#options.samplesPerEpoch ?? this.#order.length;
    if (count >= this.#order.length) return undefined;
    this.#shuffle(this.#order, this.#order.length);
    const chosen = new Uint8Array(this.#order.length);
    for (const row of this.#order.subarray(0, count)) chosen[row] = 1;
    return chosen;
  }

  #shuffle(order: Uint32Array, count: number): void {
    for (let left = count - 1; left > 0; left--) {
      this.#random = (Math.imul(this.#random, 1664525) + 1013904223) >>> 0;
      const other = this.#random % (left + 1);
      [order[left], order[other]] = [order[other] as number, order[left] as number];
    }
  }

  /**
   * Updates a label with the first `count` samples of its order, and moves the samples that stay active to the front.
   * Returns the largest move.
   */
  #look(label: number, column: Column, count: number, chosen: Uint8Array | undefined): number {
    const { grams, meaning, alphas, rows } = column;
    const { cost, ownCost } = this.#options;
    const [begins, ids, values, vectors, dims] = [this.#begins, this.#ids, this.#values, this.#vectors, this.#dims];
    // the grams have length 1, and the bias is one more feature of value 1
    const squares = 2 + this.#vectorShare ** 2;
    this.#shuffle(rows, count);
    let [largest, active] = [0, 0];
    for (let place = 0; place < count; place++) {
      const row = rows[place] as number;
      if (chosen !== undefined && chosen[row] === 0) continue;
      const isOwn = this.#labelOf[row] === label;
      const sign = isOwn ? 1 : -1;
      const diagonal = 0.5 / (cost * (isOwn || (this.#against[row] as number) >= 0 ? ownCost : 1));
      const [first, last] = [begins[row] as number, begins[row + 1] as number];
      let score = column.bias;
      for (let at = first; at < last; at++) score += (grams[ids[at] as number] as number) * (values[at] as number);
      score += product(meaning, vectors, row * dims);
      const alpha = alphas[row] as number;
      const gradient = sign * score - 1 + diagonal * alpha;
      const projected = alpha === 0 ? Math.min(gradient, 0) : gradient;
      if (Math.abs(projected) < leastMove) continue;
      const there = rows[active] as number;
      rows[active] = row;
      rows[place] = there;
      active += 1;
      largest = Math.max(largest, Math.abs(projected));
      const next = Math.max(0, alpha - gradient / (squares + diagonal));
      const step = (next - alpha) * sign;
      alphas[row] = next;
      column.bias += step;
      for (let at = first; at < last; at++) {
        const id = ids[at] as number;
        grams[id] = (grams[id] as number) + step * (values[at] as number);
      }
      const from = row * dims;
      for (let dim = 0; dim < dims; dim++) {
        meaning[dim] = (meaning[dim] as number) + step * (vectors[from + dim] as number);
      }
    }
    column.active = active;
    return largest;
  }

  /** The current weights, quantised to 8 bits per label. */
  weights(): HeadWeights {
    const labels = this.#labels;
    const count = this.#grams.firsts.length;
    const weights = new Int8Array((count + this.#dims) * labels);
    const [steps, biases] = [new Float32Array(labels), new Float32Array(labels)];
    for (const [label, { grams, meaning, bias }] of this.#columns.entries()) {
      let largest = 0;
      for (const each of grams) largest = Math.max(largest, Math.abs(each));
      for (const each of meaning) largest = Math.max(largest, Math.abs(each));
      steps[label] = largest / 127;
      biases[label] = bias;
      if (largest === 0) continue;
      const factor = 127 / largest;
      for (let id = 0; id < count; id++) weights[id * labels + label] = Math.round((grams[id] as number) * factor);
      for (let dim = 0; dim < this.#dims; dim++) {
        weights[(count + dim) * labels + label] = Math.round((meaning[dim] as number) * factor);
      }
    }
    return { ...this.#grams, labels, weights, steps, biases, vectorShare: this.#vectorShare };
  }
}

/** The weights that a label has learnt so far. */
interface Column {
  readonly grams: Float32Array;
  readonly meaning: Float32Array;
  bias: number;
  readonly alphas: Float32Array;
  /** The samples of the label. The first `active` ones moved it when they were last used. */
  readonly rows: Uint32Array;
  active: number;
  isDone: boolean;
}

function begin(column: Column, weights: HeadWeights, label: number, { firsts, seconds }: Grams): void {
  const { labels, steps, biases } = weights;
  const step = steps[label] as number;
  const at = (feature: number): number => step * (weights.weights[feature * labels + label] as number);
  const table = gramTable(weights);
  for (let id = 0; id < firsts.length; id++) {
    const known = table.get(firsts[id] as number, seconds[id] as number);
    if (known >= 0) column.grams[id] = at(known);
  }
  for (let dim = 0; dim < column.meaning.length; dim++) column.meaning[dim] = at(weights.firsts.length + dim);
  column.bias = biases[label] as number;
}

/**
 * The inner product of a list and another one from index `begin` on, in four independent sums that the CPU can compute
 * in parallel.
 */
function product(one: Float32Array, other: Float32Array, begin: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  let at = 0;
  for (; at + 3 < one.length; at += 4) {
    a += (one[at] as number) * (other[begin + at] as number);
    b += (one[at + 1] as number) * (other[begin + at + 1] as number);
    c += (one[at + 2] as number) * (other[begin + at + 2] as number);
    d += (one[at + 3] as number) * (other[begin + at + 3] as number);
  }
  for (; at < one.length; at++) a += (one[at] as number) * (other[begin + at] as number);
  return a + b + c + d;
}

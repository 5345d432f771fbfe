// Trains an adapter. Texts of one question are pulled to one place, and pushed away from the places of other questions
// (a softmax over the cosines to all places). Words are dropped at random, so that no text is learnt by heart.
import { chanceOf } from '../../chance.js';
import type { HeadSample } from '../../matching/head/training.js';
import { type Adapter, adapt } from '../../matching/trained/adapter.js';
import type { SentenceVectors } from '../../matching/word-vectors.js';
import { Adam } from './adam.js';

export interface AdapterOptions {
  readonly dims: number;
  /** The factor of a cosine before the softmax. */
  readonly sharpness: number;
  /** The share of words that are dropped. */
  readonly leftOut: number;
  readonly learningRate: number;
  readonly batchSize: number;
}

const seed = 20;
const leastShare = 1e-6;

export class AdapterTraining {
  readonly #samples: readonly HeadSample[];
  readonly #words: readonly (readonly number[])[];
  readonly #vectors: SentenceVectors;
  readonly #options: AdapterOptions;
  readonly #labels: number;
  readonly #chance = chanceOf(seed);
  readonly #map: Adam;
  /** The place of each label, a vector of length 1. */
  readonly #places: Adam;
  readonly #order: Uint32Array;
  /** index in `#order` */
  #next = 0;
  steps = 0;

  /** `start` is an adapter trained earlier, with the same dimensions. */
  constructor(
    samples: readonly HeadSample[],
    labels: number,
    vectors: SentenceVectors,
    options: AdapterOptions,
    start?: Adapter,
  ) {
    this.#vectors = vectors;
    this.#options = options;
    this.#labels = labels;
    const words = samples.map(({ spoken }) => vectors.words(spoken));
    const known = samples.flatMap((_, at) => ((words[at] as number[]).length > 0 ? [at] : []));
    this.#samples = known.map((at) => samples[at] as HeadSample);
    this.#words = known.map((at) => words[at] as number[]);
    this.#map = new Adam(start?.weights.slice() ?? this.#anyMap());
    this.#places = new Adam(this.#meanPlaces());
    this.#order = Uint32Array.from(known, (_, place) => place);
    this.#next = this.#order.length;
  }

  /** A random map. Rows of random directions roughly preserve angles. */
  #anyMap(): Float32Array {
    const { dims } = this.#options;
    const scale = Math.sqrt(12 / dims);
    return Float32Array.from({ length: dims * this.#vectors.dims }, () => {
      const sum = this.#chance() + this.#chance() + this.#chance();
      return ((sum - 1.5) / Math.sqrt(3)) * scale;
    });
  }

  #meanPlaces(): Float32Array {
    const { dims } = this.#options;
    const places = new Float32Array(this.#labels * dims);
    const [vector, made] = [new Float32Array(this.#vectors.dims), new Float32Array(dims)];
    for (const [at, { label }] of this.#samples.entries()) {
      if (label < 0) continue;
      this.#vectors.putWords(this.#words[at] as number[], vector);
      adapt(this.adapter, vector, made);
      for (let dim = 0; dim < dims; dim++)
        places[label * dims + dim] = (places[label * dims + dim] as number) + (made[dim] as number);
    }
    shorten(places, dims);
    return places;
  }

  get adapter(): Adapter {
    return { dims: this.#options.dims, weights: this.#map.weights };
  }

  /** The places of all labels, one after another. */
  get places(): Float32Array {
    return this.#places.weights;
  }

  get stepsPerEpoch(): number {
    return Math.max(1, Math.ceil(this.#order.length / this.#options.batchSize));
  }

  /** Trains on one batch. The last batch of an epoch may be smaller. */
  step(): void {
    this.steps += 1;
    if (this.#order.length === 0) return;
    if (this.#next >= this.#order.length) {
      this.#shuffle();
      this.#next = 0;
    }
    const batch = this.#order.subarray(this.#next, this.#next + this.#options.batchSize);
    this.#next += batch.length;
    for (const at of batch) this.#learn(at, 1 / batch.length);
    this.#map.step(this.#options.learningRate);
    this.#places.step(this.#options.learningRate);
    shorten(this.#places.weights, this.#options.dims);
  }

  #shuffle(): void {
    const order = this.#order;
    for (let left = order.length - 1; left > 0; left--) {
      const other = Math.floor(this.#chance() * (left + 1));
      [order[left], order[other]] = [order[other] as number, order[left] as number];
    }
  }

  #learn(at: number, share: number): void {
    const { dims, sharpness, leftOut } = this.#options;
    const { label, against = -1 } = this.#samples[at] as HeadSample;
    const all = this.#words[at] as readonly number[];
    const some = all.filter(() => this.#chance() >= leftOut);
    const [vector, made, pull] = [new Float32Array(this.#vectors.dims), new Float32Array(dims), new Float32Array(dims)];
    this.#vectors.putWords(some.length === 0 ? all : some, vector);
    const length = adapt(this.adapter, vector, made);
    if (length === 0) return;
    const shares = this.#shares(made);
    const ofAgainst = against < 0 ? 0 : (shares[against] as number);
    for (let each = 0; each < this.#labels; each++) {
      // the gradient of -log(share of its own label), or of -log(1 - share of the wrong label)
      const own = shares[each] as number;
      const error =
        against < 0
          ? own - (each === label ? 1 : 0)
          : each === against
            ? own
            : (-ofAgainst * own) / Math.max(leastShare, 1 - ofAgainst);
      if (Math.abs(error) < leastShare) continue;
      const slope = error * sharpness * share;
      const from = each * dims;
      for (let dim = 0; dim < dims; dim++) {
        pull[dim] = (pull[dim] as number) + slope * (this.places[from + dim] as number);
        this.#places.gradient[from + dim] =
          (this.#places.gradient[from + dim] as number) + slope * (made[dim] as number);
      }
    }
    this.#pass(pull, made, length, vector);
  }

  /** The softmax share of each label for an adapted vector. */
  #shares(made: Float32Array): Float32Array {
    const { dims, sharpness } = this.#options;
    const shares = new Float32Array(this.#labels);
    let largest = Number.NEGATIVE_INFINITY;
    for (let label = 0; label < shares.length; label++) {
      let sum = 0;
      for (let dim = 0; dim < dims; dim++) sum += (this.places[label * dims + dim] as number) * (made[dim] as number);
      shares[label] = sum * sharpness;
      largest = Math.max(largest, sum * sharpness);
    }
    let all = 0;
    for (let label = 0; label < shares.length; label++) {
      shares[label] = Math.exp((shares[label] as number) - largest);
      all += shares[label] as number;
    }
    for (let label = 0; label < shares.length; label++) shares[label] = (shares[label] as number) / all;
    return shares;
  }

  /** Back-propagates through the normalisation to length 1 and through the map. */
  #pass(pull: Float32Array, made: Float32Array, length: number, vector: Float32Array): void {
    let along = 0;
    for (let dim = 0; dim < made.length; dim++) along += (pull[dim] as number) * (made[dim] as number);
    const gradient = this.#map.gradient;
    for (let dim = 0; dim < made.length; dim++) {
      const slope = ((pull[dim] as number) - along * (made[dim] as number)) / length;
      const from = dim * vector.length;
      for (let column = 0; column < vector.length; column++) {
        gradient[from + column] = (gradient[from + column] as number) + slope * (vector[column] as number);
      }
    }
  }
}

/** Scales each row to length 1. */
function shorten(rows: Float32Array, width: number): void {
  for (let from = 0; from < rows.length; from += width) {
    let squares = 0;
    for (let at = from; at < from + width; at++) squares += (rows[at] as number) ** 2;
    if (squares === 0) continue;
    const factor = 1 / Math.sqrt(squares);
    for (let at = from; at < from + width; at++) rows[at] = (rows[at] as number) * factor;
  }
}

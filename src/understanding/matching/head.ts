// A linear classifier over character 1- to 3-grams: which question of a scope an input means. One question against the others,
// squared hinge loss, dual coordinate descent.
import { IntegerTable } from './tables/integer-table.js';
import type { WordVectors } from './word-vectors.js';

export interface HeadSample {
  /** From 0. */
  readonly label: number;
  readonly line: string;
  /** As its meaning is compared. */
  readonly spoken: string;
}

/** A trained head, as it stands in a package. */
export interface HeadWeights {
  readonly labels: number;
  /** Of each feature: the two halves of its hash. */
  readonly firsts: Uint32Array;
  readonly seconds: Uint32Array;
  readonly rarities: Float32Array;
  /** For each feature the weights of all labels, in steps of `steps[label]`. */
  readonly weights: Int8Array;
  readonly steps: Float32Array;
  readonly biases: Float32Array;
  readonly vectorShare: number;
}

const longestGram = 3;
/** Stand before and after a line, so that grams know its ends. */
const [begin, end] = ['\u0002', '\u0003'];

/** Calls with the hash of every gram of the line, as often as it stands there. */
function eachFeature(line: string, take: (first: number, second: number) => void): void {
  const text = begin + line + end;
  for (let at = 0; at < text.length; at++) {
    let [first, second] = [0x811c9dc5, 0x9747b28c];
    for (let unit = at; unit < Math.min(text.length, at + longestGram); unit++) {
      first = Math.imul(first ^ text.charCodeAt(unit), 0x01000193);
      second = Math.imul(second ^ text.charCodeAt(unit), 0x85ebca6b);
      second ^= second >>> 13;
      if (unit > at || (at > 0 && at < text.length - 1)) take(first, second);
    }
  }
}

/** Features of a line: their numbers, each once, and their values, of length 1 together. */
interface Features {
  readonly ids: Uint32Array;
  readonly values: Float32Array;
}

export interface HeadOptions {
  /** How much an error costs against large weights. */
  readonly cost: number;
  readonly epochs: number;
  /** How much more an error on the label's own samples costs. */
  readonly ownCost: number;
  /** The length of the sentence vector beside the grams, whose length is 1. */
  readonly vectorShare: number;
}

/** One round of so many looks at all samples. */
const wholeRounds = 8;

const defaults: HeadOptions = { cost: 0.5, epochs: 30, ownCost: 4, vectorShare: 0.6 };

export function trainHead(
  samples: readonly HeadSample[],
  labels: number,
  vectors: WordVectors | undefined,
  options: Partial<HeadOptions> = {},
): HeadWeights {
  const { cost, epochs, ownCost, vectorShare: share } = { ...defaults, ...options };
  const table = new IntegerTable(samples.length * 16);
  const firsts: number[] = [];
  const seconds: number[] = [];
  const counts: number[] = [];
  for (const { line } of samples) {
    const seen = new Set<number>();
    eachFeature(line, (first, second) => {
      const id = table.number(first, second);
      if (id === counts.length) {
        firsts.push(first >>> 0);
        seconds.push(second >>> 0);
        counts.push(0);
      }
      if (seen.has(id)) return;
      seen.add(id);
      counts[id] = (counts[id] as number) + 1;
    });
  }
  const rarities = Float32Array.from(counts, (count) => Math.log(1 + samples.length / count));
  const dims = vectors?.dims ?? 0;
  const vectorShare = dims === 0 ? 0 : share;
  const features = counts.length + dims;
  const rows = samples.map(({ line, spoken }) =>
    featuresOf(line, table, rarities, vectorOf(spoken, vectors), vectorShare),
  );
  const columns = trainColumns(
    rows,
    samples.map(({ label }) => label),
    labels,
    features,
    { cost, epochs, ownCost, vectorShare, dims },
  );
  const weights = new Int8Array(features * labels);
  const steps = new Float32Array(labels);
  const biases = new Float32Array(labels);
  for (const [label, { weight, bias }] of columns) {
    let largest = 0;
    for (const each of weight) largest = Math.max(largest, Math.abs(each));
    steps[label] = largest / 127;
    biases[label] = bias;
    if (largest === 0) continue;
    for (let feature = 0; feature < weight.length; feature++) {
      weights[feature * labels + label] = Math.round(((weight[feature] as number) / largest) * 127);
    }
  }
  return {
    labels,
    firsts: Uint32Array.from(firsts),
    seconds: Uint32Array.from(seconds),
    rarities,
    weights,
    steps,
    biases,
    vectorShare,
  };
}

function vectorOf(spoken: string, vectors: WordVectors | undefined): Float32Array | undefined {
  if (vectors === undefined) return undefined;
  const vector = new Float32Array(vectors.dims);
  vectors.put(spoken, vector);
  return vector;
}

function featuresOf(
  line: string,
  table: IntegerTable,
  rarities: Float32Array,
  vector: Float32Array | undefined,
  share: number,
): Features {
  const ids: number[] = [];
  const seen = new Set<number>();
  eachFeature(line, (first, second) => {
    const id = table.get(first, second);
    if (id < 0 || seen.has(id)) return;
    seen.add(id);
    ids.push(id);
  });
  const values = Float32Array.from(ids, (id) => rarities[id] as number);
  let squares = 0;
  for (const value of values) squares += value * value;
  const factor = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  const dims = vector?.length ?? 0;
  const all = { ids: new Uint32Array(ids.length + dims), values: new Float32Array(ids.length + dims) };
  all.ids.set(ids);
  for (const [at, value] of values.entries()) all.values[at] = value * factor;
  for (let dim = 0; dim < dims; dim++) {
    all.ids[ids.length + dim] = rarities.length + dim;
    all.values[ids.length + dim] = (vector?.[dim] as number) * share;
  }
  return all;
}

function* trainColumns(
  rows: readonly Features[],
  labelOf: readonly number[],
  labels: number,
  features: number,
  { cost, epochs, ownCost, vectorShare, dims }: HeadOptions & { readonly dims: number },
): Generator<[number, { weight: Float64Array; bias: number }]> {
  const order = Uint32Array.from(rows, (_, row) => row);
  for (let label = 0; label < labels; label++) {
    const weight = new Float64Array(features);
    const grams = features - dims;
    const ofMeaning = weight.subarray(grams);
    let bias = 0;
    const alphas = new Float64Array(rows.length);
    let state = label + 1;
    // Most samples of other labels are soon far on their side: between whole rounds only the others are looked at.
    let active = 0;
    for (let epoch = 0; epoch < epochs; epoch++) {
      let largest = 0;
      const isWhole = epoch % wholeRounds === 0;
      const count = isWhole ? order.length : active;
      active = 0;
      for (let left = count - 1; left > 0; left--) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        const other = state % (left + 1);
        [order[left], order[other]] = [order[other] as number, order[left] as number];
      }
      for (let place = 0; place < count; place++) {
        const row = order[place] as number;
        const { ids, values } = rows[row] as Features;
        const isOwn = labelOf[row] === label;
        const sign = isOwn ? 1 : -1;
        const diagonal = 0.5 / (cost * (isOwn ? ownCost : 1));
        let score = bias;
        const sparse = ids.length - dims;
        for (let at = 0; at < sparse; at++) score += (weight[ids[at] as number] as number) * (values[at] as number);
        for (let dim = 0; dim < dims; dim++) score += (ofMeaning[dim] as number) * (values[sparse + dim] as number);
        const alpha = alphas[row] as number;
        const gradient = sign * score - 1 + diagonal * alpha;
        const projected = alpha === 0 ? Math.min(gradient, 0) : gradient;
        if (projected === 0) continue;
        // those that go on being looked at stand in front
        [order[active], order[place]] = [row, order[active] as number];
        active += 1;
        largest = Math.max(largest, Math.abs(projected));
        // the vector has length 1, and the bias is one more feature of value 1
        const next = Math.max(0, alpha - gradient / (2 + vectorShare ** 2 + diagonal));
        const step = (next - alpha) * sign;
        alphas[row] = next;
        bias += step;
        for (let at = 0; at < sparse; at++) {
          const id = ids[at] as number;
          weight[id] = (weight[id] as number) + step * (values[at] as number);
        }
        for (let dim = 0; dim < dims; dim++) {
          ofMeaning[dim] = (ofMeaning[dim] as number) + step * (values[sparse + dim] as number);
        }
      }
      if (largest < 0.01) {
        if (isWhole) break;
        epoch += wholeRounds - 1 - (epoch % wholeRounds); // the next round is a whole one
      }
    }
    yield [label, { weight, bias }];
  }
}

export class Head {
  readonly #table: IntegerTable;
  readonly #trained: HeadWeights;

  constructor(trained: HeadWeights) {
    this.#trained = trained;
    this.#table = new IntegerTable(trained.firsts.length);
    for (let feature = 0; feature < trained.firsts.length; feature++) {
      this.#table.set(trained.firsts[feature] as number, trained.seconds[feature] as number, feature);
    }
  }

  get labels(): number {
    return this.#trained.labels;
  }

  /** For each label about 1 where the line means it, about -1 where it does not. */
  scores(line: string, spoken: string, vectors: WordVectors | undefined): Float32Array {
    const { labels, vectorShare, rarities, weights, steps, biases } = this.#trained;
    const { ids, values } = featuresOf(line, this.#table, rarities, vectorOf(spoken, vectors), vectorShare);
    const scores = new Float32Array(labels);
    for (let at = 0; at < ids.length; at++) {
      const [from, value] = [(ids[at] as number) * labels, values[at] as number];
      for (let label = 0; label < labels; label++) {
        scores[label] = (scores[label] as number) + value * (weights[from + label] as number);
      }
    }
    for (let label = 0; label < labels; label++) {
      scores[label] = (scores[label] as number) * (steps[label] as number) + (biases[label] as number);
    }
    return scores;
  }
}

// Mini-batch k-means over texts by cosine. It starts at the densest texts, and the same texts always give the same
// clusters.
import { chanceOf } from '../../chance.js';
import { byCluster, centresOf } from './centres.js';
import type { Progress } from './progress.js';
import type { TextVectors } from './text-vectors.js';
import { VectorIndex } from './vector-index.js';

export interface ClusterOptions {
  readonly clusters: number;
  /** The number of texts examined between two moves of the centres. */
  readonly batch: number;
  /** The inner product from which on two texts are near each other. */
  readonly nearProduct: number;
  /** The number of all grams. */
  readonly grams: number;
}

/** The number of rounds over a batch. With smaller batches, all texts are examined once more. */
const mostRounds = 10;
/** The least batch size. With smaller ones, moving the centres would take longer than examining texts. */
const leastBatch = 256;
/** The share of texts that may still change their cluster once the centres count as settled. */
const settledShare = 0.01;
const seed = 16;
/** The size of the sample from which the density around a text is estimated. */
const densitySample = 10_000;

/** Clusters the texts. Returns the cluster of each text; -1 if it is near no centre. */
export function cluster(texts: TextVectors, options: ClusterOptions, progress: Progress): Int32Array {
  const { clusters, grams } = options;
  const clusterOf = firstTexts(texts, options, progress.part(0.3));
  const centres = () => centresOf(texts, byCluster(clusterOf, clusters), grams);
  const batch = Math.min(texts.size, Math.max(leastBatch, options.batch));
  const rounds = mostRounds + Math.ceil(texts.size / batch) - 1;
  const order = shuffled(texts.size);
  const ofRounds = progress.part(0.6);
  for (let round = 0, next = 0; round < rounds; round++) {
    const index = new VectorIndex(centres(), grams);
    let changed = 0;
    for (let place = 0; place < batch; place++, next = (next + 1) % order.length) {
      if (assign(texts, order[next] as number, index, clusterOf)) changed++;
    }
    ofRounds.at((round + 1) / rounds);
    if (batch === texts.size && changed <= settledShare * batch) break;
  }
  const index = new VectorIndex(centres(), grams);
  for (let text = 0; text < texts.size; text++) assign(texts, text, index, clusterOf);
  progress.at(1);
  return clusterOf;
}

function assign(texts: TextVectors, text: number, index: VectorIndex, clusterOf: Int32Array): boolean {
  const before = clusterOf[text] as number;
  const { at } = index.nearest(texts, text);
  clusterOf[text] = at;
  return at !== before;
}

/** Starts a cluster at each of the densest texts, skipping texts that are near an earlier start. */
function firstTexts(
  texts: TextVectors,
  { clusters, nearProduct, grams }: ClusterOptions,
  progress: Progress,
): Int32Array {
  const densities = densitiesOf(texts, nearProduct, grams, progress.part(0.8));
  const byDensity = Uint32Array.from(densities.keys()).sort(
    (one, other) => (densities[other] as number) - (densities[one] as number) || one - other,
  );
  const index = new VectorIndex(texts, grams);
  const isTaken = new Uint8Array(texts.size);
  const clusterOf = new Int32Array(texts.size).fill(-1);
  let count = 0;
  for (const text of byDensity) {
    if (count === clusters) break;
    if (isTaken[text] === 1) continue;
    clusterOf[text] = count++;
    isTaken[text] = 1;
    index.eachNear(texts, text, nearProduct, (at) => {
      isTaken[at] = 1;
    });
  }
  progress.at(1);
  return clusterOf;
}

/** For each text, the number of texts in a sample that are near it. */
function densitiesOf(texts: TextVectors, nearProduct: number, grams: number, progress: Progress): Uint32Array {
  const sample = texts.size <= densitySample ? texts : texts.picked(shuffled(texts.size).subarray(0, densitySample));
  const index = new VectorIndex(sample, grams);
  const densities = new Uint32Array(texts.size);
  for (let text = 0; text < texts.size; text++) {
    let count = 0;
    index.eachNear(texts, text, nearProduct, () => count++);
    densities[text] = count;
    progress.at((text + 1) / texts.size);
  }
  return densities;
}

/** The numbers below `count` in a random order that is always the same. */
function shuffled(count: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, at) => at);
  const chance = chanceOf(seed);
  for (let left = count - 1; left > 0; left--) {
    const other = Math.floor(chance() * (left + 1));
    [order[left], order[other]] = [order[other] as number, order[left] as number];
  }
  return order;
}

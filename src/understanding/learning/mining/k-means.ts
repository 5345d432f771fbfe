// Mini-batch k-means over texts by their cosine. It begins where texts are densest, and the same texts give the same clusters.
import { chanceOf } from '../../chance.js';
import { byCluster, centresOf } from './centres.js';
import type { Progress } from './progress.js';
import type { TextVectors } from './text-vectors.js';
import { VectorIndex } from './vector-index.js';

export interface ClusterOptions {
  readonly clusters: number;
  /** Texts that are looked at between two moves of the centres. */
  readonly batch: number;
  /** Texts are dense where others are as near as this. */
  readonly nearProduct: number;
  /** The number of grams in all. */
  readonly grams: number;
}

/** Rounds over a batch; in smaller batches all texts are looked at once more. */
const mostRounds = 10;
/** With smaller batches than this, moving the centres would take longer than looking at texts. */
const leastBatch = 256;
/** Centres that so few texts leave are where they belong. */
const settledShare = 0.01;
const seed = 16;
/** So many texts tell how dense the texts around one are. */
const densitySample = 10_000;

/** The cluster of each text; -1 if it is near no centre. */
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

/** The texts around which most others are, each the first of a cluster; those that are near one are no further ones. */
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

/** The number of texts, of a sample of all, that are near each text. */
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

/** The numbers below `count` in an order of chance, always the same. */
function shuffled(count: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, at) => at);
  const chance = chanceOf(seed);
  for (let left = count - 1; left > 0; left--) {
    const other = Math.floor(chance() * (left + 1));
    [order[left], order[other]] = [order[other] as number, order[left] as number];
  }
  return order;
}

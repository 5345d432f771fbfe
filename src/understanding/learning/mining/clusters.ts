// Groups of records that ask the same, as a knowledge base may take them.
import type { MiningConfig } from '../order.js';
import { byCluster, centresOf, type Groups } from './centres.js';
import { cluster } from './k-means.js';
import { likenessOf, productOf } from './likeness.js';
import type { Progress } from './progress.js';
import { inner, type TextVectors } from './text-vectors.js';

/** A text that is so much further from its centre than the mean must be is a stray: k-means puts every text somewhere. */
const strayMargin = 0.1;
/** Without its strays a centre moves, and other texts may be strays then. */
const strayRounds = 4;

/** Of each new point its texts, the most central first. The largest points come first. */
export function newPoints(texts: TextVectors, grams: number, config: MiningConfig, progress: Progress): number[][] {
  const { sentencePerCluster, minBatchSize, minAverageDistance, minSentencePerCluster } = config;
  if (texts.size < minSentencePerCluster) return [];
  const clusters = Math.max(1, Math.round(texts.size / sentencePerCluster));
  // the mean product of texts with each other is the square of that with their centre
  const nearProduct = productOf(minAverageDistance) ** 2;
  const clusterOf = cluster(texts, { clusters, batch: minBatchSize, nearProduct, grams }, progress);
  for (let round = 0; round < strayRounds; round++) {
    const likenesses = toCentres(texts, byCluster(clusterOf, clusters), grams);
    for (const [text, likeness] of likenesses.entries()) {
      if (likeness < minAverageDistance - strayMargin) clusterOf[text] = -1;
    }
  }
  const groups = byCluster(clusterOf, clusters);
  const likenesses = toCentres(texts, groups, grams);
  const found: number[][] = [];
  for (let each = 0; each < clusters; each++) {
    const own = [...groups.texts.subarray(groups.begins[each], groups.begins[each + 1])];
    const mean = own.reduce((sum, text) => sum + (likenesses[text] as number), 0) / own.length;
    if (own.length < minSentencePerCluster || mean < minAverageDistance) continue;
    found.push(own.sort((one, other) => (likenesses[other] as number) - (likenesses[one] as number) || one - other));
  }
  // sorting keeps the order of those that are equally large
  return found.sort((one, other) => other.length - one.length);
}

/** Of each text how near it is to the centre of its group; 0 where it is in none. */
function toCentres(texts: TextVectors, groups: Groups, grams: number): Float32Array {
  const centres = centresOf(texts, groups, grams);
  const likenesses = new Float32Array(texts.size);
  const centre = new Float32Array(grams);
  const { dims } = texts;
  for (let group = 0; group < centres.size; group++) {
    const [from, to] = [centres.begins[group] as number, centres.begins[group + 1] as number];
    for (let at = from; at < to; at++) centre[centres.grams[at] as number] = centres.values[at] as number;
    for (const text of groups.texts.subarray(groups.begins[group], groups.begins[group + 1])) {
      let product = inner(texts.meanings, text * dims, centres.meanings, group * dims, dims);
      for (let at = texts.begins[text] as number; at < (texts.begins[text + 1] as number); at++) {
        product += (texts.values[at] as number) * (centre[texts.grams[at] as number] as number);
      }
      likenesses[text] = likenessOf(product);
    }
    for (let at = from; at < to; at++) centre[centres.grams[at] as number] = 0;
  }
  return likenesses;
}

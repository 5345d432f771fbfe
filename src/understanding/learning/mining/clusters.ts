// Groups records that ask the same, as points for a knowledge base.
import type { MiningConfig } from '../order.js';
import { byCluster, centresOf, type Groups } from './centres.js';
import { cluster } from './k-means.js';
import { likenessOf, productOf } from './likeness.js';
import type { Progress } from './progress.js';
import { inner, type TextVectors } from './text-vectors.js';

/**
 * A text whose likeness is this much below the required mean is dropped, because k-means assigns every text to a
 * cluster.
 */
const strayMargin = 0.15;
/** The share of texts, the farthest ones, that a loose group loses before it is checked again. */
const looseShare = 0.2;
/** The maximum number of these rounds. */
const rounds = 10;

/** The texts of each new point, the most central first. Larger points come first. */
export function newPoints(texts: TextVectors, grams: number, config: MiningConfig, progress: Progress): number[][] {
  const { sentencePerCluster, minBatchSize, minAverageDistance, minSentencePerCluster } = config;
  if (texts.size < minSentencePerCluster) return [];
  const clusters = Math.max(1, Math.round(texts.size / sentencePerCluster));
  const nearProduct = productOf(minAverageDistance);
  const clusterOf = cluster(texts, { clusters, batch: minBatchSize, nearProduct, grams }, progress);
  let groups = ranked(texts, byCluster(clusterOf, clusters), grams);
  for (let round = 0; round < rounds; round++) {
    const smaller = groups.map((group) => tightened(group, config));
    const isDone = smaller.every((texts, at) => texts.length === groups[at]?.texts.length);
    if (isDone) break;
    groups = ranked(texts, joined(smaller), grams);
  }
  const found = groups.filter((group) => group.texts.length > 0 && group.mean >= minAverageDistance);
  // sorting keeps the order of groups of equal size
  return found.map((group) => group.texts).sort((one, other) => other.length - one.length);
}

interface Group {
  /** Indices of texts, the most central first. */
  readonly texts: number[];
  /** The likeness of each text to the group. */
  readonly likenesses: readonly number[];
  readonly mean: number;
}

/** The texts of a group that stay; none if too few are left for a point. */
function tightened(group: Group, { minAverageDistance, minSentencePerCluster }: MiningConfig): number[] {
  const { texts, likenesses, mean } = group;
  const most = mean < minAverageDistance ? Math.floor(texts.length * (1 - looseShare)) : texts.length;
  const kept = texts.filter((_, at) => at < most && (likenesses[at] as number) >= minAverageDistance - strayMargin);
  return kept.length < minSentencePerCluster ? [] : kept;
}

/**
 * The groups with their texts in order of likeness. The likeness comes from a text's mean inner product with the texts
 * of its group.
 */
function ranked(texts: TextVectors, groups: Groups, grams: number): Group[] {
  const centres = centresOf(texts, groups, grams);
  const centre = new Float32Array(grams);
  const { dims } = texts;
  return Array.from({ length: centres.size }, (_, group) => {
    const [from, to] = [centres.begins[group] as number, centres.begins[group + 1] as number];
    for (let at = from; at < to; at++) centre[centres.grams[at] as number] = centres.values[at] as number;
    const own = Array.from(groups.texts.subarray(groups.begins[group], groups.begins[group + 1]), (text) => {
      let product = inner(texts.meanings, text * dims, centres.meanings, group * dims, dims);
      for (let at = texts.begins[text] as number; at < (texts.begins[text + 1] as number); at++) {
        product += (texts.values[at] as number) * (centre[texts.grams[at] as number] as number);
      }
      // the product with the centre is about the square root of the mean product with the texts
      return { text, likeness: likenessOf(Math.max(0, product) ** 2) };
    });
    for (let at = from; at < to; at++) centre[centres.grams[at] as number] = 0;
    own.sort((one, other) => other.likeness - one.likeness || one.text - other.text);
    const sum = own.reduce((all, { likeness }) => all + likeness, 0);
    return {
      ...{ texts: own.map(({ text }) => text), likenesses: own.map(({ likeness }) => likeness) },
      mean: own.length === 0 ? 0 : sum / own.length,
    };
  });
}

function joined(lists: readonly (readonly number[])[]): Groups {
  const begins = new Uint32Array(lists.length + 1);
  for (const [at, list] of lists.entries()) begins[at + 1] = (begins[at] as number) + list.length;
  return { begins, texts: Uint32Array.from(lists.flat()) };
}

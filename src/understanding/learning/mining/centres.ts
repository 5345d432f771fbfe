// The centres of clusters. A centre is the sum of its cluster's texts, normalised to the length of a text.
import { inner, type TextVectors } from './text-vectors.js';
import type { Vectors } from './vector-index.js';

/** The texts of each group, one group after another. */
export interface Groups {
  /** The index at which each group begins; at the end, the index at which the last one ends. */
  readonly begins: Uint32Array;
  readonly texts: Uint32Array;
}

/**
 * The centres of all groups. A group without texts gets a centre that is near nothing. `grams` is the number of all
 * grams.
 */
export function centresOf(texts: TextVectors, groups: Groups, grams: number): Vectors {
  const { dims } = texts;
  const clusters = groups.begins.length - 1;
  const begins = new Uint32Array(clusters + 1);
  const meanings = new Float32Array(clusters * dims);
  const meaningLengths = new Float32Array(clusters);
  const parts: { readonly grams: Uint32Array; readonly values: Float32Array }[] = [];
  const sums = new Float32Array(grams);
  for (let cluster = 0; cluster < clusters; cluster++) {
    const own = groups.texts.subarray(groups.begins[cluster], groups.begins[cluster + 1]);
    const part = sumOf(texts, own, sums, meanings.subarray(cluster * dims, (cluster + 1) * dims));
    parts.push(part);
    begins[cluster + 1] = (begins[cluster] as number) + part.grams.length;
    const from = cluster * dims;
    meaningLengths[cluster] = Math.sqrt(inner(meanings, from, meanings, from, dims));
  }
  const allGrams = new Uint32Array(begins[clusters] as number);
  const values = new Float32Array(allGrams.length);
  for (const [cluster, part] of parts.entries()) {
    allGrams.set(part.grams, begins[cluster]);
    values.set(part.values, begins[cluster]);
  }
  return { size: clusters, dims, begins, grams: allGrams, values, meanings, meaningLengths };
}

/** Groups texts by cluster. `clusterOf` holds each text's cluster; negative: none. */
export function byCluster(clusterOf: Int32Array, clusters: number): Groups {
  const begins = new Uint32Array(clusters + 1);
  for (const cluster of clusterOf) if (cluster >= 0) begins[cluster + 1] = (begins[cluster + 1] as number) + 1;
  for (let at = 0; at < clusters; at++) begins[at + 1] = (begins[at + 1] as number) + (begins[at] as number);
  const texts = new Uint32Array(begins[clusters] as number);
  const next = begins.slice();
  for (const [text, cluster] of clusterOf.entries()) {
    if (cluster < 0) continue;
    texts[next[cluster] as number] = text;
    next[cluster] = (next[cluster] as number) + 1;
  }
  return { begins, texts };
}

/**
 * Adds up the texts `own`. `sums` must be all zeros and is again afterwards; the sum of the meanings is written to
 * `meaning`.
 */
function sumOf(texts: TextVectors, own: Uint32Array, sums: Float32Array, meaning: Float32Array) {
  const met: number[] = [];
  for (const text of own) {
    for (let at = texts.begins[text] as number; at < (texts.begins[text + 1] as number); at++) {
      const gram = texts.grams[at] as number;
      if (sums[gram] === 0) met.push(gram);
      sums[gram] = (sums[gram] as number) + (texts.values[at] as number);
    }
    const from = text * texts.dims;
    for (let dim = 0; dim < meaning.length; dim++) {
      meaning[dim] = (meaning[dim] as number) + (texts.meanings[from + dim] as number);
    }
  }
  const part = { grams: Uint32Array.from(met), values: new Float32Array(met.length) };
  let squares = inner(meaning, 0, meaning, 0, meaning.length);
  for (const [at, gram] of met.entries()) {
    const sum = sums[gram] as number;
    part.values[at] = sum;
    squares += sum * sum;
    sums[gram] = 0;
  }
  const factor = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  for (let at = 0; at < met.length; at++) part.values[at] = (part.values[at] as number) * factor;
  for (let dim = 0; dim < meaning.length; dim++) meaning[dim] = (meaning[dim] as number) * factor;
  return part;
}

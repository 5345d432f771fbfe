// Divides voice vectors into two groups: finds the two means that explain them best, and the distance between the
// groups. It starts once from the direction in which the vectors differ most and once from two distant vectors, and
// keeps the better result. Nothing in it is random.

/** All voices of a recording, in order. */
export interface VoiceVectors {
  /** The vectors, one after another, each of length 1, or 0 if there was too little to hear. */
  readonly values: Float32Array;
  readonly size: number;
  readonly count: number;
}

export interface TwoVoices {
  /** Mean vectors, of length 1. */
  readonly means: readonly [Float32Array, Float32Array];
  /** Number of the examined vectors in each group. */
  readonly counts: readonly [number, number];
  /**
   * Squared distance between the groups relative to the mean squared scatter within them, less the part that few
   * vectors have by chance.
   */
  readonly apartness: number;
}

/** Vectors examined, spread evenly over a longer recording; a round over them takes 1 ms. */
const mostVectors = 800;
const powerRounds = 12;
const mostRounds = 12;

/** The two groups; undefined if fewer than two vectors are usable. */
export async function twoVoicesIn(voices: VoiceVectors, quiet: Quiet = atOnce): Promise<TwoVoices | undefined> {
  const sample = thinned(voices);
  if (sample.length < 2) return undefined;
  const first = await settled(sample, await byDirection(sample, quiet), quiet);
  const second = await settled(sample, byDistance(sample), quiet);
  const best = second.gain > first.gain ? second : first;
  return { means: best.means, counts: best.counts, apartness: apartnessOf(sample, best) };
}

/** Awaited between the rounds. */
type Quiet = () => Promise<void>;
const atOnce: Quiet = async () => {};

type Means = [Float32Array, Float32Array];
interface Settled {
  readonly means: Means;
  readonly counts: [number, number];
  /** Sum of the cosines between vectors and their means. */
  readonly gain: number;
}

/**
 * Separation of two groups of vectors of length 1. A group's scatter is the amount by which its mean is shorter than 1.
 */
function apartnessOf(vectors: readonly Float32Array[], { means, counts }: Settled): number {
  const sums: Means = [emptyLike(means[0]), emptyLike(means[0])];
  for (const vector of vectors) add(sums[dot(vector, means[1]) > dot(vector, means[0]) ? 1 : 0], vector);
  const middles = sums.map((sum, group) => sum.map((value) => value / (counts[group] as number))) as Means;
  const lack = (group: 0 | 1) => counts[group] * (1 - dot(middles[group], middles[group]));
  const scatter = Math.max(1e-6, (lack(0) + lack(1)) / Math.max(1, vectors.length - 2));
  const between = minus(middles[1], middles[0]);
  return dot(between, between) / scatter - 1 / counts[0] - 1 / counts[1];
}

function thinned({ values, size, count }: VoiceVectors): Float32Array[] {
  const used = Math.min(count, mostVectors);
  const vectors = Array.from({ length: used }, (_, at) => {
    const from = Math.floor((at * count) / used) * size;
    return values.subarray(from, from + size);
  });
  return vectors.filter((vector) => dot(vector, vector) > 0.5);
}

/** Moves the means until every vector is nearest to the mean of its own group. */
async function settled(vectors: readonly Float32Array[], start: Means, quiet: Quiet): Promise<Settled> {
  let means = start;
  let counts: [number, number] = [0, 0];
  let gain = Number.NEGATIVE_INFINITY;
  for (let round = 0; round < mostRounds; round++) {
    await quiet();
    const sums: Means = [emptyLike(means[0]), emptyLike(means[0])];
    const found: [number, number] = [0, 0];
    let sum = 0;
    for (const vector of vectors) {
      const [near, far] = [dot(vector, means[0]), dot(vector, means[1])];
      const group = far > near ? 1 : 0;
      add(sums[group], vector);
      found[group]++;
      sum += Math.max(near, far);
    }
    if (found[0] === 0 || found[1] === 0 || sum <= gain + 1e-6) break;
    means = [unit(sums[0]), unit(sums[1])];
    [counts, gain] = [found, sum];
  }
  return { means, counts, gain };
}

/** Starting means on either side of the middle, along the direction of the greatest spread. */
async function byDirection(vectors: readonly Float32Array[], quiet: Quiet): Promise<Means> {
  const middle = meanOf(vectors);
  let direction = minus(farthestFrom(middle, vectors), middle);
  for (let round = 0; round < powerRounds; round++) {
    await quiet();
    const next = emptyLike(direction);
    for (const vector of vectors) {
      const along = dot(vector, direction) - dot(middle, direction);
      for (let at = 0; at < next.length; at++) {
        next[at] = (next[at] as number) + along * ((vector[at] as number) - (middle[at] as number));
      }
    }
    direction = unit(next);
  }
  const level = dot(middle, direction);
  const sums: Means = [emptyLike(middle), emptyLike(middle)];
  for (const vector of vectors) add(sums[dot(vector, direction) > level ? 1 : 0], vector);
  return [unit(sums[0]), unit(sums[1])];
}

/** Starting means: the vector that is least like the middle, and the vector that is least like that one. */
function byDistance(vectors: readonly Float32Array[]): Means {
  const one = farthestFrom(meanOf(vectors), vectors);
  return [one, farthestFrom(one, vectors)];
}

function farthestFrom(point: Float32Array, vectors: readonly Float32Array[]): Float32Array {
  let farthest = vectors[0] as Float32Array;
  for (const vector of vectors) if (dot(vector, point) < dot(farthest, point)) farthest = vector;
  return farthest;
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = emptyLike(vectors[0] as Float32Array);
  for (const vector of vectors) add(sum, vector);
  return sum.map((value) => value / vectors.length);
}

const emptyLike = ({ length }: Float32Array): Float32Array => new Float32Array(length);
const minus = (one: Float32Array, other: Float32Array): Float32Array =>
  one.map((value, at) => value - (other[at] as number));

function add(sum: Float32Array, vector: Float32Array): void {
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] as number) + (vector[at] as number);
}

export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return length < 1e-9 ? vector : vector.map((value) => value / length);
}

// How sure a hit is, from 0 to 1: how likely the input belongs to the robot at all, how likely it means a question of the scope and
// no other one, and how clearly it means this question.
import { type FeatureName, featureNames, type Ranking } from './scope-ranker.js';

export interface Calibration {
  /** Weights of `belongingFeatures`: an own text, or a sentence of another world. */
  readonly belonging: readonly number[];
  /** Weights of `meaningFeatures`: an own text, or one of a question that was left out. */
  readonly meaning: readonly number[];
  /** What makes a probability of both, as a factor and a term of its logit. */
  readonly scale: readonly number[];
}

const places = (names: readonly FeatureName[]): readonly number[] => names.map((name) => featureNames.indexOf(name));
const belongingFeatures = places(featureNames.filter((name) => name !== 'share'));
const meaningFeatures = places(['one', 'bestCosine', 'bestMeaning', 'coverage', 'rank', 'share']);

export const belongingOf = (features: readonly number[]): number[] =>
  belongingFeatures.map((at) => features[at] as number);
export const meaningOf = (features: readonly number[]): number[] => meaningFeatures.map((at) => features[at] as number);

/** Of scopes with a head and without: set by hand, and moved by the robot's own texts. */
export const priors: { readonly head: Calibration; readonly plain: Calibration } = {
  head: {
    belonging: [-6, 1, 2, 0.5, 0.5, 2, 0.5, 1, 2, 1, 2, 2],
    meaning: [-1, 0.5, 0.5, 1, 1.5, 0.5],
    scale: [1.2, 0.8],
  },
  plain: {
    belonging: [-6, 2, 2, 1, 0.5, 2, 0.5, 0, 2, 1, 2, 2],
    meaning: [-2, 2, 1, 1, 1, 0.5],
    scale: [1.2, 0.8],
  },
};

/** An input that belongs to the robot keeps this share, though its question may be missing. */
const belongingShare = 0.3;
/** Two questions that are equally likely: each is offered, none is answered directly. */
const undecided = 0.72;
/** Differences of rank that make an order clear. */
const clear = { head: 0.25, plain: 0.08 };
/** Only the same text is 1. */
const most = 0.999;

export const probability = (features: readonly number[], weights: readonly number[]): number => {
  let sum = 0;
  for (let at = 0; at < weights.length; at++) sum += (features[at] as number) * (weights[at] as number);
  return 1 / (1 + Math.exp(-sum));
};

/** The logit of how likely an input means any question, before it is scaled. */
export function unscaled(features: readonly number[], { belonging, meaning }: Omit<Calibration, 'scale'>): number {
  const belongs = probability(belongingOf(features), belonging);
  const means = probability(meaningOf(features), meaning);
  const both = Math.min(0.9999, Math.max(0.0001, belongs * (belongingShare + (1 - belongingShare) * means)));
  return Math.log(both / (1 - both));
}

/** Of each ranked question. */
export function scores({ ranked, features }: Ranking, calibration: Calibration, hasHead: boolean): number[] {
  const meansAny = Math.min(most, probability([unscaled(features, calibration), 1], calibration.scale));
  const scale = hasHead ? clear.head : clear.plain;
  const best = ranked[0]?.rank ?? 0;
  const margin = best - (ranked[1]?.rank ?? Number.NEGATIVE_INFINITY);
  return ranked.map(({ rank }, place) => {
    if (place === 0) return meansAny * (1 - (1 - undecided) * Math.exp(-margin / scale));
    return meansAny * undecided * Math.exp((rank - best) / (2 * scale));
  });
}

export interface Judged {
  readonly features: readonly number[];
  /** 0 to 1 */
  readonly target: number;
  readonly weight: number;
}

/** The weights that fit what was judged, not far from those given: logistic regression with a normal prior. */
export function fitted(judged: readonly Judged[], prior: readonly number[], stiffness: number): number[] {
  let weights: readonly number[] = prior;
  let misfit = misfitOf(judged, weights, prior, stiffness);
  for (let round = 0; round < mostRounds; round++) {
    const step = newtonStep(judged, weights, prior, stiffness);
    let share = 1;
    let [next, nextMisfit] = [weights, misfit];
    // where the curve bends the other way a whole step leads too far
    for (; share > leastShare; share /= 2) {
      next = weights.map((each, at) => each - share * (step[at] as number));
      nextMisfit = misfitOf(judged, next, prior, stiffness);
      if (nextMisfit < misfit) break;
    }
    if (nextMisfit >= misfit) break;
    const gain = misfit - nextMisfit;
    [weights, misfit] = [next, nextMisfit];
    if (gain < leastGain) break;
  }
  // rounded, so that a package does not depend on the last bit of a processor
  return weights.map((each) => Math.round(each * 1e4) / 1e4);
}

const mostRounds = 25;
const leastShare = 1e-3;
const leastGain = 1e-6;

function misfitOf(
  judged: readonly Judged[],
  weights: readonly number[],
  prior: readonly number[],
  stiffness: number,
): number {
  let sum = 0;
  for (const [at, each] of weights.entries()) sum += (stiffness / 2) * (each - (prior[at] as number)) ** 2;
  for (const { features, target, weight } of judged) {
    const p = probability(features, weights);
    sum -= weight * (target * Math.log(Math.max(1e-12, p)) + (1 - target) * Math.log(Math.max(1e-12, 1 - p)));
  }
  return sum;
}

function newtonStep(
  judged: readonly Judged[],
  weights: readonly number[],
  prior: readonly number[],
  stiffness: number,
): number[] {
  const gradient = weights.map((each, at) => stiffness * (each - (prior[at] as number)));
  const curvature = weights.map((_, row) => weights.map((__, column) => (row === column ? stiffness : 0)));
  for (const { features, target, weight } of judged) {
    const p = probability(features, weights);
    const [error, slope] = [weight * (p - target), weight * p * (1 - p)];
    for (const [row, x] of features.entries()) {
      gradient[row] = (gradient[row] as number) + error * x;
      const line = curvature[row] as number[];
      for (const [column, y] of features.entries()) line[column] = (line[column] as number) + slope * x * y;
    }
  }
  return solved(curvature, gradient);
}

/** Of a symmetric matrix without zeros on its diagonal. */
function solved(matrix: readonly number[][], target: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, target[at] as number]);
  const size = rows.length;
  for (let pivot = 0; pivot < size; pivot++) {
    const own = rows[pivot] as number[];
    for (let other = pivot + 1; other < size; other++) {
      const row = rows[other] as number[];
      const factor = (row[pivot] as number) / (own[pivot] as number);
      for (let at = pivot; at <= size; at++) row[at] = (row[at] as number) - factor * (own[at] as number);
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let pivot = size - 1; pivot >= 0; pivot--) {
    const row = rows[pivot] as number[];
    let sum = row[size] as number;
    for (let at = pivot + 1; at < size; at++) sum -= (row[at] as number) * (solution[at] as number);
    solution[pivot] = sum / (row[pivot] as number);
  }
  return solution;
}

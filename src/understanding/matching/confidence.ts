// The confidence of a hit from 0 to 1. It combines how likely the input belongs to the robot at all, how likely it
// means a question of the scope and no other, and how clearly it means this question.
import { type FeatureName, featureNames, type Ranking } from './scope-ranker.js';

export interface Calibration {
  /** Weights of `belongingFeatures`, which tell own texts from unrelated sentences. */
  readonly belonging: readonly number[];
  /** Weights of `meaningFeatures`, which tell own texts from texts of a question that was left out. */
  readonly meaning: readonly number[];
  /** The slope and the intercept of the logit that combines both probabilities. */
  readonly scale: readonly number[];
}

const places = (names: readonly FeatureName[]): readonly number[] => names.map((name) => featureNames.indexOf(name));
const belongingFeatures = places(featureNames.filter((name) => name !== 'certainty'));
const meaningFeatures = places(['one', 'coverage', 'rank', 'certainty']);

export const belongingOf = (features: readonly number[]): number[] =>
  belongingFeatures.map((at) => features[at] as number);
export const meaningOf = (features: readonly number[]): number[] => meaningFeatures.map((at) => features[at] as number);

/**
 * Calibrations for scopes with and without a head. scripts/train/sentence/priors.mjs learnt them; a robot's own texts
 * adjust them.
 */
interface Priors {
  readonly head: Calibration;
  readonly plain: Calibration;
}
const priors: Priors = {
  head: {
    belonging: [
      2.3392, 2.8728, 4.4566, 0.6788, 1.0916, 0.5589, -6.1067, 2.0724, -0.8049, 0.7803, -2.0129, 4.1248, 1.9523,
      -0.5964,
    ],
    meaning: [-1.2121, 2.5385, 0.9397, 6.3642],
    scale: [1, 0.47],
  },
  plain: {
    belonging: [
      4.0666, 2.0454, 7.1185, 2.2762, 1.5341, -0.2159, -9.0762, 2.4603, -3.6788, 1.8822, -0.0459, 2.9913, 2.2629,
      0.0152,
    ],
    meaning: [-1.2348, -0.2991, 7.2774, -2.4486],
    scale: [1, 0.33],
  },
};
const priorsWithoutVectors: Priors = {
  head: {
    belonging: [3.4184, 4.1918, 0, 4.0591, 0, 2.3531, -5.8431, 0.659, 0, 0, 0, 0, 3.7419, 0.1307],
    meaning: [-0.9213, 3.6308, -1.5895, 1.8525],
    scale: [1, 0.38],
  },
  plain: {
    belonging: [4.5054, 2.7694, 0, 2.7694, 0, 2.5244, -6.6298, 2.7694, 0, 0, 0, 0, 3.7712, 0.2682],
    meaning: [-0.7438, 1.6967, 3.5573, -1.2384],
    scale: [1, 0.28],
  },
};

export function priorOf(hasHead: boolean, hasVectors: boolean): Calibration {
  const of = hasVectors ? priors : priorsWithoutVectors;
  return hasHead ? of.head : of.plain;
}

/**
 * The default threshold of skills. At least the share `own` of a scope's own texts must reach it, and at most the share
 * `foreign` of unrelated sentences.
 */
const atThreshold = { score: 0.55, own: 0.9, foreign: 0.15 };

/**
 * The intercept of `scale` that puts the threshold at the right score. If both shares cannot be reached, unrelated
 * sentences count twice as much.
 */
export function termAtThreshold(
  own: readonly Ranking[],
  foreign: readonly Ranking[],
  calibration: Calibration,
): number {
  const [slope = 1] = calibration.scale;
  const wanted = Math.log(atThreshold.score / (1 - atThreshold.score));
  /** The intercept with which this share of the rankings reaches the threshold. */
  const termWhere = (rankings: readonly Ranking[], share: number): number => {
    const logits = rankings.map(({ features }) => unscaled(features, calibration)).sort((a, b) => b - a);
    const last = logits[Math.min(logits.length - 1, Math.floor(share * logits.length))] ?? 0;
    return wanted - slope * last;
  };
  const forOwn = termWhere(own, atThreshold.own);
  if (foreign.length === 0) return forOwn;
  const forForeign = termWhere(foreign, atThreshold.foreign);
  return forForeign >= forOwn ? forOwn : (forOwn + 2 * forForeign) / 3;
}

/** The likelihood from which an input counts as belonging to the robot; from there only its meaning decides. */
const surelyBelongs = 0.5;
/** The share that remains of an input that belongs to the robot although its question may be missing. */
const belongingShare = 0.1;
/**
 * The share above the threshold that remains between two equally likely questions: both are offered, and none is
 * answered directly. Whether the input belongs to the scope at all does not depend on how clear the order is.
 */
const undecided = 0.35;
/** Differences in rank that make an order clear. */
const clear = { head: 0.12, plain: 0.08 };
/** The maximum score of a near text; only an identical text has 1. */
const most = 0.999;

const dot = (features: readonly number[], weights: readonly number[]): number => {
  let sum = 0;
  for (let at = 0; at < weights.length; at++) sum += (features[at] as number) * (weights[at] as number);
  return sum;
};

export const probability = (features: readonly number[], weights: readonly number[]): number =>
  1 / (1 + Math.exp(-dot(features, weights)));

/**
 * Doubt about inputs that a head finds close to refused texts: below the margin `below`, each unit costs `slope` of a
 * logit.
 */
const refused = { below: 0.1, slope: 3 };
/** The cost per unit for inputs that are nearer to a question outside the current scope. */
const elsewhereSlope = 8;
const doubt = ({ margin = refused.below, elsewhere = 0 }: Ranking): number =>
  refused.slope * Math.max(0, refused.below - margin) + elsewhereSlope * elsewhere;

/** The logit of the likelihood that an input means any question, before scaling. */
export function unscaled(features: readonly number[], { belonging, meaning }: Omit<Calibration, 'scale'>): number {
  const belongs = Math.min(1, probability(belongingOf(features), belonging) / surelyBelongs);
  const means = probability(meaningOf(features), meaning);
  const both = Math.min(0.9999, Math.max(0.0001, belongs * (belongingShare + (1 - belongingShare) * means)));
  return Math.log(both / (1 - both));
}

/** The score of each ranked question. */
export function scores(ranking: Ranking, calibration: Calibration, hasHead: boolean): number[] {
  const { ranked, features } = ranking;
  const logit = dot([unscaled(features, calibration), 1], calibration.scale) - doubt(ranking);
  const meansAny = Math.min(most, 1 / (1 + Math.exp(-logit)));
  const scale = hasHead ? clear.head : clear.plain;
  const best = ranked[0]?.rank ?? 0;
  const lead = best - (ranked[1]?.rank ?? Number.NEGATIVE_INFINITY);
  const above = Math.max(0, meansAny - atThreshold.score);
  const first = meansAny - above * (1 - undecided) * Math.exp(-lead / scale);
  return ranked.map(({ rank }) => first * Math.exp((rank - best) / (2 * scale)));
}

export interface Judged {
  readonly features: readonly number[];
  /** from 0 to 1 */
  readonly target: number;
  readonly weight: number;
}

/** Fits weights to judged examples, close to the prior: logistic regression with a normal prior. */
export function fitted(judged: readonly Judged[], prior: readonly number[], stiffness: number): number[] {
  let weights: readonly number[] = prior;
  let misfit = misfitOf(judged, weights, prior, stiffness);
  for (let round = 0; round < mostRounds; round++) {
    const step = newtonStep(judged, weights, prior, stiffness);
    let share = 1;
    let [next, nextMisfit] = [weights, misfit];
    // a full step goes too far where the curve bends the other way
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
  // rounded, so that a package does not depend on the last bit of a CPU
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

/** Solves a linear system with a symmetric matrix whose diagonal has no zeros. */
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

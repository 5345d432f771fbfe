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
const belongingFeatures = places(featureNames.filter((name) => name !== 'share'));
const meaningFeatures = places(['one', 'bestCosine', 'bestMeaning', 'coverage', 'rank', 'share']);

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
      2.6428, 3.7348, 0.3772, 1.4797, 0.0059, 0.939, -5.0143, 2.7786, 1.0656, 1.5388, -0.4806, -0.0776, 3.6105, 0.0811,
    ],
    meaning: [-0.9427, 3.2433, 2.9418, 1.4501, 1.7088, -1.8445],
    scale: [1, 0.65],
  },
  plain: {
    belonging: [
      3.761, 2.9552, 2.1879, 2.8982, 0.5821, 1.491, -7.3262, 2.9681, -0.6496, 0.6649, 1.5624, -2.3948, 3.21, 0.4432,
    ],
    meaning: [-1.1828, 3.8038, 0.9725, 0.6336, 3.9205, -5.4528],
    scale: [1, 0.8],
  },
};
const priorsWithoutVectors: Priors = {
  head: {
    belonging: [4.9822, 3.0965, 0, 2.4994, 0, 1.0857, -5.4115, 2.8485, 0, 0, 0, 0, 3.605, -0.0611],
    meaning: [0.6704, 2.8168, 0, 1.6609, 2.5802, -1.6088],
    scale: [1, 0.7],
  },
  plain: {
    belonging: [4.5054, 2.7694, 0, 2.7694, 0, 2.5244, -6.6298, 2.7694, 0, 0, 0, 0, 3.7712, 0.2682],
    meaning: [-0.3254, 2.3811, 0, 1.5884, 2.3811, -2.4585],
    scale: [1, 0.75],
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

/** The share that remains of an input that belongs to the robot although its question may be missing. */
const belongingShare = 0.3;
/**
 * The share above the threshold that remains between two equally likely questions: both are offered, and none is
 * answered directly. Whether the input belongs to the scope at all does not depend on how clear the order is.
 */
const undecided = 0.35;
/** Differences in rank that make an order clear. */
const clear = { head: 0.25, plain: 0.08 };
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
  const belongs = probability(belongingOf(features), belonging);
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

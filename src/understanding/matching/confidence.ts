// How sure a hit is, from 0 to 1: how likely the input means any question of the scope, and how clearly it means this one.
import type { Ranking } from './scope-ranker.js';

/** One for each feature of a ranking. */
export type Calibration = readonly number[];

/** Of scopes with a head and without: fitted to sentences that no robot has, moved by the robot's own texts. */
export const priors: { readonly head: Calibration; readonly plain: Calibration } = {
  head: [-3, 2, 2, 1, 1, 2, 0, 2, 1],
  plain: [-4, 3, 2, 1, 1, 3, 0, 0, 1],
};

/** Two questions that are equally likely: each is offered, none is answered directly. */
const undecided = 0.72;
/** Differences of rank that make an order clear. */
const clear = { head: 0.25, plain: 0.08 };
/** Only the same text is 1. */
const most = 0.999;

export const probability = (features: readonly number[], weights: Calibration): number => {
  let sum = 0;
  for (const [at, feature] of features.entries()) sum += feature * (weights[at] ?? 0);
  return 1 / (1 + Math.exp(-sum));
};

/** Of each ranked question. */
export function scores({ ranked, features }: Ranking, weights: Calibration, hasHead: boolean): number[] {
  const meansAny = Math.min(most, probability(features, weights));
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
  readonly isMeant: boolean;
  readonly weight: number;
}

/** The weights that fit what was judged, not far from those given: logistic regression with a normal prior. */
export function fitted(judged: readonly Judged[], prior: Calibration, stiffness: number): Calibration {
  const size = prior.length;
  const weights = [...prior];
  for (let round = 0; round < 15; round++) {
    const gradient = weights.map((each, at) => stiffness * (each - (prior[at] as number)));
    const curvature = weights.map((_, row) => weights.map((__, column) => (row === column ? stiffness : 0)));
    for (const { features, isMeant, weight } of judged) {
      const p = probability(features, weights);
      const [error, slope] = [weight * (p - (isMeant ? 1 : 0)), weight * Math.max(1e-6, p * (1 - p))];
      for (let row = 0; row < size; row++) {
        const x = features[row] as number;
        gradient[row] = (gradient[row] as number) + error * x;
        const line = curvature[row] as number[];
        for (let column = 0; column < size; column++) {
          line[column] = (line[column] as number) + slope * x * (features[column] as number);
        }
      }
    }
    const step = solved(curvature, gradient);
    for (let at = 0; at < size; at++) weights[at] = (weights[at] as number) - (step[at] as number);
    if (Math.max(...step.map(Math.abs)) < 1e-4) break;
  }
  // rounded, so that a package does not depend on the last bit of a processor
  return weights.map((each) => Math.round(each * 1e4) / 1e4);
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

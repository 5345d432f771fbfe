// Weights of the features of judge.ts. `npm run eval:nlu-documents -- --fit` fitted them on the project's own
// questions.

const weights = {
  /** the share of the question's grams that the sentence contains, weighted by rarity */
  coverage: 4.24,
  /** the additional share that the previous sentences contain */
  coverageWithBefore: 0.85,
  /** the additional share that the headings and the opening of the passage contain */
  coverageWithTopic: 5.77,
  /** the same share, with less weight for grams that most sentences of the passage have */
  rareCoverage: 3.04,
  cosine: 2.49,
  meaning: 2.37,
  nearWords: 2.97,
  /** the sentence contains what this kind of question asks for, such as a date */
  hasAsked: 1.95,
  /** the sentence contains the counted thing, or the unit that is asked for */
  hasCounted: 1.32,
  /** the share of the question near the thing that is asked for */
  nearAsked: 2.05,
  passage: 3.72,
  isFirst: -1.1,
  length: -1.03,
} as const;

export type FeatureName = keyof typeof weights;
export const featureNames = Object.keys(weights) as readonly FeatureName[];

const scale = { slope: 0.79, offset: -8.6 };

/** The rank of a sentence: the weighted sum of its features. */
export function rankOf(features: Readonly<Record<FeatureName, number>>): number {
  let rank = 0;
  for (const name of featureNames) rank += weights[name] * features[name];
  return rank;
}

/** The probability that a sentence of this rank answers the question, from 0 to 1. */
export const probability = (rank: number): number => 1 / (1 + Math.exp(-(scale.slope * rank + scale.offset)));

// The weights of the features of judge.ts, fitted by `npm run eval:nlu-documents -- --fit` on the project's own questions.

const weights = {
  /** the share of the question that the sentence has, by its grams, the rare ones weighing more */
  coverage: 4.07,
  /** what the sentences before add to it */
  coverageWithBefore: 0.92,
  /** what the headings and the opening of the passage add to it */
  coverageWithTopic: 5.8,
  /** the same where grams that most sentences of the passage have weigh less */
  rareCoverage: 2.94,
  cosine: 2.32,
  meaning: 3.77,
  nearWords: 2.97,
  /** it has what a question of this kind asks for, such as a date */
  hasAsked: 1.94,
  /** it has what is counted, or the unit that is asked for */
  hasCounted: 1.22,
  /** the share of the question that stands beside what is asked for */
  nearAsked: 2.01,
  passage: 3.62,
  isFirst: -1.13,
  length: -1,
} as const;

export type FeatureName = keyof typeof weights;
export const featureNames = Object.keys(weights) as readonly FeatureName[];

const scale = { slope: 0.86, offset: -9.92 };

export function rankOf(features: Readonly<Record<FeatureName, number>>): number {
  let rank = 0;
  for (const name of featureNames) rank += weights[name] * features[name];
  return rank;
}

/** That a sentence of this rank answers the question, 0 to 1. */
export const probability = (rank: number): number => 1 / (1 + Math.exp(-(scale.slope * rank + scale.offset)));

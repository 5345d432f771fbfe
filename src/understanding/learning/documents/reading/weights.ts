// The weights of the features of judge.ts, fitted by `npm run eval:nlu-documents -- --fit` on the project's own questions.

export const weights: readonly number[] = [
  4.06, 0.89, 5.81, 2.31, 3.81, 3.02, 0.98, -0.98, 1.2, 2.01, 3.76, -1.15, -1, 0, 0, 2.93, 0,
];

const scale = { slope: 0.88, offset: -9.49 };

/** That a sentence of this rank answers the question, 0 to 1. */
export const probability = (rank: number): number => 1 / (1 + Math.exp(-(scale.slope * rank + scale.offset)));

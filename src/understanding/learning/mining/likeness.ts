// How alike two texts are, 0 to 1, as the thresholds of mining mean it.

/** The share of characters in the inner product of two texts of length 1; the rest is their meaning. */
export const characterShare = 0.6;

/**
 * The root of the inner product: 0.95 and more are the same words, 0.85 the same question in other words, below 0.7 another
 * question. That is how the thresholds of the specification come out on recorded dialogs (docs/nlu-training.md).
 */
export const likenessOf = (product: number): number => Math.sqrt(Math.min(1, Math.max(0, product)));

/** The inner product that the likeness stands for. */
export const productOf = (likeness: number): number => likeness * likeness;

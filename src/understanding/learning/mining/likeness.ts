// The likeness of two texts from 0 to 1, in the sense of the mining thresholds.

/** The share of the characters in the inner product of two normalised texts; the rest is the share of the meaning. */
export const characterShare = 0.6;

/**
 * The square root of the inner product. 0.95 and more means the same words, 0.85 the same question in other words,
 * below 0.7 another question. These values match the thresholds of the specification on recorded dialogs
 * (docs/nlu-training.md).
 */
export const likenessOf = (product: number): number => Math.sqrt(Math.min(1, Math.max(0, product)));

/** The inner product of a likeness. */
export const productOf = (likeness: number): number => likeness * likeness;

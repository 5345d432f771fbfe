// Error rates: edit distance, the sum over sentences, and the confidence interval of the sum.

/** @typedef {import('../../lib/random.mjs').Random} Random */
/** @typedef {{ wrong: number, total: number }} Errors */

/**
 * Insertions, deletions and substitutions between two runs. @param {readonly unknown[]} reference @param {readonly
 * unknown[]} heard
 */
export function distance(reference, heard) {
  const row = Array.from({ length: heard.length + 1 }, (_, at) => at);
  reference.forEach((item, index) => {
    let diagonal = index;
    row[0] = index + 1;
    heard.forEach((other, at) => {
      const above = /** @type {number} */ (row[at + 1]);
      const cost = Math.min(above + 1, /** @type {number} */ (row[at]) + 1, diagonal + (item === other ? 0 : 1));
      row[at + 1] = cost;
      diagonal = above;
    });
  });
  return /** @type {number} */ (row[heard.length]);
}

/** @param {readonly Errors[]} sentences */
export function rate(sentences) {
  let wrong = 0;
  let total = 0;
  for (const sentence of sentences) {
    wrong += sentence.wrong;
    total += sentence.total;
  }
  return total === 0 ? Number.NaN : wrong / total;
}

/** The middle 95 % of the rate when the sentences are drawn again with replacement.
 * @param {readonly Errors[]} sentences @param {Random} random @param {number} [draws] @returns {[number, number]} */
export function interval(sentences, random, draws = 1000) {
  const rates = Array.from({ length: draws }, () =>
    rate(Array.from(sentences, () => /** @type {Errors} */ (sentences[random.int(sentences.length)]))),
  ).sort((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    /** @type {number} */ (rates[Math.min(draws - 1, Math.floor(share * draws))]);
  return [at(0.025), at(0.975)];
}

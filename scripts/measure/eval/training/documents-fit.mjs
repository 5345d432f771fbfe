// Fits the weights by which sentences are ranked: for each question the right sentence against all others (softmax),
// with a pull towards zero so that few questions are enough; in parts by paragraphs, so that fitted and tested parts
// share no paragraph.

/** @typedef {{ paragraph: number, isRight: boolean[], features: Float64Array[] }} Group */

const parts = 5;
const rounds = 400;
const pull = 0.02;

/**
 * Tells for each question which sentences are right, in the order of weights that were fitted without its paragraph.
 * @param {readonly Group[]} groups
 */
export function crossValidated(groups) {
  const usable = groups.filter(({ isRight }) => isRight.includes(true));
  return Array.from({ length: parts }, (_, part) => part).flatMap((part) => {
    const weights = fitted(usable.filter(({ paragraph }) => paragraph % parts !== part));
    return groups
      .filter(({ paragraph }) => paragraph % parts === part)
      .map(({ features, isRight }) =>
        features
          .map((own, at) => ({ score: dot(weights, own), right: isRight[at] }))
          .sort((a, b) => b.score - a.score)
          .map(({ right }) => right),
      );
  });
}

/**
 * Returns the weights that are fitted on all questions, as text. @param {readonly Group[]} groups @param {readonly
 * string[]} names
 */
export function fittedInWords(groups, names) {
  const weights = fitted(groups.filter(({ isRight }) => isRight.includes(true)));
  const { slope, offset } = scaled(groups, weights);
  const lines = names.map((name, at) => `  ${name}: ${weights[at].toFixed(2)},\n`);
  return `${lines.join('')}scale = { slope: ${slope.toFixed(2)}, offset: ${offset.toFixed(2)} }\n`;
}

/** @param {Float64Array} weights @param {Float64Array} features */
function dot(weights, features) {
  let sum = 0;
  for (let at = 0; at < weights.length; at++) sum += weights[at] * features[at];
  return sum;
}

/** @param {readonly Group[]} groups */
function fitted(groups) {
  const count = groups[0]?.features[0]?.length ?? 0;
  const weights = new Float64Array(count);
  const speed = new Float64Array(count);
  for (let round = 0; round < rounds; round++) {
    const slope = new Float64Array(count);
    for (const { features, isRight } of groups) {
      const scores = features.map((own) => dot(weights, own));
      const most = Math.max(...scores);
      const shares = scores.map((score) => Math.exp(score - most));
      const sum = shares.reduce((a, b) => a + b, 0);
      const right = shares.reduce((a, share, at) => a + (isRight[at] ? share : 0), 0);
      for (let at = 0; at < features.length; at++) {
        const push = (isRight[at] ? shares[at] / right : 0) - shares[at] / sum;
        for (let each = 0; each < count; each++) slope[each] += push * features[at][each];
      }
    }
    for (let each = 0; each < count; each++) {
      const step = slope[each] / groups.length - pull * weights[each] * 0.1;
      speed[each] = 0.9 * speed[each] + step;
      weights[each] += 0.5 * speed[each];
    }
  }
  return weights;
}

/**
 * Fits the logistic line from a rank to the probability that its sentence is right. @param {readonly Group[]} groups
 * @param {Float64Array} weights
 */
function scaled(groups, weights) {
  let [slope, offset] = [1, -5];
  const points = groups.flatMap(({ features, isRight }) =>
    features.map((own, at) => ({ rank: dot(weights, own), right: isRight[at] ? 1 : 0 })),
  );
  for (let round = 0; round < 60; round++) {
    let [a, b, aa, ab, bb] = [0, 0, 1e-6, 0, 1e-6];
    for (const { rank, right } of points) {
      const p = 1 / (1 + Math.exp(-(slope * rank + offset)));
      const weight = p * (1 - p);
      a += (right - p) * rank;
      b += right - p;
      aa += weight * rank * rank;
      ab += weight * rank;
      bb += weight;
    }
    const size = aa * bb - ab * ab;
    slope += (bb * a - ab * b) / size;
    offset += (aa * b - ab * a) / size;
  }
  return { slope, offset };
}

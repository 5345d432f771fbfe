// The arithmetic of eval:confidence: which characters of a text are right, parts by confidence, the logistic fit.

/** @typedef {import('../../../../dist/engine/runtime/recogniser/confidence.js').Evidence} Evidence */

/** Marks the recognised characters that are right in a shortest alignment with those that were said.
 * @param {readonly string[]} said @param {readonly string[]} heard @returns {boolean[]} */
export function rightCharacters(said, heard) {
  const width = heard.length + 1;
  const cost = new Float64Array((said.length + 1) * width);
  const at = (/** @type {number} */ i, /** @type {number} */ j) => /** @type {number} */ (cost[i * width + j]);
  for (let i = 0; i <= said.length; i++) {
    for (let j = 0; j <= heard.length; j++) {
      if (i === 0 || j === 0) cost[i * width + j] = i + j;
      else {
        const same = said[i - 1] === heard[j - 1] ? 0 : 1;
        cost[i * width + j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same);
      }
    }
  }
  const right = heard.map(() => false);
  let i = said.length;
  let j = heard.length;
  while (i > 0 && j > 0) {
    const isSame = said[i - 1] === heard[j - 1];
    if (at(i, j) === at(i - 1, j - 1) + (isSame ? 0 : 1)) {
      right[j - 1] = isSame;
      i--;
      j--;
    } else if (at(i, j) === at(i - 1, j) + 1) i--;
    else j--;
  }
  return right;
}

/** Equal parts, the surest first. @template {{ confidence: number }} T @param {readonly T[]} items @param {number} count */
export function parts(items, count) {
  const sorted = [...items].sort((a, b) => b.confidence - a.confidence);
  const edge = (/** @type {number} */ part) => Math.round((part * sorted.length) / count);
  return Array.from({ length: count }, (_, part) => sorted.slice(edge(part), edge(part + 1)));
}

/** Logistic regression by gradient descent: few numbers, a convex loss.
 * @param {readonly { isRight: boolean, evidence: Evidence }[]} words */
export function fitted(words) {
  let [offset, perLogProbability, perNatLost, perScoreNat] = [2, 1, 0.5, 0.5];
  for (let round = 0; round < 20_000; round++) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (const { isRight, evidence } of words) {
      const { logProbability, natsLost, scoreNats = 0 } = evidence;
      const sum = offset + perLogProbability * logProbability - perNatLost * natsLost + perScoreNat * scoreNats;
      const miss = (isRight ? 1 : 0) - 1 / (1 + Math.exp(-sum));
      a += miss;
      b += miss * logProbability;
      c -= miss * natsLost;
      d += miss * scoreNats;
    }
    const step = 0.5 / Math.max(1, words.length);
    offset += step * a;
    perLogProbability += step * b;
    perNatLost += step * c;
    perScoreNat += step * d;
  }
  const round3 = (/** @type {number} */ value) => Math.round(1000 * value) / 1000;
  return {
    offset: round3(offset),
    perLogProbability: round3(perLogProbability),
    perNatLost: round3(perNatLost),
    perScoreNat: round3(perScoreNat),
  };
}

// How like two recordings are, and how far one lags behind the other.

/** Normalised cross-correlation of b, shifted by `lag` samples, against a. */
function correlation(a: Int16Array, b: Int16Array, lag: number): number {
  let product = 0;
  let powerA = 0;
  let powerB = 0;
  for (let i = Math.max(0, -lag); i < a.length && i + lag < b.length; i++) {
    const x = a[i] ?? 0;
    const y = b[i + lag] ?? 0;
    product += x * y;
    powerA += x * x;
    powerB += y * y;
  }
  return powerA === 0 || powerB === 0 ? 0 : product / Math.sqrt(powerA * powerB);
}

export function likeness(a: Int16Array, b: Int16Array, maxLag = 100): { lag: number; correlation: number } {
  let best = { lag: 0, correlation: -1 };
  for (let lag = -maxLag; lag <= maxLag; lag++) {
    const found = correlation(a, b, lag);
    if (found > best.correlation) best = { lag, correlation: found };
  }
  return best;
}

/** Low-passed noise of swinging level: like speech it has one best alignment, and coders keep it. */
export function speechLike(rateHz: number, ms: number): Int16Array {
  let seed = 12_345;
  let first = 0;
  let second = 0;
  const keep = Math.exp((-2 * Math.PI * 400) / rateHz); // so that the spectrum falls from 400 Hz on at any rate
  return Int16Array.from({ length: (rateHz * ms) / 1_000 }, (_, index) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    first = keep * first + (1 - keep) * (seed / 2 ** 31 - 1);
    second = keep * second + (1 - keep) * first;
    const swing = 0.5 + 0.5 * Math.sin((2 * Math.PI * 3 * index) / rateHz);
    return Math.max(-32_000, Math.min(32_000, Math.round(120_000 * second * swing)));
  });
}

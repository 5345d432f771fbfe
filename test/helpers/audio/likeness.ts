// The similarity of two recordings, and the lag of one behind the other.

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

const harmonics = [2, 3, 4, 5, 6, 7, 8];

/** A voice of gliding pitch and swinging level: it has one best alignment, and speech coders keep it. */
export function speechLike(rateHz: number, ms: number): Int16Array {
  let phase = 0;
  return Int16Array.from({ length: (rateHz * ms) / 1_000 }, (_, index) => {
    const seconds = index / rateHz;
    phase += (2 * Math.PI * (140 + 40 * Math.sin(2 * Math.PI * 0.7 * seconds))) / rateHz;
    const swing = 0.6 + 0.4 * Math.sin(2 * Math.PI * 3 * seconds);
    const voice = harmonics.reduce((sum, harmonic) => sum + Math.sin(harmonic * phase) / harmonic, 0);
    return Math.round(9_000 * swing * voice);
  });
}

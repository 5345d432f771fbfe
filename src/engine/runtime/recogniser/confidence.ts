// The probability that a word was said, from its sounds alone: the language model has no say, so that a likely sentence that nobody
// said is not sure. The numbers were fitted on one speaker and judged on others: npm run eval:confidence, docs/measurements.md.
interface SoundingUnit {
  /** 0-1: the highest probability that the recogniser gave it. */
  readonly confidence: number;
  /** What it lost against the likeliest way through the same frames. */
  readonly lostNats: number;
}

interface Calibration {
  readonly offset: number;
  /** For each nat of the mean log probability of the word's own units. */
  readonly perLogProbability: number;
  /** For each nat that a unit lost, on average, against the likeliest way through the same frames. */
  readonly perNatLost: number;
}

const calibration: Calibration = { offset: 2.205, perLogProbability: 0.705, perNatLost: 1.683 };

/** A unit that lost more is no likelier to be wrong. */
const mostLostNats = 4;
const leastProbability = 1e-6;

export interface Evidence {
  /** Mean over the units. */
  readonly logProbability: number;
  readonly natsLost: number;
}

export function evidenceOf(units: readonly SoundingUnit[]): Evidence {
  const count = Math.max(1, units.length);
  const logs = units.reduce((sum, { confidence }) => sum + Math.log(Math.max(confidence, leastProbability)), 0);
  const lost = units.reduce((sum, { lostNats }) => sum + Math.min(lostNats, mostLostNats), 0);
  return { logProbability: logs / count, natsLost: lost / count };
}

/** 0-1; 0 where there are no units. */
export function wordConfidence(units: readonly SoundingUnit[]): number {
  if (units.length === 0) return 0;
  const { logProbability, natsLost } = evidenceOf(units);
  const { offset, perLogProbability, perNatLost } = calibration;
  return 1 / (1 + Math.exp(-(offset + perLogProbability * logProbability - perNatLost * natsLost)));
}

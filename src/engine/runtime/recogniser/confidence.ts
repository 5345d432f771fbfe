// The probability that a word was said: from its own sounds, and from how well the whole sentence fits sound and
// language together. The coefficients were fitted on a speaker who was not in the training data, and evaluated on
// others: npm run eval:confidence, docs/measurements.md.
interface SoundingUnit {
  /** Highest probability that the recogniser gave the unit, 0-1. */
  readonly confidence: number;
  /** Loss against the likeliest path through the same frames. */
  readonly lostNats: number;
}

interface Calibration {
  readonly offset: number;
  /** Weight of each nat of the mean log probability of the word's own units. */
  readonly perLogProbability: number;
  /** Weight of each nat that a unit lost, on average, against the likeliest path through the same frames. */
  readonly perNatLost: number;
  /** Bound of that loss: a unit that lost more is no likelier to be wrong. */
  readonly mostLostNats: number;
  /** Weight of each nat of the sentence's score per character. */
  readonly perScoreNat: number;
}

const withLanguage: Calibration = {
  offset: 2.253,
  perLogProbability: 0.843,
  perNatLost: 0.892,
  mostLostNats: 1,
  perScoreNat: 0.706,
};
/**
 * Without lexicon and language model, the score of a search comes from its sounds alone, which the units state already.
 */
const soundsAlone: Calibration = {
  offset: 2.205,
  perLogProbability: 0.705,
  perNatLost: 1.683,
  mostLostNats: 4,
  perScoreNat: 0,
};

const leastProbability = 1e-6;
/** Bounds of the score; hotwords raise it beyond what speech reaches. */
const scoreBounds = { least: -6, most: 1.5 };

export interface Evidence {
  /** Mean over the units. */
  readonly logProbability: number;
  readonly natsLost: number;
  /**
   * Score of the sentence divided by its number of characters, in nats; undefined if the search has no language model.
   */
  readonly scoreNats: number | undefined;
}

/** Score per character. `score` is that of the whole sentence of `characters` characters. */
export function scoreNats(score: number, characters: number): number {
  return Math.min(scoreBounds.most, Math.max(scoreBounds.least, score / Math.max(1, characters)));
}

function calibrationFor(ofSentence: number | undefined): Calibration {
  return ofSentence === undefined ? soundsAlone : withLanguage;
}

export function evidenceOf(units: readonly SoundingUnit[], ofSentence?: number): Evidence {
  const count = Math.max(1, units.length);
  const { mostLostNats } = calibrationFor(ofSentence);
  const logs = units.reduce((sum, { confidence }) => sum + Math.log(Math.max(confidence, leastProbability)), 0);
  const lost = units.reduce((sum, { lostNats }) => sum + Math.min(lostNats, mostLostNats), 0);
  return { logProbability: logs / count, natsLost: lost / count, scoreNats: ofSentence };
}

/** Probability, 0-1; 0 if there are no units. `ofSentence`: the result of scoreNats. */
export function wordConfidence(units: readonly SoundingUnit[], ofSentence?: number): number {
  if (units.length === 0) return 0;
  const { logProbability, natsLost } = evidenceOf(units, ofSentence);
  const { offset, perLogProbability, perNatLost, perScoreNat } = calibrationFor(ofSentence);
  const sounds = offset + perLogProbability * logProbability - perNatLost * natsLost;
  return 1 / (1 + Math.exp(-(sounds + perScoreNat * (ofSentence ?? 0))));
}

// The thresholds of skills and robots, in order of precedence: a robot's settings for one of its skills, those of the
// skill, those of the robot, and the calibration of the enabled model.
import { z } from 'zod';
import { limits } from '../../protocol/limits.js';

/** Thresholds as stored; null if not set here. */
export interface ThresholdRow {
  readonly threshold: number | null;
  readonly direct_threshold: number | null;
  readonly recommend_threshold: number | null;
  readonly top_n: number | null;
}

/** An empty text resets a setting, since null is the same as leaving it out. */
const unset = z.literal('');
const scoreWords = 'must be a number from 0 to 1, or empty: not set here';
const score = (meaning: string) =>
  z
    .union([z.number().min(0, scoreWords).max(1, scoreWords), unset], { error: scoreWords })
    .optional()
    .describe(`${meaning} Empty: not set here.`);
const { min, max } = limits.nlu.topN;
const countWords = `must be an integer from ${min} to ${max}, or empty: not set here`;

export const thresholdFields = {
  threshold: score('The score from which a question is a hit.'),
  directThreshold: score('The score from which a hit is answered directly; below it, hits are offered.'),
  recommendThreshold: score('The score from which a question is offered.'),
  topN: z
    .union([z.int().min(min, countWords).max(max, countWords), unset], { error: countWords })
    .optional()
    .describe('The maximum number of questions that are offered. Empty: not set here.'),
};

const shownScore = (meaning: string) => z.number().optional().describe(`${meaning} Absent: not set here.`);
export const thresholdViews = {
  threshold: shownScore('The score from which a question is a hit.'),
  directThreshold: shownScore('The score from which a hit is answered directly.'),
  recommendThreshold: shownScore('The score from which a question is offered.'),
  topN: z.int().optional().describe('The maximum number of questions that are offered. Absent: not set here.'),
};

interface Thresholds {
  readonly threshold?: number | '' | undefined;
  readonly directThreshold?: number | '' | undefined;
  readonly recommendThreshold?: number | '' | undefined;
  readonly topN?: number | '' | undefined;
}

/** The row that a body makes from `before`, or from none. */
export function thresholdRow(body: Thresholds, before?: ThresholdRow): ThresholdRow {
  return {
    threshold: chosen(body.threshold, before?.threshold),
    direct_threshold: chosen(body.directThreshold, before?.direct_threshold),
    recommend_threshold: chosen(body.recommendThreshold, before?.recommend_threshold),
    top_n: chosen(body.topN, before?.top_n),
  };
}

/** A setting that a body changes, resets (with an empty text) or leaves as it was. */
export const chosen = <T>(given: T | '' | undefined, before: T | null = null): T | null =>
  given === undefined ? before : given === '' ? null : given;

export const thresholdView = (row: ThresholdRow) => ({
  ...(row.threshold !== null && { threshold: row.threshold }),
  ...(row.direct_threshold !== null && { directThreshold: row.direct_threshold }),
  ...(row.recommend_threshold !== null && { recommendThreshold: row.recommend_threshold }),
  ...(row.top_n !== null && { topN: row.top_n }),
});

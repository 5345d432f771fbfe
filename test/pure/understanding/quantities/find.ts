// Helper of these tests: what is found in a text on Wednesday 18 November 2026 at 10:00 in Shanghai.
import { findQuantities } from '../../../../src/understanding/entities/quantities.js';

export const moment = { nowMs: Date.UTC(2026, 10, 18, 2), timeZone: 'Asia/Shanghai' };

/** As "words = normValue", of one lexicon. */
export function found(text: string, lexicon: string): string[] {
  return findQuantities(text, moment)
    .filter((entity) => entity.lexicon === lexicon)
    .map(({ value, normValue }) => `${value} = ${normValue}`);
}

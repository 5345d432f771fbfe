// Family voiceprint: a graph that turns a stretch of speech into a vector, alike for one person, unlike for two.
import { z } from 'zod';
import { limits } from '../protocol/limits.js';

export const Voiceprint = z.strictObject({
  size: z.int().min(8).max(1_024).describe('Size of a vector. Each vector has length 1.'),
  minRows: z.int().min(1).max(limits.model.rows).describe('Number of rows below which no vector is computed.'),
  windowRows: z
    .int()
    .min(1)
    .max(limits.model.rows)
    .describe('Number of rows of speech from which one vector is computed.'),
  stepRows: z.int().min(1).max(limits.model.rows).describe('Number of rows from one window to the next.'),
  twoVoices: z
    .number()
    .gt(0)
    .max(100)
    .describe(
      'Threshold from which two groups of vectors count as two people: squared distance of their means, divided by the scatter within the groups.',
    ),
});
export type Voiceprint = z.output<typeof Voiceprint>;

export function* voiceprintComplaints({ minRows, windowRows, stepRows }: Voiceprint): Generator<string> {
  if (minRows > windowRows) yield 'voiceprint.minRows: must be at most voiceprint.windowRows';
  if (stepRows > windowRows) yield 'voiceprint.stepRows: must be at most voiceprint.windowRows';
}

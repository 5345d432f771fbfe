// Family voiceprint: a graph that turns a stretch of speech into a vector, alike for one person, unlike for two.
import { z } from 'zod';
import { limits } from '../protocol/limits.js';

export const Voiceprint = z.strictObject({
  size: z.int().min(8).max(1_024).describe('Numbers of a vector. Each vector has length 1.'),
  minRows: z.int().min(1).max(limits.model.rows).describe('Fewer rows have no vector.'),
  windowRows: z.int().min(1).max(limits.model.rows).describe('Rows of speech that one vector is of.'),
  stepRows: z.int().min(1).max(limits.model.rows).describe('From one window to the next.'),
  oneVoice: z
    .number()
    .gt(-1)
    .lt(1)
    .describe('A recording is of one person where its two groups of vectors are more alike (cosine of their means).'),
});
export type Voiceprint = z.output<typeof Voiceprint>;

export function* voiceprintComplaints({ minRows, windowRows, stepRows }: Voiceprint): Generator<string> {
  if (minRows > windowRows) yield 'voiceprint.minRows: must be at most voiceprint.windowRows';
  if (stepRows > windowRows) yield 'voiceprint.stepRows: must be at most voiceprint.windowRows';
}

// Family voiceprint: a graph that turns a stretch of speech into a vector, alike for one person, unlike for two.
import { z } from 'zod';
import { limits } from '../protocol/limits.js';

export const Voiceprint = z.strictObject({
  size: z.int().min(8).max(1_024).describe('Numbers of a vector. Each vector has length 1.'),
  minRows: z.int().min(1).max(limits.model.rows).describe('Fewer rows have no vector.'),
  windowRows: z.int().min(1).max(limits.model.rows).describe('Rows of speech that one vector is of.'),
  stepRows: z.int().min(1).max(limits.model.rows).describe('From one window to the next.'),
  twoVoices: z
    .number()
    .gt(0)
    .max(100)
    .describe('Two groups of vectors are two people from here: squared distance of their means by the scatter within.'),
});
export type Voiceprint = z.output<typeof Voiceprint>;

export function* voiceprintComplaints({ minRows, windowRows, stepRows }: Voiceprint): Generator<string> {
  if (minRows > windowRows) yield 'voiceprint.minRows: must be at most voiceprint.windowRows';
  if (stepRows > windowRows) yield 'voiceprint.stepRows: must be at most voiceprint.windowRows';
}

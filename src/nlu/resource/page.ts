// Pages of long lists (specification 3, section 8): a limit outside its range is moved to the nearer end and echoed.
import { z } from 'zod';
import { limits } from '../../protocol/limits.js';

const { min, max, default: usual } = limits.nlu.page;
const integer = /^-?[0-9]{1,15}$/;

export const pageQuery = {
  offset: z
    .string()
    .regex(/^[0-9]{1,15}$/, 'must be an integer of 0 or more')
    .transform(Number)
    .default(0)
    .describe('The number of entries to skip.'),
  limit: z
    .string()
    .regex(integer, 'must be an integer')
    .transform((text) => Math.min(max, Math.max(min, Number(text))))
    .default(usual)
    .describe(
      `The maximum number of entries, from ${min} to ${max}; a value outside this range is moved to its nearer end.`,
    ),
};

export const detailQuery = (whatFalseGives: string) =>
  z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true')
    .describe(`false: ${whatFalseGives}.`);

export const pageReply = {
  total: z.int().describe('The total number of entries.'),
  offset: z.int().describe('The number of entries that were skipped.'),
  limit: z.int().describe('The maximum number of entries on this page.'),
};

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

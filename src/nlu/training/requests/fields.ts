// Fields that several requests of training have (specification 3, section 4.2). Every refusal names the range.
import { z } from 'zod';
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';

const { pathBytes, notifyUrlBytes } = limits.training;

const countWords = 'must be an integer of 1 or more';
/** A number in [1,+inf). */
export const count = (meaning: string) => z.int(countWords).min(1, countWords).describe(meaning);

const countFromZeroWords = 'must be an integer of 0 or more';
/** A number in [0,+inf). */
export const countFromZero = (meaning: string) =>
  z.int(countFromZeroWords).min(0, countFromZeroWords).describe(meaning);

const shareWords = 'must be a number greater than 0, and at most 1';
/** A number in (0,1]. */
export const share = (meaning: string) => z.number(shareWords).gt(0, shareWords).max(1, shareWords).describe(meaning);

const rateWords = 'must be a number greater than 0 and less than 1';
/** A number in (0,1). */
export const openShare = (meaning: string) => z.number(rateWords).gt(0, rateWords).lt(1, rateWords).describe(meaning);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that no path may contain
const control = /[\u0000-\u001f\u007f]/;

/** A path of the server; empty for none. */
export const serverPath = (meaning: string) =>
  z
    .string()
    .refine((text) => Buffer.byteLength(text) <= pathBytes, { error: `must have at most ${pathBytes} bytes of UTF-8` })
    .refine((text) => !control.test(text) && !/\p{Surrogate}/u.test(text), {
      error: 'must not hold control characters',
    })
    .describe(meaning);

export const notifyUrl = z
  .string()
  .refine((text) => Buffer.byteLength(text) <= notifyUrlBytes, {
    error: `must have at most ${notifyUrlBytes} bytes of UTF-8`,
  })
  .describe('The address to which the task is posted when it ends; empty: none.');

export const source = {
  type: z.enum(['FILE', 'DIR']).describe('FILE: path is a document. DIR: all files below it whose suffix is .txt.'),
  path: serverPath('The document or the directory.').min(1, 'required: the document or the directory'),
};

/**
 * The value of a field that a request may give under several names. Refuses different values.
 * @param given by the names that the client uses
 */
export function oneOf<T>(given: Readonly<Record<string, T | undefined>>): T | undefined {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  const [first] = named;
  const other = named.find(([, value]) => value !== first?.[1]);
  if (first === undefined || other === undefined) return first?.[1];
  throw new ServiceError(
    'INVALID_ARGUMENT',
    `${first[0]} and ${other[0]} differ: give one of them, or the same value twice`,
  );
}

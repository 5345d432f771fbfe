// Fields that several kinds of resources have.
import { z } from 'zod';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { NotationFault } from '../../understanding/notation/fault.js';

export const withinBytes = (most: number, schema = z.string()) =>
  schema
    .refine((text) => text.length <= most && Buffer.byteLength(text) <= most, {
      error: `must have at most ${most} bytes of UTF-8`,
      abort: true,
    })
    // The database would store a lone surrogate as something else.
    .refine((text) => !/\p{Surrogate}/u.test(text), { error: 'must not hold half of a character', abort: true });

/** Names are compared exactly, after NFC. */
export const nameText = withinBytes(limits.nlu.nameBytes)
  .transform((text) => text.normalize('NFC'))
  .refine((text) => text.trim() !== '', { error: 'must not be empty', abort: true });

const { min, max } = limits.nlu.retryMaxTimes;
const retries = `must be an integer from ${min} to ${max}`;
/** How often the robot asks again before an intent or a scene fails. */
export const retryMaxTimes = z
  .int(retries)
  .min(min, retries)
  .max(max, retries)
  .describe('The number of times that the robot asks again before it gives up.');

export const descriptionText = withinBytes(limits.nlu.descriptionBytes);

/** `read()`, with the place of a fault of notation in words of the request. */
export function notation<T>(where: string, text: string, read: () => T): T {
  try {
    return read();
  } catch (fault) {
    if (!(fault instanceof NotationFault)) throw fault;
    throw new ServiceError('INVALID_ARGUMENT', `${where}: ${fault.in(text)}`, { cause: fault });
  }
}

/** Refuses the thing that is one too many. */
export function refuseMore(count: number, most: number, what: string): void {
  if (count < most) return;
  throw new ServiceError('TOO_MANY_RESOURCES', `there may be at most ${most} ${what}; remove one first`);
}

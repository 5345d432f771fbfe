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
    .refine((text) => !/\p{Surrogate}/u.test(text), {
      error: 'must not contain half of a surrogate pair',
      abort: true,
    });

/** A name. Names are compared exactly, after NFC normalisation. */
export const nameText = withinBytes(limits.nlu.nameBytes)
  .transform((text) => text.normalize('NFC'))
  .refine((text) => text.trim() !== '', { error: 'must not be empty', abort: true });

const { min, max } = limits.nlu.retryMaxTimes;
const retries = `must be an integer from ${min} to ${max}`;
/** Number of times that the robot asks again before an intent or a scene fails. */
export const retryMaxTimes = z
  .int(retries)
  .min(min, retries)
  .max(max, retries)
  .describe('The number of times that the robot asks again before it gives up.');

export const descriptionText = withinBytes(limits.nlu.descriptionBytes);

/** Returns `read()`; a fault of notation names its place in the request. */
export function notation<T>(where: string, text: string, read: () => T): T {
  try {
    return read();
  } catch (fault) {
    if (!(fault instanceof NotationFault)) throw fault;
    throw new ServiceError('INVALID_ARGUMENT', `${where}: ${fault.in(text)}`, { cause: fault });
  }
}

/** Refuses an object beyond the limit. */
export function refuseMore(count: number, most: number, what: string): void {
  if (count < most) return;
  throw new ServiceError('TOO_MANY_RESOURCES', `there may be at most ${most} ${what}; remove one first`);
}

// PATCH (specification 3, section 4.3): a body changes the fields that it names. It may also contain fields of the view
// that PATCH cannot change, if their values are the present ones, so that clients can send back a view.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { ServiceError } from '../../protocol/errors.js';
import { optionalNluBody } from './nlu-route.js';

type Shape = Readonly<Record<string, z.ZodType>>;

const shownOnly = z
  .unknown()
  .optional()
  .describe('This field is accepted as the view shows it but cannot be changed here.');

/**
 * The body of a PATCH. `changeable`: optional fields without defaults. `view`: the schema of the view, whose other
 * fields are accepted if they are equal.
 */
export function patchBody<S extends Record<string, z.ZodType>>(id: string, what: string, changeable: S, view: Shape) {
  const fixed = Object.keys(view).filter((key) => !Object.hasOwn(changeable, key));
  const schema = z
    .strictObject({
      ...(Object.fromEntries(fixed.map((key) => [key, shownOnly])) as Record<never, never>),
      ...changeable,
    })
    .meta({ id, description: `Changes of ${what}. What is left out stays as it is.` });
  return optionalNluBody(schema);
}

/**
 * Refuses a body that gives a fixed field another value. `changeable`: the keys that may differ. `inIds`: the view with
 * `detail=false`, which a client may send back as well.
 */
export function refuseFixed(body: object, view: object, changeable: readonly string[], inIds?: () => object): void {
  for (const [key, value] of Object.entries(body)) {
    if (changeable.includes(key) || value === undefined) continue;
    const now = (view as Record<string, unknown>)[key];
    if (isDeepStrictEqual(value, now) || (typeof now === 'number' && value === String(now))) continue;
    if (isDeepStrictEqual(value, (inIds?.() as Record<string, unknown> | undefined)?.[key])) continue;
    const shown = typeof now === 'object' && now !== null ? '' : ` (it is ${JSON.stringify(now ?? null)})`;
    throw new ServiceError('INVALID_ARGUMENT', `${key}: cannot be changed here${shown}; leave it out`);
  }
}

/** A field that a body may spell in two ways. */
export interface TwoSpellings<T> {
  readonly key: string;
  readonly given: T | undefined;
  readonly alias: string;
  readonly aliasGiven: T | undefined;
  /** The stored value; left out if there is none yet. */
  readonly present?: T;
}

/**
 * The value of a field with two spellings; undefined if the body has neither. A client that changes one spelling in a
 * view sends the other one back with the present value, which therefore does not count.
 */
export function agreed<T>({ key, given, alias, aliasGiven, present }: TwoSpellings<T>): T | undefined {
  if (given === undefined || aliasGiven === undefined) return given === undefined ? aliasGiven : given;
  if (given === aliasGiven || aliasGiven === present) return given;
  if (given === present) return aliasGiven;
  throw new ServiceError('INVALID_ARGUMENT', `${alias}: is another spelling of ${key} and must be equal to it`);
}

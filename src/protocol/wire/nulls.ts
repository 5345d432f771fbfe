// `null` for a field that may be left out is the same as leaving it out: clients in several languages write it so.
import { z } from 'zod';
import { parsed, refuseLongLists, type validate } from './issues.js';

type Step = (value: unknown) => unknown;

/**
 * The steps of a check, each given what the one before gave: those of a large body are done one by one, with other work in between.
 * `nullIsUnset`: `null` is unset where the schema knows no null of its own. The last step gives what `validate` gives.
 */
export const checkSteps = (schema: z.ZodType, nullIsUnset: boolean, where = ''): readonly Step[] => [
  (value) => {
    refuseLongLists(schema, value, where); // before anybody looks at their entries
    return value;
  },
  ...(nullIsUnset ? [(value: unknown) => withoutNulls(schema, value)] : []),
  (value) => parsed(schema, value, where),
];

/** As `validate`, with `null` for unset where the schema knows no null of its own. */
export const validateUnset = ((schema, value, where) =>
  checkSteps(schema, true, where).reduce((given, step) => step(given), value)) as typeof validate;

/** The fields of an object schema for which `null` is the same as leaving them out. */
export const unsetByNull = (shape: Readonly<Record<string, z.ZodType>>): string[] =>
  Object.keys(shape).filter((key) => isUnsetByNull(shape[key] as z.ZodType));

/** Fields that must be given keep their null, and are refused for it. What has none comes back as it is. */
function withoutNulls(schema: z.ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const plain = unwrapped(schema);
  if (Array.isArray(value)) return plain instanceof z.ZodArray ? listWithoutNulls(plain, value) : value;
  if (!(plain instanceof z.ZodObject)) return value;
  const shape = plain.shape as Readonly<Record<string, z.ZodType>>;
  let kept: Record<string, unknown> | undefined;
  for (const [key, field] of Object.entries(value)) {
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (known === undefined) continue;
    const isUnset = field === null && isUnsetByNull(known);
    const changed = isUnset ? undefined : withoutNulls(known, field);
    if (!isUnset && changed === field) continue;
    kept ??= { ...value };
    if (isUnset) delete kept[key];
    else kept[key] = changed;
  }
  return kept ?? value;
}

function listWithoutNulls(schema: z.ZodArray, list: readonly unknown[]): readonly unknown[] {
  let kept: unknown[] | undefined;
  for (const [at, each] of list.entries()) {
    const changed = withoutNulls(schema.element as z.ZodType, each);
    if (changed === each) continue;
    kept ??= [...list];
    kept[at] = changed;
  }
  return kept ?? list;
}

const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

const known = new WeakMap<z.ZodType, boolean>();
function isUnsetByNull(schema: z.ZodType): boolean {
  const found = known.get(schema) ?? (takes(schema, undefined) && !takes(schema, null));
  known.set(schema, found);
  return found;
}

/** The schema of a value that is there, if the given one has a default or is optional. */
function unwrapped(schema: z.ZodType): z.ZodType {
  const wraps = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional;
  return wraps || schema instanceof z.ZodNullable ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

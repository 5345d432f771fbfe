// `null` for a field that may be left out is the same as leaving it out: clients in several languages write it so.
import { z } from 'zod';
import { validate } from './issues.js';

/** As `validate`, with `null` for unset where the schema knows no null of its own. */
export const validateUnset: typeof validate = (schema, value, where) =>
  validate(schema, withoutNulls(schema, value), where);

/** The fields of an object schema for which `null` is the same as leaving them out. */
export const unsetByNull = (shape: Readonly<Record<string, z.ZodType>>): string[] =>
  Object.keys(shape).filter((key) => isUnsetByNull(shape[key] as z.ZodType));

/** Fields that must be given keep their null, and are refused for it. */
function withoutNulls(schema: z.ZodType, value: unknown): unknown {
  const plain = unwrapped(schema);
  if (plain instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((each) => withoutNulls(plain.element as z.ZodType, each));
  }
  if (!(plain instanceof z.ZodObject)) return value;
  const shape = plain.shape as Readonly<Record<string, z.ZodType>>;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).filter(([key, field]) => {
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
    return field !== null || known === undefined || !isUnsetByNull(known);
  });
  return Object.fromEntries(kept.map(([key, field]) => [key, shape[key] ? withoutNulls(shape[key], field) : field]));
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

// `null` for a field that may be left out is the same as leaving it out: clients in several languages write it so.
import { z } from 'zod';
import { entriesInStep, finished, type Steps } from '../../steps.js';
import { isSmallWithoutNull, refuseLongListsInSteps, type validate } from '../issues.js';
import { parseInSteps } from './entries.js';

/**
 * Gives what `validate` gives, in steps: a large body is checked with other work in between. `nullIsUnset`: `null` is unset where the
 * schema knows no null of its own.
 */
export function* check(schema: z.ZodType, value: unknown, nullIsUnset: boolean, where = ''): Steps<unknown> {
  yield* refuseLongListsInSteps(schema, value, where); // before anybody looks at their entries
  yield;
  const given = nullIsUnset ? yield* withoutNulls(schema, value) : value;
  yield;
  return yield* parseInSteps(schema, given, where);
}

/** Validates like `validate`, with `null` as unset if the schema does not accept null itself. */
export const validateUnset = ((schema, value, where) => finished(check(schema, value, true, where))) as typeof validate;

/** The fields of an object schema for which `null` is the same as leaving them out. */
export const unsetByNull = (shape: Readonly<Record<string, z.ZodType>>): string[] =>
  Object.keys(shape).filter((key) => isUnsetByNull(shape[key] as z.ZodType));

/** Fields that must be given keep their null, and are refused for it. What has none comes back as it is. */
function* withoutNulls(schema: z.ZodType, value: unknown): Steps<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if (isSmallWithoutNull(value)) return value;
  const { element, shape } = partsOf(schema);
  if (Array.isArray(value)) return element === undefined ? value : yield* listWithoutNulls(element, value);
  if (shape === undefined) return value;
  let kept: Record<string, unknown> | undefined;
  for (const key in value) {
    const field = (value as Record<string, unknown>)[key];
    if (typeof field !== 'object') continue; // null is one
    const known = shape.get(key);
    if (known === undefined || !Object.hasOwn(value, key)) continue;
    const isUnset = field === null && isUnsetByNull(known);
    const changed = isUnset ? undefined : yield* withoutNulls(known, field);
    if (!isUnset && changed === field) continue;
    kept ??= { ...value };
    if (isUnset) delete kept[key];
    else kept[key] = changed;
  }
  return kept ?? value;
}

function* listWithoutNulls(element: z.ZodType, list: readonly unknown[]): Steps<readonly unknown[]> {
  let kept: unknown[] | undefined;
  for (let at = 0; at < list.length; at++) {
    if (at % entriesInStep === 0) yield;
    if (isSmallWithoutNull(list[at])) continue;
    const changed = yield* withoutNulls(element, list[at]);
    if (changed === list[at]) continue;
    kept ??= [...list];
    kept[at] = changed;
  }
  return kept ?? list;
}

/** The schema of a list's entries, or those of an object's fields. */
interface Parts {
  readonly element?: z.ZodType;
  readonly shape?: ReadonlyMap<string, z.ZodType>;
}

const parts = new WeakMap<z.ZodType, Parts>();

/** Found once for a schema: zod's own ways to ask what a schema is take longer than all the rest. */
function partsOf(schema: z.ZodType): Parts {
  const known = parts.get(schema) ?? findParts(unwrapped(schema));
  parts.set(schema, known);
  return known;
}

function findParts(plain: z.ZodType): Parts {
  if (plain instanceof z.ZodArray) return { element: plain.element as z.ZodType };
  return plain instanceof z.ZodObject ? { shape: new Map(Object.entries(plain.shape)) } : {};
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

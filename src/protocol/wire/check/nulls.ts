// `null` for an optional field equals leaving the field out, because clients in several languages send it that way.
import { z } from 'zod';
import { entriesInStep, finished, type Steps } from '../../steps.js';
import { isSmallWithoutNull, refuseLongListsInSteps, type validate } from '../issues.js';
import { parseInSteps } from './entries.js';

/**
 * The steps of a validation; each takes the result of the previous one. Large bodies run them one by one, with other
 * work in between. `nullIsUnset`: `null` means unset if the schema itself does not accept null. The last step returns
 * what `validate` returns.
 */
export function* check(schema: z.ZodType, value: unknown, nullIsUnset: boolean, where = ''): Steps<unknown> {
  yield* refuseLongListsInSteps(schema, value, where); // before anybody looks at their entries
  yield;
  const given = nullIsUnset ? yield* withoutNulls(schema, value) : value;
  yield;
  return yield* parseInSteps(schema, given, where);
}

/** Validates like `validate`, but treats `null` as unset if the schema does not accept null itself. */
export const validateUnset = ((schema, value, where) => finished(check(schema, value, true, where))) as typeof validate;

/** The fields of an object schema for which `null` means unset. */
export const unsetByNull = (shape: Readonly<Record<string, z.ZodType>>): string[] =>
  Object.keys(shape).filter((key) => isUnsetByNull(shape[key] as z.ZodType));

/**
 * Removes nulls that mean unset. Required fields keep their null, and are refused for it. A value without such nulls is
 * returned unchanged.
 */
function* withoutNulls(schema: z.ZodType, value: unknown): Steps<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if (isSmallWithoutNull(value)) return value;
  const { element, shape } = partsOf(schema);
  if (Array.isArray(value)) return element === undefined ? value : yield* listWithoutNulls(element, value);
  if (shape === undefined) return value;
  let kept: Record<string, unknown> | undefined;
  for (const key in value) {
    const field = (value as Record<string, unknown>)[key];
    if (typeof field !== 'object') continue; // null is an object, too
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

/** The schema of a list's entries, or the schemas of an object's fields. */
interface Parts {
  readonly element?: z.ZodType;
  readonly shape?: ReadonlyMap<string, z.ZodType>;
}

const parts = new WeakMap<z.ZodType, Parts>();

/** The parts of a schema, cached per schema, because zod's introspection takes longer than everything else. */
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

/** The inner schema if the given one has a default or is optional. */
function unwrapped(schema: z.ZodType): z.ZodType {
  const wraps = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional;
  return wraps || schema instanceof z.ZodNullable ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

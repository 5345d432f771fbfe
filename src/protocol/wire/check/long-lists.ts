// Finds lists that are longer than their schema allows before their entries are checked: zod checks 100,000 entries
// first, and counts them afterwards.
import { z } from 'zod';
import { entriesInStep, finished, type Steps } from '../../steps.js';

/** zod's error for the first list that is too long, with its path; undefined: there is none. */
export const longListError = (schema: z.ZodType, value: unknown): z.ZodError | undefined =>
  finished(findLongList(schema, value));

/** Does the same in steps. */
export function* findLongList(schema: z.ZodType, value: unknown): Steps<z.ZodError | undefined> {
  const lists = listsOf(schema);
  if (lists === undefined || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    if (lists.list === undefined) return undefined;
    const tooLong = lengthError(lists.list, value);
    const element = lists.list.element as z.ZodType;
    return tooLong !== undefined || listsOf(element) === undefined ? tooLong : yield* inEntries(element, value);
  }
  for (const [key, field] of lists.fields) {
    const each = (value as Record<string, unknown>)[key];
    if (typeof each !== 'object' || each === null || !Object.hasOwn(value, key)) continue;
    const error = yield* findLongList(field, each);
    if (error !== undefined) return at(key, error);
  }
  return undefined;
}

function* inEntries(element: z.ZodType, list: readonly unknown[]): Steps<z.ZodError | undefined> {
  for (let index = 0; index < list.length; index++) {
    const error = yield* findLongList(element, list[index]);
    if (error !== undefined) return at(index, error);
    if (index % entriesInStep === 0) yield;
  }
  return undefined;
}

const at = (key: PropertyKey, error: z.ZodError): z.ZodError =>
  new z.ZodError(error.issues.map((issue) => ({ ...issue, path: [key, ...issue.path] })));

/** The lists in a schema's values: the value itself, or lists in its fields. */
export interface Lists {
  readonly list: z.ZodArray | undefined;
  /** Fields that may contain lists, with their schemas. */
  readonly fields: readonly (readonly [string, z.ZodType])[];
}

const found = new WeakMap<z.ZodType, Lists | 'none'>();

/**
 * The lists in a schema; undefined: there are none. The result is cached per schema, because zod's introspection takes
 * longer than everything else.
 */
export function listsOf(schema: z.ZodType): Lists | undefined {
  const known = found.get(schema) ?? findLists(within(schema)) ?? 'none';
  found.set(schema, known);
  return known === 'none' ? undefined : known;
}

function findLists(plain: z.ZodType): Lists | undefined {
  if (plain instanceof z.ZodArray) return { list: plain, fields: [] };
  if (!(plain instanceof z.ZodObject)) return undefined;
  const fields = Object.entries(plain.shape as Readonly<Record<string, z.ZodType>>).filter(([, field]) => {
    const inner = within(field);
    return inner instanceof z.ZodArray || inner instanceof z.ZodObject;
  });
  return fields.length === 0 ? undefined : { list: undefined, fields };
}

/** zod's error for the length of a list alone; undefined: the length is allowed. */
function lengthError(schema: z.ZodArray, list: readonly unknown[]): z.ZodError | undefined {
  const broken = maxChecksOf(schema).filter(({ _zod }) => list.length > _zod.def.maximum);
  if (broken.length === 0) return undefined;
  return z
    .array(z.unknown())
    .check(...(broken as unknown as z.core.$ZodCheck<unknown[]>[]))
    .safeParse(list).error;
}

const isMaxCheck = (check: z.core.$ZodCheck<never>): check is z.core.$ZodCheckMaxLength =>
  check._zod.def.check === 'max_length';

const maxChecksOf = (schema: z.ZodArray): readonly z.core.$ZodCheckMaxLength[] =>
  (schema._zod.def.checks ?? []).filter(isMaxCheck);

const unwrapped = new WeakMap<z.ZodType, z.ZodType>();

/** The schema without wrappers such as optional. A union or a transformation in between hides the inner schema. */
function within(schema: z.ZodType): z.ZodType {
  const known = unwrapped.get(schema) ?? unwrap(schema);
  unwrapped.set(schema, known);
  return known;
}

function unwrap(schema: z.ZodType): z.ZodType {
  const wraps = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional;
  if (wraps || schema instanceof z.ZodNullable) return within(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodPipe && !(schema.in instanceof z.ZodTransform)
    ? within(schema.in as z.ZodType)
    : schema;
}

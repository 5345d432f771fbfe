// Lists that are longer than their schema allows, found before their entries are checked: zod would first check 100,000
// entries and then count them.
import { z } from 'zod';

/** zod's error for the first list that is too long, with its path; undefined if there is none. */
export function longListError(schema: z.ZodType, value: unknown): z.ZodError | undefined {
  const lists = listsOf(schema);
  if (lists === undefined || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return lists.list === undefined ? undefined : inList(lists.list, value);
  for (const [key, field] of lists.fields) {
    const each = (value as Record<string, unknown>)[key];
    if (typeof each !== 'object' || each === null || !Object.hasOwn(value, key)) continue;
    const error = longListError(field, each);
    if (error !== undefined) return at(key, error);
  }
  return undefined;
}

function inList(schema: z.ZodArray, list: readonly unknown[]): z.ZodError | undefined {
  const tooLong = lengthError(schema, list);
  const element = schema.element as z.ZodType;
  if (tooLong !== undefined || listsOf(element) === undefined) return tooLong;
  for (let index = 0; index < list.length; index++) {
    const error = longListError(element, list[index]);
    if (error !== undefined) return at(index, error);
  }
  return undefined;
}

const at = (key: PropertyKey, error: z.ZodError): z.ZodError =>
  new z.ZodError(error.issues.map((issue) => ({ ...issue, path: [key, ...issue.path] })));

/** The list that a value of a schema is, or the lists in its fields. */
interface Lists {
  readonly list: z.ZodArray | undefined;
  /** Fields that may hold lists, with their schemas. */
  readonly fields: readonly (readonly [string, z.ZodType])[];
}

const found = new WeakMap<z.ZodType, Lists | 'none'>();

/**
 * The lists of a schema; undefined if there are none. Computed once per schema: zod's own introspection takes longer
 * than all the rest.
 */
function listsOf(schema: z.ZodType): Lists | undefined {
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

/** Checks the length alone. */
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

/** The schema of a value that is present. It is unknown behind a union or a function. */
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

// Lists that are longer than their schema lets them be, found before anybody looks at their entries: zod checks 100,000 entries
// first, and counts them afterwards.
import { z } from 'zod';

/** The error of zod for the first list that is too long, with its place; undefined if there is none. */
export function longListError(schema: z.ZodType, value: unknown): z.ZodError | undefined {
  const plain = within(schema);
  if (plain instanceof z.ZodArray) {
    if (!Array.isArray(value)) return undefined;
    return lengthError(plain, value) ?? firstOf(value.entries(), () => plain.element as z.ZodType);
  }
  if (!(plain instanceof z.ZodObject) || typeof value !== 'object' || value === null) return undefined;
  const shape = plain.shape as Readonly<Record<string, z.ZodType>>;
  const known = Object.keys(shape).filter((key) => Object.hasOwn(value, key));
  return firstOf(
    known.map((key): [string, unknown] => [key, (value as Record<string, unknown>)[key]]),
    (key) => shape[key] as z.ZodType,
  );
}

function firstOf<K extends PropertyKey>(
  entries: Iterable<[K, unknown]>,
  schemaOf: (key: K) => z.ZodType,
): z.ZodError | undefined {
  for (const [key, each] of entries) {
    if (typeof each !== 'object' || each === null) continue;
    const error = longListError(schemaOf(key), each);
    if (error !== undefined)
      return new z.ZodError(error.issues.map((issue) => ({ ...issue, path: [key, ...issue.path] })));
  }
  return undefined;
}

/** The lengths alone. */
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

/** The schema of what is there: a union or a function between makes it unknown. */
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

// The entries of long lists are checked one by one, in steps. Then zod checks the rest of the value and takes the results of the
// entries, so that the outcome is exactly that of a check in one piece.
import { z } from 'zod';
import type { Steps } from '../../steps.js';
import { endsEarly, isLarge, outputOf } from '../issues.js';
import { listsOf } from './long-lists.js';

/** Validates a value whose list lengths have been checked. Throws what `validate` throws. */
export function* parseInSteps<S extends z.ZodType>(schema: S, value: unknown, where: string): Steps<z.output<S>> {
  if (!isLarge(value)) return outputOf(schema, value, schema.safeParse(value, endsEarly), where);
  const checked = yield* withCheckedEntries(schema, value);
  yield;
  const outcome = takingEntries(schema).safeParse(checked, endsEarly) as z.ZodSafeParseResult<z.output<S>>;
  return outputOf(schema, value, outcome, where);
}

/** The result of an entry that was checked before its list. */
class CheckedEntry {
  constructor(readonly found: z.core.ParsePayload) {}
}

const context = { ...endsEarly, async: false } as const;

/** The value, with the entries of its long lists replaced by their results. */
function* withCheckedEntries(schema: z.ZodType, value: unknown): Steps<unknown> {
  const lists = listsOf(schema);
  if (lists === undefined || !isLarge(value)) return value;
  if (Array.isArray(value)) return lists.list === undefined ? value : yield* checkedEntries(lists.list, value);
  let changed: Record<string, unknown> | undefined;
  for (const [key, field] of lists.fields) {
    const each = (value as Record<string, unknown>)[key];
    if (!Object.hasOwn(value as object, key)) continue;
    const checked = yield* withCheckedEntries(field, each);
    if (checked === each) continue;
    changed ??= { ...(value as Record<string, unknown>) };
    changed[key] = checked;
  }
  return changed ?? value;
}

function* checkedEntries(schema: z.ZodArray, list: readonly unknown[]): Steps<readonly unknown[]> {
  const element = schema.element as z.ZodType;
  const taking = takingEntries(element);
  const checked = [...list];
  for (let at = 0; at < list.length; at++) {
    const value = yield* withCheckedEntries(element, list[at]);
    const its = value === list[at] ? element : taking;
    const found = its._zod.run({ value, issues: [] }, context) as z.core.ParsePayload;
    checked[at] = new CheckedEntry(found);
    if (z.core.util.aborted(found)) break; // zod checks no entry after it
    yield;
  }
  return checked;
}

/** The schema of an entry that is either checked already or checked now. */
const CheckedOr = z.core.$constructor(
  'CheckedOr',
  (inst: z.core.$ZodType, def: z.core.$ZodTypeDef & { readonly element: z.ZodType }) => {
    z.core.$ZodType.init(inst, def);
    inst._zod.parse = (payload, ctx) =>
      payload.value instanceof CheckedEntry ? payload.value.found : def.element._zod.run(payload, ctx);
  },
);

const found = new WeakMap<z.ZodType, z.ZodType>();

/** The same schema, which also accepts lists of checked entries. */
function takingEntries(schema: z.ZodType): z.ZodType {
  const known = found.get(schema);
  if (known !== undefined) return known;
  found.set(schema, schema); // for a schema that contains itself
  const taking = listsOf(schema) === undefined ? schema : changedWithin(schema);
  found.set(schema, taking);
  return taking;
}

function changedWithin(schema: z.ZodType): z.ZodType {
  const { def } = schema._zod;
  const changed = changedParts(schema);
  return changed === undefined ? schema : z.clone(schema, z.core.util.mergeDefs(def, changed) as typeof def);
}

function changedParts(schema: z.ZodType): object | undefined {
  const wraps = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional;
  if (wraps || schema instanceof z.ZodNullable) return { innerType: takingEntries(schema.unwrap() as z.ZodType) };
  if (schema instanceof z.ZodPipe) return { in: takingEntries(schema.in as z.ZodType) };
  if (schema instanceof z.ZodArray) {
    const element = takingEntries(schema.element as z.ZodType);
    return { element: new CheckedOr({ type: 'custom', element } as never) };
  }
  if (!(schema instanceof z.ZodObject)) return undefined;
  const fields = (listsOf(schema)?.fields ?? []).map(([key, field]) => [key, takingEntries(field)]);
  return { shape: { ...schema.shape, ...Object.fromEntries(fields) } };
}

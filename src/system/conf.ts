// get-conf: the limits and times that a client must know. Each feature contributes its own (src/main/feature.ts); this
// file joins them into one answer with one schema.
import { z } from 'zod';

/** One number, or a few that belong together, with a description. */
export interface ClientLimit {
  readonly schema: z.ZodType;
  readonly value: unknown;
}

export type NamedLimits = Readonly<Record<string, ClientLimit>>;

/** Descriptions of the groups that several features add to. */
const sharedGroups = {
  slice: 'Slices of audio on a WebSocket.',
  timeouts: 'The time limits of the gateway.',
  maxima: 'The maximum values that the gateway accepts.',
  token: 'Access tokens.',
};
type SharedGroup = keyof typeof sharedGroups;

export interface ClientLimits extends Readonly<Partial<Record<SharedGroup, NamedLimits>>> {
  /** A group that only this feature adds to. */
  readonly own?: { readonly name: string; readonly meaning: string; readonly limits: NamedLimits };
}

export interface OperationConf {
  readonly schema: z.ZodObject;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A limit in ms; `meaning` becomes the description in its schema. */
export const ms = (meaning: string, value: number): ClientLimit => ({
  schema: z.int().min(0).describe(`${meaning}, in ms.`),
  value,
});

/** A limit that is a number without a unit. */
export const count = (meaning: string, value: number): ClientLimit => ({
  schema: z.int().describe(`${meaning}.`),
  value,
});

const bounds = (unit: string) => ({
  min: z.int().describe(`The minimum, in ${unit}.`),
  max: z.int().describe(`The maximum, in ${unit}.`),
});

/** A limit with a lower and an upper bound in `unit`. */
export const range = (meaning: string, unit: string, { min, max }: { min: number; max: number }): ClientLimit => ({
  schema: z.strictObject(bounds(unit)).describe(`${meaning}, in ${unit}.`),
  value: { min, max },
});

/** A parameter of requests, with its bounds and its default in `unit`. */
export const setting = (
  meaning: string,
  unit: string,
  { min, max, default: usual }: { min: number; max: number; default: number },
): ClientLimit => ({
  schema: z
    .strictObject({ ...bounds(unit), default: z.int().describe(`The default, in ${unit}.`) })
    .describe(`${meaning}, in ${unit}.`),
  value: { min, max, default: usual },
});

/** Several limits in one group. */
export const several = (meaning: string, limits: NamedLimits): ClientLimit => ({
  schema: z.strictObject(mapped(limits, ({ schema }) => schema)).describe(meaning),
  value: mapped(limits, ({ value }) => value),
});

/** Builds the schema and the answer of get-conf. Throws if two features contribute a limit of the same name. */
export function operationConf(features: readonly ClientLimits[]): OperationConf {
  const shared = (name: SharedGroup): [string, ClientLimit] => [
    name,
    several(sharedGroups[name], together(features.map((limits) => limits[name] ?? {}))),
  ];
  const own = features.flatMap(({ own: group }): Record<string, ClientLimit>[] =>
    group === undefined ? [] : [{ [group.name]: several(group.meaning, group.limits) }],
  );
  const whole = together([
    Object.fromEntries([shared('slice'), shared('timeouts'), shared('maxima')]),
    ...own,
    Object.fromEntries([shared('token')]),
  ]);
  const { value } = several('', whole);
  const schema = z
    .strictObject(mapped(whole, (limit) => limit.schema))
    .meta({ id: 'OperationConf', description: 'The limits and times that a client must know.' });
  return { schema, values: value as OperationConf['values'] };
}

function together(parts: readonly NamedLimits[]): NamedLimits {
  const whole: Record<string, ClientLimit> = {};
  for (const [name, limit] of parts.flatMap((part) => Object.entries(part))) {
    if (name in whole) throw new Error(`get-conf: two features define ${name}`);
    whole[name] = limit;
  }
  return whole;
}

const mapped = <T>(limits: NamedLimits, of: (limit: ClientLimit) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, of(limit)]));

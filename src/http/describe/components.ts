// The schemas of a document. A schema with a name (zod's `id`) is written once among the components and referred to
// everywhere; the others are written where they are used.
import { z } from 'zod';
import { unsetByNull } from '../../protocol/wire/check/nulls.js';

export type Json = Readonly<Record<string, unknown>>;
/**
 * The side that a schema describes. A client may leave out a field that has a default, but always receives it. In a
 * lenient input, null for a field is the same as leaving it out (BodyRule.nullIsUnset).
 */
export type Side = 'output' | 'input' | 'lenientInput';

/** The endings of the names of sides that differ; the first side keeps the name alone. */
const suffixes: Readonly<Record<Side, string>> = { output: '', input: 'Input', lenientInput: 'LenientInput' };
const sideNames = Object.keys(suffixes) as Side[];

const place = '#/components/schemas/';
const marked = /"#\/components\/schemas\/(\w+)@(\w+)"/g;

/** The name that a schema was given with `meta`. */
export function nameOf(schema: z.core.$ZodType): string {
  const name = z.globalRegistry.get(schema)?.id;
  if (name === undefined) throw new Error('a WebSocket message needs a name: give its schema an id');
  return name;
}

type Schema = z.core.JSONSchema.BaseSchema;

/** Marks, while a schema is made, the keys that also accept null: their own schemas are not complete yet. */
const nullsOf = 'x-takes-null';

/** Lets the marked keys of every object in it accept null. */
function allowNulls(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const value of Object.values(node)) allowNulls(value);
  const { [nullsOf]: keys, properties } = node as { [nullsOf]?: string[]; properties?: Record<string, Schema> };
  if (keys === undefined || properties === undefined) return;
  delete (node as { [nullsOf]?: string[] })[nullsOf];
  for (const key of keys) properties[key] = orNull(properties[key] as Schema);
}

function orNull({ description, default: usual, ...rest }: Schema): Schema {
  const isPlain = typeof rest.type === 'string' && rest.const === undefined;
  const values = rest.enum === undefined ? {} : { enum: [...rest.enum, null] };
  const widened = isPlain ? { ...rest, type: [rest.type, 'null'], ...values } : { anyOf: [rest, { type: 'null' }] };
  const about = { ...(description !== undefined && { description }), ...(usual !== undefined && { default: usual }) };
  return { ...widened, ...about } as Schema;
}

/** The examples that a message was given with `meta`. */
export const examplesOf = (schema: z.core.$ZodType): readonly unknown[] =>
  (z.globalRegistry.get(schema)?.examples as readonly unknown[] | undefined) ?? [];

export class Components {
  readonly #sides = new Map<string, Partial<Record<Side, string>>>();

  /** `target`: the dialect of JSON Schema that the document takes. */
  constructor(readonly target: 'draft-2020-12' | 'draft-7' = 'draft-2020-12') {}

  /** The schema as JSON. Its references are valid once `finish` has seen the whole document. */
  schema(schema: z.core.$ZodType, side: Side): Json {
    const made = z.toJSONSchema(schema, {
      ...{ io: side === 'output' ? side : ('input' as const), unrepresentable: 'any', target: this.target },
      override: ({ zodSchema, jsonSchema }) => {
        // zod leaves out the default in front of a transformation, such as that of a query's text into a number.
        const usual = z.globalRegistry.get(zodSchema as never)?.default;
        if (usual !== undefined) jsonSchema.default = usual as number;
        if (jsonSchema.format === 'date-time') delete jsonSchema.pattern; // the format says the same
        // The parser of bodies refuses this key wherever it stands.
        const takesAnyKey = zodSchema instanceof z.ZodObject && jsonSchema.additionalProperties !== false;
        if (side !== 'output' && takesAnyKey) jsonSchema.propertyNames = { not: { const: '__proto__' } };
        if (side === 'lenientInput' && zodSchema instanceof z.ZodObject)
          jsonSchema[nullsOf] = unsetByNull(zodSchema.shape as Record<string, z.ZodType>);
        if (jsonSchema.type === 'object') delete jsonSchema.examples; // they are written with the message
      },
    });
    allowNulls(made);
    const text = JSON.stringify(made).replace(/"#\/(?:\$defs|definitions)\/(\w+)"/g, `"${place}$1@${side}"`);
    const { $schema: _, $defs, definitions, ...rest } = JSON.parse(text) as Record<string, unknown>;
    const named = { ...($defs as Json), ...(definitions as Json) };
    for (const [name, definition] of Object.entries(named)) {
      const known = this.#sides.get(name) ?? {};
      const said = JSON.stringify(definition);
      if (known[side] !== undefined && known[side] !== said) throw new Error(`two schemas have the name ${name}`);
      this.#sides.set(name, { ...known, [side]: said });
    }
    return rest;
  }

  /** The document with all components, and with references that lead to them. */
  finish(document: Json & { readonly components: Json }): Json {
    const names = this.#names();
    const resolved = (text: string): Json => JSON.parse(renamed(text, names)) as Json;
    const schemas: Record<string, Json> = {};
    for (const [name, sides] of this.#sides) {
      for (const [side, text] of Object.entries(sides)) schemas[names.get(`${name}@${side}`) ?? name] = resolved(text);
    }
    const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
    return resolved(JSON.stringify({ ...document, components: { schemas: sorted, ...document.components } }));
  }

  /**
   * The name of each side of a schema, by `name@side`. Sides that differ, by themselves or in what they refer to, get
   * names of their own.
   */
  #names(): ReadonlyMap<string, string> {
    const names = new Map<string, string>();
    for (let hasChanged = true; hasChanged; ) {
      hasChanged = false;
      for (const [name, texts] of this.#sides) {
        const bySide = new Map<string, string>();
        for (const side of sideNames.filter((each) => texts[each] !== undefined)) {
          const text = renamed(texts[side] as string, names);
          const shown = bySide.get(text) ?? (bySide.size === 0 ? name : `${name}${suffixes[side]}`);
          bySide.set(text, shown);
          hasChanged ||= (names.get(`${name}@${side}`) ?? name) !== shown;
          names.set(`${name}@${side}`, shown);
        }
      }
    }
    return names;
  }
}

const renamed = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(marked, (_, name: string, side: string) => `"${place}${names.get(`${name}@${side}`) ?? name}"`);

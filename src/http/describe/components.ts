// The schemas of a document. One with a name (zod's `id`) stands once among the components and is referred to from
// everywhere; the others stand where they are used.
import { z } from 'zod';

export type Json = Readonly<Record<string, unknown>>;
/** A field with a default may be left out of what a client sends, and is always there in what it is sent. */
type Side = 'input' | 'output';

const place = '#/components/schemas/';
const marked = /"#\/components\/schemas\/(\w+)@(input|output)"/g;

/** The name that a schema was given with `meta`. */
export function nameOf(schema: z.core.$ZodType): string {
  const name = z.globalRegistry.get(schema)?.id;
  if (name === undefined) throw new Error('a message of a WebSocket needs a name: give its schema an id');
  return name;
}

/** The examples that a message was given with `meta`. */
export const examplesOf = (schema: z.core.$ZodType): readonly unknown[] =>
  (z.globalRegistry.get(schema)?.examples as readonly unknown[] | undefined) ?? [];

export class Components {
  readonly #sides = new Map<string, Partial<Record<Side, string>>>();

  /** `target`: the dialect of JSON Schema that the document takes. */
  constructor(readonly target: 'draft-2020-12' | 'draft-7' = 'draft-2020-12') {}

  /** The schema as JSON. Its references are good once `finish` has seen the whole document. */
  schema(schema: z.core.$ZodType, side: Side): Json {
    const made = z.toJSONSchema(schema, {
      ...{ io: side, unrepresentable: 'any', target: this.target },
      override: ({ jsonSchema }) => {
        if (jsonSchema.format === 'date-time') delete jsonSchema.pattern; // the format says the same
        if (jsonSchema.type === 'object') delete jsonSchema.examples; // they stand with the message
      },
    });
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

  /** The document with its components beside those that it brings, and with references that lead to them. */
  finish(document: Json & { readonly components: Json }): Json {
    const apart = this.#apart();
    const nameOf = (name: string, side: string) => (side === 'input' && apart.has(name) ? `${name}Input` : name);
    const resolved = (text: string): Json =>
      JSON.parse(text.replace(marked, (_, name: string, side: string) => `"${place}${nameOf(name, side)}"`));
    const schemas: Record<string, Json> = {};
    for (const [name, sides] of this.#sides) {
      for (const [side, text] of Object.entries(sides)) schemas[nameOf(name, side)] = resolved(text);
    }
    const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
    return resolved(JSON.stringify({ ...document, components: { schemas: sorted, ...document.components } }));
  }

  /** Names of what a client sends in another shape than it is sent, by themselves or by what they refer to. */
  #apart(): ReadonlySet<string> {
    const apart = new Set<string>();
    const comparable = (text: string | undefined) =>
      text?.replace(marked, (whole, name: string) => (apart.has(name) ? whole : `"${place}${name}"`));
    for (let before = -1; before !== apart.size; ) {
      before = apart.size;
      for (const [name, { input, output }] of this.#sides) {
        if (input !== undefined && output !== undefined && comparable(input) !== comparable(output)) apart.add(name);
      }
    }
    return apart;
  }
}

// docs/model-manifest.md, made from the schema.
import { z } from 'zod';
import { ManifestSchema } from './manifest.js';

interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
}

interface Row {
  readonly key: string;
  readonly value: string;
  readonly fallback: string;
  readonly meaning: string;
}

/** By these keys the forms of one object are told apart. */
const tags = ['family', 'role', 'mode', 'kind'];

export function manifestReference(): string {
  const schema = z.toJSONSchema(ManifestSchema, { io: 'input' }) as unknown as JsonSchema;
  const families = schema.oneOf ?? [];
  const keysOf = (family: JsonSchema) => Object.keys(family.properties ?? {});
  const [first] = families;
  const isCommon = (key: string) =>
    families.every((family) => JSON.stringify(family.properties?.[key]) === JSON.stringify(first?.properties?.[key]));
  const common = keysOf(first ?? {}).filter(isCommon);
  const sections = families.map((family) => {
    const own = keysOf(family).filter((key) => !common.includes(key));
    return `## Family ${valueOf(family.properties?.family ?? {})}\n\n${table(rowsOf(family, own))}`;
  });
  return `# Model manifest

Made from the schema by \`npm run docs\`; a test compares. What to write for which model: [models.md](models.md).

\`manifest.json\` holds one JSON object. An unknown key, a value out of range or a key that contradicts another is
refused with a message that names it. \`[]\` marks each entry of a list; \`(…)\` the form that an object has.

## Every family

${table(rowsOf(first ?? {}, common))}

${sections.join('\n\n')}
`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

function table(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ key, value, fallback, meaning }) => `| \`${key}\` | ${cell(value)} | ${cell(fallback)} | ${cell(meaning)} |`,
  );
  return `| key | value | without it | meaning |\n|---|---|---|---|\n${lines.join('\n')}`;
}

function rowsOf(schema: JsonSchema, keys: readonly string[], path = ''): Row[] {
  return keys.flatMap((key) => {
    const each = schema.properties?.[key] ?? {};
    const isRequired = schema.required?.includes(key) === true;
    const fallback = each.default === undefined ? (isRequired ? 'required' : 'none') : JSON.stringify(each.default);
    return describe(each, `${path}${key}`, fallback);
  });
}

function describe(schema: JsonSchema, key: string, fallback: string): Row[] {
  const own = { key, value: valueOf(schema), fallback, meaning: schema.description ?? '' };
  const forms = (schema.oneOf ?? schema.anyOf ?? []).filter((form) => form.properties !== undefined);
  if (forms.length > 0) return [own, ...forms.flatMap((form) => rowsOfForm(form, key))];
  if (schema.properties !== undefined) return [own, ...rowsOf(schema, Object.keys(schema.properties), `${key}.`)];
  if (schema.items?.properties !== undefined || schema.items?.oneOf !== undefined) {
    const [, ...inner] = describe(schema.items, `${key}[]`, '');
    return [own, ...inner];
  }
  return [own];
}

function rowsOfForm(form: JsonSchema, path: string): Row[] {
  const tag = tags.find((each) => form.properties?.[each]?.const !== undefined);
  const { properties = {} } = form;
  if (tag === undefined) return rowsOf(form, Object.keys(properties), `${path}.`);
  const name = String(properties[tag]?.const);
  const meaning = properties[tag]?.description ?? '';
  const rest = Object.keys(properties).filter((key) => key !== tag);
  return [
    { key: `${path}.${tag}`, value: JSON.stringify(name), fallback: 'required', meaning },
    ...rowsOf(form, rest, `${path}(${name}).`),
  ];
}

function valueOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(', ');
  const forms = schema.oneOf ?? schema.anyOf;
  if (forms !== undefined) {
    return forms.every((form) => form.properties !== undefined) ? 'object' : forms.map(valueOf).join(' or ');
  }
  switch (schema.type) {
    case 'integer':
    case 'number':
      return `${schema.type}${range(schema)}`;
    case 'array':
      return schema.items === undefined ? 'list' : `list of ${valueOf(schema.items)}`;
    case 'string':
      return schema.format ?? (schema.pattern === undefined ? 'text' : `text \`${schema.pattern}\``);
    default:
      return schema.type ?? 'any';
  }
}

function range({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string {
  const from = minimum ?? exclusiveMinimum;
  const to = maximum ?? exclusiveMaximum;
  if (from === undefined || to === undefined) return '';
  return exclusiveMinimum === undefined
    ? ` ${from} to ${to}`
    : ` above ${from}, ${maximum === undefined ? 'below' : 'to'} ${to}`;
}

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

/** Keys that tell the forms of one object apart. */
const tags = ['family', 'role', 'mode', 'kind'];

export function manifestReference(): string {
  const schema = z.toJSONSchema(ManifestSchema, { io: 'input' }) as unknown as JsonSchema;
  const families = schema.oneOf ?? [];
  const keysOf = (family: JsonSchema) => Object.keys(family.properties ?? {});
  const [first] = families;
  const isCommon = (key: string) =>
    families.every((family) => JSON.stringify(family.properties?.[key]) === JSON.stringify(first?.properties?.[key]));
  const common = keysOf(first ?? {}).filter(isCommon);
  const nameOf = (family: JsonSchema) => String(family.properties?.family?.const);
  /** Objects that several families have are shown once. */
  const users = (key: string) =>
    families.filter(
      (family) => family.properties?.[key]?.properties !== undefined || hasForms(family.properties?.[key]),
    );
  const shared = [...new Set(families.flatMap(keysOf))].filter((key) => !common.includes(key) && users(key).length > 1);
  const sections = families.map((family) => {
    const keys = keysOf(family).filter((key) => !common.includes(key) && key !== 'family');
    const rows = rowsOf(
      family,
      keys.filter((key) => !shared.includes(key)),
    );
    const others = keys.filter((key) => shared.includes(key)).map((key) => `\`${key}\``);
    const further = others.length === 0 ? '' : `\n\nand also ${others.join(', ')}, see below.`;
    return `## Family ${nameOf(family)}\n\n${table(rows)}${further}`;
  });
  const parts = shared.map((key) => {
    const owners = users(key);
    return `## ${key} (${owners.map(nameOf).join(', ')})\n\n${table(rowsOf(owners[0] ?? {}, [key]))}`;
  });
  return `# Model manifest

Generated from the schema by \`npm run docs\`; a test checks that it is up to date. [models.md](models.md) explains which
keys each kind of model needs.

\`manifest.json\` holds one JSON object. An unknown key, a value out of range or a key that contradicts another is
refused with a message that names it. \`[]\` stands for each entry of a list, and \`(…)\` for the form of an object.

## Every family

${table(rowsOf(first ?? {}, common))}

${[...sections, ...parts].join('\n\n')}
`;
}

const hasForms = (schema: JsonSchema | undefined): boolean =>
  (schema?.oneOf ?? []).some((form) => form.properties !== undefined);

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
  const own = { key, value: shown(schema), fallback, meaning: schema.description ?? '' };
  const forms = (schema.oneOf ?? schema.anyOf ?? []).filter((form) => form.properties !== undefined);
  if (forms.length > 0) return [own, ...rowsOfForms(forms, key)];
  if (schema.properties !== undefined) return [own, ...rowsOf(schema, Object.keys(schema.properties), `${key}.`)];
  if (schema.items?.properties !== undefined || schema.items?.oneOf !== undefined) {
    const [, ...inner] = describe(schema.items, `${key}[]`, '');
    return [own, ...inner];
  }
  return [own];
}

/** Shows the keys that all forms share once, before the forms. */
function rowsOfForms(forms: readonly JsonSchema[], path: string): Row[] {
  const [first] = forms;
  const same = Object.keys(first?.properties ?? {}).filter((key) =>
    forms.every((form) => JSON.stringify(form.properties?.[key]) === JSON.stringify(first?.properties?.[key])),
  );
  const own = forms.flatMap((form) => {
    const { properties = {} } = form;
    const tag = tags.find((each) => properties[each]?.const !== undefined);
    const rest = Object.keys(properties).filter((key) => key !== tag && !same.includes(key));
    if (tag === undefined) return rowsOf(form, rest, `${path}.`);
    const value = properties[tag]?.const;
    const head = {
      key: `${path}.${tag}`,
      value: JSON.stringify(value),
      fallback: 'required',
      meaning: properties[tag]?.description ?? '',
    };
    return [head, ...rowsOf(form, rest, `${path}(${value}).`)];
  });
  return [...rowsOf(first ?? {}, same, `${path}.`), ...own];
}

function shown(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(', ');
  const forms = schema.oneOf ?? schema.anyOf;
  if (forms !== undefined) {
    return forms.every((form) => form.properties !== undefined) ? 'object' : forms.map(shown).join(' or ');
  }
  switch (schema.type) {
    case 'integer':
    case 'number':
      return `${schema.type}${range(schema)}`;
    case 'array':
      return schema.items === undefined ? 'list' : `list of ${shown(schema.items)}`;
    case 'string':
      return schema.format ?? 'text';
    default:
      return schema.type ?? 'any';
  }
}

function range({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string {
  const from = minimum ?? exclusiveMinimum;
  const to = maximum ?? exclusiveMaximum;
  if (from === undefined || to === undefined) return '';
  if (to === Number.MAX_SAFE_INTEGER) return ` from ${from}`;
  return exclusiveMinimum === undefined
    ? ` ${from} to ${to}`
    : ` above ${from}, ${maximum === undefined ? 'below' : 'to'} ${to}`;
}

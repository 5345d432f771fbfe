// The schema as a flat list of settings: dotted name, environment variable, type, range, default. Read from the JSON
// Schema that zod makes, so that nothing about a setting is written down twice.
import { z } from 'zod';
import { ConfigSchema } from './schema.js';

export interface Setting {
  /** `tls.certFile` */
  readonly name: string;
  /** `TONEGATE_TLS_CERT_FILE` */
  readonly env: string;
  readonly type: 'string' | 'integer' | 'list' | 'boolean';
  /** Range in words, for the reference. */
  readonly range: string;
  readonly fallback: unknown;
  readonly meaning: string;
}

interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly description?: string;
}

export const envPrefix = 'TONEGATE_';

export const settings: readonly Setting[] = flatten(
  z.toJSONSchema(ConfigSchema, { io: 'input' }) as unknown as JsonSchema,
  [],
);

function flatten(schema: JsonSchema, path: readonly string[]): Setting[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, each]) =>
    each.properties === undefined ? [setting(each, [...path, key])] : flatten(each, [...path, key]),
  );
}

function setting(schema: JsonSchema, path: readonly string[]): Setting {
  return {
    name: path.join('.'),
    env: envName(path),
    type: typeOf(schema),
    range: rangeOf(schema),
    fallback: schema.default,
    meaning: schema.description ?? '',
  };
}

function typeOf(schema: JsonSchema): Setting['type'] {
  switch (schema.type) {
    case 'integer':
    case 'boolean':
      return schema.type;
    case 'array':
      return 'list';
    default:
      return 'string';
  }
}

function envName(path: readonly string[]): string {
  const snake = path.map((part) => part.replace(/([A-Z])/g, '_$1')).join('_');
  return `${envPrefix}${snake.toUpperCase()}`;
}

function rangeOf(schema: JsonSchema): string {
  if (schema.enum !== undefined) return schema.enum.join(', ');
  if (schema.minimum !== undefined && schema.maximum !== undefined) return `${schema.minimum} to ${schema.maximum}`;
  if (schema.type === 'boolean') return 'true, false';
  return schema.type === 'array' ? 'list (commas in the environment)' : 'text';
}

/**
 * The value of an environment variable as the schema wants it; a number that is none is left for the schema to refuse.
 */
export function fromText(setting: Setting, text: string): unknown {
  switch (setting.type) {
    case 'integer':
      return /^-?\d+$/.test(text.trim()) ? Number(text) : text;
    case 'list':
      return text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'string':
      return text;
  }
}

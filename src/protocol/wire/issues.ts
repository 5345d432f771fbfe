// Formats a schema's issues as one sentence for the client: where, what is wrong, what would be right.
import type { z } from 'zod';
import { ServiceError } from '../errors.js';
import { longListError } from './long-lists.js';

/**
 * The number of issues shown. More do not help, and the client must not determine the length of a reply or a log line.
 */
const shown = 3;
const shownCharacters = 64;

/** Formats the issues of a zod error; `where` names the part of the request. */
export function describeIssues(error: z.ZodError, where = ''): string {
  const lines = error.issues.slice(0, shown).map((issue) => describe(issue, where));
  const more = error.issues.length - lines.length;
  return more > 0 ? `${lines.join('; ')}; and ${more} more` : lines.join('; ');
}

/**
 * Validates `value` and returns the schema's output. Throws INVALID_ARGUMENT with key and range. `where` names the part
 * of the request.
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown, where = ''): z.output<S> {
  refuseLongLists(schema, value, where);
  return parsed(schema, value, where);
}

/** Validates as `validate` does, for a value whose list lengths have been checked. */
export function parsed<S extends z.ZodType>(schema: S, value: unknown, where = ''): z.output<S> {
  const outcome = schema.safeParse(value, endsEarly);
  if (outcome.success) return outcome.data;
  const whole = isLarge(value) ? outcome : schema.safeParse(value);
  throw new ServiceError('INVALID_ARGUMENT', describeIssues(whole.error ?? outcome.error, where));
}

/**
 * Stops at the first wrong entry of a list or an object, because reporting 10,000 entries costs more than checking
 * them. zod's own `validate` does the same.
 */
const endsEarly: { abortEarly: boolean } & z.core.ParseContext<z.core.$ZodIssue> = { abortEarly: true };

/** All issues are counted for a value with fewer parts than this. */
const smallParts = 1_000;

function isLarge(value: unknown): boolean {
  let parts = 0;
  const look = (each: unknown): boolean => {
    if (++parts > smallParts) return true;
    return typeof each === 'object' && each !== null && Object.values(each).some(look);
  };
  return look(value);
}

/** Throws INVALID_ARGUMENT for a list that is longer than its schema allows, without checking its entries. */
export function refuseLongLists(schema: z.ZodType, value: unknown, where = ''): void {
  const long = longListError(schema, value);
  if (long !== undefined) throw new ServiceError('INVALID_ARGUMENT', describeIssues(long, where));
}

function describe(issue: z.core.$ZodIssue, where: string): string {
  const place = pathOf(where, issue.path);
  const prefix = place === '' ? '' : `${place}: `;
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownKeys(issue.keys, (key) => pathOf(where, [...issue.path, key]));
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? `${prefix}required (${issue.expected})`
        : `${prefix}must be ${article(issue.expected)}`;
    case 'too_small':
      return `${prefix}${bound(issue.origin, 'at least', Number(issue.minimum), issue.message)}`;
    case 'too_big':
      return `${prefix}${bound(issue.origin, 'at most', Number(issue.maximum), issue.message)}`;
    case 'invalid_union':
      if (issue.message !== 'Invalid input') return `${prefix}${issue.message}`; // the schema's own message
      return 'options' in issue && Array.isArray(issue.options)
        ? `${prefix}must be one of ${issue.options.map(String).join(', ')}`
        : `${prefix}fits none of the accepted shapes`;
    case 'invalid_value':
      return `${prefix}must be one of ${issue.values.map(String).join(', ')}`;
    default:
      return `${prefix}${issue.message}`;
  }
}

function unknownKeys(keys: readonly string[], nameOf: (key: string) => string): string {
  const named = keys
    .slice(0, shown)
    .map(nameOf)
    .map((key) => `unknown key ${key.length > shownCharacters ? `${key.slice(0, shownCharacters)}…` : key}`);
  const more = keys.length - named.length;
  return more > 0 ? `${named.join(', ')}, and ${more} more` : named.join(', ');
}

/** Describes a bound. A schema's own message (it may name the whole range) takes precedence over the generic one. */
function bound(origin: string, word: string, value: number, message: string): string {
  if (!message.startsWith('Too ')) return message;
  switch (origin) {
    case 'string':
      return `must have ${word} ${value} characters`;
    case 'array':
      return `must have ${word} ${value} entries`;
    default:
      return `must be ${word} ${value}`;
  }
}

const article = (type: string): string =>
  type === 'int' ? 'an integer' : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;

function pathOf(where: string, path: readonly PropertyKey[]): string {
  let text = where;
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? String(part) : `.${String(part)}`;
  }
  return text;
}

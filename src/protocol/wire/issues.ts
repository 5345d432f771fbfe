// Formats a schema's issues as one sentence for the client: where, what is wrong, what would be right.
import type { z } from 'zod';
import { ServiceError } from '../errors.js';
import { finished, type Steps } from '../steps.js';
import { findLongList } from './check/long-lists.js';

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
  finished(refuseLongListsInSteps(schema, value, where));
  return outputOf(schema, value, schema.safeParse(value, endsEarly), where);
}

/** Returns the output of the schema, or throws INVALID_ARGUMENT if the schema refused the value. */
export function outputOf<S extends z.ZodType>(
  schema: S,
  value: unknown,
  outcome: z.ZodSafeParseResult<z.output<S>>,
  where: string,
): z.output<S> {
  if (outcome.success) return outcome.data;
  const whole = isLarge(value) ? outcome : schema.safeParse(value);
  throw new ServiceError('INVALID_ARGUMENT', describeIssues(whole.error ?? outcome.error, where));
}

/**
 * Stops at the first wrong entry of a list or an object, because reporting 10,000 entries costs more than checking
 * them. zod's own `validate` does the same.
 */
export const endsEarly: { abortEarly: boolean } & z.core.ParseContext<z.core.$ZodIssue> = { abortEarly: true };

/** All issues are counted for a value with fewer parts than this. */
const smallParts = 1_000;

export const isLarge = (value: unknown): boolean => partsLeft(value, smallParts, 1) < 0;

/** True: the value is not large and no null is in it. */
export const isSmallWithoutNull = (value: unknown): boolean => partsLeft(value, smallParts, smallParts + 1) >= 0;

/** Returns `parts` less the number of parts of the value; below 0: the value has more. A null counts as `partsOfNull` parts. */
function partsLeft(value: unknown, parts: number, partsOfNull: number): number {
  if (value === null) return parts - partsOfNull;
  let left = parts - 1;
  if (typeof value !== 'object') return left;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at++) left = partsLeft(value[at], left, partsOfNull);
    return left;
  }
  for (const key in value) {
    if (left < 0) return left;
    left = partsLeft((value as Record<string, unknown>)[key], left, partsOfNull);
  }
  return left;
}

/** Throws INVALID_ARGUMENT for a list that is longer than its schema allows, without checking its entries. */
export function* refuseLongListsInSteps(schema: z.ZodType, value: unknown, where = ''): Steps<void> {
  const long = yield* findLongList(schema, value);
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
        : `${place === '' ? 'the JSON value ' : prefix}must be ${article(issue.expected)}`;
    case 'too_small':
      return `${prefix}${bound(issue.origin, 'at least', Number(issue.minimum), issue.message)}`;
    case 'too_big':
      return `${prefix}${bound(issue.origin, 'at most', Number(issue.maximum), issue.message)}`;
    case 'invalid_union':
      if (!/^Invalid (input|discriminator value)/.test(issue.message)) return `${prefix}${issue.message}`; // the schema's own
      return 'options' in issue && Array.isArray(issue.options)
        ? `${prefix}must be one of ${issue.options.map(String).join(', ')}`
        : describeShapes(issue, place);
    case 'invalid_key':
      return `${prefix}${issue.issues[0]?.message ?? issue.message}`;
    case 'invalid_value':
      return `${prefix}must be one of ${issue.values.map(String).join(', ')}`;
    default:
      return `${prefix}${issue.message}`;
  }
}

/** A value that fits none of several shapes. If it has the type of one of them, that one says what is wrong. */
function describeShapes(issue: z.core.$ZodIssueInvalidUnion, place: string): string {
  const [first] = issue.errors.find((issues) => !issues.some(isOtherKind)) ?? [];
  if (first !== undefined) return describe(first, place);
  const prefix = place === '' ? '' : `${place}: `;
  const values = issue.errors.map((issues) =>
    issues.flatMap((each) => (each.code === 'invalid_value' ? each.values : [])),
  );
  if (values.every(({ length }) => length > 0)) {
    const named = values.flat().filter((value) => value !== '');
    return `${prefix}must be one of ${named.map(String).join(', ')}`;
  }
  const types = issue.errors.flat().flatMap((each) => (each.code === 'invalid_type' ? [each] : []));
  const expected = [...new Set(types.map((each) => each.expected))];
  if (types.length < issue.errors.length) return `${prefix}fits none of the accepted shapes`;
  return types.every(({ message }) => message.endsWith('received undefined'))
    ? `${prefix}required (${expected.join(' or ')})`
    : `${prefix}must be ${expected.map(article).join(' or ')}`;
}

/** The whole value has another type or is another value. */
const isOtherKind = ({ code, path }: z.core.$ZodIssue): boolean =>
  path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');

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
      return `must have ${word} ${value} ${value === 1 ? 'character' : 'characters'}`;
    case 'array':
      return `must have ${word} ${value} ${value === 1 ? 'entry' : 'entries'}`;
    default:
      return `must be ${word} ${value}`;
  }
}

const article = (type: string): string =>
  type === 'int' ? 'an integer' : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;

/** Keys come from clients and sticks, and the text may go to a terminal: it has no control characters. */
function pathOf(where: string, path: readonly PropertyKey[]): string {
  let text = where;
  for (const part of path) {
    const key = String(part).replace(/\p{Cc}/gu, '\ufffd');
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? key : `.${key}`;
  }
  return text;
}

// Numbers of queries: an empty one, or one in another form, is refused in every route that reads one.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogue } from '../../../src/main/catalogue.js';
import { validate } from '../../../src/protocol/wire/issues.js';

const { routes, admin, everywhere } = catalogue();

/** Each number that a route reads from its query, besides those of families in which an empty value is unset. */
const numbers = [...routes, ...admin, ...everywhere].flatMap(({ id, query, dialect, example }) => {
  if (!(query instanceof z.ZodObject) || dialect?.emptyIsUnset === true) return [];
  return Object.entries(query.shape as Record<string, z.ZodType>)
    .filter(([, field]) => typeof field.safeParse('100').data === 'number')
    .map(([name]) => ({ id, name, query, example: example?.query ?? {} }));
});

it('there are routes that read numbers', () => {
  expect(numbers.length).toBeGreaterThan(8);
});

describe.each(numbers)('$id $name', ({ name, query, example }) => {
  it.each(['', ' ', '0x10', '1e1', '1.5', 'x'])('refuses "%s" and says what would be right', (text) => {
    expect(() => validate(query, { ...example, [name]: text }, 'query')).toThrow(
      new RegExp(`^query\\.${name}: must be a whole number in \\[[01]-[0-9]+\\]$`),
    );
  });
});

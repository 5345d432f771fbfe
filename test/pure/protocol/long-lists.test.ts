// Lists that are too long are refused before their entries are looked at, in the words of their schema.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { longListError } from '../../../src/protocol/wire/check/long-lists.js';
import { describeIssues, validate } from '../../../src/protocol/wire/issues.js';

let looked = 0;
const Entry = z.string().refine((text) => {
  looked++;
  return text !== '';
}, 'must not be empty');
const Body = z
  .strictObject({
    plain: z.array(Entry).max(3).optional(),
    ours: z.array(Entry).max(2, 'must have 0 to 2 entries of ours').default([]),
    groups: z
      .array(z.strictObject({ words: z.array(Entry).max(2).nullable() }))
      .max(4)
      .optional(),
    either: z.union([z.string(), z.array(Entry).max(2)]).optional(),
  })
  .transform((body) => body);

describe('a list that is too long', () => {
  it.each([
    ['plain: must have at most 3 entries', { plain: ['', '', '', ''] }],
    ['ours: must have 0 to 2 entries of ours', { ours: ['', '', ''] }],
    ['groups[1].words: must have at most 2 entries', { groups: [{ words: null }, { words: ['', '', ''] }] }],
  ])('is refused before its entries are looked at: %s', (message, body) => {
    looked = 0;
    expect(() => validate(Body, body)).toThrow(message);
    expect(looked).toBe(0);
  });

  it('of a union is left to the union', () => {
    expect(longListError(Body, { either: ['a', 'b', 'c'] })).toBeUndefined();
    expect(() => validate(Body, { either: ['a', 'b', 'c'] })).toThrow('either');
  });
});

describe('lists that are not too long', () => {
  it('are validated as without the look at their lengths', () => {
    for (const body of [
      {},
      { plain: ['a'] },
      { plain: [''] },
      { ours: 'x' },
      { groups: [1] },
      [],
      1,
      null,
      { other: [1] },
    ]) {
      const outcome = Body.safeParse(body);
      expect(longListError(Body, body)).toBeUndefined();
      if (outcome.success) expect(validate(Body, body)).toEqual(outcome.data);
      else expect(() => validate(Body, body)).toThrow(describeIssues(outcome.error));
    }
  });
});

describe('a value with many wrong entries', () => {
  const entry = z.strictObject({ text: z.string() });
  const wrong = (count: number) => ({ list: Array.from({ length: count }, () => ({ text: 1 })) });
  const refusal = (count: number, seen: (value: unknown) => unknown = (value) => value) => {
    const element = z.preprocess(seen, entry);
    try {
      validate(z.strictObject({ list: z.array(element) }), wrong(count));
    } catch (fault) {
      return (fault as Error).message;
    }
    throw new Error('was not refused');
  };

  it('is refused at the first of them', () => {
    let looks = 0;
    const seen = (value: unknown) => {
      looks++;
      return value;
    };
    expect(refusal(50_000, seen)).toBe('list[0].text: must be a string');
    expect(looks).toBe(1);
  });

  it('has all of them counted while it is small', () => {
    expect(refusal(10)).toBe(
      'list[0].text: must be a string; list[1].text: must be a string; list[2].text: must be a string; and 7 more',
    );
  });
});

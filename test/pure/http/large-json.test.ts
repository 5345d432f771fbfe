// Large JSON bodies are checked in pieces: others have their turn between two of them, and the answer is the one of a check in one go.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readBody } from '../../../src/http/body/body.js';
import { lenientBody } from '../../../src/http/route.js';
import { limits } from '../../../src/protocol/limits.js';
import { finished } from '../../../src/protocol/steps.js';
import { check } from '../../../src/protocol/wire/check/nulls.js';
import { validate } from '../../../src/protocol/wire/issues.js';

const headers = { 'content-type': 'application/json' };
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A body of so many entries, each of which is told to `seen` when it is checked. */
function counted(entries: number, seen: () => void) {
  const Entry = z.strictObject({
    text: z.string().refine(() => {
      seen();
      return true;
    }),
    extra: z.array(z.string()).max(5).optional(),
  });
  const rule = lenientBody(z.strictObject({ lists: z.array(z.strictObject({ entries: z.array(Entry) })) }), 2 ** 23);
  const list = Array.from({ length: entries }, (_, at) => ({ text: `entry ${at}`, extra: ['a', 'b'], note: null }));
  const body = { lists: [{ entries: list.map(({ note: _, ...entry }) => entry) }] };
  return { rule, bytes: Buffer.from(JSON.stringify(body)), body };
}

/** A clock that goes on by a millisecond whenever somebody looks at it. */
function tickingClock() {
  let ms = 0;
  return () => ++ms;
}

it('of a large body no more entries are checked between two turns of the event loop than a piece of work may hold', async () => {
  let sinceTurn = 0;
  let most = 0;
  const { rule, bytes, body } = counted(10_000, () => {
    most = Math.max(most, ++sinceTurn);
  });
  let isOver = false;
  const turns = (async () => {
    let count = 0;
    for (; !isOver; count++) {
      await turn();
      sinceTurn = 0;
    }
    return count;
  })();
  expect(await readBody(rule, headers, bytes, { clock: tickingClock() })).toEqual(body);
  isOver = true;
  expect(most).toBeLessThanOrEqual(limits.http.pieceMs);
  expect(await turns).toBeGreaterThan(10_000 / limits.http.pieceMs);
});

it('the check of a large body ends when its client has gone', async () => {
  const gone = new AbortController();
  let checked = 0;
  const { rule, bytes } = counted(10_000, () => {
    if (++checked === 100) gone.abort();
  });
  await expect(readBody(rule, headers, bytes, { clock: tickingClock(), signal: gone.signal })).rejects.toThrow();
  expect(checked).toBeLessThan(100 + limits.http.pieceMs);
});

const Entry = z
  .strictObject({
    text: z
      .string()
      .max(10)
      .transform((text) => text.normalize('NFC'))
      .refine((text) => text !== '', { error: 'must not be empty' }),
    others: z
      .array(z.strictObject({ text: z.string() }))
      .max(3)
      .optional(),
    enabled: z.boolean().default(true),
  })
  .refine(({ text, others }) => text !== 'alone' || others === undefined, { error: 'stands alone', path: ['others'] });
const Document = z
  .strictObject({
    name: z.string().max(5),
    dirs: z
      .array(z.strictObject({ path: z.array(z.string()).min(1), entries: z.array(Entry).max(1_500).default([]) }))
      .max(4)
      .default([]),
    words: z.array(z.string().max(4)).max(2_000).optional(),
    tail: z.int().min(0),
  })
  .refine(({ name }) => name !== 'bad', { error: 'must be good', path: ['name'] });

/** Fields that make an entry or the document wrong, or not. Undefined: the field goes. */
const entryFields: readonly object[] = [
  ...[{ text: 7 }, { text: '' }, { text: 'x'.repeat(11) }, { text: null }, { text: undefined }, { unknown: 1 }],
  ...[{ others: [{ text: 'a' }, { text: 1 }] }, { others: Array(4).fill({ text: 'a' }) }, { others: null }],
  { text: 'alone', others: [] },
];
const documentFields: readonly object[] = [
  ...[{ name: 'too long' }, { name: 'bad' }, { tail: -1 }, { unknown: true }, { dirs: undefined }, { dirs: {} }],
  ...[{ words: ['one', 'three', 2] }, { words: Array(2_001).fill('a') }, { words: null }],
];
const put = (fields: object | undefined, target: object | undefined): void => {
  for (const [key, value] of Object.entries(fields ?? {})) {
    if (value === undefined) Reflect.deleteProperty(target ?? {}, key);
    else Object.assign(target ?? {}, { [key]: value });
  }
};

/** The value or the refusal. */
const outcome = (work: () => unknown) => {
  try {
    return { value: work() };
  } catch (fault) {
    return { fault: (fault as Error).message };
  }
};

it('the answer to a large body is the one of a check in one go, to the letter', () => {
  const place = fc.record({ dir: fc.nat(1), at: fc.nat(799), fault: fc.nat(entryFields.length - 1) });
  const wrong = fc.array(place, { maxLength: 3 });
  const wrongDocument = fc.array(fc.nat(documentFields.length - 1), { maxLength: 2 });
  let refused = 0;
  fc.assert(
    fc.property(wrong, wrongDocument, (entries, whole) => {
      const dirs = ['a', 'b'].map((path) => ({
        path: [path],
        entries: Array.from(
          { length: 800 },
          (_, at): Record<string, unknown> => ({ text: `e\u0301${at}`, others: [{ text: 'o' }] }),
        ),
      }));
      const document: Record<string, unknown> = { name: 'one', dirs, words: Array(1_200).fill('w'), tail: 1 };
      for (const { dir, at, fault } of entries) put(entryFields[fault], dirs[dir]?.entries[at]);
      for (const fault of whole) put(documentFields[fault], document);
      const expected = outcome(() => validate(Document, document, 'body'));
      expect(outcome(() => finished(check(Document, document, false, 'body')))).toEqual(expected);
      if ('fault' in expected) refused++;
    }),
    { numRuns: 60 },
  );
  expect(refused).toBeGreaterThan(20);
});

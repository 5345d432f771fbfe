// Messages of errors.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ServiceError } from '../../../src/protocol/errors.js';
import { validate } from '../../../src/protocol/wire/issues.js';

it('the message of an error is short, however long the text of the client is that it repeats', () => {
  const name = '😀'.repeat(30_000);
  const { message } = new ServiceError('INVALID_ARGUMENT', `there is no lexicon "${name}"; GET /lexicons lists them`);
  expect(message.length).toBeLessThan(2_000);
  expect(message).toMatch(/^there is no lexicon "😀.* … .*😀"; GET \/lexicons lists them$/su);
  expect(message).not.toMatch(/\p{Surrogate}/u);
});

it('a value that chooses between shapes is refused with those that there are', () => {
  const kind = (name: string) => z.strictObject({ kind: z.literal(name) });
  const Body = z.discriminatedUnion('kind', [kind('ctc'), kind('vad')]);
  expect(() => validate(Body, { kind: 'toString' })).toThrow('kind: must be one of ctc, vad');
});

// Messages of errors.
import { expect, it } from 'vitest';
import { ServiceError } from '../../../src/protocol/errors.js';

it('the message of an error is short, however long the text of the client is that it repeats', () => {
  const name = '😀'.repeat(30_000);
  const { message } = new ServiceError('INVALID_ARGUMENT', `there is no lexicon "${name}"; GET /lexicons lists them`);
  expect(message.length).toBeLessThan(2_000);
  expect(message).toMatch(/^there is no lexicon "😀.* … .*😀"; GET \/lexicons lists them$/su);
  expect(message).not.toMatch(/\p{Surrogate}/u);
});

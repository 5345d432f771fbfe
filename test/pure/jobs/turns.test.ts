// Owners take turns in a queue.
import { expect, it } from 'vitest';
import { Turns } from '../../../src/jobs/turns.js';

it('who was served longest ago is next, and who was never served before all others', () => {
  const turns = new Turns();
  for (const owner of [1, 2, 3, 1]) turns.serve(owner);
  expect(turns.order([1, 2, 3, 4])).toEqual([4, 2, 3, 1]);
});

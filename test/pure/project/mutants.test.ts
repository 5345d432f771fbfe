// The bugs of `npm run mutants` quote the code, so that a change of the code can leave them behind.
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { mutants, prepared } from '../../../scripts/measure/mutants/plantable.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const refusalOf = (mutant: (typeof mutants)[number]) => prepared(root, mutant).refusal;

it('every planted bug finds its text exactly once in its file, and its tests exist', () => {
  expect(mutants.length).toBeGreaterThan(100);
  const refused = mutants.map((mutant) => [mutant.name, refusalOf(mutant)]).filter(([, refusal]) => refusal);
  expect(refused).toEqual([]);
});

it('every planted bug has a name of its own', () => {
  const names = mutants.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

it('a planted bug that is left behind by the code is refused with the reason', () => {
  const [mutant] = mutants as [(typeof mutants)[number]];
  expect(refusalOf({ ...mutant, text: 'no such text' })).toBe(
    `its text occurs 0 times in ${mutant.file}, must occur once`,
  );
  expect(refusalOf({ ...mutant, text: '}' })).toMatch(/^its text occurs \d+ times in /);
  expect(refusalOf({ ...mutant, replacement: mutant.text })).toBe('its replacement is its text');
  expect(refusalOf({ ...mutant, tests: ['test/none.test.ts'] })).toBe('test/none.test.ts does not exist');
});

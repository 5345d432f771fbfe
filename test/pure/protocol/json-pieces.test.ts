// JSON that is written in steps has the bytes of JSON.stringify.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonPieces } from '../../../src/protocol/json-pieces.js';
import { finished } from '../../../src/protocol/steps.js';

const written = (value: object): string => Buffer.concat(finished(jsonPieces(value))).toString('utf8');

/** Values with members that JSON leaves out, and texts long enough to be written apart. */
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined)),
    fc.string({ maxLength: 3 }).map((text) => text.repeat(3_000)),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 6 }),
  ),
}));

it('is the text of JSON.stringify, whatever the value is', () => {
  const documents = fc.dictionary(fc.string(), anyValue as fc.Arbitrary<unknown>, { maxKeys: 8 });
  fc.assert(
    fc.property(documents, (value) => written(value) === JSON.stringify(value)),
    { numRuns: 500 },
  );
});

it('is the text of JSON.stringify for long lists, long keys, empty lists and members that are left out', () => {
  const long = 'x'.repeat(5_000);
  const left = { a: undefined, b: () => 1, c: Symbol('c') };
  for (const value of [
    [],
    {},
    { long, ...left },
    { ...left, long },
    { a: [long, ...Object.values(left), long] },
    { [long]: [[], {}, [[]], long] },
    { '2': long, '1': long, text: '\ud800"\\\u2028' },
    Array.from({ length: 20_000 }, (_, at) => ({ at, text: `第${at}题` })),
    { lists: [[Array.from({ length: 5_000 }, String)]] },
  ]) {
    expect(written(value) === JSON.stringify(value)).toBe(true);
  }
});

it('is written in pieces of about 64 KiB, a small part of them in each step', () => {
  const entry = { question: { text: '你们几点开门', ext: ['几点营业', '几点上班'] }, response: { answers: ['九点'] } };
  const document = { dirs: [{ pairs: Array.from({ length: 10_000 }, () => entry) }] };
  const whole = JSON.stringify(document);
  const steps = jsonPieces(document);
  let count = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) count++;
  expect(count).toBeGreaterThan(whole.length / 8_192);
  const lengths = step.value.map((piece) => piece.toString('utf8').length);
  expect(Math.max(...lengths)).toBeLessThan(65_536 + 8_192);
  expect(Math.min(...lengths.slice(0, -1))).toBeGreaterThanOrEqual(65_536);
});

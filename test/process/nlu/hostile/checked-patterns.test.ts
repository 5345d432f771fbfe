// The check of a request’s regular expressions, which takes long, beside other work.
import { expect, it } from 'vitest';
import { CheckedPatterns } from '../../../../src/nlu/patterns/checked-patterns.js';
import { compilePattern, isChecked, outcomeOf } from '../../../../src/understanding/notation/pattern.js';

const source = (at: number) => `a{900}b{900}${at}`;
const body = {
  question: { text: 'q', extQuestions: Array.from({ length: 40 }, (_, at) => ({ text: `RE:${source(at)}` })) },
};

it('leaves turns to others between the expressions, and is not repeated when the request is carried out', async () => {
  let turns = 0;
  let isOver = false;
  const others = () => {
    turns++;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  await new CheckedPatterns().check(1, body, new AbortController().signal);
  isOver = true;
  expect(turns).toBeGreaterThan(3);
  for (let at = 0; at < 40; at++) expect(isChecked(source(at))).toBe(true);
  const compiled: object[] = [];
  for (let at = 0; at < 40; at++) compiled.push(compilePattern(source(at), 0).groups);
  expect(compiled).toHaveLength(40);
});

it('finds in a thread what it finds without one', async () => {
  const few = ['(?P<many>x+)y', '(', 'a{2,1}'];
  const all = [...few.map((each) => `${each}|z`), ...Array.from({ length: 40 }, (_, at) => source(100 + at))];
  const texts = (sources: readonly string[]) => sources.map((each) => ({ text: `RE:${each}` }));
  await new CheckedPatterns().check(1, texts(all), new AbortController().signal);
  for (const each of few) {
    const found = `${each}|z`;
    expect(isChecked(found)).toBe(true);
    const outcome = outcomeOf(found);
    if ('groups' in outcome) expect(compilePattern(found, 3).groups).toEqual(outcome.groups);
    else expect(() => compilePattern(found, 3)).toThrow(outcome.fault);
  }
});

it('looks into conditions and assignments, and ends with the client', async () => {
  const condition = 'user.x ~= /(?P<n>a+)/ || user.y ~= /[/';
  await new CheckedPatterns().check(1, [{ deep: [condition] }], new AbortController().signal);
  expect(compilePattern('(?P<n>a+)', 0).groups).toEqual(['n']);
  expect(() => compilePattern('[', 7)).toThrow('RE2 refuses this regular expression');
  const gone = new AbortController();
  gone.abort(new Error('the client has gone'));
  const unknown = Array.from({ length: 40 }, (_, at) => `RE:${source(200 + at)}`);
  await expect(new CheckedPatterns().check(1, unknown, gone.signal)).rejects.toThrow('the client has gone');
});

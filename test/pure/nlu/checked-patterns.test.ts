// The check of a request’s regular expressions, which takes long, beside other work.
import { expect, it } from 'vitest';
import { CheckedPatterns } from '../../../src/nlu/resource/checked-patterns.js';
import { compilePattern } from '../../../src/understanding/notation/pattern.js';

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
  const compiled: object[] = [];
  for (let at = 0; at < 40; at++) compiled.push(compilePattern(source(at), 0).groups);
  expect(compiled).toHaveLength(40);
});

it('looks into conditions and assignments, and ends with the client', async () => {
  const condition = 'user.x ~= /(?P<n>a+)/ || user.y ~= /[/';
  await new CheckedPatterns().check(1, [{ deep: [condition] }], new AbortController().signal);
  expect(compilePattern('(?P<n>a+)', 0).groups).toEqual(['n']);
  expect(() => compilePattern('[', 7)).toThrow('RE2 refuses this regular expression');
  const gone = new AbortController();
  gone.abort(new Error('the client has gone'));
  await expect(new CheckedPatterns().check(1, body, gone.signal)).rejects.toThrow('the client has gone');
});

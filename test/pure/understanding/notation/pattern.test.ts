// Regular expressions of authors: what they may cost.
import { describe, expect, it } from 'vitest';
import { limits } from '../../../../src/protocol/limits.js';
import { holds, parseCondition } from '../../../../src/understanding/notation/expression.js';
import { compilePattern, seenBy, writtenOut } from '../../../../src/understanding/notation/pattern.js';

describe('the parts of a regular expression, with every {n,m} written out', () => {
  it.each([
    ['abc', 3],
    ['a|b*', 2],
    ['[a-z]{3}', 3],
    ['[]a]{3}x', 4],
    ['[[:alpha:]]{2}', 2],
    ['\\p{Han}{2,5}', 5 * 21],
    ['\\pL', 21],
    ['(?i)[\\pLx]', 102],
    ['(?i)[一-龥]', 211],
    ['(?i)[a-z]', 2],
    ['[一-龥]', 1],
    ['(?i)[^a]', 22],
    ['\\x{4e00}{2}', 2],
    ['\\{3}', 3],
    ['a{2,}', 3],
    ['a{0}', 1],
    ['(ab)', 3],
    ['(ab){10}', 30],
    ['((ab){10}c){10}', 320],
    ['(?:我|你|他){1,3}[一-龥]{0,20}(退|换)货{1,3}$', 4 * 3 + 20 + 3 + 3],
    ['a{x}', 4],
    [')){2}', 3],
  ])('of %s are %i', (source, parts) => {
    expect(writtenOut(source)).toBe(parts);
  });

  it('are no fewer than a third of the steps that RE2 makes of it', () => {
    for (const source of [
      'a{0,500}b{0,400}',
      '((.*.*.a?){10}){10}',
      '(?i)(ab|a|b)*(a{0,20}){0,20}bc',
      '[一-龥]{0,30}退?',
    ]) {
      expect(compilePattern(source, 0).re.programSize()).toBeLessThan(3 * writtenOut(source) + 20);
    }
  });
});

it.each([`(${'abcdefghi'.repeat(50)}){1000}`, 'a{0,500}'.repeat(80), '((.*.*.a?){20}){20}'])(
  '%s is refused before it is compiled, with both numbers',
  (source) => {
    expect(() => compilePattern(source, 0)).toThrow(
      `the regular expression has ${writtenOut(source)} parts when every {n,m} is written out, must have at most ${limits.nlu.patternParts}`,
    );
  },
);

it('an expression is matched on the beginning of a long text, where all of it would take too long', () => {
  const [large, small] = [compilePattern('(a{0,30}){0,30}b', 0), compilePattern('b', 0)];
  const text = `${'c'.repeat(1_000)}b`;
  expect(seenBy(large, 'aab')).toBe('aab');
  expect(seenBy(small, text)).toBe(text);
  expect(text.startsWith(seenBy(large, text))).toBe(true);
  expect(seenBy(large, text).length * large.re.programSize()).toBeLessThanOrEqual(400_000);
  expect(holds(parseCondition('x ~= /(a{0,30}){0,30}b/'), () => text)).toBe(false);
});

// Specification 3, section 2.3: comparison conditions and assignments.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  evaluate,
  holds,
  parseAssignment,
  parseCondition,
  type Value,
} from '../../../src/understanding/notation/expression.js';
import { NotationFault } from '../../../src/understanding/notation/fault.js';

const values: Readonly<Record<string, Value>> = {
  'user.city': '上海',
  'user.age': 42,
  'user.vip': true,
  'slots.date.value': '明天',
  'global.count': -1.5e3,
  list: [1, 'a'],
  none: [],
  object: {},
};
const variables = (path: readonly string[]): Value => values[path.join('.')];
const judged = (text: string): boolean => holds(parseCondition(text), variables);

function faultOf(parse: (text: string) => unknown, text: string): string {
  try {
    parse(text);
  } catch (fault) {
    if (fault instanceof NotationFault) return fault.in(text);
    throw fault;
  }
  throw new Error(`no fault in ${text}`);
}

describe('a condition', () => {
  it.each([
    ['', true],
    ['true', true],
    ['false', false],
    ['user.city == "上海"', true],
    ["user.city == '上海'", true],
    ['user.city != "北京"', true],
    ['user.age > 41.5', true],
    ['user.age >= 42 && user.age <= 4.2e1', true],
    ['user.age < 42 || user.vip', true],
    ['!(user.age < 42)', true],
    ['!user.vip', false],
    ['global.count == -1500', true],
    ['user.vip == true', true],
    ['user.age == user.age', true],
    ['substr(user.city, "海")', true],
    ['substr(user.city, "京")', false],
    ['user.city ~= /^上.$/', true],
    ['user.city ~= /a\\/b/', false],
    ['is_valid(user.city)', true],
    ['is_valid(user.name)', false],
    ['is_valid(object)', false],
    ['contain(list, "a")', true],
    ['contain(list, "1")', false],
    ['is_empty(none)', true],
    ['is_empty(missing)', false],
    ['user.age + 1 == 43', true],
    ['user.age * 2 - 4 == 80', true],
  ])('%s is %s', (text, wanted) => {
    expect(judged(text)).toBe(wanted);
  });

  it('&& binds more tightly than ||, and ! more tightly than both', () => {
    expect(judged('true || false && false')).toBe(true);
    expect(judged('(true || false) && false')).toBe(false);
    expect(judged('!false && false')).toBe(false);
  });

  it('converts nothing: values of two types are neither equal, unequal nor ordered', () => {
    for (const text of ['user.age == "42"', 'user.age != "42"', 'user.vip == 1', 'user.city > 1', 'user.city > "a"']) {
      expect(judged(text), text).toBe(false);
    }
  });

  it('with something that is missing is false, unless it is compared with nil', () => {
    for (const text of [
      'missing == 1',
      'missing != 1',
      'missing > 0',
      'missing ~= /a/',
      'missing == missing',
      'missing',
    ]) {
      expect(judged(text), text).toBe(false);
    }
    expect(judged('missing == nil')).toBe(true);
    expect(judged('missing != nil')).toBe(false);
    expect(judged('user.age != nil')).toBe(true);
  });

  it.each([
    ['user.age >', 'character 11: the end is not a value; a value is expected here'],
    ['user.age > 1 2', 'character 14: "2" follows a complete condition'],
    ['a = 1', 'character 3: = follows a complete condition'],
    ['1 < a < 3', 'character 7: comparisons cannot be chained'],
    ['"上海', 'character 1: the closing " of this text is missing'],
    ['a ~= "b"', 'character 6: ~= must be followed by a regular expression between slashes'],
    ['a ~= /(?!b)/', 'character 7: RE2 refuses this regular expression'],
    ['a ~= /b', 'character 6: the closing / of this regular expression is missing'],
    ['a == 0x1F', 'character 6: this is not a decimal number'],
    ['a == 017', 'character 6: this is not a decimal number'],
    ['a == 1e999', 'character 6: this is not a decimal number'],
    [
      'length(a) == 1',
      'character 1: "length" is not a function; the functions are substr, contain, is_empty, is_valid',
    ],
    ['substr(a)', 'character 1: substr takes 2 arguments, not 1'],
    ['(a == 1', 'character 8: ) is missing after what stands in parentheses'],
    ['变量 == 1', 'character 1: "变" has no meaning here'],
    ['a..b == 1', 'character 3: "" is not a name'],
    ['1 + 2', 'character 1: this is a value, not a condition'],
    [`${'('.repeat(60)}a${')'.repeat(60)}`, 'character 52: at most 50 levels of ( and ! are allowed'],
    ['a'.repeat(5_000), 'character 4097: the expression has 5000 characters, must have at most 4096'],
  ])('%s is refused, and the place is named', (text, message) => {
    expect(faultOf(parseCondition, text).startsWith(message), faultOf(parseCondition, text)).toBe(true);
  });
});

describe('an assignment', () => {
  const assigned = (text: string) => {
    const { target, value } = parseAssignment(text);
    return [target.join('.'), evaluate(value, variables)];
  };

  it.each([
    ['x = 1', ['x', 1]],
    ['global.name = user.city + "人"', ['global.name', '上海人']],
    ['n = (user.age - 2) / 4', ['n', 10]],
    ['flag = user.age > 18 && user.vip', ['flag', true]],
    ['gone = nil', ['gone', null]],
    ['x = missing + 1', ['x', undefined]],
    ['x = 1 / 0', ['x', undefined]],
    ['slots.city = "上海"', ['slots.city', '上海']],
    ['slots.city.normValue = "上海市"', ['slots.city.normValue', '上海市']],
  ])('%s', (text, wanted) => {
    expect(assigned(text)).toEqual(wanted);
  });

  it.each([
    ['user.x = 1', 'user.x cannot be assigned'],
    ['slots = 1', 'slots cannot be assigned'],
    ['slots.date.score = 1', 'slots.date.score cannot be assigned'],
    ['slots.date.value.x = 1', 'slots.date.value.x cannot be assigned'],
    ['global.appKey = 1', 'global.appKey cannot be assigned'],
    ['global.a.b = 1', 'global.a.b cannot be assigned'],
    ['nil = 1', 'nil cannot be assigned'],
    ['global = 1', 'global cannot be assigned'],
    ['1 = x', 'an assignment must begin with the name of a variable'],
    ['x == 1', '= is missing after the name of the variable'],
    ['x =', 'the end is not a value; a value is expected here'],
  ])('%s is refused', (text, message) => {
    expect(faultOf(parseAssignment, text)).toContain(message);
  });
});

describe('any text', () => {
  const pieces = fc.constantFrom(
    ...[
      'a',
      'user.x',
      '1',
      '2.5',
      '"s"',
      '==',
      '!=',
      '<',
      '>',
      '&&',
      '||',
      '!',
      '(',
      ')',
      '~=',
      '/a/',
      '/',
      '+',
      '-',
      '*',
    ],
    ...['substr(', 'is_valid(', ',', ' ', '=', 'nil', 'true', '变', '\\', "'"],
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 40 }).map((each) => each.join(' ')),
  );

  it.each([
    ['condition', (text: string) => holds(parseCondition(text), variables)],
    ['assignment', (text: string) => evaluate(parseAssignment(text).value, variables)],
  ] as const)('is a %s that can be judged, or a fault whose place lies in it', (_, judge) => {
    fc.assert(
      fc.property(texts, (text) => {
        try {
          judge(text);
        } catch (fault) {
          if (!(fault instanceof NotationFault)) throw fault;
          expect(fault.at).toBeGreaterThanOrEqual(0);
          expect(fault.at).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('of sums as long as is allowed can be judged', () => {
    const sum = Array.from({ length: 2_000 }, () => '1').join('+');
    expect(evaluate(parseAssignment(`x=${sum}`).value, variables)).toBe(2_000);
  });
});

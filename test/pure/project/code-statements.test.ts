// `npm run measure:stale` compares code: comments, layout, imports, types and the words of messages make no difference.
import { expect, it } from 'vitest';
import { statementsOf } from '../../../scripts/measure/lib/code-statements.mjs';

type Pair = readonly [what: string, file: string, one: string, other: string];

const equal: readonly Pair[] = [
  ['a comment beside code', 'a.ts', 'const a = 1; // one\nf(a);', '/** Two. */\nconst a = 1;\nf(/* a */ a);'],
  ['a line break', 'a.ts', 'f({ a: 1, b: [2, 3] });', 'f({\n  a: 1,\n  b: [\n    2,\n    3,\n  ],\n});'],
  ['an import', 'a.ts', "import { f } from './f.js';\nf();", "import { f } from './g/f.js';\nf();"],
  ['a type', 'a.ts', 'const a: number = f();', 'interface A { b: string }\nconst a: string = f();'],
  ['the words of a message', 'a.ts', "throw new E('no such a');", "throw new E('there is no such a');"],
  ['words around a value', 'a.ts', 'say(`has $' + '{n} units`);', 'say(`must have $' + '{n} units in all`);'],
  ['a comment in C++', 'a.cc', 'int a = 1;  // one\n', '/* two */ int a =\n    1;\n'],
  ['a line break in C++', 'a.h', 'void F(int a, int b);', 'void F(int a,\n       int b);'],
  ['an include', 'a.cc', '#include <a>\nint a;', '#include "b.h"\nint a;'],
  ['a comment in Python', 'a.py', 'a = 1  # one\n', '# two\n\na = 1\n'],
  ['a documentation text in Python', 'a.py', 'def f():\n    return 1\n', 'def f():\n  """One."""\n  return 1\n'],
  ['a line break in brackets in Python', 'a.py', 'f(1, 2)\n', 'f(\n    1, 2\n)\n'],
  ['a comment in SQL', 'a.sql', 'CREATE TABLE a (b INT); -- one', 'CREATE TABLE a\n  (b INT);'],
  ['the layout of JSON', 'a.json', '{"a":[1,2]}', '{\n  "a": [1, 2]\n}\n'],
  ['a document', 'a.md', 'One.', 'Two.'],
];

it.each(equal)('%s makes no difference', (_, file, one, other) => {
  expect(statementsOf(file, one)).toEqual(statementsOf(file, other));
});

const different: readonly Pair[] = [
  ['a number', 'a.ts', 'const a = 1;', 'const a = 2;'],
  ['what looks like a comment in a text', 'a.ts', "const a = 'x//y';", "const a = 'x//z';"],
  ['what looks like a comment in a regular expression', 'a.ts', 'const a = /[/]/*1;', 'const a = /[/]/*2;'],
  ['a space in a text', 'a.ts', "const a = 'x y1';", "const a = 'xy1';"],
  ['a value in a message', 'a.ts', 'say(`has $' + '{n} units`);', 'say(`has $' + '{m} units`);'],
  ['a word that is no message', 'a.ts', "f('busy');", "f('ringback');"],
  ['SQL', 'a.ts', "sql('SELECT a FROM b');", "sql('SELECT c FROM b');"],
  ['a number in C++', 'a.cc', "constexpr int a = 1'000;  // '\n", "constexpr int a = 2'000;  // '\n"],
  ['a raw text in C++', 'a.cc', 'auto a = R"x(//1)x";', 'auto a = R"x(//2)x";'],
  ['a definition for the preprocessor', 'a.h', '#define A 1\nint a;', '#define A 2\nint a;'],
  ['two words that become one', 'a.cc', 'unsigned a;', 'unsigneda;'],
  ['indentation in Python', 'a.py', 'if a:\n    b()\n    c()\n', 'if a:\n    b()\nc()\n'],
  ['a number sign in a text of Python', 'a.py', "a = '#1'\n", "a = '#2'\n"],
  ['a value of JSON', 'a.json', '{"a":1}', '{"a":2}'],
];

it.each(different)('%s makes a difference', (_, file, one, other) => {
  expect(statementsOf(file, one)).not.toEqual(statementsOf(file, other));
});

it('a file that is not code has no statements', () => {
  expect(statementsOf('model.bin', '')).toBeUndefined();
});

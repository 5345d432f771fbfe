// Conditions and assignments (specification 3, section 2.3) as trees, and their evaluation. Values are never converted:
// values of two types are never equal, and a comparison with a missing value is false unless it is with nil.
import { limits } from '../../protocol/limits.js';
import { type Effort, unlimited } from './effort.js';
import { NotationFault, quoted } from './fault.js';
import { compilePattern, type Pattern, seenBy, stepsOn, weightOf } from './pattern.js';
import { type Token, Tokens } from './tokens.js';

export type Value = string | number | boolean | null | undefined | readonly unknown[] | object;
type Literal = string | number | boolean | null;
type Comparison = '==' | '!=' | '>' | '<' | '>=' | '<=';
type Operation = '+' | '-' | '*' | '/';

export type Expression =
  | { readonly kind: 'literal'; readonly value: Literal }
  | { readonly kind: 'variable'; readonly path: readonly string[] }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Expression[] }
  | { readonly kind: 'compare'; readonly sign: Comparison; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'match'; readonly left: Expression; readonly pattern: Pattern }
  | { readonly kind: 'compute'; readonly sign: Operation; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Expression[] };

export interface Assignment {
  /** The path of the target: `x`, `global.x`, `slots.x`, `slots.x.value` or `slots.x.normValue`. */
  readonly target: readonly string[];
  readonly value: Expression;
}

/** Returns the value of a variable; undefined: there is none. */
export type Variables = (path: readonly string[]) => Value;

const functions = {
  substr: {
    arguments: 2,
    run: ([text, part]) => typeof text === 'string' && typeof part === 'string' && text.includes(part),
  },
  contain: { arguments: 2, run: ([list, item]) => Array.isArray(list) && list.includes(item) },
  is_empty: { arguments: 1, run: ([list]) => Array.isArray(list) && list.length === 0 },
  is_valid: { arguments: 1, run: ([value]) => isValid(value) },
} as const satisfies Record<string, { readonly arguments: number; run(values: readonly Value[]): boolean }>;
type FunctionName = keyof typeof functions;

const constants: Readonly<Record<string, Literal>> = { true: true, false: false, nil: null };
const comparisons = ['==', '!=', '>=', '<=', '>', '<'] as const;
/** The maximum nesting of parentheses, ! and minus signs. */
const maxDepth = 50;
const { expressionCharacters, patternParts } = limits.nlu;

/** Parses a condition. An empty text always holds. @throws NotationFault */
export function parseCondition(text: string): Expression {
  if (text.trim() === '') return { kind: 'literal', value: true };
  const reader = new Reader(text);
  const condition = reader.any();
  reader.end();
  if (!isCondition(condition)) {
    throw new NotationFault(0, 'this is a value, not a condition; compare it, such as x == 1, or use is_valid(x)');
  }
  return condition;
}

/** Parses an assignment `name = value`. @throws NotationFault */
export function parseAssignment(text: string): Assignment {
  const reader = new Reader(text);
  const target = reader.target();
  const value = reader.any();
  reader.end();
  return { target, value };
}

const isCondition = (expression: Expression): boolean => {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'boolean';
    case 'compute':
      return false;
    default:
      return true; // a variable holds if its value is true
  }
};

class Reader {
  readonly #tokens: Tokens;
  #depth = 0;
  #patternParts = 0;

  constructor(text: string) {
    if (text.length > expressionCharacters) {
      throw new NotationFault(
        expressionCharacters,
        `the expression has ${text.length} characters, must have at most ${expressionCharacters}`,
      );
    }
    this.#tokens = new Tokens(text);
  }

  end(): void {
    const { next } = this.#tokens;
    if (next.kind !== 'end')
      throw new NotationFault(next.at, `${shown(next)} follows a complete condition; join conditions with && or ||`);
  }

  target(): readonly string[] {
    const token = this.#tokens.take();
    if (token.kind !== 'word')
      throw new NotationFault(token.at, 'an assignment must begin with the name of a variable: name = value');
    const { path } = token;
    if (!isWritable(path)) {
      throw new NotationFault(
        token.at,
        `${path.join('.')} cannot be assigned; only name, global.name, slots.name and slots.name.value or .normValue can`,
      );
    }
    this.#tokens.expect('=', 'after the name of the variable');
    return path;
  }

  any(): Expression {
    return this.#joined('||', 'any', () => this.#joined('&&', 'all', () => this.#comparison()));
  }

  #joined(sign: string, kind: 'any' | 'all', part: () => Expression): Expression {
    const of = [part()];
    while (this.#tokens.isSign(sign)) {
      this.#tokens.take();
      of.push(part());
    }
    return of.length === 1 ? (of[0] as Expression) : { kind, of };
  }

  #comparison(): Expression {
    const left = this.#sum();
    if (this.#tokens.isSign('~=')) {
      this.#tokens.take();
      return { kind: 'match', left, pattern: this.#pattern() };
    }
    if (!this.#tokens.isSign(...comparisons)) return left;
    const sign = (this.#tokens.take() as { text: Comparison }).text;
    const right = this.#sum();
    if (this.#tokens.isSign(...comparisons, '~=')) {
      throw new NotationFault(this.#tokens.next.at, 'comparisons cannot be chained; write a < b && b < c');
    }
    return { kind: 'compare', sign, left, right };
  }

  #pattern(): Pattern {
    const token = this.#tokens.take();
    if (token.kind !== 'pattern')
      throw new NotationFault(token.at, '~= must be followed by a regular expression between slashes: /…/');
    this.#patternParts += weightOf(token.source);
    if (this.#patternParts > patternParts) {
      const why = `the regular expressions of one condition may have at most ${patternParts} parts together`;
      throw new NotationFault(token.at, `${why}; use smaller numbers in braces, or several conditions`);
    }
    return compilePattern(token.source, token.at + 1);
  }

  #sum(): Expression {
    return this.#computed(['+', '-'], () => this.#computed(['*', '/'], () => this.#unary()));
  }

  #computed(signs: readonly Operation[], part: () => Expression): Expression {
    let left = part();
    while (this.#tokens.isSign(...signs)) {
      const sign = (this.#tokens.take() as { text: Operation }).text;
      left = { kind: 'compute', sign, left, right: part() };
    }
    return left;
  }

  #unary(): Expression {
    if (this.#tokens.isSign('!')) {
      this.#tokens.take();
      return { kind: 'not', of: this.#deeper(() => this.#unary()) };
    }
    if (this.#tokens.isSign('-')) {
      this.#tokens.take();
      return {
        kind: 'compute',
        sign: '-',
        left: { kind: 'literal', value: 0 },
        right: this.#deeper(() => this.#unary()),
      };
    }
    if (this.#tokens.isSign('(')) {
      this.#tokens.take();
      const inside = this.#deeper(() => this.any());
      this.#tokens.expect(')', 'after what stands in parentheses');
      return inside;
    }
    return this.#operand();
  }

  #deeper<T>(read: () => T): T {
    if (++this.#depth > maxDepth)
      throw new NotationFault(this.#tokens.next.at, `at most ${maxDepth} levels of ( and ! are allowed`);
    const made = read();
    this.#depth -= 1;
    return made;
  }

  #operand(): Expression {
    const token = this.#tokens.take();
    switch (token.kind) {
      case 'number':
      case 'string':
        return { kind: 'literal', value: token.value };
      case 'word':
        return this.#word(token.path, token.at);
      default:
        throw new NotationFault(token.at, `${shown(token)} is not a value; a value is expected here`);
    }
  }

  #word(path: readonly string[], at: number): Expression {
    const name = path.join('.');
    if (this.#tokens.isSign('(')) return this.#call(name, at);
    if (Object.hasOwn(constants, name)) return { kind: 'literal', value: constants[name] as Literal };
    return { kind: 'variable', path };
  }

  #call(name: string, at: number): Expression {
    if (!Object.hasOwn(functions, name)) {
      throw new NotationFault(
        at,
        `${quoted(name)} is not a function; the functions are ${Object.keys(functions).join(', ')}`,
      );
    }
    this.#tokens.take();
    const args: Expression[] = [];
    while (!this.#tokens.isSign(')')) {
      if (args.length > 0) this.#tokens.expect(',', 'between the arguments');
      args.push(this.#deeper(() => this.any()));
    }
    this.#tokens.take();
    const { arguments: wanted } = functions[name as FunctionName];
    if (args.length !== wanted)
      throw new NotationFault(
        at,
        `${name} takes ${wanted === 1 ? 'one argument' : `${wanted} arguments`}, not ${args.length}`,
      );
    return { kind: 'call', name: name as FunctionName, args };
  }
}

/** Roots that contain other variables. */
const prefixes: ReadonlySet<string> = new Set(['global', 'slots', 'user']);
/** Global variables that the service sets. */
const presets: ReadonlySet<string> = new Set(['appKey', 'tenant']);

/** True for a variable that an assignment may set, such as `global.x`, `slots.x.value` or `x`. */
export function isWritable([root = '', name, member, ...more]: readonly string[]): boolean {
  if (more.length > 0) return false;
  if (name === undefined) return !Object.hasOwn(constants, root) && !prefixes.has(root);
  if (root === 'slots') return member === undefined || member === 'value' || member === 'normValue';
  return root === 'global' && member === undefined && !presets.has(name);
}

function shown(token: Token): string {
  switch (token.kind) {
    case 'end':
      return 'the end';
    case 'sign':
      return token.text;
    case 'word':
      return token.path.join('.');
    case 'pattern':
      return 'a regular expression';
    default:
      return quoted(String(token.value));
  }
}

/** The regular expressions of an expression. */
export function* patternsIn(expression: Expression): Generator<Pattern> {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
      return;
    case 'match':
      yield expression.pattern;
      yield* patternsIn(expression.left);
      return;
    case 'not':
      yield* patternsIn(expression.of);
      return;
    case 'compare':
    case 'compute':
      yield* patternsIn(expression.left);
      yield* patternsIn(expression.right);
      return;
    case 'all':
    case 'any':
      for (const each of expression.of) yield* patternsIn(each);
      return;
    case 'call':
      for (const each of expression.args) yield* patternsIn(each);
  }
}

const isValid = (value: Value): boolean =>
  value !== undefined && value !== null && (typeof value !== 'object' || Object.keys(value).length > 0);

/**
 * The value of an expression; undefined if something that it needs is missing or of the wrong type.
 * @throws TooMuchWork
 */
export function evaluate(expression: Expression, variables: Variables, effort: Effort = unlimited): Value {
  effort.spend(1);
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'variable':
      return variables(expression.path);
    case 'compute':
      return computed(
        expression.sign,
        evaluate(expression.left, variables, effort),
        evaluate(expression.right, variables, effort),
        effort,
      );
    default:
      return holds(expression, variables, effort);
  }
}

/** True if a condition holds. @throws TooMuchWork */
export function holds(expression: Expression, variables: Variables, effort: Effort = unlimited): boolean {
  const its = (each: Expression): Value => evaluate(each, variables, effort);
  effort.spend(1);
  switch (expression.kind) {
    case 'not':
      return !holds(expression.of, variables, effort);
    case 'all':
      return expression.of.every((each) => holds(each, variables, effort));
    case 'any':
      return expression.of.some((each) => holds(each, variables, effort));
    case 'compare': {
      const [left, right] = [its(expression.left), its(expression.right)];
      effort.read(left);
      return compared(expression.sign, left, right);
    }
    case 'match':
      return matches(expression.pattern, its(expression.left), effort);
    case 'call': {
      const args = expression.args.map(its);
      effort.read(args[0]);
      return functions[expression.name].run(args);
    }
    case 'literal':
    case 'variable':
    case 'compute':
      return its(expression) === true;
  }
}

function matches(pattern: Pattern, text: Value, effort: Effort): boolean {
  if (typeof text !== 'string') return false;
  const seen = seenBy(pattern, text);
  effort.spend(stepsOn(pattern, seen));
  return pattern.re.test(seen);
}

function compared(sign: Comparison, left: Value, right: Value): boolean {
  if (left === null || right === null) {
    // a missing value equals nil
    const isSame = (left ?? null) === (right ?? null);
    return sign === '==' ? isSame : sign === '!=' && !isSame;
  }
  if (left === undefined || right === undefined || typeof left !== typeof right) return false;
  switch (sign) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    default:
      return typeof left === 'number' && typeof right === 'number' && ordered(sign, left, right);
  }
}

function ordered(sign: '>' | '<' | '>=' | '<=', left: number, right: number): boolean {
  switch (sign) {
    case '>':
      return left > right;
    case '<':
      return left < right;
    case '>=':
      return left >= right;
    case '<=':
      return left <= right;
  }
}

function computed(sign: Operation, left: Value, right: Value, effort: Effort): Value {
  if (sign === '+' && typeof left === 'string' && typeof right === 'string') {
    effort.write(left.length + right.length);
    return left + right;
  }
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  const value = { '+': left + right, '-': left - right, '*': left * right, '/': left / right }[sign];
  return Number.isFinite(value) ? value : undefined;
}

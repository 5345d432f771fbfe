// The variables that an expression reads.
import type { Expression } from './expression.js';

/** The paths of variables, such as `slots`, `date`, `value`, in the order of the text, each as often as it is read. */
export function* variablesIn(expression: Expression): Generator<readonly string[]> {
  switch (expression.kind) {
    case 'literal':
      return;
    case 'variable':
      yield expression.path;
      return;
    case 'not':
      yield* variablesIn(expression.of);
      return;
    case 'all':
    case 'any':
      for (const part of expression.of) yield* variablesIn(part);
      return;
    case 'compare':
    case 'compute':
      yield* variablesIn(expression.left);
      yield* variablesIn(expression.right);
      return;
    case 'match':
      yield* variablesIn(expression.left);
      return;
    case 'call':
      for (const argument of expression.args) yield* variablesIn(argument);
  }
}

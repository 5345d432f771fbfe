// Regular expressions that authors write. RE2 matches in time that grows with the text alone.
import { RE2JS, RE2JSException } from 're2js';
import { NotationFault, quoted } from './fault.js';

/** UTF-16 code units of a regular expression. */
export const maxPatternLength = 1_000;

/** The expression, compiled. `at` is its place in the text that holds it. @throws NotationFault */
export function compilePattern(source: string, at: number): RE2JS {
  if (source.trim() === '') throw new NotationFault(at, 'the regular expression is empty');
  if (source.length > maxPatternLength) {
    throw new NotationFault(
      at,
      `a regular expression has at most ${maxPatternLength} characters, this one ${source.length}`,
    );
  }
  try {
    return RE2JS.compile(source);
  } catch (fault) {
    if (!(fault instanceof RE2JSException)) throw fault;
    const [why = '', part = ''] = fault.message.replace(/^error parsing regexp: /, '').split(': `');
    const refused = part.replace(/`$/, '');
    const place = refused === '' ? -1 : source.indexOf(refused);
    const named = refused === '' ? '' : ` ${quoted(refused)}`;
    throw new NotationFault(
      at + Math.max(0, place),
      `RE2 refuses this regular expression: ${why}${named}; it has no lookaround and no back-references`,
    );
  }
}

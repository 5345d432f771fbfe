// Regular expressions that authors write. RE2 matches in time that grows with the text alone.
import { RE2JS, RE2JSException } from 're2js';
import { limits } from '../../protocol/limits.js';
import { NotationFault, quoted } from './fault.js';

const { patternCharacters } = limits.nlu;

/** The expression, compiled. `at` is its place in the text that holds it. @throws NotationFault */
export function compilePattern(source: string, at: number): RE2JS {
  if (source.trim() === '') throw new NotationFault(at, 'the regular expression is empty');
  if (source.length > patternCharacters) {
    throw new NotationFault(
      at,
      `a regular expression has at most ${patternCharacters} characters, this one ${source.length}`,
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

// Names of variables, slots and lexicons (specification 3, section 2.3).
import { limits } from '../../protocol/limits.js';
import { NotationFault, quoted } from './fault.js';

const { variableNameCharacters } = limits.nlu;
const nameForm = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** The prefix of preset lexicons, which nobody can create. */
const systemLexiconPrefix = 'SYS.';

/** A key that no JSON of the interface may have, because many readers of JSON give it a meaning. */
const refusedName = '__proto__';

const nameRule = `a letter or _, then letters, digits and _, at most ${variableNameCharacters} characters, and not ${refusedName}`;

export const isName = (text: string): boolean =>
  text.length <= variableNameCharacters && nameForm.test(text) && text !== refusedName;

/** Returns the name if it is valid. `at` is its offset in the surrounding text. @throws NotationFault */
export function checkedName(text: string, at: number): string {
  if (isName(text)) return text;
  throw new NotationFault(at, `${quoted(text)} is not a name: it must be ${nameRule}`);
}

/** Splits a path such as `global.x`, `slots.date.value` or `x`; each part must be a name. @throws NotationFault */
export function checkedPath(text: string, at: number): readonly string[] {
  const parts = text.split('.');
  let start = at;
  for (const part of parts) {
    checkedName(part, start);
    start += part.length + 1;
  }
  return parts;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that no name may hold
const refusedInLexiconName = /[{}:@\u0000-\u001f\u007f]/;

/** The name of a lexicon in NFC, which question notation must be able to contain. @throws NotationFault */
export function checkedLexiconName(text: string): string {
  const name = text.normalize('NFC');
  if (name.trim() === '') throw new NotationFault(0, 'the name is empty');
  // an offset in the text as it was written: NFC creates none of these characters, but may change the length
  const at = text.search(refusedInLexiconName);
  if (at >= 0) throw new NotationFault(at, `${quoted(text[at] as string)} must not be in the name of a lexicon`);
  if (name.startsWith(systemLexiconPrefix)) {
    throw new NotationFault(0, `only the names of system lexicons may begin with ${systemLexiconPrefix}`);
  }
  return name;
}

// Names of variables, slots and lexicons (specification 3, section 2.3).
import { limits } from '../../protocol/limits.js';
import { NotationFault, quoted } from './fault.js';

const { variableNameCharacters } = limits.nlu;
const nameForm = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Preset lexicons; nobody makes one. */
const systemLexiconPrefix = 'SYS.';

const nameRule = `a letter or _, then letters, digits and _, at most ${variableNameCharacters} characters`;

export const isName = (text: string): boolean => text.length <= variableNameCharacters && nameForm.test(text);

/** The variable name, or a fault. `at` is its place in the text that holds it. */
export function checkedName(text: string, at: number): string {
  if (isName(text)) return text;
  throw new NotationFault(at, `${quoted(text)} is not a name: it must be ${nameRule}`);
}

/** `global.x`, `slots.date.value`, `x`: each part is a name. */
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

/** The name of a lexicon in NFC, or a fault: question notation must be able to hold it. */
export function checkedLexiconName(text: string): string {
  const name = text.normalize('NFC');
  if (name.trim() === '') throw new NotationFault(0, 'the name is empty');
  // a place in the text as it was written: NFC makes none of these characters, but may make the text longer or shorter
  const at = text.search(refusedInLexiconName);
  if (at >= 0) throw new NotationFault(at, `${quoted(text[at] as string)} must not be in the name of a lexicon`);
  if (name.startsWith(systemLexiconPrefix)) {
    throw new NotationFault(0, `only the names of system lexicons may begin with ${systemLexiconPrefix}`);
  }
  return name;
}

// All planted bugs, and whether each can be planted in the code as it is now.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { native } from './native.mjs';
import { service } from './service.mjs';
import { speech } from './speech.mjs';
import { sync } from './sync.mjs';

export const mutants = [...native, ...speech, ...service, ...sync];

/** The mutant with the file before and after, or the reason why it cannot be planted. */
export function prepared(root, mutant) {
  const { file, text, replacement, tests } = mutant;
  const missing = [file, ...tests].filter((name) => !existsSync(path.join(root, name)));
  if (missing.length > 0) return { mutant, refusal: `${missing.join(', ')} does not exist` };
  const before = readFileSync(path.join(root, file), 'utf8');
  const places = before.split(text).length - 1;
  if (places !== 1) return { mutant, refusal: `its text occurs ${places} times in ${file}, must occur once` };
  if (text === replacement) return { mutant, refusal: 'its replacement is its text' };
  return { mutant, before, after: before.replace(text, () => replacement) };
}

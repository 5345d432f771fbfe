// Small files that an operator gives: a secret, a certificate. Read when they are needed, so that they can be replaced
// while the process runs. What they hold is in no message.
import { readFileSync, statSync } from 'node:fs';
import { limits } from '../protocol/limits.js';
import { SyncFault } from './fault.js';

/** '' stays ''. `setting` is named in the fault. */
export function readGiven(file: string, setting: string): string {
  if (file === '') return '';
  try {
    const { size } = statSync(file);
    if (size > limits.sync.givenFileBytes) throw new SyncFault('refused', `${setting}: ${file} is far too large`);
    return readFileSync(file, 'utf8').trim();
  } catch (fault) {
    if (fault instanceof SyncFault) throw fault;
    const { code } = fault as NodeJS.ErrnoException;
    throw new SyncFault('refused', `${setting}: ${file} cannot be read (${code})`, { cause: fault });
  }
}

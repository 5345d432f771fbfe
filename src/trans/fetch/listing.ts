// The format of a directory listing, and its limit.
import { refused } from '../../net/fault.js';
import { limits } from '../../protocol/limits.js';

export interface Entry {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'other';
}

export interface Lister {
  /** Lists a directory. `below` holds its names from the URL's directory downwards. Symbolic links are `other`. */
  list(below: readonly string[]): Promise<Entry[]>;
  close(): Promise<void> | void;
}

export const tooManyEntries = () => refused(`the folder has more than ${limits.trans.scan.entries} entries`);

// The form of a directory's listing, and its limit.
import { refused } from '../../net/fault.js';
import { limits } from '../../protocol/limits.js';

export interface Entry {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'other';
}

export interface Lister {
  /** `below`: names from the directory of the URL downwards. Symbolic links are `other`. */
  list(below: readonly string[]): Promise<Entry[]>;
  close(): Promise<void> | void;
}

export const tooManyEntries = () => refused(`the folder has more than ${limits.trans.scan.entries} entries`);

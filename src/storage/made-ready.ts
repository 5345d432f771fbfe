// Directories that a process of this product is allowed to read must be there before it begins.
import { isDiskFull } from '../protocol/errors.js';
import { realDisk } from './disk.js';

/** Makes those that are missing, and gives all. A full disk has none to read either: it ends nothing. */
export function madeReady(directories: readonly string[]): readonly string[] {
  for (const directory of directories) {
    try {
      realDisk.makeDirectory(directory);
    } catch (fault) {
      if (!isDiskFull(fault)) throw fault;
    }
  }
  return directories;
}

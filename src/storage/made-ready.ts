// Directories that a child process may read must exist before it starts.
import { isDiskFull } from '../protocol/errors.js';
import { realDisk } from './disk.js';

/** Makes the missing directories and returns all of them. A full disk is no error: a missing directory has no files. */
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

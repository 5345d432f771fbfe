// Makes a directory and its parents. Node's own recursive mkdir never returns below a directory such as /proc, which
// takes none.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface DirectoryOptions {
  /** Mode of the directories that are made; the default is the process's. */
  readonly mode?: number;
  /** Called with the parent of each directory that was made. */
  readonly onMade?: (above: string) => void;
}

/** Makes the missing directories, from the top. An existing directory stays as it is. */
export function makeDirectories(directory: string, { mode, onMade }: DirectoryOptions = {}): void {
  if (isDirectory(directory)) return; // a full disk may refuse mkdir even for an existing one
  const above = dirname(directory);
  for (let hasAbove = false; ; hasAbove = true) {
    try {
      mkdirSync(directory, mode);
      onMade?.(above);
      return;
    } catch (fault) {
      const { code } = fault as NodeJS.ErrnoException;
      if (code === 'EEXIST' && isDirectory(directory)) return;
      if (code !== 'ENOENT' || hasAbove || existsSync(above)) throw fault;
    }
    makeDirectories(above, { ...(mode !== undefined && { mode }), ...(onMade && { onMade }) });
  }
}

const isDirectory = (name: string): boolean => statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;

// A directory with those above it. Node's own recursive mkdir never returns below a directory that takes none, such as /proc.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface DirectoryOptions {
  /** of directories that are made; that of the process unless given */
  readonly mode?: number;
  /** called with the directory in which one was made */
  readonly onMade?: (above: string) => void;
}

/** Makes what is missing, from the top. A directory that is there already stays as it is. */
export function makeDirectories(directory: string, { mode, onMade }: DirectoryOptions = {}): void {
  if (isDirectory(directory)) return; // a full disk may refuse to make even one that is there
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

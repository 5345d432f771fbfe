// Checks whether paths are below a directory, by their names alone: links and `..` must be resolved before.
import { sep } from 'node:path';

/** True for the directory itself too. */
export const isBelow = (path: string, root: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);

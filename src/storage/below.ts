// Paths below a directory, compared by their names alone: links and `..` must have been followed before.
import { sep } from 'node:path';

/** True of the directory itself too. */
export const isBelow = (path: string, root: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);

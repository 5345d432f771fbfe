// Destruction of files whose bytes must not be recoverable. On flash the old cells may survive. A key should therefore
// be small, in a file of its own and, where it matters, on a medium that can be destroyed.
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { realDisk } from '../storage/disk.js';

/** Overwrites a file in place, removes it and syncs both steps to the disk. A missing file counts as destroyed. */
export function destroyFile(file: string): void {
  const size = realDisk.size(file);
  if (size === undefined && statSync(file, { throwIfNoEntry: false }) === undefined) return;
  const opened = openSync(file, 'r+');
  try {
    writeSync(opened, randomBytes(size ?? 0));
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  realDisk.remove(file);
  realDisk.syncDirectory(dirname(file));
}

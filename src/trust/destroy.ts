// Files whose bytes must not be found again. On flash the old cells may outlive this: that is why a key should be small, alone and,
// where it matters, on a medium that can be destroyed.
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { realDisk } from '../storage/disk.js';

/** Overwrites the file where it lies, removes it, and makes both last. A file that is not there is destroyed. */
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

// Key files, which are small and readable only by their owner.
import { closeSync, fsyncSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { limits } from '../protocol/limits.js';

/** A key that is missing, unusable or not the right one. The message says what to do and never contains a key. */
export class KeyFault extends Error {
  override readonly name = 'KeyFault';
}

/** Reads a key file. Throws a KeyFault if it is missing, too large, or readable by other users. */
export function readKeyFile(file: string): Buffer {
  try {
    const stat = statSync(file);
    if (stat.size > limits.trust.keyFileBytes) throw new KeyFault(`${file}: is far too large for a key`);
    if ((stat.mode & 0o077) !== 0) {
      throw new KeyFault(`${file}: other users may read this key; close it to them with chmod 600`);
    }
    return readFileSync(file);
  } catch (fault) {
    if (fault instanceof KeyFault) throw fault;
    const { code } = fault as NodeJS.ErrnoException;
    throw new KeyFault(`${file}: the key cannot be read (${code})`, { cause: fault });
  }
}

/** Syncs an existing key file to the disk, so that it survives a power cut. */
export function keepKeyFile(file: string): void {
  for (const each of [file, dirname(file)]) {
    const opened = openSync(each, 'r');
    try {
      fsyncSync(opened);
    } catch (fault) {
      const { code } = fault as NodeJS.ErrnoException;
      if (code !== 'EROFS' && code !== 'EINVAL') throw fault; // a read-only medium keeps its data anyway
    } finally {
      closeSync(opened);
    }
  }
}

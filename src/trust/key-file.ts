// Files with keys: small, and their owner's alone.
import { closeSync, fsyncSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { limits } from '../protocol/limits.js';

/** A key that is missing, unfit or not the right one. The message says what to do and names no key. */
export class KeyFault extends Error {
  override readonly name = 'KeyFault';
}

/** The bytes of a key file. Throws a KeyFault. */
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

/** Makes a key file that is there survive a power cut. */
export function keepKeyFile(file: string): void {
  for (const each of [file, dirname(file)]) {
    const opened = openSync(each, 'r');
    try {
      fsyncSync(opened);
    } catch (fault) {
      const { code } = fault as NodeJS.ErrnoException;
      if (code !== 'EROFS' && code !== 'EINVAL') throw fault; // a medium that nobody writes to keeps what it has
    } finally {
      closeSync(opened);
    }
  }
}

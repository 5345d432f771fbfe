// Key files, which are small and readable only by their owner.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDiskFull } from '../protocol/errors.js';
import { fileFault, makingFault } from '../protocol/file-fault.js';
import { limits } from '../protocol/limits.js';

/** A key that is missing, unusable or not the right one. The message says what to do and never contains a key. */
export class KeyFault extends Error {
  override readonly name = 'KeyFault';
  /** True if the message already says what would be right. */
  readonly hasAdvice: boolean;
  constructor(message: string, options: ErrorOptions & { readonly hasAdvice?: boolean } = {}) {
    super(message, options);
    this.hasAdvice = options.hasAdvice ?? false;
  }
}

/** Reads a key file. Throws a KeyFault if it is missing, too large, or readable by other users. */
export function readKeyFile(file: string): Buffer {
  try {
    const stat = statSync(file);
    if (!stat.isFile()) throw new KeyFault(`${file}: is not a file; name the file of the key`);
    if (stat.size > limits.trust.keyFileBytes) throw new KeyFault(`${file}: is far too large for a key`);
    if ((stat.mode & 0o077) !== 0) {
      throw new KeyFault(`${file}: other users may read this key; close it to them with chmod 600`, {
        hasAdvice: true,
      });
    }
    return readFileSync(file);
  } catch (fault) {
    if (fault instanceof KeyFault) throw fault;
    const { code } = fault as NodeJS.ErrnoException;
    const hasAdvice = code === 'EACCES' || code === 'EPERM';
    const advice = hasAdvice ? '; the user of the gateway must own the file (chown)' : '';
    throw new KeyFault(`${file}: the key cannot be read: ${fileFault(fault)}${advice}`, { cause: fault, hasAdvice });
  }
}

/**
 * Writes a new key with `write`. Throws a KeyFault if the file exists, or if its directory does not: a medium that is
 * not mounted must not get a key below its empty mount point.
 */
export function writeNewKey(file: string, write: () => void): void {
  if (existsSync(file)) throw new KeyFault(`${file}: already exists; a key is never overwritten`);
  const directory = dirname(file);
  if (!existsSync(directory)) throw new KeyFault(`${file}: there is no directory ${directory}; make or mount it first`);
  try {
    write();
  } catch (fault) {
    if (isDiskFull(fault)) throw fault;
    throw new KeyFault(`${file}: the key cannot be written: ${makingFault(fault)}`, { cause: fault });
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

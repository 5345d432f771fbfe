// Files that are written whole or not at all, also after a power cut: `.part`, fsync, rename, fsync of the directory.
import { dirname } from 'node:path';
import { isDiskFull } from '../protocol/errors.js';
import { type Disk, realDisk } from './disk.js';

/**
 * Writes a file. `verify` checks the `.part` as it lies on the disk. If `verify` throws, or the disk is full, nothing
 * is left behind.
 */
export function writeWhole(
  disk: Disk,
  file: string,
  pieces: Iterable<Uint8Array>,
  verify: (part: string) => void = () => {},
  mode?: number,
): void {
  const part = `${file}.part`;
  const opened = disk.create(part, mode);
  try {
    try {
      for (const piece of pieces) opened.append(piece);
      opened.sync();
    } finally {
      opened.close();
    }
    verify(part);
  } catch (fault) {
    disk.remove(part);
    throw fault;
  }
  disk.rename(part, file);
  disk.syncDirectory(dirname(file));
}

/** Writes a small text, for its owner alone unless `mode` says otherwise. Makes the directory if necessary. */
export function writeText(file: string, text: string, mode = 0o600, disk: Disk = realDisk): void {
  disk.makeDirectory(dirname(file));
  writeWhole(disk, file, [Buffer.from(text)], undefined, mode);
}

/** Writes a file that is only a convenience: false if the disk is full, without any other effect. */
export function writeIfRoom(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (fault) {
    if (!isDiskFull(fault)) throw fault;
    return false;
  }
}

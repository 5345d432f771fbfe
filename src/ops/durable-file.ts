// Small files that are there whole or not at all, also after a power cut: `.part`, fsync, rename, fsync the directory.
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDiskFull } from '../protocol/wire/errors.js';

export function writeDurably(path: string, content: string, mode = 0o600): void {
  const directory = dirname(path);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const part = `${path}.part`;
  try {
    writeSynced(part, content, mode);
    renameSync(part, path);
  } catch (fault) {
    rmSync(part, { force: true }); // the disk may be full
    throw fault;
  }
  const parent = openSync(directory, 'r');
  try {
    fsyncSync(parent);
  } finally {
    closeSync(parent);
  }
}

function writeSynced(path: string, content: string, mode: number): void {
  const bytes = Buffer.from(content);
  const fd = openSync(path, 'w', mode);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Writes what is only a convenience: false, and nothing else, while the disk is full. */
export function writeIfRoom(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (fault) {
    if (!isDiskFull(fault)) throw fault;
    return false;
  }
}

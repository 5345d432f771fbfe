// Bytes of the files below directories, counted in the background: a caller gets the last count.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../protocol/limits.js';

interface Count {
  bytes: number;
  atMs: number;
  isUnderWay: boolean;
}

export class DirectoryUse<Key> {
  readonly #counts = new Map<Key, Count>();
  readonly #directoriesOf: (key: Key) => readonly string[];

  constructor(directoriesOf: (key: Key) => readonly string[]) {
    this.#directoriesOf = directoriesOf;
  }

  bytesOf(key: Key): number {
    const count = this.#counts.get(key) ?? { bytes: 0, atMs: Number.NEGATIVE_INFINITY, isUnderWay: false };
    this.#counts.set(key, count);
    if (!count.isUnderWay && performance.now() - count.atMs >= limits.storage.useFreshMs) void this.#count(key, count);
    return count.bytes;
  }

  async #count(key: Key, count: Count): Promise<void> {
    count.isUnderWay = true;
    let bytes = 0;
    for (const directory of this.#directoriesOf(key)) bytes += await bytesBelow(directory);
    Object.assign(count, { bytes, atMs: performance.now(), isUnderWay: false });
  }
}

/** A sparse file counts for its full length, such as an upload of which little has arrived. */
async function bytesBelow(directory: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(directory, { withFileTypes: true }).catch(() => [])) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) bytes += await bytesBelow(path);
    else if (entry.isFile())
      bytes += await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return bytes;
}

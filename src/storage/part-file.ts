// A file that is there whole or not at all: `.part`, fsync, rename, fsync the directory. Pieces as they come, flat
// memory.
import { type FileHandle, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { limits } from '../protocol/limits.js';
import { isDiskFull } from '../protocol/wire/errors.js';

/** The disk has no room: this may pass. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
  readonly code = 'ENOSPC';
}

export class PartFile {
  readonly #target: string;
  readonly #handle: FileHandle;
  #bytes = 0;
  #checkedBytes = 0;

  private constructor(target: string, handle: FileHandle) {
    this.#target = target;
    this.#handle = handle;
  }

  /** `expectedBytes`: refused at once where the disk has no room for them. */
  static async create(target: string, expectedBytes = 0): Promise<PartFile> {
    await checkRoom(dirname(target), expectedBytes);
    return new PartFile(target, await open(`${target}.part`, 'w', 0o600));
  }

  get bytes(): number {
    return this.#bytes;
  }

  async append(piece: Uint8Array): Promise<void> {
    for (let from = 0; from < piece.length; ) {
      const { bytesWritten } = await this.#handle.write(piece, from).catch(asDiskFull);
      from += bytesWritten;
    }
    this.#bytes += piece.length;
    if (this.#bytes - this.#checkedBytes < limits.trans.fetch.diskCheckBytes) return;
    this.#checkedBytes = this.#bytes;
    await checkRoom(dirname(this.#target), 0);
  }

  /** Gives the file its name. */
  async keep(): Promise<void> {
    await this.#handle.sync().catch(asDiskFull);
    await this.#handle.close();
    await rename(`${this.#target}.part`, this.#target);
    const directory = await open(dirname(this.#target), 'r');
    await directory.sync().finally(() => directory.close());
  }

  /** Discards the file; after keep, or a second time, it does nothing. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => {});
    await rm(`${this.#target}.part`, { force: true });
  }
}

async function checkRoom(directory: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < bytes + limits.trans.freeBytes) throw new DiskFull('the disk of this gateway is full');
}

function asDiskFull(fault: NodeJS.ErrnoException): never {
  if (isDiskFull(fault)) throw new DiskFull('the disk of this gateway is full');
  throw fault;
}

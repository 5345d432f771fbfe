// A file that is written whole or not at all: `.part`, fsync, rename, fsync of the directory. Pieces are written as
// they arrive, so memory stays flat.
import { dirname } from 'node:path';
import { isDiskFull } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { type Awaitable, type AwaitedDisk, type AwaitedFile, awaitedDisk } from './awaited-disk.js';

/** The disk has no room, which may pass. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
  readonly code = 'ENOSPC';
}

export class PartFile {
  readonly #disk: AwaitedDisk;
  readonly #target: string;
  readonly #file: AwaitedFile;
  #isClosed = false;
  #bytes = 0;
  #checkedBytes = 0;

  private constructor(disk: AwaitedDisk, target: string, file: AwaitedFile) {
    this.#disk = disk;
    this.#target = target;
    this.#file = file;
  }

  /** Opens the `.part` file. Throws at once if the disk has no room for `expectedBytes`. */
  static async create(target: string, expectedBytes = 0, disk: AwaitedDisk = awaitedDisk): Promise<PartFile> {
    await checkRoom(disk, dirname(target), expectedBytes);
    return new PartFile(disk, target, await disk.create(`${target}.part`));
  }

  get bytes(): number {
    return this.#bytes;
  }

  async append(piece: Uint8Array): Promise<void> {
    await asDiskFull(() => this.#file.append(piece));
    this.#bytes += piece.length;
    if (this.#bytes - this.#checkedBytes < limits.trans.fetch.diskCheckBytes) return;
    this.#checkedBytes = this.#bytes;
    await checkRoom(this.#disk, dirname(this.#target), 0);
  }

  /** Gives the file its name. `target`: a name in the same directory that depends on the bytes. */
  async keep(target = this.#target): Promise<void> {
    await asDiskFull(() => this.#file.sync());
    await this.#close();
    await this.#disk.rename(`${this.#target}.part`, target);
    await this.#disk.syncDirectory(dirname(target));
  }

  /** Discards the file; it does nothing after `keep`, or when called again. */
  async discard(): Promise<void> {
    await this.#close().catch(() => {});
    await this.#disk.remove(`${this.#target}.part`);
  }

  async #close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#file.close();
  }
}

async function checkRoom(disk: AwaitedDisk, directory: string, bytes: number): Promise<void> {
  const free = await disk.freeBytes(directory);
  if (free < bytes + limits.trans.freeBytes) throw new DiskFull('the disk of this gateway is full');
}

async function asDiskFull(step: () => Awaitable<void>): Promise<void> {
  try {
    await step();
  } catch (fault) {
    if (isDiskFull(fault as NodeJS.ErrnoException)) throw new DiskFull('the disk of this gateway is full');
    throw fault;
  }
}

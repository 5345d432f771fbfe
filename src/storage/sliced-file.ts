// A file whose length is known before its bytes come, in slices of any order, each written where it belongs. A slice that was
// kept is there after a power cut; no byte is written twice, and putting the slices together costs nothing.
import { dirname } from 'node:path';
import { type AwaitedDisk, awaitedDisk, type UpdatedFile } from './awaited-disk.js';

/** `head`: what the file begins with, where slices need it. */
export async function allotFile(
  file: string,
  bytes: number,
  disk: AwaitedDisk = awaitedDisk,
  head?: Uint8Array,
): Promise<void> {
  await disk.allot(file, bytes);
  if (head !== undefined) await begun(await disk.update(file), head);
  await disk.syncDirectory(dirname(file));
}

async function begun(file: UpdatedFile, head: Uint8Array): Promise<void> {
  try {
    await file.write(head, 0);
    await file.sync();
  } finally {
    await file.close();
  }
}

export class Slice {
  readonly #file: UpdatedFile;
  #at: number;

  private constructor(file: UpdatedFile, at: number) {
    this.#file = file;
    this.#at = at;
  }

  /** Throws ENOENT if the file has gone. */
  static async open(file: string, at: number, disk: AwaitedDisk = awaitedDisk): Promise<Slice> {
    return new Slice(await disk.update(file), at);
  }

  /** The first bytes of the file. */
  async head(bytes: number): Promise<Uint8Array> {
    return this.#file.read(bytes, 0);
  }

  async append(bytes: Uint8Array): Promise<void> {
    await this.#file.write(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** Makes it survive a power cut. */
  async keep(): Promise<void> {
    await this.#file.sync();
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/**
 * The file goes to another directory. After a power cut it is in one of the two, or in both, where a rename between
 * directories may leave it in neither; calling it again ends what was begun.
 */
export async function moveFile(from: string, to: string, disk: AwaitedDisk = awaitedDisk): Promise<void> {
  await disk.link(from, to);
  await disk.syncDirectory(dirname(to));
  await disk.remove(from);
  await disk.syncDirectory(dirname(from));
}

// A file of known length that arrives in slices of any order, each written in its place. A slice that was kept survives
// a power cut; no byte is written twice, and putting the slices together costs nothing.
import { dirname } from 'node:path';
import { type AwaitedDisk, awaitedDisk, type UpdatedFile } from './awaited-disk.js';

/** Creates the file. `head`: its first bytes, where slices need them. */
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

  /** Opens the file at a position. Throws ENOENT if the file is gone. */
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

  /** Makes the slice survive a power cut. */
  async keep(): Promise<void> {
    await this.#file.sync();
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/**
 * Moves a file to another directory by link and remove. After a power cut it is in one directory or in both (a rename
 * could leave it in neither), and a second call finishes the move.
 */
export async function moveFile(from: string, to: string, disk: AwaitedDisk = awaitedDisk): Promise<void> {
  await disk.link(from, to);
  await disk.syncDirectory(dirname(to));
  await disk.remove(from);
  await disk.syncDirectory(dirname(from));
}

// Files with clients' uploads and the results made from them. They are encrypted if the data directory has a key, plain
// otherwise.
import { createReadStream, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { type AwaitedDisk, awaitedDisk } from '../storage/awaited-disk.js';
import { PartFile } from '../storage/part-file.js';
import { allotFile, Slice } from '../storage/sliced-file.js';
import type { SealingKey } from './area-key.js';
import {
  beginsSealed,
  fileSealer,
  headerBytes,
  newHeader,
  type Sealer,
  SealFault,
  sectionedBytes,
  sectionSealer,
  sectionStart,
} from './seal-form.js';
import { isSealed, keyOfFile, SealedFile, SealedSource } from './sealed-file.js';

type Plain = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** A file that appears under its name only when it is complete (PartFile). */
class StoredPart {
  readonly #file: PartFile;
  readonly #seal: Sealer | undefined;
  #bytes = 0;

  constructor(file: PartFile, seal: Sealer | undefined) {
    this.#file = file;
    this.#seal = seal;
  }

  /** Number of plain bytes written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  async append(piece: Uint8Array): Promise<void> {
    this.#bytes += piece.length;
    if (this.#seal === undefined) return this.#file.append(piece);
    for (const each of this.#seal.push(piece)) await this.#file.append(each);
  }

  /** Gives the finished file its name, or another one in the same directory. */
  async keep(target?: string): Promise<void> {
    if (this.#seal !== undefined) await this.#file.append(this.#seal.end());
    await this.#file.keep(target);
  }

  discard(): Promise<void> {
    return this.#file.discard();
  }
}

/** One slice of a file whose slices may arrive in any order. */
export class StoredSlice {
  readonly #slice: Slice;
  readonly #seal: Sealer | undefined;

  constructor(slice: Slice, seal: Sealer | undefined) {
    this.#slice = slice;
    this.#seal = seal;
  }

  async append(piece: Uint8Array): Promise<void> {
    if (this.#seal === undefined) return this.#slice.append(piece);
    for (const each of this.#seal.push(piece)) await this.#slice.append(each);
  }

  /** Syncs the slice to the disk, so that it survives a power cut. */
  async keep(): Promise<void> {
    if (this.#seal !== undefined) await this.#slice.append(this.#seal.end());
    await this.#slice.keep();
  }

  close(): Promise<void> {
    return this.#slice.close();
  }
}

/** A file that is open for reading. `bytes` counts its plain bytes. */
export interface OpenFile {
  readonly bytes: number;
  /** Yields the whole contents once, then closes the file. */
  read(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** The slices of a file. All have `bytes` bytes except the last, which may be shorter. */
interface Slices {
  readonly bytes: number;
  readonly totalBytes: number;
}

export class StoredFiles {
  readonly #key: SealingKey | undefined;
  readonly #disk: AwaitedDisk;

  constructor(key?: SealingKey, disk: AwaitedDisk = awaitedDisk) {
    this.#key = key;
    this.#disk = disk;
  }

  get areSealed(): boolean {
    return this.#key !== undefined;
  }

  /** Begins a file of about `expectedBytes` plain bytes; it appears under its name only when it is kept. */
  async create(target: string, expectedBytes = 0): Promise<StoredPart> {
    const file = await PartFile.create(target, expectedBytes, this.#disk);
    if (this.#key === undefined) return new StoredPart(file, undefined);
    try {
      const header = newHeader(this.#key.id);
      await file.append(header);
      return new StoredPart(file, fileSealer(this.#key, header));
    } catch (fault) {
      await file.discard();
      throw fault;
    }
  }

  /** Writes a file whole or not at all. `draft` is the name from which the temporary file's name is made. */
  async write(path: string, plain: Plain, draft = path): Promise<void> {
    const file = await this.create(draft);
    try {
      for await (const piece of plain) await file.append(piece);
      await file.keep(path);
    } finally {
      await file.discard();
    }
  }

  /** Opens a file for reading. Rejects with ENOENT if there is none. */
  async open(path: string): Promise<OpenFile> {
    if (this.#key !== undefined) return SealedFile.open(path, this.#key);
    const handle = await open(path, 'r');
    try {
      const { size } = await handle.stat();
      return { bytes: size, read: () => handle.createReadStream(), close: () => handle.close() };
    } catch (fault) {
      await handle.close();
      throw fault;
    }
  }

  /** Number of plain bytes of a complete file; 0: there is none. */
  bytesOf(path: string): number {
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined || this.#key === undefined) return size ?? 0;
    const source = new SealedSource(path, this.#key);
    source.close();
    return source.bytes;
  }

  /** The key of this one file, for a process that reads it; undefined: the file is plain. */
  async keyOf(path: string): Promise<string | undefined> {
    return this.#key && keyOfFile(path, this.#key);
  }

  /** Reserves the space of a file that arrives in slices. */
  async allot(path: string, slices: Slices): Promise<void> {
    if (this.#key === undefined) return allotFile(path, slices.totalBytes, this.#disk);
    await allotFile(path, sectionedBytes(slices.bytes, slices.totalBytes), this.#disk, newHeader(this.#key.id, slices));
  }

  /** Opens one slice for writing. Throws ENOENT if the file has gone. */
  async openSlice(path: string, index: number, slices: Slices): Promise<StoredSlice> {
    if (this.#key === undefined) {
      return new StoredSlice(await Slice.open(path, index * slices.bytes, this.#disk), undefined);
    }
    const slice = await Slice.open(path, sectionStart(index, slices.bytes), this.#disk);
    try {
      const header = Buffer.from(await slice.head(headerBytes));
      if (!beginsSealed(header)) throw new SealFault(`${path}: is not an encrypted file, or its header is damaged`);
      const { sealer, salt } = sectionSealer(this.#key, header, index);
      await slice.append(salt);
      return new StoredSlice(slice, sealer);
    } catch (fault) {
      await slice.close();
      throw fault;
    }
  }

  /**
   * Encrypts a file that was written before there was a key. It may be interrupted at any point. `slices` is given for
   * a file that arrives in slices. `draft` is another name in the same directory, needed if a foreign file may have the
   * name of this file's `.part`.
   */
  async encrypt(path: string, slices?: Slices, draft?: string): Promise<void> {
    if (this.#key === undefined || (await isSealed(path))) return;
    if (slices === undefined) return this.write(path, createReadStream(path), draft);
    const header = newHeader(this.#key.id, slices);
    const file = await PartFile.create(path, 0, this.#disk);
    try {
      await file.append(header);
      for (let index = 0; index * slices.bytes < slices.totalBytes; index++) {
        const { sealer, salt } = sectionSealer(this.#key, header, index);
        await file.append(salt);
        const [start, end] = [index * slices.bytes, Math.min((index + 1) * slices.bytes, slices.totalBytes) - 1];
        for await (const piece of createReadStream(path, { start, end })) {
          for (const each of sealer.push(piece)) await file.append(each);
        }
        await file.append(sealer.end());
      }
      await file.keep();
    } finally {
      await file.discard();
    }
  }
}

// Files with what clients brought and what came of it: encrypted where the data directory has a key, plain otherwise.
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

/** A file that is there whole or not at all (PartFile). */
class StoredPart {
  readonly #file: PartFile;
  readonly #seal: Sealer | undefined;
  #bytes = 0;

  constructor(file: PartFile, seal: Sealer | undefined) {
    this.#file = file;
    this.#seal = seal;
  }

  /** Number of plain bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  async append(piece: Uint8Array): Promise<void> {
    this.#bytes += piece.length;
    if (this.#seal === undefined) return this.#file.append(piece);
    for (const each of this.#seal.push(piece)) await this.#file.append(each);
  }

  /** Gives the file its name, or another one in the same directory. */
  async keep(target?: string): Promise<void> {
    if (this.#seal !== undefined) await this.#file.append(this.#seal.end());
    await this.#file.keep(target);
  }

  discard(): Promise<void> {
    return this.#file.discard();
  }
}

/** A slice of a file that is written in slices of any order. */
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

  /** Makes it survive a power cut. */
  async keep(): Promise<void> {
    if (this.#seal !== undefined) await this.#slice.append(this.#seal.end());
    await this.#slice.keep();
  }

  close(): Promise<void> {
    return this.#slice.close();
  }
}

/** A file that is open for reading. Its bytes are the plain ones. */
export interface OpenFile {
  readonly bytes: number;
  /** Everything, once; closes the file. */
  read(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Slices of a file: all are as long as the first but for the last. */
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

  async write(path: string, plain: Plain, draft = path): Promise<void> {
    const file = await this.create(draft);
    try {
      for await (const piece of plain) await file.append(piece);
      await file.keep(path);
    } finally {
      await file.discard();
    }
  }

  /** Fails with ENOENT when there is none. */
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

  /** Number of plain bytes of a whole file; 0: there is none. */
  bytesOf(path: string): number {
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined || this.#key === undefined) return size ?? 0;
    const source = new SealedSource(path, this.#key);
    source.close();
    return source.bytes;
  }

  /** A key for this one file, for a process that reads it; undefined: it is plain. */
  async keyOf(path: string): Promise<string | undefined> {
    return this.#key && keyOfFile(path, this.#key);
  }

  /** Begins a file that comes in slices. */
  async allot(path: string, slices: Slices): Promise<void> {
    if (this.#key === undefined) return allotFile(path, slices.totalBytes, this.#disk);
    await allotFile(path, sectionedBytes(slices.bytes, slices.totalBytes), this.#disk, newHeader(this.#key.id, slices));
  }

  /** Throws ENOENT if the file has gone. */
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
   * Encrypts a file that was written before there was a key. May be cut anywhere. `slices`: of one that comes in slices; `draft`: another
   * name in its directory, where a file of somebody else may have that of its `.part`.
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

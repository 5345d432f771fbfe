// Small files that are written and read as a whole, encrypted if there is a key. A process that uses some of them gets
// the key of its one file or of its area, never the key of the data directory.
import type { Disk } from '../storage/disk.js';
import { writeWhole } from '../storage/whole-file.js';
import type { SealingKey } from './area-key.js';
import { readAll } from './plain-bytes.js';
import {
  beginsSealed,
  type FileSeal,
  fileKeyOf,
  headerBytes,
  newHeader,
  type Sealer,
  SealPlan,
  sealerOf,
} from './seal-form.js';

export class KeyedFiles {
  readonly #disk: Disk;
  readonly #key: SealingKey | undefined;

  /** Without a key, all files are plain. */
  constructor(disk: Disk, key?: SealingKey) {
    this.#disk = disk;
    this.#key = key;
  }

  get areSealed(): boolean {
    return this.#key !== undefined;
  }

  /** A new seal for a process that writes one file; undefined: the file is plain. */
  newSeal(): FileSeal | undefined {
    if (this.#key === undefined) return undefined;
    const header = newHeader(this.#key.id);
    return { header: header.toString('hex'), key: fileKeyOf(header, this.#key).toString('hex') };
  }

  /**
   * The size of a file in plain bytes, also of a file that was written before there was a key; undefined: no such file.
   * @throws SealFault
   */
  bytesOf(path: string): number | undefined {
    const size = this.#disk.size(path);
    if (size === undefined || this.#key === undefined) return size;
    const header = Buffer.from(this.#disk.head(path, headerBytes));
    return beginsSealed(header) ? new SealPlan(path, header, size, this.#key).bytes : size;
  }

  /** The plain bytes of a file, also of one that was written before there was a key. @throws SealFault */
  read(path: string): Buffer {
    return readAll(path, this.#key);
  }

  /** The key of one file, for a process that reads it; undefined: the file is plain. @throws SealFault */
  keyOf(path: string): string | undefined {
    if (this.#key === undefined) return undefined;
    const header = Buffer.from(this.#disk.head(path, headerBytes));
    new SealPlan(path, header, this.#disk.size(path) ?? 0, this.#key); // throws if the header is wrong
    return fileKeyOf(header, this.#key).toString('hex');
  }

  /** Writes a file whole or not at all, encrypted if there is a key. */
  write(path: string, plain: Iterable<Uint8Array>): void {
    writeWhole(this.#disk, path, sealedBy(this.newSeal(), plain));
  }

  /** Encrypts a file that was written before there was a key. It may be interrupted at any point. */
  encrypt(path: string): void {
    if (this.#key === undefined || beginsSealed(this.#disk.head(path, headerBytes))) return;
    this.write(path, this.#disk.read(path));
  }
}

/** The bytes of a file as the disk stores them, made from all of its plain bytes. */
export function* sealedBy(seal: FileSeal | undefined, plain: Iterable<Uint8Array>): Generator<Uint8Array> {
  const pieces = new FilePieces(seal);
  yield* pieces.begin();
  for (const piece of plain) yield* pieces.push(piece);
  yield* pieces.end();
}

/** Makes the stored bytes of a file from plain bytes that arrive piece by piece. */
export class FilePieces {
  readonly #seal: FileSeal | undefined;
  readonly #sealer: Sealer | undefined;

  constructor(seal: FileSeal | undefined) {
    this.#seal = seal;
    this.#sealer = seal && sealerOf(seal);
  }

  *begin(): Generator<Uint8Array> {
    if (this.#seal !== undefined) yield Buffer.from(this.#seal.header, 'hex');
  }

  /** The caller may reuse the plain bytes once this generator has ended. */
  *push(plain: Uint8Array): Generator<Uint8Array> {
    if (this.#sealer === undefined) yield plain;
    else yield* this.#sealer.push(plain);
  }

  *end(): Generator<Uint8Array> {
    if (this.#sealer !== undefined) yield this.#sealer.end();
  }
}

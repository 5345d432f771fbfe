// Whole files that child processes write and read: each process gets the key of its one file, never that of the data directory.
import type { Disk } from '../storage/disk.js';
import { writeWhole } from '../storage/whole-file.js';
import type { DataKey } from './data-key.js';
import {
  beginsSealed,
  type FileSeal,
  fileKeyOf,
  headerBytes,
  newHeader,
  SealPlan,
  sealedFileBytes,
  sealerOf,
} from './seal-form.js';

export class KeyedFiles {
  readonly #disk: Disk;
  readonly #key: DataKey | undefined;

  /** Without a key all of them are plain. */
  constructor(disk: Disk, key?: DataKey) {
    this.#disk = disk;
    this.#key = key;
  }

  get areSealed(): boolean {
    return this.#key !== undefined;
  }

  /** For one process that writes one file; undefined: it is plain. */
  newSeal(): FileSeal | undefined {
    if (this.#key === undefined) return undefined;
    const header = newHeader(this.#key.id);
    return { header: header.toString('hex'), key: fileKeyOf(header, this.#key).toString('hex') };
  }

  /** The size on the disk of a file with so many plain bytes. */
  sizeOf(plainBytes: number): number {
    return this.#key === undefined ? plainBytes : sealedFileBytes(plainBytes);
  }

  /** The key of one file, for a process that reads it; undefined: it is plain. @throws SealFault */
  keyOf(path: string): string | undefined {
    if (this.#key === undefined) return undefined;
    const header = Buffer.from(this.#disk.head(path, headerBytes));
    new SealPlan(path, header, this.#disk.size(path) ?? 0, this.#key); // says what is wrong
    return fileKeyOf(header, this.#key).toString('hex');
  }

  write(path: string, plain: Iterable<Uint8Array>): void {
    writeWhole(this.#disk, path, sealedBy(this.newSeal(), plain));
  }

  /** Encrypts a file that was written before there was a key. May be cut anywhere. */
  encrypt(path: string): void {
    if (this.#key === undefined || beginsSealed(this.#disk.head(path, headerBytes))) return;
    this.write(path, this.#disk.read(path));
  }
}

/** The bytes of a file as they lie on the disk. */
export function* sealedBy(seal: FileSeal | undefined, plain: Iterable<Uint8Array>): Generator<Uint8Array> {
  if (seal === undefined) return yield* plain;
  const sealer = sealerOf(seal);
  yield Buffer.from(seal.header, 'hex');
  for (const piece of plain) yield* sealer.push(piece);
  yield sealer.end();
}

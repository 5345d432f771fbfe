// Reads encrypted files. seal-form.ts describes their format.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { SealingKey } from './area-key.js';
import {
  beginsSealed,
  fileKeyOf,
  fileSealer,
  headerBytes,
  newHeader,
  SealPlan,
  type Stretch,
  type Unsealing,
} from './seal-form.js';

/** Yields the bytes of a sealed file, made from plain bytes as they arrive. */
export async function* sealed(
  key: SealingKey,
  plain: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const header = newHeader(key.id);
  yield header;
  const sealer = fileSealer(key, header);
  for await (const part of plain) yield* sealer.push(part);
  yield sealer.end();
}

export class SealedFile {
  readonly #handle: FileHandle;
  readonly #plan: SealPlan;

  private constructor(handle: FileHandle, plan: SealPlan) {
    this.#handle = handle;
    this.#plan = plan;
  }

  /** Opens an encrypted file. @throws SealFault */
  static async open(path: string, key: Unsealing): Promise<SealedFile> {
    const handle = await open(path, 'r');
    try {
      const { size } = await handle.stat();
      return new SealedFile(handle, new SealPlan(path, await headerOf(handle), size, key));
    } catch (fault) {
      await handle.close();
      throw fault;
    }
  }

  /** Size of the plain contents. */
  get bytes(): number {
    return this.#plan.bytes;
  }

  /** The plain bytes of one piece. @throws SealFault */
  async piece(index: number): Promise<Buffer> {
    const salt = this.#plan.saltOf(index);
    const saltBytes = salt && (await this.#bytes(salt));
    return this.#plan.open(index, await this.#bytes(this.#plan.stretchOf(index)), saltBytes);
  }

  /** Yields the whole contents piece by piece, then closes the file. */
  async *read(): AsyncGenerator<Buffer> {
    try {
      for (let index = 0; index < this.#plan.pieces; index++) yield await this.piece(index);
    } finally {
      await this.close();
    }
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  async #bytes({ at, bytes }: Stretch): Promise<Buffer | undefined> {
    const read = Buffer.alloc(bytes);
    const { bytesRead } = await this.#handle.read(read, 0, bytes, at);
    return bytesRead === bytes ? read : undefined;
  }
}

/** A sealed file that is read synchronously from any offset. It keeps the piece that was used last. */
export class SealedSource {
  readonly #descriptor: number;
  readonly #plan: SealPlan;
  #kept: { readonly index: number; readonly plain: Buffer } | undefined;

  constructor(path: string, key: Unsealing) {
    this.#descriptor = openSync(path, 'r');
    try {
      const header = Buffer.alloc(headerBytes);
      const read = readSync(this.#descriptor, header, 0, headerBytes, 0);
      this.#plan = new SealPlan(path, header.subarray(0, read), fstatSync(this.#descriptor).size, key);
    } catch (fault) {
      closeSync(this.#descriptor);
      throw fault;
    }
  }

  /** Size of the plain contents. */
  get bytes(): number {
    return this.#plan.bytes;
  }

  /** Fills `target` with the plain bytes from offset `at`, up to the end of a piece. Returns the number of bytes. */
  read(target: Uint8Array, at: number): number {
    if (at >= this.bytes || target.length === 0) return 0;
    const { index, offset } = this.#plan.pieceAt(at);
    const plain = this.#kept?.index === index ? this.#kept.plain : this.#opened(index);
    const part = plain.subarray(offset, offset + target.length);
    target.set(part);
    return part.length;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #opened(index: number): Buffer {
    const salt = this.#plan.saltOf(index);
    const plain = this.#plan.open(index, this.#bytes(this.#plan.stretchOf(index)), salt && this.#bytes(salt));
    this.#kept = { index, plain };
    return plain;
  }

  #bytes({ at, bytes }: Stretch): Buffer | undefined {
    const read = Buffer.alloc(bytes);
    return readSync(this.#descriptor, read, 0, bytes, at) === bytes ? read : undefined;
  }
}

/** True if the file begins with the header of a sealed file. */
export async function isSealed(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    return beginsSealed(await headerOf(handle));
  } finally {
    await handle.close();
  }
}

/** The key of one sealed file, for a process that must read no other. */
export async function keyOfFile(path: string, key: SealingKey): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const header = await headerOf(handle);
    new SealPlan(path, header, (await handle.stat()).size, key); // throws if the header is wrong
    return fileKeyOf(header, key).toString('hex');
  } finally {
    await handle.close();
  }
}

async function headerOf(handle: FileHandle): Promise<Buffer> {
  const header = Buffer.alloc(headerBytes);
  const { bytesRead } = await handle.read(header, 0, headerBytes, 0);
  return header.subarray(0, bytesRead);
}

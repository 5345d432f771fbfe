// Encrypted files: AES-256-GCM in pieces of 64 KiB, each under its number, so that it can be read from any piece on.
//
//   64 bytes   header: name of the form and its version, id of the data key, salt, zeros; every piece is bound to it
//   pieces     up to 65,536 bytes each, and 16 bytes of proof; only the last one may be shorter, and has its own mark
//
// The key of a file comes from the data key and the salt, which is random: no number is used twice under one key. A byte that was
// altered, a piece that was moved and an end that was cut off are all seen.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { limits } from '../protocol/limits.js';
import type { DataKey } from './data-key.js';

const magic = Buffer.from('tgseal\0\x01', 'latin1');
const headerBytes = 64;
const idBytes = 8;
const saltBytes = 32;
const proofBytes = 16;
const { pieceBytes } = limits.trust;

/** A sealed file that cannot be read. */
class SealFault extends Error {
  override readonly name = 'SealFault';
}

/** The bytes of a sealed file, made from plain ones as they come. */
export async function* sealed(
  key: DataKey,
  plain: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const header = Buffer.alloc(headerBytes);
  magic.copy(header);
  Buffer.from(key.id, 'hex').copy(header, magic.length);
  randomBytes(saltBytes).copy(header, magic.length + idBytes);
  yield header;
  const fileKey = keyOf(header, key);
  let index = 0;
  let waiting = Buffer.alloc(0);
  for await (const part of plain) {
    waiting = Buffer.concat([waiting, part]);
    // What fills a piece exactly waits too: it may be the last one.
    for (; waiting.length > pieceBytes; waiting = waiting.subarray(pieceBytes)) {
      yield sealPiece(fileKey, header, index++, false, waiting.subarray(0, pieceBytes));
    }
  }
  yield sealPiece(fileKey, header, index, true, waiting);
}

export class SealedFile {
  readonly #handle: FileHandle;
  readonly #path: string;
  readonly #header: Buffer;
  readonly #key: Buffer;
  readonly #sealedBytes: number;
  readonly #pieces: number;

  private constructor(handle: FileHandle, path: string, header: Buffer, key: Buffer, size: number) {
    this.#handle = handle;
    this.#path = path;
    this.#header = header;
    this.#key = key;
    this.#sealedBytes = size - headerBytes;
    this.#pieces = Math.ceil(this.#sealedBytes / (pieceBytes + proofBytes));
  }

  static async open(path: string, key: DataKey): Promise<SealedFile> {
    const handle = await open(path, 'r');
    try {
      const { size } = await handle.stat();
      const header = Buffer.alloc(headerBytes);
      const { bytesRead } = await handle.read(header, 0, headerBytes, 0);
      if (
        bytesRead < headerBytes ||
        !header.subarray(0, magic.length).equals(magic) ||
        size < headerBytes + proofBytes
      ) {
        throw new SealFault(`${path}: is no encrypted file, or its beginning is damaged`);
      }
      const id = header.toString('hex', magic.length, magic.length + idBytes);
      if (id !== key.id) throw new SealFault(`${path}: is encrypted with the key ${id}, not with ${key.id}`);
      return new SealedFile(handle, path, header, keyOf(header, key), size);
    } catch (fault) {
      await handle.close();
      throw fault;
    }
  }

  /** Size of what is in it. */
  get bytes(): number {
    return this.#sealedBytes - this.#pieces * proofBytes;
  }

  async piece(index: number): Promise<Buffer> {
    const at = index * (pieceBytes + proofBytes);
    const bytes = Buffer.alloc(Math.min(pieceBytes + proofBytes, this.#sealedBytes - at));
    const { bytesRead } = await this.#handle.read(bytes, 0, bytes.length, headerBytes + at);
    const opened = bytesRead === bytes.length ? this.#opened(index, bytes) : undefined;
    if (opened === undefined) throw new SealFault(`${this.#path}: is damaged or was altered (piece ${index})`);
    return opened;
  }

  /** Everything, piece by piece; closes the file. */
  async *read(): AsyncGenerator<Buffer> {
    try {
      for (let index = 0; index < this.#pieces; index++) yield await this.piece(index);
    } finally {
      await this.close();
    }
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  #opened(index: number, bytes: Buffer): Buffer | undefined {
    const end = bytes.length - proofBytes;
    if (end < 0) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonceOf(index, index === this.#pieces - 1));
    decipher.setAAD(this.#header);
    decipher.setAuthTag(bytes.subarray(end));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]);
    } catch {
      return undefined;
    }
  }
}

/** True of a file that begins as a sealed one does. */
export async function isSealed(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const begin = Buffer.alloc(magic.length);
    await handle.read(begin, 0, begin.length, 0);
    return begin.equals(magic);
  } finally {
    await handle.close();
  }
}

function sealPiece(key: Buffer, header: Buffer, index: number, isLast: boolean, plain: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast));
  cipher.setAAD(header);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

const keyOf = (header: Buffer, key: DataKey): Buffer =>
  key.derive('sealed file', header.subarray(magic.length + idBytes, magic.length + idBytes + saltBytes));

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce[0] = isLast ? 1 : 0;
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
}

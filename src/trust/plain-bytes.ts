// The plain bytes of a file from any offset, for a process that has the key of that file or of its area.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { beginsSealed, fileUnsealing, headerBytes, type Unsealing } from './seal-form.js';
import { SealedSource } from './sealed-file.js';

/** A file that is read synchronously. It stays readable if it is removed meanwhile. */
export interface PlainSource {
  readonly bytes: number;
  /** Fills `target` with the bytes from offset `at` as far as possible. Returns the number of bytes; 0: end of file. */
  read(target: Uint8Array, at: number): number;
  close(): void;
}

/** Opens a file that is encrypted with the key, or that was written before there was one. @throws SealFault */
export function plainSource(path: string, key: Unsealing | undefined): PlainSource {
  const descriptor = openSync(path, 'r');
  try {
    const header = Buffer.alloc(headerBytes);
    if (key !== undefined && readSync(descriptor, header, 0, headerBytes, 0) > 0 && beginsSealed(header)) {
      const source = new SealedSource(path, key);
      closeSync(descriptor);
      return source;
    }
    return {
      bytes: fstatSync(descriptor).size,
      read: (target, at) => readSync(descriptor, target, 0, target.length, at),
      close: () => closeSync(descriptor),
    };
  } catch (fault) {
    closeSync(descriptor);
    throw fault;
  }
}

/** All plain bytes of a file that fits into memory. @throws SealFault */
export function readAll(path: string, key: Unsealing | undefined): Buffer {
  const source = plainSource(path, key);
  try {
    const plain = Buffer.allocUnsafeSlow(source.bytes);
    let at = 0;
    for (let read = -1; at < plain.length && read !== 0; at += read) read = source.read(plain.subarray(at), at);
    return plain.subarray(0, at);
  } finally {
    source.close();
  }
}

/** Yields the plain bytes of a file from `from` to `to`, both inclusive, in pieces of at most 64 KiB. */
export function* piecesOf(path: string, key: Unsealing | undefined, from: number, to: number): Generator<Buffer> {
  const source = plainSource(path, key);
  try {
    for (let at = from; at <= to; ) {
      const piece = Buffer.allocUnsafeSlow(Math.min(64 * 1024, to + 1 - at));
      const read = source.read(piece, at);
      if (read === 0) return;
      at += read;
      yield piece.subarray(0, read);
    }
  } finally {
    source.close();
  }
}

export interface PlainBytes {
  readonly bytes: number;
  /** Fills `target` with the bytes from offset `at` as far as possible. Returns the number of bytes; 0: end of file. */
  read(target: Uint8Array, at: number): Promise<number>;
  close(): Promise<void>;
}

/** All plain bytes of an encrypted file that fits into memory. `key` is the key of that file. @throws SealFault */
export function readPlain(path: string, key: string): Uint8Array {
  const source = new SealedSource(path, fileUnsealing(key));
  try {
    const plain = new Uint8Array(source.bytes);
    for (let at = 0; at < plain.length; ) at += source.read(plain.subarray(at), at);
    return plain;
  } finally {
    source.close();
  }
}

/** Opens a file for asynchronous reads. `key` is the key of that file; undefined: the file is plain. */
export async function plainBytesOf(path: string, key: string | undefined): Promise<PlainBytes> {
  if (key !== undefined) {
    const source = new SealedSource(path, fileUnsealing(key));
    return {
      bytes: source.bytes,
      read: async (target, at) => source.read(target, at),
      close: async () => source.close(),
    };
  }
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    return {
      bytes: size,
      read: async (target, at) => (await handle.read(target, 0, target.length, at)).bytesRead,
      close: () => handle.close(),
    };
  } catch (fault) {
    await handle.close();
    throw fault;
  }
}

// The plain bytes of a file from any place on, for a process that has the key of that file and no other.
import { open } from 'node:fs/promises';
import { fileUnsealing } from './seal-form.js';
import { SealedSource } from './sealed-file.js';

export interface PlainBytes {
  readonly bytes: number;
  /** Fills the target from `at` on as far as it can, and returns the number of bytes; 0: the file is at its end. */
  read(target: Uint8Array, at: number): Promise<number>;
  close(): Promise<void>;
}

/** All bytes of a file that fits into memory. `key`: that of the file. @throws SealFault */
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

/** `key`: that of the file; undefined: it is plain. */
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

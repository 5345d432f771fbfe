// The data key, encrypted with the key of a key file: DATA/key.wrapped, created at the first start with a key file. A
// directory that an earlier version encrypted has no such file until its key is changed; until then the key file holds
// the data key itself. A change of the key rewrites only this file: every encrypted file stays as it is.
//
//   8 bytes    name and version of the format
//   8 bytes    id of the key that opens it, 8 bytes    id of the data key
//   12 bytes   nonce, 32 bytes    the data key, by AES-256-GCM, 16 bytes    authentication tag over everything before it
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Disk } from '../storage/disk.js';
import { writeWhole } from '../storage/whole-file.js';
import { KeyFault } from './key-file.js';

export interface WrappedKey {
  /** id of the key that opens this file */
  readonly outerId: string;
  /** id of the data key */
  readonly innerId: string;
  readonly bytes: Buffer;
}

const begin = Buffer.from('tgwrap\0\x01', 'latin1');
const [idBytes, nonceBytes, keyBytes, proofBytes] = [8, 12, 32, 16];
const headBytes = begin.length + 2 * idBytes;
const wrappedBytes = headBytes + nonceBytes + keyBytes + proofBytes;

export const wrappedFile = (dataDir: string): string => join(dataDir, 'key.wrapped');

const damaged = (file: string): KeyFault =>
  new KeyFault(
    `${file}: is damaged, and nothing can be decrypted without it; restore it from a backup made since the last change of the key`,
  );

/** Reads the wrapped key; undefined: the key file itself holds the data key. @throws KeyFault */
export function readWrapped(disk: Disk, dataDir: string): WrappedKey | undefined {
  const file = wrappedFile(dataDir);
  if (disk.size(file) === undefined) return undefined;
  const bytes = Buffer.from(disk.head(file, wrappedBytes + 1));
  if (bytes.length !== wrappedBytes || !bytes.subarray(0, begin.length).equals(begin)) throw damaged(file);
  const idAt = (at: number) => bytes.toString('hex', at, at + idBytes);
  return { outerId: idAt(begin.length), innerId: idAt(begin.length + idBytes), bytes };
}

/** Opens the data key. `key` is the wrapping key derived from the key whose id is `outerId`. @throws KeyFault */
export function unwrapped({ bytes }: WrappedKey, key: Buffer, dataDir: string): Buffer {
  const nonceEnd = headBytes + nonceBytes;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(headBytes, nonceEnd));
  decipher.setAAD(bytes.subarray(0, headBytes));
  decipher.setAuthTag(bytes.subarray(nonceEnd + keyBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceEnd, nonceEnd + keyBytes)), decipher.final()]);
  } catch (cause) {
    throw new KeyFault(damaged(wrappedFile(dataDir)).message, { cause });
  }
}

interface Wrapping {
  readonly outerId: string;
  /** wrapping key, derived from the outer key */
  readonly key: Buffer;
  readonly innerId: string;
  readonly dataKey: Buffer;
}

/** Writes the file whole or not at all: the previous file stays until the new one is complete. */
export function writeWrapped(disk: Disk, dataDir: string, { outerId, key, innerId, dataKey }: Wrapping): void {
  const head = Buffer.concat([begin, Buffer.from(outerId, 'hex'), Buffer.from(innerId, 'hex')]);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(head);
  const closed = Buffer.concat([cipher.update(dataKey), cipher.final(), cipher.getAuthTag()]);
  writeWhole(disk, wrappedFile(dataDir), [Buffer.concat([head, nonce, closed])]);
}

// Private keys that sign (Ed25519).
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { realDisk } from '../storage/disk.js';
import { writeText } from '../storage/whole-file.js';
import { KeyFault, readKeyFile } from './key-file.js';
import { type Subject, signedText } from './signature.js';

export class SigningKey {
  readonly #key: KeyObject;
  /** 32 bytes in BASE64. */
  readonly publicKey: string;

  constructor(key: KeyObject) {
    this.#key = key;
    const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
    this.publicKey = Buffer.from(x, 'base64url').toString('base64');
  }

  sign(subject: Subject, bytes: Uint8Array | string): string {
    const signature = sign(null, signedText(subject, bytes), this.#key);
    return `v1 ${this.publicKey} ${signature.toString('base64')}`;
  }
}

/** The key of a file. Throws a KeyFault. */
export function readSigningKey(file: string): SigningKey {
  const advice = 'create one with `tonegate key sign FILE`, or put the right file there';
  const unfit = (cause?: unknown) =>
    new KeyFault(`${file}: is not a private Ed25519 key in PEM form; ${advice}`, { cause });
  let key: KeyObject;
  try {
    key = createPrivateKey(readKeyFile(file));
  } catch (fault) {
    throw fault instanceof KeyFault ? fault : unfit(fault);
  }
  if (key.asymmetricKeyType !== 'ed25519') throw unfit();
  return new SigningKey(key);
}

/** Makes a key. Throws a KeyFault if the file is there. */
export function makeSigningKey(file: string): SigningKey {
  if (realDisk.size(file) !== undefined) throw new KeyFault(`${file}: already exists; a key is never overwritten`);
  const { privateKey } = generateKeyPairSync('ed25519');
  writeText(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  return new SigningKey(privateKey);
}

/** The key of a file, which is made where there is none. */
export const keptSigningKey = (file: string): SigningKey =>
  realDisk.size(file) === undefined ? makeSigningKey(file) : readSigningKey(file);

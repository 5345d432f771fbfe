// Private Ed25519 keys for signatures.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { dirname } from 'node:path';
import { realDisk } from '../storage/disk.js';
import { writeText } from '../storage/whole-file.js';
import { KeyFault, readKeyFile, writeNewKey } from './key-file.js';
import { type Subject, signedText } from './signature.js';

export class SigningKey {
  readonly #key: KeyObject;
  /** 32 bytes in BASE64 */
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

/** Reads a signing key from a file. Throws a KeyFault. */
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

/** Creates a signing key in a new file. Throws a KeyFault if the file exists. */
export function makeSigningKey(file: string): SigningKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  writeNewKey(file, () => writeText(file, pem));
  return new SigningKey(privateKey);
}

/** Reads the signing key of a file, or creates it if the file is missing. Throws a KeyFault. */
export const keptSigningKey = (file: string): SigningKey =>
  realDisk.size(file) === undefined ? firstSigningKey(file) : readSigningKey(file);

function firstSigningKey(file: string): SigningKey {
  realDisk.makeDirectory(dirname(file));
  return makeSigningKey(file);
}

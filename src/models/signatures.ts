// Signatures of manifests: beside one that was brought, and kept by the hash of one that is installed.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Disk } from '../storage/disk.js';
import { writeWhole } from '../storage/whole-file.js';
import { faultOfSignature } from '../trust/signature.js';
import { readSmall } from './files.js';

/** The signature of a manifest, beside it. */
export const signatureName = 'manifest.sig';
/** A signature is one line. */
const signatureBytes = 1_024;

export class ModelSignatures {
  readonly #disk: Disk;
  readonly #signKeys: readonly string[];

  /** `signKeys`: public keys, one of which must have signed; none: no signature is needed. */
  constructor(
    disk: Disk,
    readonly directory: string,
    signKeys: readonly string[],
  ) {
    this.#disk = disk;
    this.#signKeys = signKeys;
  }

  /** A manifest names its version and the hashes of all files, so its signature is one of the model. undefined: it may serve. */
  faultOf(manifest: Uint8Array, signature: string | undefined): string | undefined {
    if (this.#signKeys.length === 0) return undefined;
    return faultOfSignature('model manifest', manifest, signature, this.#signKeys);
  }

  /** The signature beside a manifest that was brought. */
  beside(directory: string): string | undefined {
    return this.#read(join(directory, signatureName));
  }

  /** The signature of an installed manifest. */
  kept(manifest: Uint8Array): string | undefined {
    return this.#read(this.fileOf(manifest));
  }

  keep(manifest: Uint8Array, signature: string): void {
    this.#disk.makeDirectory(this.directory);
    writeWhole(this.#disk, this.fileOf(manifest), [Buffer.from(`${signature}\n`)]);
  }

  fileOf(manifest: Uint8Array): string {
    return join(this.directory, createHash('sha256').update(manifest).digest('hex'));
  }

  #read(file: string): string | undefined {
    if (this.#disk.size(file) === undefined) return undefined;
    return readSmall(this.#disk, file, signatureBytes).toString('utf8').trim();
  }
}

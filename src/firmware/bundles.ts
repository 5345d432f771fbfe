// Bundles that this gateway serves to boxes: DATA/firmware/<sha256>.raucb. Their signature is for the boxes to verify.
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import type { Disk } from '../storage/disk.js';
import { PartFile } from '../storage/part-file.js';
import { BundleError, factsIn, signatureBytes } from './rules/bundle.js';
import type { BundleFacts } from './rules/version.js';

export interface StoredBundle extends BundleFacts {
  readonly sha256: string;
  readonly bytes: number;
}

const ending = '.raucb';

export class Bundles {
  #uploads = 0;

  constructor(
    readonly disk: Disk,
    readonly directory: string,
  ) {}

  path(sha256: string): string {
    return join(this.directory, `${sha256}${ending}`);
  }

  /** Throws what is wrong with the bytes; nothing of them is kept then. */
  async add(statedBytes: number | undefined, begin: () => Readable): Promise<StoredBundle> {
    this.disk.makeDirectory(this.directory);
    const file = await PartFile.create(join(this.directory, `upload-${++this.#uploads}`), statedBytes);
    try {
      const hash = createHash('sha256');
      let tail = Buffer.alloc(0);
      for await (const piece of begin() as AsyncIterable<Buffer>) {
        hash.update(piece);
        tail = Buffer.concat([tail, piece]).subarray(-tailBytes);
        await file.append(piece);
      }
      const facts = factsOf(tail, file.bytes);
      const sha256 = hash.digest('hex');
      const { bytes } = file;
      await file.keep(this.path(sha256));
      return { ...facts, sha256, bytes };
    } finally {
      await file.discard();
    }
  }

  /** A bundle that is here; throws where it is not. */
  find(sha256: string): StoredBundle {
    const bytes = this.disk.size(this.path(sha256));
    if (bytes === undefined) {
      throw new ServiceError('RESOURCE_NOT_FOUND', `there is no bundle ${sha256} here; upload it first`);
    }
    return { ...factsOf(lastOf(this.disk, this.path(sha256)), bytes), sha256, bytes };
  }

  has(sha256: string): boolean {
    return this.disk.size(this.path(sha256)) !== undefined;
  }

  /** Removes all bundles but these, and what uploads left that were cut off. */
  sweep(kept: ReadonlySet<string>): void {
    for (const name of this.disk.list(this.directory)) {
      const isUpload = name.startsWith('upload-') && this.#uploads > 0;
      if (!isUpload && !kept.has(basename(name, ending))) this.disk.remove(join(this.directory, name));
    }
  }
}

const tailBytes = limits.firmware.signatureBytes + 8;

function factsOf(tail: Buffer, fileBytes: number): BundleFacts {
  try {
    const bytes = signatureBytes(tail.subarray(-8), fileBytes, limits.firmware.signatureBytes);
    return factsIn(tail.subarray(-8 - bytes, -8));
  } catch (fault) {
    if (fault instanceof BundleError) throw new ServiceError('INVALID_ARGUMENT', `the file ${fault.message}`);
    throw fault;
  }
}

function lastOf(disk: Disk, file: string): Buffer {
  let tail = Buffer.alloc(0);
  for (const piece of disk.read(file)) tail = Buffer.concat([tail, piece]).subarray(-tailBytes);
  return tail;
}

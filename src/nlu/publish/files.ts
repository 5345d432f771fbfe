// Robot packages: DATA/nlu/packages/<sha256>, the hash of their plain bytes. An existing file is whole and is never
// written again, except to encrypt it. It is removed when no publish, no online robot and no holder names it.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Unneeded } from '../../jobs/retention.js';
import { isDiskFull, ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { Disk } from '../../storage/disk.js';
import type { AreaKey } from '../../trust/area-key.js';
import { FilePieces, KeyedFiles } from '../../trust/keyed-files.js';
import { SealFault } from '../../trust/seal-form.js';
import { checkHeader } from '../../understanding/package/layout.js';

/** A package by its content. */
export interface PackageName {
  readonly sha256: string;
  readonly bytes: number;
}

interface Copying {
  /** Size that the state names. */
  readonly bytes: number;
  readonly refuse: (why: string) => ServiceError;
}

interface PackageOptions {
  /** The key of robots, with which packages are encrypted. */
  readonly key?: AreaKey | undefined;
  /** monotonic clock, ms */
  readonly now?: () => number;
}

const nameForm = /^[0-9a-f]{64}$/;

export class PackageFiles {
  readonly #disk: Disk;
  readonly directory: string;
  /** The key; undefined if packages are plain. */
  readonly key: AreaKey | undefined;
  readonly #files: KeyedFiles;
  readonly #unneeded: Unneeded;
  readonly #holders = new Map<string, number>();

  constructor(disk: Disk, directory: string, { key, now = () => performance.now() }: PackageOptions = {}) {
    this.#disk = disk;
    this.key = key;
    this.#files = new KeyedFiles(disk, key);
    this.directory = directory;
    this.#unneeded = new Unneeded(limits.nlu.publish.unusedMs, now);
  }

  pathOf(sha256: string): string {
    return join(this.directory, sha256);
  }

  has({ sha256, bytes }: PackageName): boolean {
    try {
      return this.#files.bytesOf(this.pathOf(sha256)) === bytes;
    } catch (fault) {
      if (fault instanceof SealFault) return false;
      throw fault;
    }
  }

  /** Keeps the file until the returned function is called. */
  hold(sha256: string): () => void {
    this.#holders.set(sha256, (this.#holders.get(sha256) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#holders.get(sha256) ?? 1) - 1;
      if (left > 0) this.#holders.set(sha256, left);
      else this.#holders.delete(sha256);
    };
  }

  /**
   * Takes a copy of a file that was brought to this disk. The file itself belongs to its writer, who could still change
   * it, so the hash is that of the copy.
   */
  async take(brought: string, { sha256, bytes }: PackageName): Promise<void> {
    const refuse = (why: string) => new ServiceError('INVALID_ARGUMENT', `robot package ${sha256}: ${why}`);
    const size = this.#disk.size(brought);
    if (size === undefined) throw refuse('it is neither stored here nor was it delivered with the state');
    if (size !== bytes) throw refuse(`it was delivered with ${size} bytes, but the state says ${bytes}`);
    this.#disk.makeDirectory(this.directory);
    const copy = join(this.directory, `${sha256}.brought.part`);
    try {
      if ((await this.#copy(brought, copy, { bytes, refuse })) !== sha256) {
        throw refuse('it was delivered damaged: its hash differs');
      }
      this.#disk.rename(copy, this.pathOf(sha256));
    } catch (fault) {
      this.#disk.remove(copy);
      throw fault;
    }
    this.#disk.syncDirectory(this.directory);
  }

  /** Copies the file. Returns the hash of the bytes that were written. */
  async #copy(from: string, to: string, { bytes, refuse }: Copying): Promise<string> {
    const hash = createHash('sha256');
    const file = this.#disk.create(to);
    const stored = new FilePieces(this.#files.newSeal());
    let written = 0;
    try {
      for (const each of stored.begin()) file.append(each);
      for (const piece of this.#disk.read(from)) {
        if (written === 0) readable(piece, refuse);
        written += piece.length;
        if (written > bytes) break; // the file is growing
        hash.update(piece);
        for (const each of stored.push(piece)) file.append(each);
        await new Promise((resolve) => setImmediate(resolve)); // lets calls go on
      }
      for (const each of stored.end()) file.append(each);
      file.sync();
    } finally {
      file.close();
    }
    return hash.digest('hex');
  }

  /** Called at a start: removes half-written files of a stop or a power cut. */
  removeParts(): void {
    for (const name of this.#disk.list(this.directory)) {
      if (!nameForm.test(name)) this.#disk.remove(join(this.directory, name));
    }
  }

  /**
   * Called at a start: encrypts files that were written before there was a key. Returns the names of files for which
   * there was no room.
   */
  encryptAll(): string[] {
    if (!this.#files.areSealed) return [];
    return this.#disk.list(this.directory).filter((name) => nameForm.test(name) && !this.#isEncrypted(name));
  }

  #isEncrypted(sha256: string): boolean {
    try {
      this.#files.encrypt(this.pathOf(sha256));
      return true;
    } catch (fault) {
      if (isDiskFull(fault)) return false;
      throw fault;
    }
  }

  /** Called at a start for a directory whose files do not outlive it. */
  removeAll(): void {
    for (const name of this.#disk.list(this.directory)) this.#disk.remove(join(this.directory, name));
  }

  /** Removes packages that nothing has named for some time. A package that a power cut brings back is removed again. */
  sweep(isNamed: (sha256: string) => boolean): void {
    const names = this.#disk.list(this.directory).filter((name) => nameForm.test(name));
    const isNeeded = (sha256: string) => this.#holders.has(sha256) || isNamed(sha256);
    for (const sha256 of this.#unneeded.expired(names, isNeeded)) this.#disk.remove(this.pathOf(sha256));
  }
}

function readable(first: Uint8Array, refuse: (why: string) => ServiceError): void {
  try {
    checkHeader(first);
  } catch (fault) {
    throw refuse((fault as Error).message);
  }
}

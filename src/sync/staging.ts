// Content on its way to the gateway: DATA/sync/content/<sha256> (or sync.contentDirectory), and <sha256>.part while it
// arrives. A file gets its name only after it was synced and its hash was right; the gateway checks again before using
// it.
import { join } from 'node:path';
import { checkFile } from '../models/files.js';
import { ModelError } from '../models/model-error.js';
import { limits } from '../protocol/limits.js';
import type { Disk, DiskFile } from '../storage/disk.js';
import { SyncFault } from './fault.js';
import type { ContentName } from './transport.js';

const part = '.part';

export class Staging {
  readonly #disk: Disk;
  readonly #mode: number;

  /** `isShared`: the gateway runs as another user, in the group of the directory. */
  constructor(
    disk: Disk,
    readonly directory: string,
    isShared = false,
  ) {
    this.#disk = disk;
    this.#mode = isShared ? 0o640 : 0o600;
  }

  prepare(): void {
    this.#disk.makeDirectory(this.directory);
  }

  has({ sha256, bytes }: ContentName): boolean {
    return this.#disk.size(this.path(sha256)) === bytes;
  }

  /** Bytes received so far. */
  partBytes(sha256: string): number {
    return this.#disk.size(this.#part(sha256)) ?? 0;
  }

  /** Stores content that is whole in memory. */
  put(name: ContentName, content: Uint8Array): void {
    const file = this.open(name.sha256, 0);
    try {
      file.append(content);
      file.sync();
    } finally {
      file.close();
    }
    this.finish(name);
  }

  /** Opens the part for appending at `offset`, which is 0 or the end of the part. */
  open(sha256: string, offset: number): DiskFile {
    return offset === 0 ? this.#disk.create(this.#part(sha256), this.#mode) : this.#disk.extend(this.#part(sha256));
  }

  /** Gives the part, which must be synced, its name. If it is not what its name says, removes it and returns false. */
  finish({ sha256, bytes }: ContentName): boolean {
    const from = this.#part(sha256);
    if (!this.#isGood(from, { sha256, bytes })) {
      this.#disk.remove(from);
      return false;
    }
    this.#disk.rename(from, this.path(sha256));
    return true;
  }

  /** Makes finished content survive a power cut. */
  settle(): void {
    this.#disk.syncDirectory(this.directory);
  }

  discardPart(sha256: string): void {
    this.#disk.remove(this.#part(sha256));
  }

  /** Removes all parts: on a full disk, free space is worth more than half a download. */
  discardParts(): void {
    const parts = this.#disk.list(this.directory).filter((name) => name.endsWith(part));
    for (const name of parts) this.#disk.remove(join(this.directory, name));
  }

  /**
   * Removes files that the disk has damaged, so that they are fetched anew. Called when the gateway refused a state.
   */
  discardDamaged(names: readonly ContentName[]): void {
    for (const name of names) {
      const file = this.path(name.sha256);
      if (this.#disk.size(file) !== undefined && !this.#isGood(file, name)) this.#disk.remove(file);
    }
  }

  /** Throws if `missing` does not fit. Two copies: until a model is installed it lies both here and in the store. */
  needRoom(missing: readonly ContentName[], copies = 2): void {
    const wanted = missing.reduce((sum, { sha256, bytes }) => sum + copies * bytes - this.partBytes(sha256), 0);
    const free = this.#disk.freeBytes(this.directory);
    if (wanted + limits.sync.freeBytes <= free) return;
    const [need, have] = [wanted + limits.sync.freeBytes, free].map((bytes) => `${Math.ceil(bytes / 1e6)} MB`);
    throw new SyncFault('noRoom', `the disk has ${have} free, but this update needs ${need}; free some space`);
  }

  /** Removes files of states that were never applied. A file that is still wanted stays, whatever the clock says. */
  sweep(wanted: ReadonlySet<string>, nowMs: number): void {
    for (const name of this.#disk.list(this.directory)) {
      const sha256 = name.endsWith(part) ? name.slice(0, -part.length) : name;
      if (wanted.has(sha256)) continue;
      const file = join(this.directory, name);
      const ageMs = nowMs - (this.#disk.modifiedAtMs(file) ?? nowMs);
      if (ageMs > limits.sync.staleStagedMs) this.#disk.remove(file);
    }
  }

  #isGood(file: string, name: ContentName): boolean {
    try {
      checkFile(this.#disk, file, { name: name.sha256, ...name });
      return true;
    } catch (fault) {
      if (fault instanceof ModelError) return false;
      throw fault;
    }
  }

  path = (sha256: string): string => join(this.directory, sha256);
  #part = (sha256: string): string => join(this.directory, `${sha256}${part}`);
}

// Backups of a running gateway: one at a time, sent as its client takes it.
import { Readable } from 'node:stream';
import { ServiceError } from '../protocol/errors.js';
import type { Store } from '../store/open.js';
import { takeSnapshot } from './snapshot.js';
import { archiveOf } from './write-archive.js';

export interface BackupsParts {
  readonly dataDir: string;
  readonly db: Store;
  readonly version: string;
  /** ms UTC */
  readonly now: () => number;
}

export class Backups {
  readonly #parts: BackupsParts;
  #isBusy = false;
  #underWay: Readable | undefined;
  /** Resolves when the snapshot before this one is removed. */
  #removal: Promise<void> = Promise.resolve();

  constructor(parts: BackupsParts) {
    this.#parts = parts;
  }

  /** The archive as it is of now. Its end without a fault is its only sign of being whole. */
  async make(): Promise<Readable> {
    const { dataDir, db, version, now } = this.#parts;
    const isSent = this.#underWay === undefined || this.#underWay.readableEnded || this.#underWay.destroyed;
    if (this.#isBusy || !isSent)
      throw new ServiceError('CONFLICT', 'another backup is running; wait until it is finished');
    this.#isBusy = true;
    try {
      await this.#removal;
      const { files, discard } = await takeSnapshot(dataDir, db);
      const archive = Readable.from(archiveOf(files, { version, madeAtMs: now() }), { objectMode: false });
      this.#underWay = archive;
      this.#removal = new Promise((resolve) => archive.once('close', resolve)).then(discard);
      return archive;
    } finally {
      this.#isBusy = false;
    }
  }

  async stop(): Promise<void> {
    this.#underWay?.destroy();
    await this.#removal;
  }
}

// Room on the disk of the data directory. A reserve file lies there while there is room. When the disk runs full, the
// reserve is given up, so that deletions and the gateway's own bookkeeping find space; nothing else may grow until the
// reserve fits again. Thresholds are parts of the reserve's size.
import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, statfsSync, statSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { isDiskFull } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';

/** The database's part: the file system does not see the free pages that deletions left, and they are room too. */
export interface RoomInStore {
  freeBytes(): number;
  /** Size of the write-ahead log, bytes. */
  logBytes(): number;
  /** Moves the log into the database and gives its bytes back. Takes at most the same number meanwhile. */
  emptyLog(): void;
}

export interface RoomParts {
  readonly dataDir: string;
  readonly reserveBytes: number;
  readonly log: Logger;
}

export interface RoomFacts {
  readonly freeBytes: number;
  readonly isFull: boolean;
}

export const reserveFile = (dataDir: string): string => join(dataDir, 'reserve');

export class Room {
  readonly #parts: RoomParts;
  readonly #file: string;
  #store: RoomInStore = { freeBytes: () => 0, logBytes: () => 0, emptyLog: () => {} };
  #hasReserve: boolean;
  #isLaying = false;
  #wasTold = false;
  #poll: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isStopped = false;
  readonly #listeners: (() => void)[] = [];

  /** Called before the database is opened, which may need the space that the reserve holds. */
  constructor(parts: RoomParts) {
    this.#parts = parts;
    this.#file = reserveFile(parts.dataDir);
    rmSync(this.#partFile, { force: true });
    const size = statSync(this.#file, { throwIfNoEntry: false })?.size;
    this.#hasReserve = size === parts.reserveBytes;
    if (size !== undefined && !this.#hasReserve) rmSync(this.#file, { force: true }); // the setting has changed
    if (this.#isScarce()) this.#giveUpReserve();
  }

  /** Calls the listener whenever the disk was full and has free space again. */
  onRoom(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Starts watching the disk. */
  async watch(store: RoomInStore): Promise<void> {
    this.#store = store;
    await this.#look();
    this.#poll = setInterval(() => {
      if (this.#looking !== undefined) return;
      const wasFull = this.isFull;
      this.#looking = this.#look().finally(() => {
        this.#looking = undefined;
        if (!wasFull || this.isFull || this.#isStopped) return;
        for (const listener of this.#listeners) listener();
      });
    }, limits.storage.lookMs);
    this.#poll.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#poll);
    await this.#looking;
  }

  /** True if nothing that grows may begin: there is no reserve, and no room for one. */
  get isFull(): boolean {
    return !this.#hasReserve;
  }

  facts(): RoomFacts {
    return { freeBytes: this.#freeBytes(), isFull: this.isFull };
  }

  /** Messages for the operator; empty if all is well. */
  degraded(): string[] {
    if (!this.isFull) return [];
    const free = this.#freeBytes();
    const needed = inMiB(free + this.#missingBytes());
    return [
      `the disk is full (${inMiB(free)} free at ${this.#parts.dataDir}): calls and deletions go on, everything that ` +
        `would store more is refused (503 STORAGE_FULL) until ${needed} are free`,
    ];
  }

  /** Must be called with every write fault. True if the reserve was released, so that the write may succeed now. */
  noticed(fault: unknown): boolean {
    return isDiskFull(fault) && this.#giveUpReserve();
  }

  async #look(): Promise<void> {
    if (!this.isFull && this.#isScarce()) this.#giveUpReserve();
    if (this.isFull) {
      this.#emptyLog();
      if (this.#missingBytes() <= 0) await this.#layReserve();
    }
    if (this.isFull === this.#wasTold) return;
    this.#wasTold = this.isFull;
    const { log, dataDir } = this.#parts;
    const facts = { dataDir, freeBytes: this.#freeBytes() };
    if (this.isFull) log.error(facts, 'the disk is full: requests that store data are refused from now on');
    else log.warn(facts, 'the disk has free space again; requests that store data are served');
  }

  /** Empties the log, unless there is too little room: half done, it would take the room that deletions need. */
  #emptyLog(): void {
    const bytes = this.#store.logBytes();
    if (bytes > 0 && bytes <= this.#freeBytes()) this.#store.emptyLog();
  }

  /** True if there is too little room. Stored data may reuse free pages, and then needs little of the file system. */
  #isScarce(): boolean {
    const free = this.#freeBytes();
    return free < this.#part(16) || free + this.#store.freeBytes() < this.#part(4);
  }

  /** Bytes that must be freed before the reserve can be written again and stored data may grow. */
  #missingBytes(): number {
    const free = this.#freeBytes() - (this.#hasReserve ? 0 : this.#parts.reserveBytes);
    return Math.max(this.#part(8) - free, this.#part(2) - free - this.#store.freeBytes());
  }

  #part(nth: number): number {
    return Math.floor(this.#parts.reserveBytes / nth);
  }

  /** Gives the reserve up; false if there was none, not even in part. */
  #giveUpReserve(): boolean {
    if (this.#isLaying) {
      this.#isLaying = false;
      truncateSync(this.#partFile, 0); // it is still open, so that removing it would free nothing yet
    } else if (this.#hasReserve) {
      rmSync(this.#file, { force: true });
      this.#hasReserve = false;
    } else return false;
    this.#emptyLog();
    return true;
  }

  get #partFile(): string {
    return `${this.#file}.part`;
  }

  /**
   * Writes the reserve as random bytes: a compressing file system would keep nothing of zeros. Calls go on meanwhile.
   */
  async #layReserve(): Promise<void> {
    const part = this.#partFile;
    try {
      const file = await open(part, 'w', 0o600);
      this.#isLaying = true;
      try {
        const piece = randomBytes(limits.storage.pieceBytes);
        for (let left = this.#parts.reserveBytes; left > 0 && this.#isLaying; ) {
          left -= (await file.write(piece, 0, Math.min(left, piece.length))).bytesWritten;
        }
        if (this.#isLaying) await file.sync();
      } finally {
        await file.close();
      }
      if (this.#isLaying) {
        renameSync(part, this.#file);
        this.#hasReserve = true;
      } else rmSync(part, { force: true });
    } catch (fault) {
      rmSync(part, { force: true });
      if (!isDiskFull(fault))
        this.#parts.log.error({ err: fault }, 'the reserved file that keeps disk space free could not be written');
    } finally {
      this.#isLaying = false;
    }
  }

  #freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.#parts.dataDir);
    return bavail * bsize;
  }
}

const inMiB = (bytes: number): string => `${(Math.max(0, bytes) / 1024 / 1024).toFixed(1)} MiB`;

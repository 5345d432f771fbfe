// The paths of offline transcription below the data directory, and how its files are made durable.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { awaitedDisk } from '../storage/awaited-disk.js';
import { realDisk } from '../storage/disk.js';
import type { DataKey } from '../trust/data-key.js';
import { StoredFiles } from '../trust/stored-files.js';
import { ResultFiles } from './result/files.js';

export interface TaskPlace {
  readonly taskId: string;
  readonly position: number;
}

export class Places {
  readonly #root: string;
  /** The storage of uploads, recordings, samples and results. */
  readonly files: StoredFiles;
  readonly results: ResultFiles;

  /** `key` encrypts all of them; undefined: they are plain. */
  constructor(dataDir: string, key?: DataKey) {
    this.files = new StoredFiles(key);
    this.results = new ResultFiles(this.files);
    this.#root = join(dataDir, 'trans');
  }

  make(): void {
    realDisk.makeDirectory(this.#uploads);
    realDisk.makeDirectory(this.#tasks);
  }

  get #uploads(): string {
    return join(this.#root, 'uploads');
  }

  get #tasks(): string {
    return join(this.#root, 'tasks');
  }

  /** The file with all slices of an upload, each at its offset. */
  upload(fileId: string): string {
    return join(this.#uploads, fileId);
  }

  task(taskId: string): string {
    return join(this.#tasks, taskId);
  }

  /** The names of a task's files: `{position}.source`, `.pcm`, `.result`. */
  names(taskId: string): ReadonlySet<string> {
    return new Set(existsSync(this.task(taskId)) ? readdirSync(this.task(taskId)) : []);
  }

  /** The recording as it was downloaded. */
  source({ taskId, position }: TaskPlace): string {
    return join(this.task(taskId), `${position}.source`);
  }

  /** The converted samples: 16-bit little-endian PCM, interleaved. */
  pcm({ taskId, position }: TaskPlace): string {
    return join(this.task(taskId), `${position}.pcm`);
  }

  result({ taskId, position }: TaskPlace): string {
    return join(this.task(taskId), `${position}.result`);
  }

  async makeTask(taskId: string): Promise<void> {
    await mkdir(this.task(taskId), { recursive: true, mode: 0o700 });
    await awaitedDisk.syncDirectory(this.#tasks);
  }

  async removeTask(taskId: string): Promise<void> {
    await rm(this.task(taskId), { recursive: true, force: true });
  }

  /** The free bytes on the disk of the data directory. */
  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#root);
    return bavail * bsize;
  }

  /** Encrypts files that were written before there was a key. Nothing else may use them meanwhile. */
  async encryptAll(uploads: Iterable<UploadedSlices>): Promise<void> {
    if (!this.files.areSealed) return;
    for (const { id, bytes, slice_bytes } of uploads) {
      const path = this.upload(id);
      if (isThere(path)) await this.files.encrypt(path, { bytes: slice_bytes, totalBytes: bytes });
    }
    for (const task of await readdir(this.#tasks)) {
      for (const name of await readdir(this.task(task))) await this.files.encrypt(join(this.task(task), name));
    }
  }

  /** Removes orphaned files: their rows are gone or never existed, or their stage ended before it removed them. */
  async removeOrphans({ uploads, tasks, isNeeded }: Belongings): Promise<void> {
    await removeOthers(this.#uploads, (name) => uploads.has(name));
    await removeOthers(this.#tasks, (name) => tasks.has(name));
    for (const taskId of await readdir(this.#tasks)) {
      await removeOthers(this.task(taskId), (name) => {
        const [, position, kind] = /^(\d+)\.(source|pcm|result)$/.exec(name) ?? [];
        return kind !== undefined && isNeeded({ taskId, position: Number(position) }, kind as FileKind);
      });
    }
  }
}

/** The columns of an upload that describe its file. */
interface UploadedSlices {
  readonly id: string;
  readonly bytes: number;
  readonly slice_bytes: number;
}

export type FileKind = 'source' | 'pcm' | 'result';

export interface Belongings {
  readonly uploads: ReadonlySet<string>;
  readonly tasks: ReadonlySet<string>;
  readonly isNeeded: (place: TaskPlace, kind: FileKind) => boolean;
}

async function removeOthers(folder: string, isKept: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!isKept(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** True if a regular file exists at the path. */
export const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

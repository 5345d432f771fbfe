// Where offline transcription keeps its files below the data directory, and what makes them last.
import { statSync } from 'node:fs';
import { mkdir, open, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DiskFull } from './part-file.js';

export interface TaskPlace {
  readonly taskId: string;
  readonly position: number;
}

export class Places {
  readonly #root: string;

  constructor(dataDir: string) {
    this.#root = join(dataDir, 'trans');
  }

  async make(): Promise<void> {
    await mkdir(this.#uploads, { recursive: true, mode: 0o700 });
    await mkdir(this.#tasks, { recursive: true, mode: 0o700 });
  }

  get #uploads(): string {
    return join(this.#root, 'uploads');
  }

  get #tasks(): string {
    return join(this.#root, 'tasks');
  }

  /** All slices of an upload, each where it belongs. */
  upload(fileId: string): string {
    return join(this.#uploads, fileId);
  }

  task(taskId: string): string {
    return join(this.#tasks, taskId);
  }

  /** As it was downloaded. */
  source({ taskId, position }: TaskPlace): string {
    return join(this.task(taskId), `${position}.source`);
  }

  pcm({ taskId, position }: TaskPlace): string {
    return join(this.task(taskId), `${position}.pcm`);
  }

  result({ taskId, position }: TaskPlace): string {
    return join(this.task(taskId), `${position}.result`);
  }

  async makeTask(taskId: string): Promise<void> {
    await mkdir(this.task(taskId), { recursive: true, mode: 0o700 });
    await syncDirectory(this.#tasks);
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#root);
    return bavail * bsize;
  }

  /** What lies here and belongs to nothing: its rows went, or never came. */
  async removeStrangers(uploadIds: ReadonlySet<string>, taskIds: ReadonlySet<string>): Promise<void> {
    for (const [folder, known] of [
      [this.#uploads, uploadIds],
      [this.#tasks, taskIds],
    ] as const) {
      for (const name of await readdir(folder)) {
        if (!known.has(name)) await rm(join(folder, name), { recursive: true, force: true });
      }
    }
  }
}

export const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

export async function syncDirectory(directory: string): Promise<void> {
  const file = await open(directory, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

export const isDiskFull = (fault: unknown): boolean =>
  fault instanceof DiskFull ||
  ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes((fault as NodeJS.ErrnoException | undefined)?.code ?? '');

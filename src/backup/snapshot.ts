// The state of a data directory at one moment, while the gateway goes on: a copy of the database by SQLite, and a second name
// for every file, under which it stays whatever becomes of the first. Files come before the rows that name them and go after
// those rows; so files that were there before the database was copied, and those that came until then, are all that the copy names.
import { link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { awaitedDisk } from '../storage/awaited-disk.js';
import { copyDatabase } from '../store/copy.js';
import type { Store } from '../store/open.js';
import { databaseName, isKept, snapshotName } from './contents.js';
import type { SourceFile } from './write-archive.js';

export interface Snapshot {
  /** The database comes last. */
  readonly files: readonly SourceFile[];
  /** Removes it. */
  discard(): Promise<void>;
}

export async function takeSnapshot(dataDir: string, db: Store): Promise<Snapshot> {
  const directory = join(dataDir, snapshotName);
  await discardSnapshot(dataDir); // of a gateway that was cut short
  await needRoom(dataDir, db);
  const discard = () => discardSnapshot(dataDir);
  try {
    await mkdir(directory, { mode: 0o700 });
    const linked = new Set<string>();
    await linkAll(dataDir, directory, linked);
    const copy = join(directory, databaseName);
    await copyDatabase(db, copy);
    await linkAll(dataDir, directory, linked);
    const files = [...linked].sort().map((path) => ({ path, file: join(directory, path) }));
    return { files: [...files, { path: databaseName, file: copy }], discard };
  } catch (fault) {
    await discard();
    throw fault;
  }
}

export const discardSnapshot = (dataDir: string): Promise<void> =>
  rm(join(dataDir, snapshotName), { recursive: true, force: true });

/** Gives every file a second name below `directory`; those in `linked` have one. */
async function linkAll(dataDir: string, directory: string, linked: Set<string>, below = ''): Promise<void> {
  const entries = await readdir(join(dataDir, below), { withFileTypes: true }).catch(absent([]));
  for (const entry of entries) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (!isKept(path) || linked.has(path)) continue;
    if (entry.isDirectory()) await linkAll(dataDir, directory, linked, path);
    if (!entry.isFile()) continue;
    const target = join(directory, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const isLinked = await link(join(dataDir, path), target).then(() => true, absent(false));
    if (isLinked) linked.add(path);
  }
}

/** A file or directory that has gone meanwhile. */
const absent =
  <T>(value: T) =>
  (fault: NodeJS.ErrnoException): T => {
    if (fault.code === 'ENOENT') return value;
    throw fault;
  };

async function needRoom(dataDir: string, db: Store): Promise<void> {
  const sizes = await Promise.all(
    [db.name, `${db.name}-wal`].map((file) => stat(file).then(({ size }) => size, absent(0))),
  );
  const wanted = sizes.reduce((sum, size) => sum + size, 0) + limits.backup.freeBytes;
  if ((await awaitedDisk.freeBytes(dataDir)) >= wanted) return;
  const needs = `a backup of a running gateway needs ${Math.ceil(wanted / 1e6)} MB free for a copy of the database`;
  throw new ServiceError('STORAGE_FULL', `${needs}; free some space, or stop the gateway and make the backup then`);
}

// A restore beside a running gateway. The command unpacks and checks the archive into a directory of its own below the data
// directory; the gateway checks it with its own settings, stops, puts it in place and starts again. Each restore has an id,
// which the gateway reports as taken or refused. What a gateway has not taken when it ends, the next start removes.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replacedName } from '../ops/data-dir.js';
import { realDisk } from '../storage/disk.js';
import { lockDirectory } from '../store/directory-lock.js';
import { databaseName, restoreLockName, stagingName } from './contents.js';
import type { Manifest } from './manifest.js';
import { checkDatabase, putInPlace, type UnpackParts, unpacked } from './restore.js';

const stagedName = /^restored-([0-9a-f]{12})\.part$/;
const directoryOf = (dataDir: string, id: string): string => join(dataDir, `restored-${id}.part`);

export interface Staged {
  readonly id: string;
  readonly manifest: Manifest;
}

/** Unpacks and checks an archive for the gateway that runs on `dataDir`. Throws ArchiveFault or RestoreFault. */
export async function stage(parts: UnpackParts): Promise<Staged> {
  const id = randomBytes(6).toString('hex');
  const manifest = await unpacked(parts, (staging) => {
    renameSync(staging, directoryOf(parts.dataDir, id));
    realDisk.syncDirectory(parts.dataDir);
  });
  return { id, manifest };
}

/** The id of the content that waits for the gateway; undefined: none does. */
export function stagedId(dataDir: string): string | undefined {
  const ids = readdirSync(dataDir).flatMap((name) => stagedName.exec(name)?.[1] ?? []);
  return ids.find((id) => isStaged(dataDir, id));
}

export const isStaged = (dataDir: string, id: string): boolean =>
  existsSync(join(directoryOf(dataDir, id), databaseName));

/** Throws a sentence about what keeps a gateway from starting with the content. `keyFor` as for the archive. */
export function checkStaged(dataDir: string, id: string, keyFor: UnpackParts['keyFor']): void {
  const directory = directoryOf(dataDir, id);
  checkDatabase(join(directory, databaseName), keyFor(directory));
}

/** Puts the content in place. The caller has the lock of the directory, and calls `discardReplaced` once it serves. */
export function takeStaged(dataDir: string, id: string): void {
  putInPlace(dataDir, directoryOf(dataDir, id));
  discardStaged(dataDir);
}

/** Removes content that no gateway took. True: there was some. */
export function discardStaged(dataDir: string): boolean {
  const names = readdirSync(dataDir).filter((name) => stagedName.test(name));
  const isThere = names.some((name) => existsSync(join(dataDir, name, databaseName)));
  for (const name of names) rmSync(join(dataDir, name), { recursive: true, force: true });
  return isThere;
}

/** Removes what a restore that was cut short had unpacked. A restore that is running keeps it. */
export function discardUnpacked(dataDir: string): void {
  const unpacked = join(dataDir, stagingName);
  if (!existsSync(unpacked)) return;
  try {
    const lock = lockDirectory(dataDir, restoreLockName);
    rmSync(unpacked, { recursive: true, force: true });
    lock.release();
  } catch (fault) {
    if ((fault as { readonly reason?: unknown }).reason !== 'inUse') throw fault;
  }
}

/** Removes the content that `takeStaged` replaced. */
export const discardReplaced = (dataDir: string): Promise<void> =>
  rm(join(dataDir, replacedName), { recursive: true, force: true });

// After a rollback the older version meets a database that the newer one migrated. The copy that was made before the migration
// takes its place; what the newer version wrote is kept beside it.
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadConfig } from '../../config/config.js';
import { databaseFile, databaseLock } from '../../ops/data-dir.js';
import { type Disk, realDisk } from '../../storage/disk.js';
import { writeWhole } from '../../storage/whole-file.js';
import { isEncrypted } from '../../store/encrypt.js';
import { closeStore, openStore, StoreError } from '../../store/open.js';
import { takeDataKey } from '../../trust/data-key.js';

/** Answers what was done, in words; undefined: the database is of this version, or of an older one, or there is none. */
export function meetDatabase(dataDir: string): string | undefined {
  const file = databaseFile(dataDir);
  const owner = [file, backOf(file)].find(existsSync);
  if (owner === undefined) return undefined;
  const { uid, gid } = statSync(owner);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) {
    process.setegid?.(gid); // what is written belongs to the gateway's user
    process.seteuid?.(uid);
  }
  try {
    return putBackIfNewer(dataDir, file);
  } finally {
    if (isRoot) {
      process.seteuid?.(0);
      process.setegid?.(0);
    }
  }
}

function putBackIfNewer(dataDir: string, file: string): string | undefined {
  const begun = endPutBack(realDisk, file);
  if (begun !== undefined) return doneWords(begun);
  const { config } = loadConfig({ dataDir, env: process.env });
  const key = takeDataKey(dataDir, config.storage.keyFile, () => isEncrypted(file));
  try {
    closeStore(openStore(file, undefined, false, databaseLock(dataDir, key)?.key).db);
    return undefined;
  } catch (fault) {
    const known = fault instanceof StoreError ? fault.knownSchema : undefined;
    if (known === undefined) return undefined; // the gateway says what is wrong with it
    const copy = `${file}.v${known}`;
    if (existsSync(copy)) return doneWords(putBack(realDisk, file, copy));
    return `the database is of a newer version, and there is no copy from before the update (${copy})`;
  }
}

const doneWords = (aside: string): string =>
  `the database from before the update is in use again; the newer one is kept in ${aside}`;

/** A whole copy that is on its way to the name of the database. */
const backOf = (file: string): string => `${file}.back`;

/**
 * Puts a copy in the place of the database. Once the copy has its name, `endPutBack` completes the work, even after a
 * power cut. Returns the path of the newer database.
 */
export function putBack(disk: Disk, file: string, copy: string): string {
  for (const ending of ['', '-wal']) disk.remove(`${file}.newer${ending}`);
  disk.syncDirectory(dirname(file));
  writeWhole(disk, backOf(file), disk.read(copy));
  return endPutBack(disk, file) as string;
}

/** Answers where the newer database lies; undefined: nothing was begun. */
export function endPutBack(disk: Disk, file: string): string | undefined {
  const back = backOf(file);
  const aside = `${file}.newer`;
  if (disk.size(back) === undefined) return undefined;
  for (const ending of ['', '-wal']) {
    if (disk.size(file + ending) !== undefined) disk.link(file + ending, aside + ending);
  }
  disk.syncDirectory(dirname(file));
  // The log belongs to the newer database: it must be gone before the copy has the name that the log is read for.
  for (const ending of ['-wal', '-shm']) disk.remove(file + ending);
  disk.syncDirectory(dirname(file));
  writeWhole(disk, file, disk.read(back));
  disk.remove(back);
  disk.syncDirectory(dirname(file));
  return aside;
}

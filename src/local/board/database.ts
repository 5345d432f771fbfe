// After a rollback the older version meets a database that the newer one migrated. The copy that was made before the migration
// takes its place; what the newer version wrote is kept beside it.
import { chmodSync, copyFileSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { loadConfig } from '../../config/config.js';
import { databaseFile, databaseLock } from '../../ops/data-dir.js';
import { isEncrypted } from '../../store/encrypt.js';
import { closeStore, openStore, StoreError } from '../../store/open.js';
import { takeDataKey } from '../../trust/data-key.js';

const schemasIn = /\(schema (\d+); this one knows up to (\d+)\)/;

/** Answers what was done, in words; undefined: the database is of this version, or of an older one, or there is none. */
export function meetDatabase(dataDir: string): string | undefined {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) return undefined;
  const { uid, gid } = statSync(file);
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
  const { config } = loadConfig({ dataDir, env: process.env });
  const key = takeDataKey(dataDir, config.storage.keyFile, () => isEncrypted(file));
  try {
    closeStore(openStore(file, undefined, false, databaseLock(dataDir, key)?.key).db);
    return undefined;
  } catch (fault) {
    const schemas = fault instanceof StoreError && fault.reason === 'newer' ? schemasIn.exec(fault.message) : null;
    if (schemas === null) return undefined; // the gateway says what is wrong with it
    const [, newer, known] = schemas;
    return putBack(file, `${file}.v${known}`, `${file}.newer-v${newer}`);
  }
}

/** Power may be cut between any two steps: the database is the newer one or the copy, and the newer one keeps a name. */
function putBack(file: string, copy: string, aside: string): string {
  if (!existsSync(copy)) {
    return `the database is of a newer version, and there is no copy of it from before (${copy})`;
  }
  const { mode } = statSync(file);
  rmSync(aside, { force: true });
  linkSync(file, aside);
  const part = `${file}.back`;
  copyFileSync(copy, part);
  chmodSync(part, mode);
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${aside}${suffix}`);
  }
  renameSync(part, file);
  return `the database of before the update is in use again; what the newer version wrote is kept in ${aside}`;
}

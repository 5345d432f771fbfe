// Only one gateway may use a data directory. The lock is the kernel's, on an SQLite file that stays empty: it ends with
// the process, however the process ends, holds between containers that share a disk, and writes nothing, so that a full
// disk does not matter. It is taken before anything else in the directory is touched.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { explain } from './open.js';

/**
 * Takes the lock and holds it until `release`. A restore beside a running gateway has a lock of its own (`name`). Throws
 * StoreError; `inUse`: another process holds the lock.
 */
export function lockDirectory(directory: string, name = 'gateway.lock'): { readonly release: () => void } {
  const file = join(directory, name);
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { timeout: 0 });
    db.pragma('journal_mode = MEMORY'); // a journal on the disk would be a write
    db.exec('BEGIN EXCLUSIVE');
    const held = db;
    return { release: () => held.close() };
  } catch (fault) {
    db?.close();
    throw explain(fault, file);
  }
}

// One gateway for a data directory. The lock is the kernel's, on a file of SQLite that stays empty: it ends with the
// process, however that ends, holds between containers that share a disk, and writes nothing, so that a full disk is no
// obstacle. It is taken before anything else in the directory is touched.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { explain } from './open.js';

/** Takes the lock, which is held until `release`. Throws StoreError; `inUse`: another process holds it. */
export function lockDirectory(directory: string): { readonly release: () => void } {
  const file = join(directory, 'gateway.lock');
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

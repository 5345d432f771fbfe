// A copy of the database as it is at one moment, while the gateway goes on.
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { emptyLog, holdLog, isEncrypted, logBytesOf, type Store } from './open.js';

export async function copyDatabase(db: Store, target: string): Promise<void> {
  if (isEncrypted(db)) return copyEncrypted(db, target);
  await db.backup(target, { progress: () => limits.backup.pagesAtOnce });
}

/**
 * SQLite's own backup opens its target without a key. Instead, the log is emptied into the file, and writes go only to
 * the log until the file is copied.
 */
async function copyEncrypted(db: Store, target: string): Promise<void> {
  while (db.inTransaction) await new Promise((resolve) => setImmediate(resolve));
  emptyLog(db);
  if (logBytesOf(db) > 0) {
    throw new ServiceError(
      'STORAGE_FULL',
      'the write-ahead log of the database cannot be checkpointed; free some disk space',
    );
  }
  const release = holdLog(db);
  try {
    const options = { highWaterMark: limits.backup.pieceBytes };
    await pipeline(createReadStream(db.name, options), createWriteStream(target, { mode: 0o600, flags: 'wx' }));
  } finally {
    release();
  }
}

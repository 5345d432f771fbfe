// Encryption of the database and of its write-ahead log: SQLCipher's format by SQLite3 Multiple Ciphers (AES-256 in
// pages of 4 KiB, each with an HMAC).
import { closeSync, copyFileSync, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { realDisk } from '../storage/disk.js';

const plainBegin = Buffer.from('SQLite format 3\0');

/** Unlocks the database; called before its first access. SQLite sorts in memory only, so no plain file is written. */
export function unlock(db: Database.Database, key: Uint8Array): void {
  db.pragma("cipher = 'sqlcipher'");
  db.pragma(`key = "x'${Buffer.from(key).toString('hex')}'"`);
  db.pragma('temp_store = MEMORY');
}

/** An empty file is neither plain nor encrypted. */
const isEmpty = (file: string): boolean => (realDisk.size(file) ?? 0) < plainBegin.length;

/** True for an encrypted database. */
export const isEncrypted = (file: string): boolean => !isEmpty(file) && !isPlain(file);

/** True for a database that is not encrypted. */
export function isPlain(file: string): boolean {
  if (isEmpty(file)) return false;
  const begin = Buffer.alloc(plainBegin.length);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, begin);
  } finally {
    closeSync(opened);
  }
  return begin.equals(plainBegin);
}

/**
 * Encrypts a plain database and the copies beside it. The work may be interrupted anywhere and done again: an encrypted
 * copy replaces the plain file. `onWhole` is called when the log is empty, which may be missing from then on.
 */
export function encryptDatabase(file: string, key: Uint8Array, onWhole: () => void): void {
  const copies = readdirSync(dirname(file)).filter((name) => name.startsWith(`${basename(file)}.`));
  for (const copy of copies) {
    const path = join(dirname(file), copy);
    if (copy.endsWith('.part')) rmSync(path);
    else if (/\.(v|lost-)\d+$/.test(copy) && isPlain(path)) replace(path, key);
  }
  if (!isPlain(file)) return;
  const db = new Database(file, { timeout: 0 });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('wal_checkpoint(TRUNCATE)');
    onWhole();
  } finally {
    db.close();
  }
  replace(file, key);
}

function replace(file: string, key: Uint8Array): void {
  const part = `${file}.part`;
  for (const ending of ['', '-wal', '-journal']) rmSync(part + ending, { force: true });
  copyFileSync(file, part);
  const db = new Database(part, { timeout: 0 });
  try {
    db.pragma('journal_mode = DELETE'); // a key cannot be changed while there is a write-ahead log
    db.pragma("cipher = 'sqlcipher'");
    db.pragma(`rekey = "x'${Buffer.from(key).toString('hex')}'"`);
  } finally {
    db.close();
  }
  const written = realDisk.extend(part);
  written.sync();
  written.close();
  realDisk.rename(part, file);
  realDisk.syncDirectory(dirname(file));
}

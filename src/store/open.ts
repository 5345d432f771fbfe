// The database: one file, one connection, one process. Everything that makes a write last is set here.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { migrate, readMigrations, schemaVersion } from './migrate.js';

export type Store = Database.Database;

/** Why a database cannot be used. `inUse`: another process has it. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  constructor(
    readonly reason: 'inUse' | 'damaged' | 'foreign' | 'newer' | 'unreadable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** "tone", so that another program's SQLite file is not taken for ours. */
const applicationId = 0x746f6e65;

const ownMigrations = fileURLToPath(new URL('migrations', import.meta.url));

export interface OpenStore {
  readonly db: Store;
  /** Names of the migrations that ran, and the copy that was made before them. */
  readonly applied: readonly string[];
  readonly copy?: string;
}

export function openStore(file: string, migrationsDirectory = ownMigrations): OpenStore {
  let db: Store | undefined;
  try {
    const existed = existsSync(file);
    db = new Database(file, { timeout: 0 });
    // Before the first access: the lock is the kernel's, held until close or death, and makes this the only connection.
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL'); // better-sqlite3 commits at NORMAL in WAL unless told
    db.pragma('foreign_keys = ON');
    db.pragma('trusted_schema = OFF');
    const migrations = readMigrations(migrationsDirectory);
    if (existed) refuseUnusable(db, file, migrations.length);
    db.pragma(`application_id = ${applicationId}`); // first: what a cut leaves half migrated must still be known as ours
    const outcome = migrate(db, migrations);
    return { db, ...outcome };
  } catch (fault) {
    db?.close();
    throw explain(fault, file);
  }
}

export function closeStore(db: Store): void {
  if (!db.open) return;
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

function refuseUnusable(db: Store, file: string, known: number): void {
  const version = schemaVersion(db);
  const id = db.pragma('application_id', { simple: true });
  if (version > 0 && id !== applicationId) {
    throw new StoreError('foreign', `${file}: not a tonegate database`);
  }
  if (version > known) {
    throw new StoreError(
      'newer',
      `${file}: made by a newer tonegate (schema ${version}; this one knows up to ${known}). ` +
        'Use that version, or put back the copy it made before migrating.',
    );
  }
  const verdict = db.pragma('quick_check(1)', { simple: true });
  if (verdict !== 'ok') throw new StoreError('damaged', `${file}: the database is damaged (${String(verdict)})`);
}

function explain(fault: unknown, file: string): unknown {
  const code = fault instanceof Database.SqliteError ? fault.code : '';
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new StoreError('inUse', `${file}: another process has the database open`, { cause: fault });
  }
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT')) {
    return new StoreError('damaged', `${file}: the database is damaged or not a database`, { cause: fault });
  }
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY') || fault instanceof TypeError) {
    return new StoreError('unreadable', `${file}: cannot be opened for writing`, { cause: fault });
  }
  return fault;
}

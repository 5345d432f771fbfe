// The database: one file, one connection, one process. Every setting that makes a write durable is here. A start that
// has nothing to change writes nothing, and a stop needs no write: both work while the disk is full.
import { closeSync, existsSync, fdatasync, openSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { isDiskFull } from '../protocol/errors.js';
import { unlock } from './encrypt.js';
import { migrate, readMigrations, schemaVersion } from './migrate.js';

const datasync = promisify(fdatasync);

export type Store = Database.Database;

/** Reasons why a database cannot be used. `inUse`: another process has it. `lost`: it lacks what it once held. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  constructor(
    readonly reason: 'inUse' | 'damaged' | 'lost' | 'foreign' | 'newer' | 'unreadable' | 'full',
    message: string,
    options?: ErrorOptions & { readonly knownSchema?: number },
  ) {
    super(message, options);
    this.knownSchema = options?.knownSchema;
  }

  /** If the reason is `newer`: the latest schema that this version knows. */
  readonly knownSchema: number | undefined;
}

/** "tone", so that another program's SQLite file is not taken for ours. */
const applicationId = 0x746f6e65;

/** Size of the write-ahead log in pages; SQLite's own default. */
const logPages = 1_000;

/**
 * Pages of the database that this process keeps, in KiB. The driver's own 16 MB would let a gateway grow for weeks while its
 * database does; the system's cache holds the file as well.
 */
const cachedKib = 1024;

const ownMigrations = fileURLToPath(new URL('migrations', import.meta.url));

export interface OpenStore {
  readonly db: Store;
  /** Names of the migrations that ran, and the copy that was made before them. */
  readonly applied: readonly string[];
  readonly copy?: string;
}

/** Opens the database. `mustHoldSomething`: an empty one is refused. `key`: the key of an encrypted one. */
export function openStore(
  file: string,
  migrationsDirectory = ownMigrations,
  mustHoldSomething = false,
  key?: Uint8Array,
): OpenStore {
  let db: Store | undefined;
  try {
    const existed = existsSync(file);
    db = new Database(file, { timeout: 0 });
    if (key !== undefined) {
      unlock(db, key);
      encrypted.add(db);
    }
    // This must come before the first access: the kernel then holds the lock until close or death, so there is no
    // second connection.
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL'); // better-sqlite3 commits at NORMAL in WAL unless told
    db.pragma(`cache_size = -${cachedKib}`); // a negative number is one of KiB
    db.pragma('foreign_keys = ON');
    db.pragma('trusted_schema = OFF');
    const migrations = readMigrations(migrationsDirectory);
    if (existed) refuseUnusable(db, file, migrations.length);
    if (mustHoldSomething && schemaVersion(db) === 0) throw new StoreError('lost', `${file}: the database is empty`);
    // This comes first: a database that a power cut left half migrated must still be recognised as ours.
    if (db.pragma('application_id', { simple: true }) !== applicationId) {
      db.pragma(`application_id = ${applicationId}`);
    }
    const outcome = migrate(db, migrations);
    if (outcome.applied.length > 0) emptyLog(db); // the schema is in the file itself from now on
    return { db, ...outcome };
  } catch (fault) {
    db?.close();
    throw explain(fault, file);
  }
}

/** Databases that were opened with a key, and those whose log must not be emptied now. */
const encrypted = new WeakSet<Store>();
const held = new WeakSet<Store>();

export const isEncrypted = (db: Store): boolean => encrypted.has(db);

/** Keeps everything in the log, and nothing goes into the file, until the returned function is called. */
export function holdLog(db: Store): () => void {
  const pages = db.pragma('wal_autocheckpoint', { simple: true });
  db.pragma('wal_autocheckpoint = 0');
  held.add(db);
  return () => {
    held.delete(db);
    if (db.open) db.pragma(`wal_autocheckpoint = ${pages}`);
  };
}

/**
 * Runs `commit`, which makes one transaction, without waiting for the disk. The transaction is whole after a power cut, or not
 * there; `syncLog` waits until it is there.
 */
export function commitUnsynced(db: Store, commit: () => void): void {
  const before = db.pragma('synchronous', { simple: true });
  db.pragma('synchronous = NORMAL');
  try {
    commit();
  } finally {
    if (db.open) db.pragma(`synchronous = ${before}`);
  }
}

/** Resolves when everything that was committed before the call is on the disk. The event loop goes on meanwhile. */
export async function syncLog(db: Store): Promise<void> {
  if (db.memory || !existsSync(`${db.name}-wal`)) return;
  const log = openSync(`${db.name}-wal`, 'r'); // a second descriptor of this file costs SQLite no lock
  try {
    await datasync(log);
  } finally {
    closeSync(log);
  }
}

/** Lets every write fail, and those of others too, or lets them be made again. */
export function refuseWrites(db: Store, isRefused: boolean): void {
  if (db.open) db.pragma(`query_only = ${isRefused ? 'ON' : 'OFF'}`);
}

/** Closes the database. On a full disk its last writes stay in the write-ahead log, where the next start finds them. */
export function closeStore(db: Store): void {
  if (!db.open) return;
  emptyLog(db);
  db.close();
}

/** Moves the write-ahead log into the database and gives its bytes back, unless the disk is too full for it. */
export function emptyLog(db: Store): void {
  if (held.has(db)) return;
  try {
    moveLog(db);
  } catch (fault) {
    if (!isDiskFull(fault)) throw fault;
  }
}

/** Moves the write-ahead log into the database, on the disk, and gives its bytes back. Throws if that is not possible now. */
export function moveLog(db: Store): void {
  if (held.has(db))
    throw new Error(`${db.name}: the write-ahead log cannot be moved while a copy of the database is made`);
  db.pragma('wal_checkpoint(TRUNCATE)');
}

export const logBytesOf = (db: Store): number => statSync(`${db.name}-wal`, { throwIfNoEntry: false })?.size ?? 0;

/** Sets the size from which the log is emptied; the log may hold one transaction more. */
export function limitLog(db: Store, bytes: number): void {
  const pages = Math.floor(bytes / (db.pragma('page_size', { simple: true }) as number));
  db.pragma(`wal_autocheckpoint = ${Math.max(1, Math.min(logPages, pages))}`);
}

/** Bytes in pages of the file that deletions left free. */
export function freeBytesIn(db: Store): number {
  const [pages, pageBytes] = ['freelist_count', 'page_size'].map((name) => db.pragma(name, { simple: true }) as number);
  return (pages ?? 0) * (pageBytes ?? 0);
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
      `${file}: made by a newer tonegate (schema ${version}; this version knows up to ${known}). ` +
        'Use that version, or put back the copy that it made before the migration.',
      { knownSchema: known },
    );
  }
  const verdict = db.pragma('quick_check(1)', { simple: true });
  if (verdict !== 'ok') throw new StoreError('damaged', `${file}: the database is damaged (${String(verdict)})`);
}

/** SQLite's fault on `file`, as a StoreError if an operator can repair the cause. */
export function explain(fault: unknown, file: string): unknown {
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
  if (isDiskFull(fault)) {
    const advice = 'the database cannot be created or migrated; free some space and start again';
    return new StoreError('full', `${file}: the disk is full, and ${advice}`, { cause: fault });
  }
  return fault;
}

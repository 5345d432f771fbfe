// A command that works on the database of a data directory while no gateway runs there: opened under the same lock.
import type { Door } from '../cli/door.js';
import { CommandFailure, exitCodes } from '../cli/exit.js';
import { loadConfig } from '../config/config.js';
import { DataDirError, databaseFile, databaseLock, makeDataDir, removeRunning, tracesIn } from '../ops/data-dir.js';
import { ServiceError } from '../protocol/errors.js';
import { lockDirectory } from '../store/directory-lock.js';
import { isEncrypted } from '../store/encrypt.js';
import { openKeptStore } from '../store/kept.js';
import { closeStore, type Store, StoreError } from '../store/open.js';
import { type DataKey, takeDataKey } from '../trust/data-key.js';
import { KeyFault } from '../trust/key-file.js';

/** The key that the settings of a data directory name. */
function dataKeyIn(dataDir: string): DataKey | undefined {
  const { config } = loadConfig({ dataDir, env: process.env });
  return takeDataKey(dataDir, config.storage.keyFile, () => isEncrypted(databaseFile(dataDir)));
}

/**
 * Opens the database of a gateway that does not run, under the same lock. From then on a gateway that was cut short no longer
 * counts as such, because its write-ahead log goes when the database is closed. @throws StoreError, DataDirError, KeyFault
 */
export function openStopped(dataDir: string): Store {
  const key = dataKeyIn(dataDir);
  const { db } = openKeptStore(databaseFile(dataDir), tracesIn(dataDir), false, databaseLock(dataDir, key));
  removeRunning(dataDir);
  return db;
}

/** Opens the database and returns the object that `make` builds on it. Closing that object closes the database. */
export function openLocalStore<D extends object>(dataDir: string, make: (db: Store) => D): (D & Door) | 'inUse' {
  try {
    makeDataDir(dataDir);
    const db = openStopped(dataDir);
    return { ...make(db), close: () => closeStore(db) };
  } catch (fault) {
    if (fault instanceof StoreError && fault.reason === 'inUse') return 'inUse';
    if (fault instanceof StoreError || fault instanceof DataDirError || fault instanceof KeyFault)
      throw new CommandFailure(exitCodes.service, fault.message, { cause: fault });
    throw fault;
  }
}

/**
 * Locks a data directory for a command that changes it in a way that no running gateway may see. @throws CommandFailure
 */
export function lockUnused(dataDir: string): { readonly release: () => void } {
  try {
    return lockDirectory(dataDir);
  } catch (fault) {
    if (!(fault instanceof StoreError) || fault.reason !== 'inUse') throw fault;
    throw new CommandFailure(exitCodes.service, `${dataDir}: a gateway runs on this data directory; stop it first`);
  }
}

/** `work()`, whose refusals are bad input of the command. */
export async function refusing<T>(work: () => T): Promise<T> {
  try {
    return work();
  } catch (fault) {
    if (fault instanceof ServiceError) throw new CommandFailure(exitCodes.badInput, fault.message, { cause: fault });
    throw fault;
  }
}

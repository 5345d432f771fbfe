// A command that works on the database of a data directory while no gateway runs there: opened under the same lock.
import type { Door } from '../cli/door.js';
import { CommandFailure, exitCodes } from '../cli/exit.js';
import { DataDirError, databaseFile, makeDataDir, removeRunning, tracesIn } from '../ops/data-dir.js';
import { ServiceError } from '../protocol/errors.js';
import { openKeptStore } from '../store/kept.js';
import { closeStore, type Store, StoreError } from '../store/open.js';

/** What `make` makes over the database; closing it closes the database. */
export function openLocalStore<D extends object>(dataDir: string, make: (db: Store) => D): (D & Door) | 'inUse' {
  try {
    makeDataDir(dataDir);
    const { db } = openKeptStore(databaseFile(dataDir), tracesIn(dataDir));
    removeRunning(dataDir); // of a gateway that was cut short: its write-ahead log goes when the database is closed
    return { ...make(db), close: () => closeStore(db) };
  } catch (fault) {
    if (fault instanceof StoreError && fault.reason === 'inUse') return 'inUse';
    if (fault instanceof StoreError || fault instanceof DataDirError)
      throw new CommandFailure(exitCodes.service, fault.message, { cause: fault });
    throw fault;
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

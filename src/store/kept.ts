// The database of a data directory that was used before. A database that has lost something is refused, and set aside
// only at the operator's request. The caller keeps the traces of its use.
import { existsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { realDisk } from '../storage/disk.js';
import { encryptDatabase } from './encrypt.js';
import { type OpenStore, openStore, StoreError } from './open.js';

export interface Traces {
  /** True if a gateway has run here. */
  readonly wasUsed: boolean;
  /** True if the last gateway was not stopped in order, so that its write-ahead log must still be here. */
  readonly wasCutShort: boolean;
}

export interface KeptStore extends OpenStore {
  /** The name that the earlier database has now. */
  readonly setAside?: string;
}

/** The key of a database; a plain one is encrypted with it. */
export interface DatabaseLock {
  readonly key: Uint8Array;
  /** Called before the conversion, when the log is empty; the log may be missing from then on. */
  readonly onWhole: () => void;
}

/** Reasons that `--new` resolves. */
const ways: ReadonlySet<string> = new Set(['lost', 'damaged']);

/** Opens the database. `startsAnew`: one that cannot be used is set aside, and an empty one is made. */
export function openKeptStore(file: string, traces: Traces, startsAnew = false, lock?: DatabaseLock): KeptStore {
  try {
    refuseLost(file, traces);
    if (lock !== undefined && existsSync(file)) encryptDatabase(file, lock.key, lock.onWhole);
    return openStore(file, undefined, traces.wasUsed, lock?.key);
  } catch (fault) {
    if (!(fault instanceof StoreError) || !ways.has(fault.reason)) throw fault;
    if (!startsAnew) throw new StoreError(fault.reason, `${fault.message}. ${waysOut(file)}`, { cause: fault });
    const aside = setAside(file);
    return { ...openStore(file, undefined, false, lock?.key), ...(aside !== undefined && { setAside: aside }) };
  }
}

function refuseLost(file: string, { wasUsed, wasCutShort }: Traces): void {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size;
  if (existsSync(`${file}-wal`)) return;
  if (wasUsed && (bytes ?? 0) === 0) {
    const state = bytes === undefined ? 'missing' : 'empty';
    throw new StoreError('lost', `${file}: a gateway has run on this data directory, but its database is ${state}`);
  }
  if (wasCutShort && bytes !== undefined) {
    throw new StoreError(
      'lost',
      `${file}: the gateway was not shut down cleanly, and its write-ahead log (${basename(file)}-wal) is missing, with the data that was ` +
        'stored last. If another program has opened and closed the database since, nothing is lost: delete gateway.json',
    );
  }
}

const waysOut = (file: string): string =>
  `Put the lost files back; or restore a backup (\`tonegate restore FILE --replace\`); or start with an empty database ` +
  `(\`tonegate serve --new\` keeps this one as ${basename(file)}.lost-1)`;

/** Sets the database aside. Returns its new name; undefined if there was none. */
function setAside(file: string): string | undefined {
  const parts = ['', '-wal', '-journal'].filter((ending) => existsSync(file + ending));
  if (parts.length === 0) return undefined;
  let nth = 1;
  while (existsSync(`${file}.lost-${nth}`)) nth++;
  const aside = `${file}.lost-${nth}`;
  for (const ending of parts) realDisk.rename(file + ending, aside + ending);
  realDisk.syncDirectory(dirname(file));
  return aside;
}

// After a rollback the older version meets a database that the newer one migrated. The copy that was made before the migration
// takes its place; what the newer version wrote is kept beside it.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { builtProgram } from '../../child/program.js';
import { databaseFile } from '../../ops/data-dir.js';
import { type Disk, realDisk } from '../../storage/disk.js';
import { writeWhole } from '../../storage/whole-file.js';
import { closeStore, StoreError } from '../../store/open.js';
import { openStopped } from '../store.js';
import { lastWords } from './box.js';

/**
 * Answers what was done, in words; undefined: the database is of this version, or of an older one, or there is none. For
 * root a child does it as the owner of the database, so that everything written belongs to the gateway's user. Not
 * seteuid: Node refuses it where a system's libuv may use io_uring, such as Debian's.
 */
export function meetDatabase(dataDir: string): string | undefined {
  const file = databaseFile(dataDir);
  const present = [file, backOf(file)].find(existsSync);
  if (present === undefined) return undefined;
  const owner = statSync(present);
  if (process.geteuid?.() !== 0 || owner.uid === 0) return putBackIfNewer(dataDir, file);
  return meetAs(owner, dataDir);
}

function meetAs({ uid, gid }: { readonly uid: number; readonly gid: number }, dataDir: string): string | undefined {
  const program = builtProgram('../../main/cli.js', import.meta.url);
  const args = [...process.execArgv, program, 'board', 'meet-database', dataDir];
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, { uid, gid, cwd: '/', encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(lastWords(stderr));
  return stdout.trim() || undefined;
}

function putBackIfNewer(dataDir: string, file: string): string | undefined {
  const begun = endPutBack(realDisk, file);
  if (begun !== undefined) return doneWords(begun);
  try {
    closeStore(openStopped(dataDir));
    return undefined;
  } catch (fault) {
    const known = fault instanceof StoreError ? fault.knownSchema : undefined;
    if (known === undefined) return undefined; // the gateway says what is wrong with it
    const copy = `${file}.v${known}`;
    if (existsSync(copy)) return doneWords(putBack(realDisk, file, copy));
    return `the database is of a newer version, and there is no copy from before the update (${copy})`;
  }
}

const doneWords = (aside: string): string =>
  `the database from before the update is in use again; the newer one is kept in ${aside}`;

/** A whole copy that is on its way to the name of the database. */
const backOf = (file: string): string => `${file}.back`;

/**
 * Puts a copy in the place of the database. Once the copy has its name, `endPutBack` completes the work, even after a
 * power cut. Returns the path of the newer database.
 */
export function putBack(disk: Disk, file: string, copy: string): string {
  for (const ending of ['', '-wal']) disk.remove(`${file}.newer${ending}`);
  disk.syncDirectory(dirname(file));
  writeWhole(disk, backOf(file), disk.read(copy));
  return endPutBack(disk, file) as string;
}

/** Answers where the newer database lies; undefined: nothing was begun. */
export function endPutBack(disk: Disk, file: string): string | undefined {
  const back = backOf(file);
  const aside = `${file}.newer`;
  if (disk.size(back) === undefined) return undefined;
  for (const ending of ['', '-wal']) {
    if (disk.size(file + ending) !== undefined) disk.link(file + ending, aside + ending);
  }
  disk.syncDirectory(dirname(file));
  // The log belongs to the newer database: it must be gone before the copy has the name that the log is read for.
  for (const ending of ['-wal', '-shm']) disk.remove(file + ending);
  disk.syncDirectory(dirname(file));
  writeWhole(disk, file, disk.read(back));
  disk.remove(back);
  disk.syncDirectory(dirname(file));
  return aside;
}

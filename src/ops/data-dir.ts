// Files of the data directory: the admin credential, where a running gateway answers, the key that signs states.
import { chmodSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileFault, makingFault } from '../protocol/file-fault.js';
import { makeDirectories } from '../storage/directories.js';
import { realDisk } from '../storage/disk.js';
import { writeIfRoom, writeText } from '../storage/whole-file.js';

export const databaseFile = (dataDir: string): string => join(dataDir, 'tonegate.db');
/** The private key with which a gateway signs its states. */
export const signingKeyFile = (dataDir: string): string => join(dataDir, 'sync', 'sign.key');
const credentialFile = (dataDir: string): string => join(dataDir, 'admin.key');
const runningFile = (dataDir: string): string => join(dataDir, 'gateway.json');

/** The place that was named for the data directory cannot be one. */
export class DataDirError extends Error {
  override readonly name = 'DataDirError';
}

/**
 * Creates the data directory. Only its owner may read it, even if someone else created it, because it holds the https
 * key, the admin credential and the database.
 */
export function makeDataDir(dataDir: string): void {
  try {
    makeDirectories(dataDir, { onMade: syncIfReadable });
  } catch (fault) {
    const message = `the data directory ${dataDir} cannot be created: ${makingFault(fault)}; name another one with --data`;
    throw new DataDirError(message, { cause: fault });
  }
  const { mode } = statSync(dataDir);
  if ((mode & 0o777) === 0o700) return;
  try {
    chmodSync(dataDir, 0o700);
  } catch (fault) {
    if ((mode & 0o077) === 0) return;
    const message = `the data directory ${dataDir} is open to other users, and its mode cannot be changed: ${fileFault(fault)}; its owner must run chmod 700 on it`;
    throw new DataDirError(message, { cause: fault });
  }
}

/**
 * Throws a DataDirError if the data directory is a file, or if this user may not enter it. One that does not exist is
 * fine.
 */
export function needAccess(dataDir: string): void {
  try {
    statSync(`${dataDir}/.`); // needs the right to enter the directory, as every file in it does
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') {
      throw new DataDirError(`${dataDir}: is not a directory; name the data directory with --data`, { cause: fault });
    }
    if (code !== 'EACCES' && code !== 'EPERM') return;
    const advice = 'run the command as the user of the gateway, or name another directory with --data';
    throw new DataDirError(`${dataDir}: this user may not read the data directory; ${advice}`, { cause: fault });
  }
}

/** One that may be written and not read cannot be synced. */
function syncIfReadable(directory: string): void {
  try {
    realDisk.syncDirectory(directory);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EACCES') throw fault;
  }
}

export function adminCredential(dataDir: string, random: (bytes: number) => Buffer): string {
  const file = credentialFile(dataDir);
  if (existsSync(file)) {
    const credential = readFileSync(file, 'utf8').trim();
    if (credential !== '') return credential;
  }
  const credential = random(32).toString('base64url');
  writeText(file, `${credential}\n`, 0o600);
  return credential;
}

/** The admin credential, for another process of the same owner; undefined if no gateway ever ran here. */
export function readAdminCredential(dataDir: string): string | undefined {
  const file = credentialFile(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

export interface RunningGateway {
  readonly pid: number;
  readonly admin: string;
  readonly http: string;
  /** True if it takes restored content when it gets `restoreSignal`. */
  readonly takesRestores?: boolean;
  /** The outcome of the last restore. */
  readonly restore?: RestoreOutcome | undefined;
}

/** A restore by its id; `fault`: the reason why the gateway refused it. */
export interface RestoreOutcome {
  readonly id: string;
  readonly fault?: string;
}

/** Tells a gateway that restored content waits for it. */
export const restoreSignal = 'SIGUSR2';

/** Writes the address down; false: the disk is full, and no command will find this gateway by its data directory. */
export function writeRunning(dataDir: string, running: RunningGateway): boolean {
  const isWritten = writeIfRoom(() => writeText(runningFile(dataDir), `${JSON.stringify(running)}\n`, 0o600));
  if (!isWritten) removeRunning(dataDir); // an older one would lead elsewhere
  return isWritten;
}

/**
 * Made to last: while the address is there, whoever starts next takes it that a gateway was cut short, and looks for what it
 * must have left.
 */
export function removeRunning(dataDir: string): void {
  if (!existsSync(runningFile(dataDir))) return;
  rmSync(runningFile(dataDir), { force: true });
  realDisk.syncDirectory(dataDir);
}

/** The lock of an encrypted database, as `openKeptStore` takes it. */
export const databaseLock = (dataDir: string, key: { derive(purpose: string): Uint8Array } | undefined) =>
  key && { key: key.derive('database'), onWhole: () => removeRunning(dataDir) };

/** The name of the files that a restore replaces, until the new ones are in place. */
export const replacedName = 'replaced.part';

/** Traces of earlier gateways in a data directory. */
export const tracesIn = (dataDir: string) => ({
  wasUsed: existsSync(credentialFile(dataDir)) || existsSync(join(dataDir, replacedName)),
  wasCutShort: existsSync(runningFile(dataDir)),
});

/** Reads the address; it may be stale, because a killed gateway leaves it behind. */
export function readRunning(dataDir: string): RunningGateway | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(runningFile(dataDir), 'utf8'));
    if (typeof value !== 'object' || value === null || !('admin' in value) || !('pid' in value)) return undefined;
    const takesRestores = 'takesRestores' in value && value.takesRestores === true;
    const http = 'http' in value ? String(value.http) : '';
    const restore = 'restore' in value ? (value.restore as RestoreOutcome) : undefined;
    return { pid: Number(value.pid), admin: String(value.admin), http, takesRestores, restore };
  } catch {
    return undefined;
  }
}

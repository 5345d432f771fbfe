// The files of a data directory that belong into a backup, and their names in it.
import { limits } from '../protocol/limits.js';

export const databaseName = 'tonegate.db';
export const manifestName = 'manifest.json';
/** Files of a backup that is being made, below the data directory. */
export const snapshotName = 'backup.part';
/** Files of a restore that is being made. */
export const stagingName = 'restore.part';
/** The lock of a restore beside a running gateway. */
export const restoreLockName = 'restore.lock';

/** Files of the running gateway, which mean nothing elsewhere, or are made anew. The database is copied in its own way. */
const own = /^(gateway\.(lock|json)|restore\.lock|reserve|lost\+found|tonegate\.db)([-.].*)?$/;

/** `path`: relative to the data directory, with slashes. True of a directory if its files may be in a backup. */
export function isKept(path: string): boolean {
  const [top = ''] = path.split('/', 1);
  return !own.test(top) && !path.endsWith('.part');
}

/** The reason why an archive may not name a file so; undefined: it may. */
export function faultOfPath(path: string): string | undefined {
  const names = path.split('/');
  const { pathBytes, nameBytes } = limits.backup;
  if (Buffer.byteLength(path) > pathBytes) return `is longer than ${pathBytes} bytes`;
  if (path.includes('\0')) return 'has a character that file names must not have';
  if (names.some((name) => name === '' || name === '.' || name === '..')) return 'leads out of the data directory';
  if (names.some((name) => Buffer.byteLength(name) > nameBytes)) return `has a name longer than ${nameBytes} bytes`;
  const isUnfinished = names.some((name) => name.endsWith('.part'));
  if (path !== databaseName && path !== manifestName && (!isKept(path) || isUnfinished || names[0] === manifestName)) {
    return 'is not the name of a file that a backup can contain';
  }
  return undefined;
}

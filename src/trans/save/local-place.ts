// Results in a local directory below trans.saveRoots. Each directory is opened through its parent without following
// symbolic links, so that nothing is written elsewhere. What is made gets the group of that root and its rights to read, so
// that whoever may read there can read the results. Only the gateway's user may change them.
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { passing, refused } from '../../net/fault.js';
import { isBelow } from '../../storage/below.js';
import type { Place } from './place.js';

const directoryFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const fileFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

const inside = (directory: FileHandle, name: string): string => `/proc/self/fd/${directory.fd}/${name}`;

/** Opens a directory below one of the roots; missing directories below the root are created. Throws a NetFault. */
export async function openLocalPlace(path: string, roots: readonly string[]): Promise<Place> {
  const wanted = resolve(path);
  const root = roots.map((each) => resolve(each)).find((each) => isBelow(wanted, each));
  if (root === undefined) throw refused('saveTo.path is not below a directory of trans.saveRoots');
  const real = await realpath(root).catch(() => {
    throw refused('the directory in trans.saveRoots does not exist');
  });
  const top = await open(real, directoryFlags).catch(asFault);
  const names = relative(root, wanted)
    .split(sep)
    .filter((name) => name !== '');
  const { mode, gid } = await top.stat();
  const access = { rights: mode & 0o755, gid };
  const base = await descend(top, names, access).finally(() => top.close());
  return {
    write: async (below, pieces) => {
      const directory = await descend(base, below.slice(0, -1), access);
      try {
        await writeInto(directory, below.at(-1) as string, pieces, { ...access, rights: access.rights & 0o644 });
      } finally {
        await directory.close();
      }
    },
    close: () => base.close(),
  };
}

interface Access {
  readonly rights: number;
  /** The group. */
  readonly gid: number;
}

/**
 * Opens a directory below `from` and creates missing ones for these users. Returns a handle of its own, even if `names`
 * is empty.
 */
async function descend(from: FileHandle, names: readonly string[], access: Access): Promise<FileHandle> {
  let directory = await open(inside(from, '.'), constants.O_RDONLY | constants.O_DIRECTORY).catch(asFault);
  for (const name of names) {
    const above = directory;
    try {
      const isNew = await mkdir(inside(above, name)).then(
        () => true,
        (fault: NodeJS.ErrnoException) => (fault.code === 'EEXIST' ? false : asFault(fault)),
      );
      directory = await open(inside(above, name), directoryFlags).catch(asFault);
      if (isNew) await openForReaders(directory, access);
      if (isNew) await above.sync().catch(asFault);
    } finally {
      await above.close();
    }
  }
  return directory;
}

async function writeInto(
  directory: FileHandle,
  name: string,
  pieces: AsyncIterable<Uint8Array>,
  access: Access,
): Promise<void> {
  const part = inside(directory, `.${partOf(name)}.part`);
  const file = await open(part, fileFlags, 0o600).catch(asFault);
  try {
    await openForReaders(file, access);
    for await (const piece of pieces) await file.writeFile(piece).catch(asFault);
    await file.sync().catch(asFault);
    await file.close();
    await rename(part, inside(directory, name)).catch(asFault);
    await directory.sync();
  } catch (fault) {
    await file.close().catch(() => {});
    await rm(part, { force: true });
    throw fault;
  }
}

/**
 * Gives a new file or directory its group and rights, of which the process's umask took some. The group is refused unless
 * the gateway's user is a member; file systems without rights, such as FAT, refuse both.
 */
async function openForReaders(made: FileHandle, { rights, gid }: Access): Promise<void> {
  await made.chown((await made.stat()).uid, gid).catch(() => {});
  await made.chmod(rights).catch(() => {});
}

/** A shortened temporary name: the name may have the maximum length, and a dot and `.part` must still fit. */
const partOf = (name: string): string =>
  Buffer.from(name)
    .subarray(0, 240)
    .toString('latin1')
    .replace(/[^\w.-]/g, '_');

function asFault(fault: NodeJS.ErrnoException): never {
  const { code } = fault;
  if (code === 'ENOSPC' || code === 'EDQUOT') throw passing('the disk for results is full');
  if (code === 'ELOOP' || code === 'ENOTDIR')
    throw refused('the path of the results leads through a symbolic link or a file instead of directories');
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    throw refused(`the gateway is not permitted to write results there (${code})`);
  if (code === 'EISDIR' || code === 'ENAMETOOLONG')
    throw refused(`the file system does not accept the file name of a result (${code})`);
  throw passing(`results cannot be written (${code})`);
}

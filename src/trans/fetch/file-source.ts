// file:// below configured directories. The location of the opened file itself is checked, so that neither `..` nor a
// symbolic link leads outside, not even a link that changes in between.
import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type ClientUrl, pathNames } from '../../net/client-url.js';
import { absent, passing, refused } from '../../net/fault.js';
import { isBelow } from '../../storage/below.js';
import type { Incoming } from './incoming.js';
import type { Passage } from './passage.js';

const outside = () => refused('the path is not below a directory of trans.fileRoots');

/** Opens a path below one of the roots. It neither blocks on a pipe nor creates files. */
export async function openBelow(path: string, roots: readonly string[], flags: number): Promise<FileHandle> {
  const wanted = resolve(path);
  const root = roots.map((each) => resolve(each)).find((each) => isBelow(wanted, each));
  if (root === undefined) throw outside();
  const realRoot = await realpath(root).catch(() => {
    throw outside();
  });
  const real = await realpath(wanted).catch((fault) => {
    throw asFault(fault);
  });
  if (!isBelow(real, realRoot)) throw outside();
  const handle = await open(real, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch((fault) => {
    throw asFault(fault);
  });
  try {
    if (!isBelow(await readlink(`/proc/self/fd/${handle.fd}`), realRoot)) throw outside();
    return handle;
  } catch (fault) {
    await handle.close();
    throw fault;
  }
}

function asFault({ code }: NodeJS.ErrnoException): Error {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return absent('no such file');
    case 'EACCES':
    case 'EPERM':
      return refused('the gateway is not permitted to read the file');
    case 'ELOOP':
    case 'ENXIO':
    case 'ENAMETOOLONG':
      return refused(`the file cannot be opened (${code})`);
    default:
      return passing(`the file cannot be read (${code})`);
  }
}

/** Opens a regular file below the configured roots. Throws a NetFault. */
export async function openFile(source: ClientUrl, { policy }: Passage): Promise<Incoming> {
  const handle = await openBelow(`/${pathNames(source.pathname).join('/')}`, policy.fileRoots, constants.O_RDONLY);
  try {
    const stat = await handle.stat();
    if (!stat.isFile())
      throw refused(`${stat.isDirectory() ? 'a directory' : 'a device, pipe or socket'} instead of a regular file`);
    return { bytes: stat.size, pieces: piecesOf(handle), close: () => handle.close() };
  } catch (fault) {
    await handle.close();
    throw fault;
  }
}

/** Yields pieces in one shared buffer: each piece must be written before the next is read. */
async function* piecesOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  const block = Buffer.allocUnsafe(256 * 1024);
  for (;;) {
    const { bytesRead } = await handle.read(block);
    if (bytesRead === 0) return;
    yield block.subarray(0, bytesRead);
  }
}

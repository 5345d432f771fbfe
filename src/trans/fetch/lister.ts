// Directories of the three schemes that have some, each listed within limits.
import { constants } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { type FileInfo, FTPError } from 'basic-ftp';
import type { FileEntryWithStats } from 'ssh2';
import { type ClientUrl, pathNames } from '../../net/client-url.js';
import { absent, refused } from '../../net/fault.js';
import { limits } from '../../protocol/limits.js';
import { openBelow } from './file-source.js';
import { ftpFault, openFtpSession } from './ftp-source.js';
import type { Passage } from './passage.js';
import { openSftpSession, sftpFault } from './sftp-source.js';

export interface Entry {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'other';
}

export interface Lister {
  /** `below`: names from the directory of the URL downwards. Symbolic links are `other`. */
  list(below: readonly string[]): Promise<Entry[]>;
  close(): Promise<void> | void;
}

export async function openLister(source: ClientUrl, passage: Passage): Promise<Lister> {
  switch (source.scheme) {
    case 'file':
      return fileLister(source, passage);
    case 'ftp':
      return await ftpLister(source, passage);
    case 'sftp':
      return await sftpLister(source, passage);
    default:
      throw refused(`${source.scheme}:// has no directories; must be file, ftp or sftp`);
  }
}

const tooMany = () => refused(`the folder has more than ${limits.trans.scan.entries} entries`);

function fileLister(source: ClientUrl, { policy }: Passage): Lister {
  const base = `/${pathNames(source.pathname).join('/')}`;
  return {
    list: async (below) => {
      const flags = constants.O_RDONLY | constants.O_DIRECTORY;
      const handle = await openBelow([base, ...below].join('/'), policy.fileRoots, flags);
      try {
        const entries: Entry[] = [];
        for await (const entry of await opendir(`/proc/self/fd/${handle.fd}`)) {
          if (entries.length === limits.trans.scan.entries) throw tooMany();
          const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : 'other';
          entries.push({ name: entry.name, kind });
        }
        return entries;
      } finally {
        await handle.close();
      }
    },
    close: () => {},
  };
}

async function ftpLister(source: ClientUrl, passage: Passage): Promise<Lister> {
  const { client, path, close } = await openFtpSession(source, passage);
  const kindOf = (entry: FileInfo) => (entry.isFile ? 'file' : entry.isDirectory ? 'directory' : 'other');
  return {
    list: async (below) => {
      try {
        // in the directory first: a server lists a file, or nothing, for a directory that is not there
        await client.cd([path, ...below].join('/'));
        return (await client.list()).map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
      } catch (fault) {
        passage.guard.signal.throwIfAborted();
        if (fault instanceof FTPError && fault.code === 550) throw absent('the ftp server has no such folder (550)');
        throw ftpFault(fault);
      }
    },
    close,
  };
}

/** Types of a file mode (POSIX). */
const modes = { type: 0o170000, directory: 0o040000, file: 0o100000 };

async function sftpLister(source: ClientUrl, passage: Passage): Promise<Lister> {
  const { wrapper, path, close } = await openSftpSession(source, passage);
  const kindOf = ({ attrs }: FileEntryWithStats): Entry['kind'] => {
    const type = attrs.mode & modes.type;
    return type === modes.file ? 'file' : type === modes.directory ? 'directory' : 'other';
  };
  const page = (handle: Buffer) =>
    new Promise<FileEntryWithStats[]>((resolve, reject) => {
      wrapper.readdir(handle, (fault, list) => {
        if (fault === undefined || fault === null) resolve(list);
        else if ((fault as { code?: unknown }).code === 1)
          resolve([]); // end of the directory
        else reject(fault);
      });
    });
  return {
    list: async (below) => {
      try {
        const handle = await new Promise<Buffer>((resolve, reject) => {
          wrapper.opendir([path, ...below].join('/'), (fault, opened) => (fault ? reject(fault) : resolve(opened)));
        });
        const entries: Entry[] = [];
        for (;;) {
          const list = await passage.guard.orAbort(page(handle));
          if (list.length === 0) break;
          passage.guard.watch.arrived(passage.guard.stallBytes);
          for (const each of list) entries.push({ name: each.filename, kind: kindOf(each) });
          if (entries.length > limits.trans.scan.entries) throw tooMany();
        }
        wrapper.close(handle, () => {});
        return entries;
      } catch (fault) {
        passage.guard.signal.throwIfAborted();
        throw sftpFault(fault);
      }
    },
    close,
  };
}

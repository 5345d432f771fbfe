// Directories of ftp servers.
import { type FileInfo, FTPError } from 'basic-ftp';
import type { ClientUrl } from '../../net/client-url.js';
import { absent } from '../../net/fault.js';
import { ftpFault, openFtpSession } from './ftp-source.js';
import type { Lister } from './listing.js';
import type { Passage } from './passage.js';

export async function ftpLister(source: ClientUrl, passage: Passage): Promise<Lister> {
  const { client, path, close } = await openFtpSession(source, passage);
  const kindOf = (entry: FileInfo) => (entry.isFile ? 'file' : entry.isDirectory ? 'directory' : 'other');
  return {
    list: async (below) => {
      try {
        // enter the directory first: for a missing directory a server lists a file of that name, or nothing
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

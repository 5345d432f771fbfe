// Lists directories of the three schemes that have any, each within limits.
import { constants } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { type ClientUrl, pathNames } from '../../net/client-url.js';
import { absent, NetFault, refused } from '../../net/fault.js';
import { limits } from '../../protocol/limits.js';
import { openBelow } from './file-source.js';
import { type Entry, type Lister, tooManyEntries } from './listing.js';
import type { Passage } from './passage.js';

/** Opens a lister for the scheme of the source. Throws a NetFault. */
export async function openLister(source: ClientUrl, passage: Passage): Promise<Lister> {
  switch (source.scheme) {
    case 'file':
      return fileLister(source, passage);
    case 'ftp':
      return await (await import('./ftp-lister.js')).ftpLister(source, passage);
    case 'sftp':
      return await (await import('./sftp-lister.js')).sftpLister(source, passage);
    default:
      throw refused(`${source.scheme}:// has no directories; must be file, ftp or sftp`);
  }
}

function fileLister(source: ClientUrl, { policy }: Passage): Lister {
  const base = `/${pathNames(source.pathname).join('/')}`;
  return {
    list: async (below) => {
      const flags = constants.O_RDONLY | constants.O_DIRECTORY;
      const handle = await openBelow([base, ...below].join('/'), policy.fileRoots, flags).catch((fault: unknown) => {
        throw fault instanceof NetFault && fault.kind === 'absent' ? absent('no such folder') : fault;
      });
      try {
        const entries: Entry[] = [];
        for await (const entry of await opendir(`/proc/self/fd/${handle.fd}`)) {
          if (entries.length === limits.trans.scan.entries) throw tooManyEntries();
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

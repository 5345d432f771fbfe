// Directories of sftp servers.
import type { FileEntryWithStats } from 'ssh2';
import type { ClientUrl } from '../../net/client-url.js';
import { absent } from '../../net/fault.js';
import { limits } from '../../protocol/limits.js';
import { type Entry, type Lister, tooManyEntries } from './listing.js';
import type { Passage } from './passage.js';
import { openSftpSession, sftpFault } from './sftp-source.js';

/** The file types of a mode (POSIX). */
const modes = { type: 0o170000, directory: 0o040000, file: 0o100000 };

export async function sftpLister(source: ClientUrl, passage: Passage): Promise<Lister> {
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
          if (entries.length > limits.trans.scan.entries) throw tooManyEntries();
        }
        wrapper.close(handle, () => {});
        return entries;
      } catch (fault) {
        passage.guard.signal.throwIfAborted();
        const said = sftpFault(fault);
        throw said.kind === 'absent' ? absent('the sftp server has no such folder') : said;
      }
    },
    close,
  };
}

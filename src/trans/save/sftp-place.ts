// Results on an sftp server. Each file is written under a temporary name, then renamed.
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import type { ClientUrl } from '../../net/client-url.js';
import { NetFault, refused } from '../../net/fault.js';
import type { Passage } from '../fetch/passage.js';
import { openSftpSession, sftpFault } from '../fetch/sftp-source.js';
import type { Place } from './place.js';

export async function openSftpPlace(source: ClientUrl, passage: Passage): Promise<Place> {
  const { client, path, close } = await openSftpSession(source, passage);
  const base = path.replace(/\/+$/, '');
  const made = new Set<string>();

  const makeDirectory = async (directory: string) => {
    if (made.has(directory)) return;
    await client.mkdir(directory === '' ? '/' : directory, true);
    made.add(directory);
  };
  const moveTo = async (part: string, target: string) => {
    try {
      await client.posixRename(part, target);
    } catch {
      // for servers without OpenSSH's extension, whose rename may not replace
      await client.delete(target, true).catch(() => {});
      await client.rename(part, target);
    }
  };

  return {
    write: async (below, pieces) => {
      const target = [base, ...below].join('/');
      const part = `${target}.part`;
      try {
        await makeDirectory(target.slice(0, target.lastIndexOf('/')));
        const file = client.createWriteStream(part);
        file.on('error', () => {}); // the pipeline reports this error
        const closed = once(file, 'close');
        closed.catch(() => {});
        await passage.guard.orAbort(pipeline(pieces, file));
        await passage.guard.orAbort(closed);
        await moveTo(part, target);
      } catch (fault) {
        passage.guard.signal.throwIfAborted();
        const known = sftpFault(fault);
        if (known instanceof NetFault && known.kind === 'absent') {
          throw refused(`results cannot be written there: ${known.message}`);
        }
        throw known;
      }
    },
    close,
  };
}

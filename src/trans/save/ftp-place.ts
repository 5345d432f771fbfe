// Results on an ftp server. Each file is written under a temporary name, then renamed.
import { Readable } from 'node:stream';
import { FTPError } from 'basic-ftp';
import type { ClientUrl } from '../../net/client-url.js';
import { NetFault, refused } from '../../net/fault.js';
import { ftpFault, openFtpSession } from '../fetch/ftp-source.js';
import type { Passage } from '../fetch/passage.js';
import type { Place } from './place.js';

export async function openFtpPlace(source: ClientUrl, passage: Passage): Promise<Place> {
  const { client, path, close } = await openFtpSession(source, passage);
  const base = path.replace(/\/+$/, '');
  const made = new Set<string>();

  const makeDirectory = async (directory: string) => {
    if (made.has(directory)) return;
    const names = directory.split('/').filter((name) => name !== '');
    for (const count of names.keys()) {
      const each = `/${names.slice(0, count + 1).join('/')}`;
      if (made.has(each)) continue;
      await client.sendIgnoringError(`MKD ${each}`); // most of them exist already
      made.add(each);
    }
    await client.cd(directory); // fails unless the directory exists now
    made.add(directory);
  };

  return {
    write: async (below, pieces) => {
      const target = [base, ...below].join('/');
      const part = `${target}.part`;
      try {
        await makeDirectory(target.slice(0, target.lastIndexOf('/')));
        await client.uploadFrom(Readable.from(pieces), part);
        await client.rename(part, target).catch(async (fault) => {
          if (!(fault instanceof FTPError)) throw fault;
          await client.remove(target, true); // for servers whose rename does not replace
          await client.rename(part, target);
        });
      } catch (fault) {
        passage.guard.signal.throwIfAborted();
        throw placeFault(ftpFault(fault));
      }
    },
    close: async () => close(),
  };
}

/** Converts "No such file", which makes no sense as an answer to a write. */
function placeFault(fault: unknown): unknown {
  if (!(fault instanceof NetFault) || fault.kind !== 'absent') return fault;
  return refused(`results cannot be written there: ${fault.message}`);
}

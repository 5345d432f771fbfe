// Encrypts material and models of training that were in the data directory before there was a key, or that were copied
// there.
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { isDiskFull } from '../../protocol/errors.js';
import { StoredFiles } from '../../trust/stored-files.js';
import { filesBelow } from './files.js';
import type { TrainingRoot } from './root.js';

/**
 * The name of a file that is being encrypted, in the directory of the plain file. Names that begin with a dot belong to
 * the service.
 */
const draft = '.encrypted';

/**
 * Encrypts the files. May be interrupted anywhere; the next start goes on. A file that cannot be encrypted stays as it
 * is.
 */
export async function encryptMaterial(root: TrainingRoot, log: Logger): Promise<void> {
  if (root.key === undefined) return;
  const stored = new StoredFiles(root.key);
  const [directory = ''] = root.directories();
  let left = 0;
  for (const name of [...filesBelow(directory, '', () => true)]) {
    const path = join(directory, name);
    try {
      if (basename(path) === `${draft}.part`) await rm(path, { force: true });
      else await stored.encrypt(path, undefined, join(dirname(path), draft));
    } catch (fault) {
      const { code } = fault as NodeJS.ErrnoException;
      if (!(isDiskFull(fault) || code === 'EACCES' || code === 'EPERM')) throw fault;
      left++;
    }
  }
  if (left > 0)
    log.warn(
      { files: left },
      'training: files could not be encrypted; check the free space and the permissions, and restart the gateway',
    );
}

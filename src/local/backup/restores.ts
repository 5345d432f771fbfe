// Restored content that waits for the gateway of this process (`tonegate restore --replace` beside it).
import { checkStaged, discardReplaced, discardStaged, stagedId, takeStaged } from '../../backup/staged.js';
import type { Restores } from '../../cli/serve.js';
import { lockDirectory } from '../../store/directory-lock.js';
import { dataKeyFor, keyIdOf } from '../../trust/data-key.js';

export const localRestores: Restores = {
  next: (dataDir, configOf) => {
    const id = stagedId(dataDir);
    if (id === undefined) return undefined;
    try {
      checkStaged(dataDir, id, (directory) => {
        const { keyFile } = configOf(directory).storage; // read in any case: wrong settings would stop the start
        return keyIdOf(directory) === undefined ? undefined : dataKeyFor(directory, keyFile)?.derive('database');
      });
      return { id };
    } catch (fault) {
      discardStaged(dataDir);
      return { id, fault: `a gateway cannot start with the content of the backup: ${(fault as Error).message}` };
    }
  },
  take: (dataDir, id) => {
    const lock = lockDirectory(dataDir);
    try {
      takeStaged(dataDir, id);
    } finally {
      lock.release();
    }
  },
  discardReplaced,
};

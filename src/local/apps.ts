// `tonegate apps` without a running gateway: the database is opened here, under the same lock.
import { randomBytes } from 'node:crypto';
import type { AppsDoor } from '../cli/apps.js';
import { CommandFailure, exitCodes } from '../cli/exit.js';
import { DataDirError, databaseFile, makeDataDir } from '../ops/data-dir.js';
import { ServiceError } from '../protocol/errors.js';
import { validate } from '../protocol/wire/issues.js';
import { closeStore, openStore, StoreError } from '../store/open.js';
import { appName, appRights } from '../system/admin-routes.js';
import { Apps } from '../system/apps.js';
import { systemTable } from '../system/table.js';

export function openLocalApps(dataDir: string): AppsDoor | 'inUse' {
  try {
    makeDataDir(dataDir);
    const { db } = openStore(databaseFile(dataDir));
    const apps = new Apps({ table: systemTable(db), now: Date.now, random: randomBytes });
    return door(apps, () => closeStore(db));
  } catch (fault) {
    if (fault instanceof StoreError && fault.reason === 'inUse') return 'inUse';
    if (fault instanceof StoreError || fault instanceof DataDirError)
      throw new CommandFailure(exitCodes.service, fault.message, { cause: fault });
    throw fault;
  }
}

function door(apps: Apps, close: () => void): AppsDoor {
  const refusing = async <T>(work: () => T): Promise<T> => {
    try {
      return work();
    } catch (fault) {
      if (fault instanceof ServiceError) throw new CommandFailure(exitCodes.badInput, fault.message, { cause: fault });
      throw fault;
    }
  };
  return {
    add: (name, { developer, rights }) =>
      refusing(() => {
        const owner = developer && validate(appName, developer, 'developer');
        return apps.add(validate(appName, name, 'name'), owner, rights && validate(appRights, rights, 'rights'));
      }),
    list: () => refusing(() => apps.list()),
    remove: (appkey) => refusing(() => apps.remove(appkey)),
    close,
  };
}

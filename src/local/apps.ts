// `tonegate apps` without a running gateway.
import { randomBytes } from 'node:crypto';
import type { AppsDoor } from '../cli/apps.js';
import { validate } from '../protocol/wire/issues.js';
import { appName, appRights } from '../system/admin-routes.js';
import { Apps } from '../system/apps.js';
import { systemTable } from '../system/table.js';
import { openLocalStore, refusing } from './store.js';

export const openLocalApps = (dataDir: string): AppsDoor | 'inUse' =>
  openLocalStore(dataDir, (db) => {
    const apps = new Apps({ table: systemTable(db), now: Date.now, random: randomBytes });
    return {
      add: (name: string, { developer, rights }: Parameters<AppsDoor['add']>[1]) =>
        refusing(() => {
          const owner = developer && validate(appName, developer, 'developer');
          return apps.add(validate(appName, name, 'name'), owner, rights && validate(appRights, rights, 'rights'));
        }),
      list: () => refusing(() => apps.list()),
      remove: (appkey: string) => refusing(() => apps.remove(appkey)),
    };
  });

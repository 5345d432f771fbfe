// `tonegate tenants` without a running gateway.
import { randomBytes } from 'node:crypto';
import type { TenantChange as Change, NewTenant, TenantsDoor } from '../cli/tenants.js';
import { robotsOnline } from '../nlu/publish/tenant-use.js';
import { validate } from '../protocol/wire/issues.js';
import { Apps } from '../system/apps.js';
import { systemTable } from '../system/table.js';
import { TenantChange, TenantDraft } from '../system/tenants/routes.js';
import { tenantTable } from '../system/tenants/table.js';
import { Tenants } from '../system/tenants/tenants.js';
import { openLocalStore, refusing } from './store.js';

export const openLocalTenants = (dataDir: string): TenantsDoor | 'inUse' =>
  openLocalStore(dataDir, (db) => {
    const shared = { now: Date.now, random: randomBytes };
    const apps = new Apps({ ...shared, table: systemTable(db) });
    const tenants = new Tenants({ ...shared, table: tenantTable(db), apps });
    tenants.keepWhile(robotsOnline(db));
    return {
      add: (draft: NewTenant) => refusing(() => tenants.add(validate(TenantDraft, draft))),
      list: (developer: string | undefined) => refusing(() => tenants.list(developer)),
      change: (id: string, change: Change) => refusing(() => tenants.change(id, validate(TenantChange, change))),
      remove: (id: string) => refusing(() => tenants.remove(id)),
    };
  });

// The resources of a tenant that is deleted.
import type { Store } from '../../store/open.js';
import type { Changes } from './changes.js';
import { tenantSweep } from './sweep.js';

/** `changes`: that of the readers, who begin anew and find the tenant gone. */
export function resourcesOfTenant(db: Store, changes: Pick<Changes, 'count'>) {
  const endBatches = db.prepare<[string]>('DELETE FROM nlu_batch WHERE tenant_id = ?');
  return {
    stop: (tenantId: string): void => {
      endBatches.run(tenantId);
      changes.count(tenantId);
    },
    removeSome: tenantSweep(db),
  };
}

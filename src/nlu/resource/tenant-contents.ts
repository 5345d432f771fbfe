// The removal of a deleted tenant's resources.
import type { Store } from '../../store/open.js';
import type { Changes } from './changes.js';
import { tenantSweep } from './sweep.js';

/** `changes`: the revisions that readings watch; a reading that sees the change starts again and finds the tenant gone. */
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

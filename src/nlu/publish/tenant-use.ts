// The reason why a tenant cannot be removed: the dialog service serves one of its robots.
import type { Store } from '../../store/open.js';
import { publishTable } from './table.js';

/** Names the online robots of a tenant; undefined if there are none. */
export function robotsOnline(db: Store): (tenantId: string) => string | undefined {
  const table = publishTable(db);
  return (tenantId) => {
    const [first, ...others] = table.robotsOnline(tenantId);
    if (first === undefined) return undefined;
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    const verb = others.length > 0 ? 'are' : 'is';
    return `robot ${first}${more} ${verb} online; take ${others.length > 0 ? 'them' : 'it'} offline first`;
  };
}

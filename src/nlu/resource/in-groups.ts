// Routes whose writes are grouped with those of others (store/group-commit.ts), after the check of their regular
// expressions.
import type { Identity, Route } from '../../http/route.js';
import { CheckedPatterns } from '../patterns/checked-patterns.js';
import type { Batches } from './batches.js';

/** The routes. Those that write do so in groups, after a running batch of their tenant. */
export function inGroups(batches: Pick<Batches, 'write'>, routes: readonly Route[]): Route[] {
  const patterns = new CheckedPatterns();
  return routes.map((route) => {
    const written: Route['handle'] =
      route.storage === undefined || route.writesInPieces === true
        ? (call) => route.handle(call)
        : (call) => batches.write((call.identity as Identity).tenantId, () => route.handle(call));
    if (route.body === undefined) return { ...route, handle: written };
    const handle: Route['handle'] = async (call) => {
      await patterns.check((call.identity as Identity).developerId, call.body, call.signal);
      return written(call);
    };
    return { ...route, handle };
  });
}

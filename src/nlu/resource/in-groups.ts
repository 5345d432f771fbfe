// Routes whose writes are grouped with those of others (store/group-commit.ts).
import type { Identity, Route } from '../../http/route.js';
import type { Batches } from './batches.js';

/** The routes. Those that write do so in groups, after a running batch of their tenant. */
export const inGroups = (batches: Pick<Batches, 'write'>, routes: readonly Route[]): Route[] =>
  routes.map((route) =>
    route.storage === undefined || route.writesInPieces === true
      ? route
      : {
          ...route,
          handle: (call) => batches.write((call.identity as Identity).tenantId, () => route.handle(call)),
        },
  );

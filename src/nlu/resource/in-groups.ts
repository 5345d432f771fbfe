// Routes whose writes are made together with those of others (store/group-commit.ts).
import type { Identity, Route } from '../../http/route.js';
import type { Batches } from './batches.js';

/** The routes, of which those that write do so in groups, after a batch of their tenant that is under way. */
export const inGroups = (batches: Pick<Batches, 'write'>, routes: readonly Route[]): Route[] =>
  routes.map((route) =>
    route.storage === undefined || route.writesInPieces === true
      ? route
      : {
          ...route,
          handle: (call) => batches.write((call.identity as Identity).tenantId, () => route.handle(call)),
        },
  );

// Routes whose writes are grouped with those of others (store/group-commit.ts).
import type { Identity, Route } from '../../http/route.js';
import type { Batches } from './batches.js';

/** Routes that may change thousands of rows; they use batches themselves. */
const inBatches: ReadonlySet<string> = new Set(['nlu.robots.import', 'nlu.qaDirs.remove', 'nlu.lexicons.remove']);

/** The routes. Those that write do so in groups, after a running batch of their tenant. */
export const inGroups = (batches: Pick<Batches, 'write'>, routes: readonly Route[]): Route[] =>
  routes.map((route) =>
    route.storage === undefined || inBatches.has(route.id)
      ? route
      : {
          ...route,
          handle: (call) => batches.write((call.identity as Identity).tenantId, () => route.handle(call)),
        },
  );

// Routes whose writes are made together with those of others (store/group-commit.ts).
import type { Identity, Route } from '../../http/route.js';
import type { Batches } from './batches.js';

/** Routes that may change thousands of rows; they write by batches themselves. */
const inBatches: ReadonlySet<string> = new Set(['nlu.robots.import', 'nlu.qaDirs.remove', 'nlu.lexicons.remove']);

/** The routes, of which those that write do so in groups, after a batch of their tenant that is under way. */
export const inGroups = (batches: Pick<Batches, 'write'>, routes: readonly Route[]): Route[] =>
  routes.map((route) =>
    route.storage === undefined || inBatches.has(route.id)
      ? route
      : {
          ...route,
          handle: (call) => batches.write((call.identity as Identity).tenantId, () => route.handle(call)),
        },
  );

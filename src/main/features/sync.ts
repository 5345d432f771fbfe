// What boxes ask of their upstream, and what the sync process asks of its own gateway (docs/sync.md).
import { syncAdminRoutes } from '../../replica/admin-routes.js';
import { syncRoutes } from '../../replica/routes.js';
import type { FeatureContext } from '../context.js';
import { feature } from '../feature.js';

export const syncFeature = feature<Pick<FeatureContext, 'replica'>>({
  name: 'sync',
  serves: ({ replica }) => ({ routes: syncRoutes(replica), admin: syncAdminRoutes(replica) }),
  start: (context) => ({ parts: context }),
});

// The sync feature: requests of boxes to their upstream, and of the sync process to its own gateway (docs/sync.md).
import { syncAdminRoutes } from '../../replica/admin-routes.js';
import { syncRoutes } from '../../replica/routes.js';
import type { FeatureContext } from '../context.js';
import { feature } from '../feature.js';

export const syncFeature = feature<Pick<FeatureContext, 'replica'>>({
  name: 'sync',
  serves: ({ replica }) => ({ routes: syncRoutes(replica), admin: syncAdminRoutes(replica) }),
  start: (context) => ({ parts: context }),
});

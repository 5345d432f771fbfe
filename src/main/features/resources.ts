// Resources (specification 1, section 4.2): users' and the system's, with their profiles.
import { profileRoutes, resourceAdminRoutes } from '../../resources/admin-routes.js';
import { legacyRoutes } from '../../resources/legacy-routes.js';
import { resourceRoutes, sysResourceRoutes } from '../../resources/routes.js';
import type { FeatureContext } from '../context.js';
import { feature } from '../feature.js';

export const resourcesFeature = feature<Pick<FeatureContext, 'resources' | 'profiles' | 'lists'>>({
  name: 'resources',
  serves: ({ resources, profiles, lists }) => ({
    routes: [...resourceRoutes(resources, lists), ...legacyRoutes(resources)],
    admin: [...sysResourceRoutes(resources, lists), ...resourceAdminRoutes(resources), ...profileRoutes(profiles)],
  }),
  start: (context) => ({ parts: context }),
});

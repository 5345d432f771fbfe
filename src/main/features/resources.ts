// Resources (specification 1, section 4.2): users' and the system's, with their profiles.
import { createHash } from 'node:crypto';
import type { Example } from '../../http/route.js';
import { profileRoutes, resourceAdminRoutes } from '../../resources/admin-routes.js';
import { legacyRoutes } from '../../resources/legacy-routes.js';
import { replicatedProfiles } from '../../resources/replica/profiles.js';
import { replicatedResources } from '../../resources/replica/resources.js';
import { resourceRoutes, sysResourceRoutes } from '../../resources/routes.js';
import type { FeatureContext } from '../context.js';
import { type Fixture, feature } from '../feature.js';

const text = Buffer.from('张三\n');

const draft = (params: Record<string, string>, content = ''): Example => ({
  params: { cu: 'asr', ...params },
  body: { resource: { name: '{unique}', lang: 'cn', content } },
});
const made = (route: string, params: Record<string, string>): Fixture => ({
  ...{ route, example: draft(params), name: { field: 'created.id' } },
});

export const resourcesFeature = feature<Pick<FeatureContext, 'resources' | 'profiles' | 'lists' | 'group'>>({
  name: 'resources',
  fixtures: {
    userword: made('resource.create', { category: 'user', type: 'userword' }),
    sensword: made('resource.create', { category: 'user', type: 'sensword' }),
    sysUserword: made('resource.sys.create', { type: 'userword' }),
    content: {
      route: 'resource.sys.create',
      example: draft({ type: 'userword' }, text.toString('base64')),
      name: { text: createHash('sha256').update(text).digest('hex') },
    },
  },
  replicates: ({ resourceVersions, resourceTable: table, profiles, now }) => [
    replicatedResources(resourceVersions),
    replicatedProfiles({ table, now, onChange: () => profiles.reload() }),
  ],
  serves: ({ resources, profiles, lists, group }, config) => ({
    routes: [...resourceRoutes({ resources, lists, group }), ...legacyRoutes({ resources, group })].map((each) =>
      config.resources.requireToken ? { ...each, auth: 'token' as const } : each,
    ),
    admin: [
      ...sysResourceRoutes({ resources, lists, group }),
      ...resourceAdminRoutes(resources),
      ...profileRoutes(profiles),
    ],
  }),
  start: (context) => ({ parts: context }),
});

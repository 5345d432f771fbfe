// Tokens, capabilities, configuration, applications and health: what every gateway serves.
import { adminRoutes } from '../../system/admin-routes.js';
import { operationConf } from '../../system/conf.js';
import { documentRoutes } from '../../system/document-routes.js';
import { healthRoutes } from '../../system/health-routes.js';
import { systemRoutes } from '../../system/routes.js';
import type { FeatureContext } from '../context.js';
import { feature } from '../feature.js';
import { version } from '../version.js';

export const systemFeature = feature<Pick<FeatureContext, 'tokens' | 'apps' | 'metrics' | 'facts'>>({
  name: 'system',
  serves: ({ tokens, apps, metrics, facts }, config) => ({
    routes: systemRoutes({
      tokens,
      capabilities: facts.capabilities,
      conf: operationConf(config),
      maxSessions: config.stream.maxSessions,
      serviceUrl: config.serviceUrl,
    }),
    admin: [...adminRoutes(apps, tokens), ...healthRoutes({ ...facts, metrics, version })],
    everywhere: documentRoutes(facts.documents),
  }),
  start: (context) => ({ parts: context }),
});

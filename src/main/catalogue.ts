// Every route and socket without a running gateway: for OpenAPI and for the tests that are generated from the routes.
import { asrRoutes } from '../asr/routes.js';
import { asrStreamRoutes } from '../asr/stream.js';
import { defaultConfig } from '../config/config.js';
import { openApi } from '../http/openapi.js';
import type { Route, SocketRoute } from '../http/route.js';
import { syncAdminRoutes } from '../replica/admin-routes.js';
import { syncRoutes } from '../replica/routes.js';
import { profileRoutes, resourceAdminRoutes } from '../resources/admin-routes.js';
import { legacyRoutes } from '../resources/legacy-routes.js';
import { resourceRoutes, sysResourceRoutes } from '../resources/routes.js';
import { ringRoutes } from '../ring/routes.js';
import { ringStreamRoute } from '../ring/stream.js';
import { adminRoutes } from '../system/admin-routes.js';
import { operationConf } from '../system/conf.js';
import { healthRoutes } from '../system/health-routes.js';
import { systemRoutes } from '../system/routes.js';
import { transRoutes } from '../trans/routes.js';
import { synthesisRoutes } from '../tts/routes.js';
import { synthesisStreamRoute } from '../tts/stream.js';
import { version } from './version.js';

/** Stands for what a handler works with. Building a route only keeps it; using it is a mistake. */
const absent = new Proxy(
  {},
  {
    get: (_, name) => {
      throw new Error(`the catalogue has no ${String(name)}: it only describes`);
    },
  },
) as never;

export interface Catalogue {
  /** On the http and https listeners. */
  readonly routes: readonly Route[];
  readonly sockets: readonly SocketRoute[];
  /** On the admin listener. */
  readonly admin: readonly Route[];
}

export function catalogue(): Catalogue {
  const config = defaultConfig();
  const asr = { engines: absent, properties: absent, lookup: absent, lists: absent };
  return {
    routes: [
      ...systemRoutes({
        tokens: absent,
        capabilities: absent,
        conf: operationConf(config),
        maxSessions: config.stream.maxSessions,
        serviceUrl: '',
      }),
      ...resourceRoutes(absent, absent),
      ...legacyRoutes(absent),
      ...syncRoutes(absent),
      ...ringRoutes({ engines: absent, maxMs: config.ring.oneShotMs, keywordConfidence: absent }),
      ...asrRoutes({ ...asr, maxMs: config.asr.oneShotMs }),
      ...synthesisRoutes({ engines: absent, voices: absent }),
      ...transRoutes({
        ...{ service: absent, uploads: absent, submissions: absent },
        ...{ downloads: absent, properties: absent, onWork: absent },
      }),
    ],
    sockets: [
      ringStreamRoute({ engines: absent, endOnRingback: absent, keywordConfidence: absent, log: absent }),
      ...asrStreamRoutes({ ...asr, audioMaxMs: absent, log: absent }),
      synthesisStreamRoute({ engines: absent, voices: absent, nextRequestMs: config.tts.nextRequestMs, log: absent }),
    ],
    admin: [
      ...adminRoutes(absent, absent),
      ...sysResourceRoutes(absent, absent),
      ...resourceAdminRoutes(absent),
      ...profileRoutes(absent),
      ...syncAdminRoutes(absent),
      ...healthRoutes({ metrics: absent, waitingFor: absent, missing: absent, degraded: absent, version }),
    ],
  };
}

export function describeInterfaces(): unknown {
  const { routes, sockets, admin } = catalogue();
  return openApi({ title: 'tonegate', version, routes: [...routes, ...admin], sockets });
}

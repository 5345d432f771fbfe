// Every route and socket without a running gateway: for OpenAPI and for the tests that are generated from the routes.
import { defaultConfig } from '../config/config.js';
import { openApi } from '../http/openapi.js';
import type { Route } from '../http/route.js';
import type { StreamRoute } from '../ws/stream.js';
import { features } from './features.js';
import { version } from './version.js';

export interface Catalogue {
  /** On the http and https listeners. */
  readonly routes: readonly Route[];
  readonly sockets: readonly StreamRoute[];
  /** On the admin listener. */
  readonly admin: readonly Route[];
}

export function catalogue(): Catalogue {
  const config = defaultConfig();
  const served = features.map((feature) => feature.describe(config));
  return {
    routes: served.flatMap(({ routes }) => routes),
    sockets: served.flatMap(({ sockets }) => sockets),
    admin: served.flatMap(({ admin }) => admin),
  };
}

export function describeInterfaces(): unknown {
  const { routes, sockets, admin } = catalogue();
  return openApi({ title: 'tonegate', version, routes: [...routes, ...admin], sockets });
}

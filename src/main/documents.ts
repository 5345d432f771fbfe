// The documents of what a gateway serves: OpenAPI of its requests, AsyncAPI of its WebSockets.
import { asyncApi } from '../http/describe/asyncapi.js';
import type { ListenerPorts } from '../http/describe/listeners.js';
import { openApi } from '../http/describe/openapi.js';
import { version } from '../ops/version.js';
import type { Documents } from '../system/document-routes.js';
import type { Served } from './feature.js';

/** The routes and sockets of several features in one. */
export const together = (served: readonly Served[]): Served => ({
  routes: served.flatMap(({ routes }) => routes),
  sockets: served.flatMap(({ sockets }) => sockets),
  admin: served.flatMap(({ admin }) => admin),
  everywhere: served.flatMap(({ everywhere }) => everywhere),
});

export function documentsOf(interfaces: () => Served, ports: ListenerPorts): Documents {
  const options = () => ({ title: 'tonegate', version, interfaces: interfaces(), ports });
  return { openApi: () => openApi(options()), asyncApi: () => asyncApi(options()) };
}

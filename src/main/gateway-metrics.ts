// The metrics of a gateway's listeners, sessions and disk. Those of its features are registered by them.
import type { RequestFacts } from '../http/passage.js';
import type { Metrics } from '../ops/metrics.js';

/** Values that are looked up when someone reads. */
export interface GatewayState {
  readonly apps: number;
  readonly freeBytes: number;
  readonly isFull: boolean;
  readonly requests: number;
  readonly bodyBytes: number;
  readonly connections: number;
  readonly sessions: number;
  /** The time until which the https certificate is valid, ms UTC. */
  readonly certificateMs: number;
  readonly sockets: Readonly<Record<'http' | 'https', number>>;
}

export function gatewayMetrics(metrics: Metrics) {
  const requests = metrics.counter({
    name: 'tonegate_http_requests_total',
    help: 'Requests by route and status',
    labelNames: ['route', 'method', 'status'],
  });
  const requestSeconds = metrics.histogram({
    name: 'tonegate_http_request_seconds',
    help: 'Time from the first header to the end of the reply',
    labelNames: ['route'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
  });
  const errors = metrics.counter({
    name: 'tonegate_ws_errors_total',
    help: 'ERROR and FATAL_ERROR messages by name',
    labelNames: ['name'],
  });
  const refused = metrics.counter({
    name: 'tonegate_refused_total',
    help: 'Refusals at capacity, by share and by the limit that was reached (that of a client, an address or an appkey, the whole share, a rate, or the load of the machine)',
    labelNames: ['share', 'full'],
  });
  return {
    onRefused: (share: string, full: string) => refused.inc({ share, full }),
    onRequest({ routeId: route, method, status, durationMs }: RequestFacts): void {
      requests.inc({ route, method: route === 'unknown' ? 'any' : method, status });
      requestSeconds.observe({ route }, durationMs / 1_000);
    },
    onError: ({ code: name }: { readonly code: string }) => errors.inc({ name }),
    collect(state: () => GatewayState): void {
      const gauge = (name: string, help: string) => metrics.gauge({ name: `tonegate_${name}`, help });
      const apps = gauge('apps', 'Applications');
      const storageFree = gauge('storage_free_bytes', 'Free bytes of the file system that holds the data directory');
      const storageFull = gauge('storage_full', '1 while the disk is full and requests that store data are refused');
      const inFlight = gauge('http_in_flight', 'Requests being handled');
      const bodyBytes = gauge('http_body_bytes', 'Bytes of request bodies being received');
      const connections = gauge('ws_connections', 'Open WebSocket connections');
      const sessions = gauge('sessions', 'Running streaming sessions');
      const certificate = gauge(
        'https_certificate_valid_until_seconds',
        'Time until which the https certificate in use is valid, in seconds since 1970',
      );
      const sockets = metrics.gauge({
        name: 'tonegate_open_sockets',
        help: 'Open TCP connections by listener',
        labelNames: ['listener'],
      });
      metrics.collect(() => {
        const now = state();
        apps.set(now.apps);
        storageFree.set(now.freeBytes);
        storageFull.set(now.isFull ? 1 : 0);
        inFlight.set(now.requests);
        bodyBytes.set(now.bodyBytes);
        connections.set(now.connections);
        sessions.set(now.sessions);
        certificate.set(now.certificateMs / 1_000);
        for (const [listener, open] of Object.entries(now.sockets)) sockets.set({ listener }, open);
      });
    },
  };
}

// Health and metrics, on the admin listener.
import { z } from 'zod';
import { Answer, type Route, route } from '../http/route.js';
import type { Metrics } from '../ops/metrics.js';

export interface HealthRoutesOptions {
  readonly metrics: Metrics;
  /** What is not ready yet, by name; empty when calls can be taken. */
  readonly waitingFor: () => readonly string[];
  readonly version: string;
  /** What this machine lacks of what some requests need, in words. */
  readonly missing: () => readonly string[];
}

export function healthRoutes(options: HealthRoutesOptions): Route[] {
  return [
    route({
      id: 'ops.health',
      method: 'GET',
      path: '/healthz',
      summary: 'The process answers',
      auth: 'none',
      reply: z.strictObject({ status: z.literal('ok'), version: z.string(), missing: z.array(z.string()) }),
      handle: () => ({ status: 'ok' as const, version: options.version, missing: [...options.missing()] }),
    }),
    route({
      id: 'ops.ready',
      method: 'GET',
      path: '/readyz',
      summary: 'Calls can be taken: 200, otherwise 503 with what is missing',
      auth: 'none',
      reply: z.strictObject({ ready: z.boolean(), waitingFor: z.array(z.string()) }),
      handle: () => {
        const waitingFor = [...options.waitingFor()];
        return new Answer({ ready: waitingFor.length === 0, waitingFor }, waitingFor.length === 0 ? 200 : 503);
      },
    }),
    route({
      id: 'ops.metrics',
      method: 'GET',
      path: '/metrics',
      summary: 'Prometheus metrics',
      auth: 'none',
      replyType: 'text/plain; version=0.0.4; charset=utf-8',
      reply: z.string(),
      handle: () => options.metrics.text(),
    }),
  ];
}

// Health and metrics, on the admin listener.
import { z } from 'zod';
import { Answer, type Route, route } from '../http/route.js';
import type { Metrics } from '../ops/metrics.js';

export interface HealthRoutesOptions {
  readonly metrics: Metrics;
  /** Names of the parts that are not ready yet; empty once the gateway can take calls. */
  readonly waitingFor: () => readonly string[];
  readonly version: string;
  /** Descriptions of parts that this machine lacks and some requests need. */
  readonly missing: () => readonly string[];
  /** Descriptions of parts that work only partly at the moment. */
  readonly degraded: () => readonly string[];
  /** The listener can be reached only from this machine, so the metrics need no credential. */
  readonly isLocal: boolean;
}

const degraded = z.array(z.string()).describe('The functions that currently work only in part, in words.');
const Readiness = z
  .strictObject({
    ready: z.boolean().describe('true: calls can be taken.'),
    waitingFor: z.array(z.string()).describe('The names of the parts that are not ready yet.'),
    degraded,
  })
  .meta({ id: 'Readiness', description: 'Whether calls can be taken.' });
const Health = z
  .strictObject({
    status: z.literal('ok').describe('The process answers.'),
    version: z.string().describe('The version of the gateway.'),
    missing: z.array(z.string()).describe('The requirements of some requests that this machine lacks, in words.'),
    degraded,
  })
  .meta({ id: 'Health', description: 'The health of the gateway.' });

export function healthRoutes(options: HealthRoutesOptions): Route[] {
  return [
    route({
      id: 'ops.health',
      method: 'GET',
      path: '/healthz',
      summary: 'Check that the process answers',
      auth: 'none',
      reply: Health,
      handle: () => ({
        ...{ status: 'ok' as const, version: options.version },
        ...{ missing: [...options.missing()], degraded: [...options.degraded()] },
      }),
    }),
    route({
      id: 'ops.ready',
      method: 'GET',
      path: '/readyz',
      summary:
        'Check whether calls can be taken: 200, otherwise 503 with what is missing; `degraded` names what works only in part',
      auth: 'none',
      reply: Readiness,
      otherReplies: { 503: { meaning: 'Calls cannot be taken yet; waitingFor says why.', reply: Readiness } },
      handle: () => {
        const waitingFor = [...options.waitingFor()];
        const ready = waitingFor.length === 0;
        return new Answer({ ready, waitingFor, degraded: [...options.degraded()] }, ready ? 200 : 503);
      },
    }),
    route({
      id: 'ops.metrics',
      method: 'GET',
      path: '/metrics',
      summary: 'Read the Prometheus metrics; without credential where the admin listener is on the loopback address',
      auth: options.isLocal ? 'none' : 'admin',
      replyType: 'text/plain; version=0.0.4; charset=utf-8',
      reply: z.string(),
      handle: () => options.metrics.text(),
    }),
  ];
}

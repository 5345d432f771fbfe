// Ring screening as a feature of the gateway: tables, the one-shot route and the stream, over engines that it is given.
import type { Engines } from '../engine/client/client.js';
import { oneShotFormats, streamFormats } from '../protocol/engine/audio.js';
import type { RingEvidence, RingVerdict } from '../protocol/engine/ring.js';
import { ringProperties } from '../protocol/wire/property.js';
import { ringRoutes } from '../ring/routes.js';
import { ringStreamRoute } from '../ring/stream.js';
import { openRingTables } from '../ring/tables.js';
import type { Feature } from './feature.js';
import type { FeatureContext } from './gateway.js';
import { ringTablePaths } from './replication.js';

export function screeningFeature({ config, log, metrics }: FeatureContext, engines: Engines): Feature {
  const tables = openRingTables(ringTablePaths(config), log, (changed) => engines.setTables(changed));
  engines.setTables(tables.current);

  const { endOnRingback, keywordConfidence } = config.ring;
  const counted = (mode: string) => (verdict: RingVerdict, evidence?: RingEvidence) => {
    metrics.verdicts.inc({ result: String(verdict.resultId), mode });
    if (evidence?.lagMs !== undefined) metrics.ringLagSeconds.observe(evidence.lagMs / 1_000);
  };
  const stream = ringStreamRoute({
    engines,
    endOnRingback,
    keywordConfidence,
    log,
    onVerdict: counted('stream'),
  });
  const { oneShotMs: maxMs } = config.ring;
  const routes = ringRoutes({ engines, maxMs, keywordConfidence, onVerdict: counted('one-shot') });

  return {
    name: 'ring',
    routes,
    streams: [stream],
    capabilities: [
      {
        capability: 'asr.ring',
        properties: [...ringProperties],
        endpoints: [...routes, stream].map(({ path }) => path.replace(':property', '{property}')),
        audioFormats: [...new Set<string>([...oneShotFormats, ...streamFormats])],
      },
    ],
    waitingFor: () => [],
    stop: async () => tables.close(),
  };
}

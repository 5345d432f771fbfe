// Ring screening as a feature of the gateway: tables, engines, the one-shot route and the stream.
import { join } from 'node:path';
import { startEngines } from '../engine/client.js';
import { oneShotFormats, streamFormats } from '../protocol/audio.js';
import { ringProperties } from '../protocol/property.js';
import type { RingVerdict } from '../protocol/ring.js';
import { ringRoutes } from '../ring/routes.js';
import { ringStreamRoute } from '../ring/stream.js';
import { openRingTables } from '../ring/tables.js';
import type { Feature } from './feature.js';
import type { FeatureContext } from './gateway.js';

export function screeningFeature({ config, log, metrics }: FeatureContext): Feature {
  const tableDirectory = join(config.dataDir, 'ring');
  const tables = openRingTables(
    {
      keywords: config.ring.keywordTable || join(tableDirectory, 'keywords.txt'),
      tones: config.ring.toneTable || join(tableDirectory, 'tones.txt'),
    },
    log,
    (changed) => engines.setTables(changed),
  );
  const engines = startEngines({ tables: tables.current, log, count: config.engines });
  let isReady = false;
  engines.ready().then(
    () => {
      isReady = true;
    },
    () => {}, // the supervisor logs it and goes on trying
  );

  const counted = (mode: string) => (verdict: RingVerdict) =>
    metrics.verdicts.inc({ result: String(verdict.resultId), mode });
  const stream = ringStreamRoute({
    engines,
    endOnRingback: config.ring.endOnRingback,
    log,
    onVerdict: counted('stream'),
  });
  const routes = ringRoutes({ engines, maxMs: config.ring.oneShotMs, onVerdict: counted('one-shot') });

  metrics.collect(() => {
    const restarts = engines.restarts;
    metrics.engineRestarts.reset();
    metrics.engineRestarts.inc(restarts);
  });

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
    waitingFor: () => (isReady || engines.status().some(({ state }) => state === 'ready') ? [] : ['engine']),
    stop: async () => {
      tables.close();
      await engines.stop();
    },
  };
}

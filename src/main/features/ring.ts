// Ring screening: its tables, the one-shot route and the stream.
import { oneShotFormats, streamFormats } from '../../protocol/engine/audio.js';
import type { RingEvidence, RingVerdict } from '../../protocol/engine/ring.js';
import { ringProperties } from '../../protocol/wire/property.js';
import { ringRoutes } from '../../ring/routes.js';
import { ringStreamRoute } from '../../ring/stream.js';
import { openRingTables } from '../../ring/tables.js';
import type { FeatureContext } from '../context.js';
import { feature } from '../feature.js';
import { ringTablePaths } from '../replication.js';

type Parts = Pick<FeatureContext, 'engines' | 'log'> & {
  readonly counted: (mode: string) => (verdict: RingVerdict, evidence?: RingEvidence) => void;
};

export const ringFeature = feature<Parts>({
  name: 'ring',
  capability: { name: 'asr.ring', oneShotFormats, streamFormats },
  serves: ({ engines, log, counted }, { ring: { endOnRingback, keywordConfidence, oneShotMs: maxMs } }) => ({
    routes: ringRoutes({ engines, maxMs, keywordConfidence, onVerdict: (...said) => counted('one-shot')(...said) }),
    sockets: [
      ringStreamRoute({
        ...{ engines, endOnRingback, keywordConfidence, log },
        onVerdict: (...said) => counted('stream')(...said),
      }),
    ],
  }),
  start: ({ config, log, metrics, engines }) => {
    const tables = openRingTables(ringTablePaths(config), log, (changed) => engines.setTables(changed));
    engines.setTables(tables.current);
    const counted: Parts['counted'] = (mode) => (verdict, evidence) => {
      metrics.verdicts.inc({ result: String(verdict.resultId), mode });
      if (evidence?.lagMs !== undefined) metrics.ringLagSeconds.observe(evidence.lagMs / 1_000);
    };
    return {
      parts: { engines, log, counted },
      properties: () => ringProperties,
      stop: () => tables.close(),
    };
  },
});

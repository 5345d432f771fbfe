// The SIP tap as a part of ring screening: what it works with, and its metrics.
import type { Config } from '../../../config/config.js';
import type { ScreeningParts } from '../../../media/screening.js';
import { Taps } from '../../../media/sip/taps.js';
import type { Metrics } from '../../../ops/metrics.js';
import type { CauseRow, RingTables } from '../../../protocol/engine/ring.js';
import type { FeatureContext } from '../../context.js';

export interface CallParts extends Pick<FeatureContext, 'sessions' | 'elapsed' | 'log'> {
  readonly config: Config;
  readonly screening: ScreeningParts;
  readonly causeOf: (resultId: number) => CauseRow | undefined;
  readonly tables: () => RingTables;
}

export type CallCounters = ReturnType<typeof callMetrics>;

export function callMetrics(registry: Metrics) {
  return {
    underWay: registry.gauge({ name: 'tonegate_sip_calls', help: 'Calls placed over SIP that are in progress' }),
    ended: registry.counter({
      name: 'tonegate_sip_calls_total',
      help: 'Finished calls placed over SIP, by their last SIP status (0: none arrived)',
      labelNames: ['status'],
    }),
    packets: registry.counter({
      name: 'tonegate_sip_packets_total',
      help: 'RTP packets of calls placed over SIP, by what became of them: taken, late, foreign, flooded, or unknown',
      labelNames: ['fate'],
    }),
  };
}

export function startTaps(
  { config, screening, causeOf, tables, sessions, elapsed: nowMs, log }: CallParts,
  metrics: Metrics,
  { underWay, ended, packets }: CallCounters,
): Taps {
  const rows = () => [...tables().tones, ...tables().keywords];
  const taps = new Taps({
    ...{ settings: config.media.sip, rules: config.ring, sessions, screening, nowMs },
    log: log.child({ route: 'sip.call' }),
    causes: () => [...new Set(rows().map(({ resultId }) => resultId))].flatMap((resultId) => causeOf(resultId) ?? []),
    nameOf: (resultId) => tables().keywords.find((row) => row.resultId === resultId)?.resultName,
    onPackets: (fate, count) => packets.inc({ fate }, count),
    onEnded: (status) => ended.inc({ status: String(status) }),
  });
  void taps.listen();
  metrics.collect(() => underWay.set(taps.underWay));
  return taps;
}

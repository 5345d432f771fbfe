// Ring screening: its tables, the one-shot route and the stream.
import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { ringForkRoute } from '../../media/fork/routes.js';
import { noMediaVerdict, type ScreeningParts } from '../../media/screening.js';
import { callRoutes } from '../../media/sip/routes.js';
import type { Taps } from '../../media/sip/taps.js';
import { VerdictKeeper } from '../../media/verdicts/keeper.js';
import { VerdictPosts } from '../../media/verdicts/posts.js';
import { verdictRoutes } from '../../media/verdicts/routes.js';
import { VerdictStore } from '../../media/verdicts/store.js';
import { AddressPolicy } from '../../net/address-policy.js';
import { callBack } from '../../net/callback.js';
import type { Metrics } from '../../ops/metrics.js';
import { oneShotFormats, streamFormats } from '../../protocol/engine/audio.js';
import type { CauseRow, RingEvidence, RingVerdict } from '../../protocol/engine/ring.js';
import { limits } from '../../protocol/limits.js';
import { ringProperties } from '../../protocol/wire/property.js';
import { replicatedRingTables } from '../../ring/replicated.js';
import { ringRoutes } from '../../ring/routes.js';
import { ringStreamRoute } from '../../ring/stream.js';
import { openRingTables, type RingTablePaths } from '../../ring/tables.js';
import { realDisk } from '../../storage/disk.js';
import { ms, setting } from '../../system/conf.js';
import type { FeatureContext } from '../context.js';
import { feature } from '../feature.js';
import { startAudioSocket } from './carriers/audiosocket.js';
import { callMetrics, startTaps } from './carriers/calls.js';

/** The tables follow an upstream even if no engine screens here, because boxes below ask for them. */
export const ringTablesFeature = feature<undefined>({
  name: 'ringTables',
  replicates: ({ config }) => [replicatedRingTables(realDisk, ringTablePaths(config))],
  serves: () => ({}),
  start: () => ({ parts: undefined }),
});

const ringTablePaths = ({ dataDir, ring }: Pick<Config, 'dataDir' | 'ring'>): RingTablePaths => ({
  keywords: ring.keywordTable || join(dataDir, 'ring', 'keywords.txt'),
  tones: ring.toneTable || join(dataDir, 'ring', 'tones.txt'),
  causes: ring.causeTable || join(dataDir, 'ring', 'causes.txt'),
});

type Parts = Pick<FeatureContext, 'engines' | 'log'> & {
  readonly causeOf: (resultId: number) => CauseRow | undefined;
  readonly verdicts: VerdictKeeper;
  readonly counted: (mode: string) => (verdict: RingVerdict, evidence?: RingEvidence) => void;
  readonly taps: Taps;
};

export const ringFeature = feature<Parts, ReturnType<typeof ringMetrics>>({
  name: 'ring',
  capability: { name: 'asr.ring', oneShotFormats, streamFormats },
  limits: ({ ring }) => ({
    maxima: {
      ringOneShotMs: ms('The maximum length of a recording to be screened', ring.oneShotMs),
      ringAudioMaxS: setting('The bounds of audioMax of ring screening', 'seconds', limits.ring.audioMaxS),
    },
  }),
  metrics: ringMetrics,
  fixtures: {
    placedCall: { route: 'calls.place', name: { field: 'uuid' } },
    forkedCall: {
      socket: 'ring.fork',
      params: { property: 'cn_8k_common' },
      text: JSON.stringify({ uuid: 'a call of the documents' }),
      name: { text: 'a call of the documents' },
    },
  },
  serves: (
    { engines, log, counted, causeOf, verdicts, taps },
    { ring: { endOnRingback, keywordConfidence, oneShotMs: maxMs }, media },
  ) => ({
    routes: [
      ...ringRoutes({ engines, maxMs, keywordConfidence, onVerdict: (...said) => counted('one-shot')(...said) }),
      ...verdictRoutes(verdicts.store),
      ...callRoutes({ taps, verdicts: verdicts.store }),
    ],
    sockets: [
      ringStreamRoute({
        ...{ engines, endOnRingback, keywordConfidence, log },
        onVerdict: (...said) => counted('stream')(...said),
      }),
      ...(media.fork
        ? [
            ringForkRoute({
              ...{ engines, endOnRingback, keywordConfidence, log },
              ...{ verdicts, causeOf: (resultId) => causeOf(resultId) },
              onVerdict: (...said) => counted('fork')(...said),
              onNoMedia: () => counted('fork')(noMediaVerdict),
            }),
          ]
        : []),
    ],
  }),
  start: async (context, { verdicts, lagSeconds, posts, kept, calls, connections }) => {
    const { config, log, engines, elapsed, metrics, sessions } = context;
    const tables = openRingTables(ringTablePaths(config), log, (changed) => engines.setTables(changed));
    engines.setTables(tables.current);
    const counted: Parts['counted'] = (mode) => (verdict, evidence) => {
      verdicts.inc({ result: String(verdict.resultId), mode });
      if (evidence?.lagMs !== undefined) lagSeconds.observe(evidence.lagMs / 1_000);
    };
    const policy = new AddressPolicy(config.ring, 'ring');
    const store = new VerdictStore(elapsed);
    const poster = new VerdictPosts({
      send: (url, json, signal) => callBack({ url, json, policy, signal }),
      log,
      onOutcome: (outcome) => posts.inc({ outcome }),
    });
    metrics.collect(() => kept.set(store.size));
    const keeper = new VerdictKeeper(store, poster, config.ring.verdictUrl);
    const { endOnRingback, keywordConfidence } = config.ring;
    const { causeOf } = tables;
    const screening: ScreeningParts = {
      ...{ engines, endOnRingback, keywordConfidence, log, causeOf, verdicts: keeper },
      onVerdict: counted('sip'),
      onNoMedia: () => counted('sip')(noMediaVerdict),
    };
    const own = { config, screening, causeOf, tables: () => tables.current, sessions, elapsed, log };
    const taps = startTaps(own, metrics, calls);
    const audioSocket = await startAudioSocket(context, {
      ...{ engines, log, causeOf: tables.causeOf, verdicts: keeper },
      onVerdict: counted('audiosocket'),
      onNoMedia: () => counted('audiosocket')(noMediaVerdict),
      onConnection: (outcome) => connections.inc({ outcome }),
    });
    return {
      parts: { engines, log, counted, causeOf, verdicts: keeper, taps },
      properties: () => ringProperties,
      stop: async () => {
        await taps.stop();
        await audioSocket?.stop();
        poster.stop();
        tables.close();
      },
    };
  },
});

function ringMetrics(registry: Metrics) {
  return {
    calls: callMetrics(registry),
    verdicts: registry.counter({
      name: 'tonegate_ring_verdicts_total',
      help: 'Ring-screening results by result id',
      labelNames: ['result', 'mode'],
    }),
    posts: registry.counter({
      name: 'tonegate_ring_verdict_posts_total',
      help: 'Final verdicts on calls that were to be posted to ring.verdictUrl or to the URL of the call, by outcome',
      labelNames: ['outcome'],
    }),
    connections: registry.counter({
      name: 'tonegate_audiosocket_connections_total',
      help: 'AudioSocket connections, accepted and refused',
      labelNames: ['outcome'],
    }),
    kept: registry.gauge({
      name: 'tonegate_ring_verdicts_kept',
      help: 'Calls whose verdict can be queried',
    }),
    lagSeconds: registry.histogram({
      name: 'tonegate_ring_lag_seconds',
      help: 'Lag of recognition behind the audio at the last verdict of a streaming session',
      buckets: [0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10],
    }),
  };
}

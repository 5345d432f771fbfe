// Recognition: the one-shot route and the three streams.
import { asrRoutes } from '../../asr/routes.js';
import { asrStreamRoutes } from '../../asr/stream.js';
import { asrForkRoute } from '../../media/fork/routes.js';
import type { Metrics } from '../../ops/metrics.js';
import { oneShotFormats, streamFormats } from '../../protocol/engine/audio.js';
import { ms } from '../../system/conf.js';
import type { FeatureContext } from '../context.js';
import { feature } from '../feature.js';

type Counters = ReturnType<typeof asrMetrics>;
type Parts = Pick<FeatureContext, 'engines' | 'lookup' | 'log' | 'recognition'> & { readonly counters: Counters };

export const asrFeature = feature<Parts, Counters>({
  name: 'asr',
  capability: { name: 'asr.freetalk', oneShotFormats, streamFormats },
  limits: ({ asr }) => ({
    maxima: {
      asrOneShotMs: ms('The maximum length of a recording to be recognised', asr.oneShotMs),
      asrShortStreamMs: ms('The maximum audio of a session of short_stream', asr.shortStreamMs),
      asrContinueStreamMs: ms('The maximum audio of a session of continue_stream', asr.continueStreamMs),
    },
  }),
  metrics: asrMetrics,
  serves: ({ engines, lookup, log, recognition: { properties, lists }, counters }, { asr, media }) => {
    const parts = {
      ...{ engines, properties, lookup, lists },
      onSentence: (mode: string) => counters.sentences.inc({ mode }),
    };
    const audioMaxMs = {
      short: asr.shortStreamMs,
      utterance: Number.POSITIVE_INFINITY, // no stop condition limits this mode (specification 2, section 6)
      continue: asr.continueStreamMs,
    };
    return {
      routes: asrRoutes({ ...parts, maxMs: asr.oneShotMs }),
      sockets: [
        ...asrStreamRoutes({ ...parts, audioMaxMs, log }),
        ...(media.fork ? [asrForkRoute({ ...parts, audioMaxMs, log })] : []),
      ],
    };
  },
  start: ({ engines, lookup, log, recognition }, counters) => {
    const { properties } = recognition;
    return { parts: { engines, lookup, log, recognition, counters }, properties: () => properties.names };
  },
});

function asrMetrics(registry: Metrics) {
  return {
    sentences: registry.counter({
      name: 'tonegate_asr_sentences_total',
      help: 'Final recognition results by mode',
      labelNames: ['mode'],
    }),
  };
}

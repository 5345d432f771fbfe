// Recognition: the one-shot route and the three streams.
import { asrRoutes } from '../../asr/routes.js';
import { asrStreamRoutes } from '../../asr/stream.js';
import { oneShotFormats, streamFormats } from '../../protocol/engine/audio.js';
import type { FeatureContext } from '../context.js';
import { feature } from '../feature.js';

type Parts = Pick<FeatureContext, 'engines' | 'lookup' | 'log' | 'recognition' | 'metrics'>;

export const asrFeature = feature<Parts>({
  name: 'asr',
  capability: { name: 'asr.freetalk', oneShotFormats, streamFormats },
  serves: ({ engines, lookup, log, recognition: { properties, lists }, metrics }, { asr }) => {
    const parts = {
      ...{ engines, properties, lookup, lists },
      onSentence: (mode: string) => metrics.sentences.inc({ mode }),
    };
    const audioMaxMs = {
      short: asr.shortStreamMs,
      utterance: Number.POSITIVE_INFINITY, // its stop conditions do not include one (specification 2, section 6)
      continue: asr.continueStreamMs,
    };
    return {
      routes: asrRoutes({ ...parts, maxMs: asr.oneShotMs }),
      sockets: asrStreamRoutes({ ...parts, audioMaxMs, log }),
    };
  },
  start: (context) => {
    const { properties } = context.recognition;
    return { parts: context, properties: () => properties.names };
  },
});
